"""The board of the solving page: which line is shown on it, and at which step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse

from engine.modes import SEAT_NAMES
from engine.position import Position
from grimoire.models import Puzzle
from grimoire.naming import localised
from grimoire.pages import BoardPage
from grimoire.plays import Choice, choices_of
from grimoire.services import Address, resolve
from grimoire.solving.following import opening_of, stored_position

LAST: Final = 1 << 20  # a step beyond every trace
OWN_ICONS: Final = (
    "anticlockwise-rotation",
    "broken-shield",
    "cancel",
    "candle-flame",
    "candle-light",
    "check-mark",
    "crossed-swords",
    "crystal-ball",
    "fast-backward-button",
    "laurels",
    "open-book",
    "spyglass",
)


@dataclass(frozen=True, slots=True)
class Start:
    """The position of a page in the reader's language, and what happens before the solver has anything to choose."""

    position: Position
    opening: tuple[str, ...]

    @property
    def begun(self) -> Position:
        """The position in which the solver begins."""
        twin = self.position.copy()
        for action in opening_of(twin):
            twin.apply(action)
        return twin


def start_of(puzzle: Puzzle, language: str) -> Start:
    """Where a page begins."""
    position = stored_position(localised(puzzle.position, language))
    return Start(position, tuple(str(action) for action in opening_of(position)))


class SolvePage(BoardPage):
    """The board of a page, at a step of a line. ``query`` is what its addresses keep: the view, the book."""

    def __init__(
        self, puzzle: Puzzle, start: Start, line: Sequence[str], query: Mapping[str, str], step: int, language: str
    ) -> None:
        self.puzzle = puzzle
        self.query = dict(query)
        resolved = resolve(start.position, (*start.opening, *line))
        super().__init__(resolved, Address(), step, language)
        self.start_step = self.step_after(len(start.opening))
        if SEAT_NAMES.index(resolved.start.objective["player"]) % 2 and not self.four:
            self.seats_above, self.seats_below = self.seats_below, self.seats_above

    def step_after(self, actions: int) -> int:
        """The step that shows the board after so many actions of the line."""
        part = resolve(self.resolved.start, self.resolved.actions[:actions])
        return min(len(part.events), self.last)

    def go_to(self, step: int) -> None:
        """Shows another step."""
        self.step = min(max(step, 0), self.last)
        self.now = self.arrangements[self.step]

    def href(self, step: int) -> str:
        """The address of a step of this page."""
        return f"{reverse('grimoire:puzzle', args=[self.puzzle.token])}?{urlencode({**self.query, 'step': step})}"

    @property
    def choices(self) -> list[Choice]:
        """The cards that could be played now, with actions in text form where others have addresses."""
        return choices_of(self.resolved.end, lambda action: action)

    @property
    def next_actions(self) -> list[str]:
        """None: the page has buttons of its own."""
        return []

    @property
    def icons(self) -> set[str]:
        """The icons that the page needs; all faces are there from the first step on."""
        return super().icons | set(OWN_ICONS)
