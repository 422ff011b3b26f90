"""View models of the home page."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Owner
from board.arrangement import MARK_NAMES
from grimoire.browsing.daily import page_of, today
from grimoire.browsing.shelves import Cover, covers_of, site_books
from grimoire.models import Puzzle
from grimoire.solving.contexts import Coach
from home.first_move import MoveShown, after_the_move, before_the_move, prepared
from home.going_on import Unfinished, begun_by

START, SHOWN, FAILED, SOLVED = "start", "shown", "failed", "solved"
MARKS: Final = tuple(name for _flag, name in MARK_NAMES)


def learn_href() -> str:
    """Where somebody who knows nothing of the game begins: the one place that says so."""
    return reverse("play:first_game")


@dataclass(frozen=True)
class MoveSide:
    """The side of the board: its position, a ``move`` made in it, or with ``shows`` the one that the page makes itself
    before it asks for one. Raises ``NoSuchMove``."""

    language: str
    move: str = ""
    shows: bool = False
    after: MoveShown | None = field(init=False)

    def __post_init__(self) -> None:
        move = prepared().shown if self.shows else self.move
        object.__setattr__(self, "after", after_the_move(move, self.language) if move else None)

    @property
    def begin(self) -> MoveShown:
        return before_the_move(self.language)

    @property
    def board(self) -> MoveShown:
        return self.after or self.begin

    @property
    def view(self) -> str:
        if self.after is None:
            return START
        if self.shows:
            return SHOWN
        return SOLVED if self.after.solved else FAILED

    @property
    def can_move(self) -> bool:
        return self.view in (START, SHOWN)

    @property
    def coach(self) -> Coach:
        """The words: the question, or what came of a move."""
        if self.after is None:
            says = _("You play A. Bring down B's Fort with one card.")
            return Coach("turn", "candle-flame", _("Can you win this turn?"), says)
        if self.view == SHOWN:
            return Coach("look", "spyglass", _("That fails. Now you try"), self.after.words)
        if self.view == SOLVED:
            return Coach("right", "laurels", _("The Fort has fallen"), self.after.words)
        return Coach("wrong", "broken-shield", _("Not quite"), self.after.words)

    @property
    def data(self) -> dict[str, Any]:
        """For the script: which steps to play, their words, and what can be moved."""
        return {
            "view": self.view,
            "legal": list(self.begin.legal) if self.can_move else [],
            "seat": "A",
            "captions": list(self.board.captions),
            "says": f"{self.coach.head}. {self.coach.says}",
        }


@dataclass(frozen=True)
class HomePage:
    owner: Owner | None
    side: MoveSide

    @cached_property
    def daily(self) -> Puzzle | None:
        return page_of(today())

    @cached_property
    def begun(self) -> list[Unfinished]:
        return begun_by(self.owner)

    @cached_property
    def covers(self) -> list[Cover]:
        return covers_of(site_books(), self.owner)

    @cached_property
    def pages(self) -> int:
        """How many pages the site's books have."""
        return sum(cover.progress.total for cover in self.covers)

    @property
    def learn_href(self) -> str:
        return learn_href()

    @property
    def mark_names(self) -> tuple[str, ...]:
        return MARKS
