"""The board of the solving page: which line is shown on it, and at which step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse

from board.pages import BoardPage
from board.plays import PlayableCard, choices_of
from board.services import BoardAddress
from engine.decks.rules.modes import SEAT_NAMES
from grimoire.attempt_state import state_of
from grimoire.models import Attempt

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


class SolvePage(BoardPage):
    """The board of a page, at a step of a line. ``query`` is what its addresses keep: the view, the book."""

    def __init__(
        self, attempt: Attempt, line: Sequence[str], query: Mapping[str, str], step: int, language: str
    ) -> None:
        self.puzzle = attempt.puzzle
        self.query = dict(query)
        resolved = state_of(attempt).resolve(line)
        super().__init__(resolved, BoardAddress(), step, language, self.puzzle.owner)
        self.start_step = self.step_after(len(state_of(attempt).start.opening))
        self.own = resolved.start.objective["player"]
        if SEAT_NAMES.index(self.own) % 2 and not self.four:
            self.seats_above, self.seats_below = self.seats_below, self.seats_above

    def step_after(self, actions: int) -> int:
        """The step that shows the board after so many actions of the line."""
        ends = [0, *self.resolved.ends]
        return min(ends[min(actions, len(ends) - 1)], self.last)

    def go_to(self, step: int) -> None:
        self.step = min(max(step, 0), self.last)
        self.now = self.arrangements[self.step]

    def href(self, step: int) -> str:
        return f"{reverse('grimoire:puzzle', args=[self.puzzle.token])}?{urlencode({**self.query, 'step': step})}"

    @property
    def choices(self) -> list[PlayableCard]:
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
