"""Parts of a ruling's example that an editor can pick: the next action, how each seat ends, what happens on the way."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from board.naming import in_language
from board.plays import tell
from board.queries import asked_for
from engine.decks.formats.notation import parse, write
from engine.decks.rules.actions import parse_action
from engine.decks.rules.position import Position
from engine.kernel.errors import EngineError
from rulings.examples import Example
from rulings.expectation_text import fact_words, told_events
from rulings.expectations import Fact
from rulings.services import facts_found

_TELLING: Final = ("who", "whom", "card", "player", "ability", "step", "amount", "passed")
_BROUGHT_IN: Final = "en"  # the language that cards of an address are named in, as in all examples
MAX_FACTS: Final = 80  # facts that are offered; an example of more is too long to be one


def offered(position: str, actions: Sequence[str], language: str) -> list[tuple[str, str]]:
    """Facts that hold after some actions, as JSON with their words; none where the actions cannot be carried out."""
    example = Example("offered-1", "offered", {"en": "", "fr": ""}, "position", (), position, tuple(actions))
    try:
        sentences = told_events(example, language)
    except (EngineError, ValueError):
        return []
    events = (_event(event) for event, _ in sentences)
    facts: list[Fact] = [*facts_found(position, actions), *events]
    texts_of_facts = dict.fromkeys(as_text(fact) for fact in facts[:MAX_FACTS])
    return [(text, fact_words(json.loads(text), language, sentences)) for text in texts_of_facts]


def worded(facts: Iterable[str], language: str) -> list[tuple[str, str]]:
    """Facts as they were sent, with their words: what was ticked stays so while nothing can be offered."""
    choices = []
    for sent in facts:
        try:
            choices.append((sent, fact_words(json.loads(sent), language)))
        except (ValueError, KeyError, TypeError, AttributeError):
            continue  # no fact that a page has offered
    return choices


def as_text(fact: Fact) -> str:
    """A fact as it is sent with a form."""
    return json.dumps(fact, ensure_ascii=False, sort_keys=True)


def _event(event: Any) -> dict[str, Any]:
    known = {key: event[key] for key in _TELLING if isinstance(event.get(key), str | int) and event[key] != ""}
    return {"event": event["kind"], "with": known}


def brought(text: str) -> tuple[str, tuple[str, ...]]:
    """The position, as one line, and the actions that an address of the board or of its editor brings.

    Any other text comes back as it is. Raises ``board.queries.NoSuchPosition`` for an address that brings none.
    """
    parameters = dict(parse_qsl(urlsplit(text.strip()).query))
    if not parameters.keys() & {"p", "sample"}:
        return text, ()
    board = asked_for(parameters, _BROUGHT_IN)
    return write(board.position), tuple(board.actions)


def plays(position: str, actions: Sequence[str], language: str) -> list[tuple[str, str]]:
    """What can be done after some actions: each action in its text form and in words."""
    end = _after(position, actions, language)
    if end is None or end.is_over:
        return []
    return [(str(action), tell(end, action).text) for action in end.legal_actions()]


def _after(position: str, actions: Sequence[str], language: str) -> Position | None:
    try:
        reached = in_language(parse(position), language)
        for action in actions:
            reached.apply(parse_action(action))
    except (EngineError, ValueError):
        return None
    return reached
