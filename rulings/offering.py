"""Facts that an editor can pick for a ruling's example: how each seat ends, and what happens on the way."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from engine.kernel.errors import EngineError
from rulings.examples import Example
from rulings.expectation_text import fact_words, told_events
from rulings.expectations import Fact
from rulings.services import facts_found

_TELLING: Final = ("who", "whom", "card", "player", "ability", "step", "amount", "passed")
MOST: Final = 80  # facts that are offered; an example of more is too long to be one


def offered(position: str, actions: Sequence[str], language: str) -> list[tuple[str, str]]:
    """Facts that hold after some actions, as JSON with their words; none where the actions cannot be carried out."""
    example = Example("offered-1", "offered", {"en": "", "fr": ""}, "position", (), position, tuple(actions))
    try:
        told = told_events(example, language)
    except (EngineError, ValueError):
        return []
    events = (_event(event) for event, _ in told)
    facts: list[Fact] = [*facts_found(position, actions), *events]
    written = dict.fromkeys(as_text(fact) for fact in facts[:MOST])
    return [(one, fact_words(json.loads(one), language, told)) for one in written]


def as_text(fact: Fact) -> str:
    """A fact as it is sent with a form."""
    return json.dumps(fact, ensure_ascii=False, sort_keys=True)


def _event(event: Any) -> dict[str, Any]:
    known = {key: event[key] for key in _TELLING if isinstance(event.get(key), str | int) and event[key] != ""}
    return {"event": event["kind"], "with": known}
