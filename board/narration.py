"""The trace told to people: each event of the engine as one sentence, under the heading of its step.

The names of abilities and the words for faults and errors, from ``wording``, can be had here too.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from board.facts import Voice, facts_of
from board.fault_text import error_text, fault_text
from board.texts import LANGUAGES, MissingText, find
from board.variants import variant_of
from cards.abilities import ability_name, ability_text
from engine.decks.rules.trace import events as ev

__all__ = [
    "LANGUAGES",
    "MissingText",
    "Telling",
    "ability_name",
    "ability_text",
    "error_text",
    "fault_text",
    "step_name",
    "tell",
]


@dataclass(frozen=True, slots=True)
class Telling:
    """An event in words.

    ``phase`` and ``step`` as in the event, with their names; without a step, ``step_name`` is a heading. ``text`` is
    one sentence of plain text. ``ability_name`` is empty when there is no ability. ``rulings`` are numbers as "5.14".
    """

    phase: str
    phase_name: str
    step: int | None
    step_name: str
    text: str
    ability: str | None
    ability_name: str
    rulings: tuple[str, ...]


def tell(event: ev.Event, language: str, ai_seats: Collection[int] = ()) -> Telling:
    """An event in a language; ``ai_seats`` are the seats that an AI has (``Mode.ai_seats``).

    Raises ``MissingText`` when the content files have no words for it.
    """
    voice = Voice(language, ai_seats)
    pattern: str = find(language, "trace", "events", event.kind, variant_of(event, voice))
    return Telling(
        phase=event.phase,
        phase_name=find(language, "trace", "phases", event.phase),
        step=event.step,
        step_name=step_name(event, language),
        text=pattern.format(**facts_of(event, voice)),
        ability=event.ability,
        ability_name=ability_name(event.ability, language) if event.ability else "",
        rulings=event.rulings,
    )


def step_name(event: ev.Event, language: str) -> str:
    """The name of an event's step; without a step, that of what it is about or of its phase."""
    if event.step is None:
        headings: dict[str, str] = find(language, "trace", "headings")
        phase_name: str = find(language, "trace", "phases", event.phase)
        return headings.get(event.kind) or phase_name
    names: dict[str, str] = find(language, "trace", "steps", event.phase)
    usual: str = find(language, "trace", "steps", event.phase, str(event.step))
    return names.get(f"{event.step}-{event.ability}") or usual
