"""The trace beside the board: the engine's events in the reader's language, one row each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from board.links import ruling_address
from board.narration import tell
from cards.icons import icon_of_ability
from engine.decks.rules.trace.events import Event

_NEW_BLOCKS: Final = {"play", "clearance", "berserk", "instinct", "turn", "assault", "reinforcement"}


@dataclass(frozen=True, slots=True)
class Row:
    """A step of the trace.

    ``number`` counts the steps from 1; ``step`` is the rulebook's, None where it has none; ``title`` its name, empty
    where the row goes on with the step before; ``heading`` the name of a phase that begins here. ``rulings`` are pairs
    of a ruling's number and its address; ``begins`` is set where something new starts.
    """

    number: int
    href: str
    step: int | None
    title: str
    heading: str
    text: str
    ability: str
    icon: str
    rulings: tuple[tuple[str, str], ...]
    begins: bool


def rows_of(
    events: Iterable[Event], language: str, address: Callable[[int], str], ai_seats: tuple[int, ...] = ()
) -> Iterator[Row]:
    """The rows of a trace; ``address`` gives the address of a step, ``ai_seats`` are the seats that an AI has."""
    before: tuple[str, int | None] | None = None
    phase = ""
    for number, event in enumerate(events, start=1):
        event_words = tell(event, language, ai_seats)
        begins = event.kind in _NEW_BLOCKS or event.phase != phase
        place = (event.phase, event.step)
        goes_on = place == before and not begins
        title = "" if goes_on else event_words.step_name or event_words.phase_name
        yield Row(
            number=number,
            href=address(number),
            step=event.step,
            title=title,
            heading=event_words.phase_name if event.phase != phase and title != event_words.phase_name else "",
            text=event_words.text,
            ability=event_words.ability_name or "",
            icon=icon_of_ability(event.ability) if event.ability else "",
            rulings=tuple((number, ruling_address(number)) for number in event.rulings),
            begins=begins,
        )
        before, phase = place, event.phase
