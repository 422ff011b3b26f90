"""View models of open challenges: their lists, and what was found on one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import Owner
from board.plays import tell_line
from engine.decks.rules.position import Position
from engine.kernel.errors import EngineError
from grimoire.browsing.tiles import PuzzleTile, for_tiles, tiles_of
from grimoire.challenges.finds import first_turn
from grimoire.models import ChallengeFind, Puzzle
from grimoire.models.puzzles import PuzzleQuerySet, open_to

PER_PAGE: Final = 24
UNSOLVED, FOUND, CLOSED, PROVED = "unsolved", "found", "closed", "proved"


@dataclass(frozen=True)
class ChallengeList:
    """A page of the challenges of a kind; ``kinds`` are all of them: the name in addresses, to read, how many."""

    kind: str
    kinds: list[tuple[str, str, int]]
    page: Page[Any]
    tiles: list[PuzzleTile]


@dataclass(frozen=True, slots=True)
class FindRow:
    """A solution that somebody found; ``plays`` is empty for who has not earned it."""

    number: int
    name: str
    created: datetime
    is_cook: bool
    is_proven: bool
    plays: str


@dataclass(frozen=True)
class ChallengePanel:
    """How a challenge stands, on its page."""

    state: str
    is_open: bool
    is_proved: bool
    finds: list[FindRow]


def challenge_list(kind: str, number: str, owner: Owner | None, language: str) -> ChallengeList:
    lists = _lists()
    kind = kind if kind in lists else UNSOLVED
    page = Paginator(for_tiles(lists[kind]).order_by("-published_at", "-pk"), PER_PAGE).get_page(number)
    kinds = [(name, words, lists[name].count()) for name, words in _names().items()]
    return ChallengeList(kind, kinds, page, tiles_of(page.object_list, owner, language))


def _lists() -> dict[str, PuzzleQuerySet]:
    shown = Puzzle.objects.of_decks().filter(open_to(None)).exclude(challenge="")
    with_finds = Exists(ChallengeFind.objects.filter(puzzle=OuterRef("pk")))
    opened = shown.filter(challenge=Puzzle.Challenge.OPEN)
    return {
        UNSOLVED: opened.filter(~with_finds),
        FOUND: opened.filter(with_finds),
        CLOSED: shown.filter(challenge=Puzzle.Challenge.CLOSED),
        PROVED: shown.filter(challenge=Puzzle.Challenge.PROVED),
    }


def _names() -> dict[str, str]:
    return {
        UNSOLVED: _("Unsolved"),
        FOUND: _("Solution found"),
        CLOSED: pgettext("challenges", "Closed"),
        PROVED: pgettext("challenges", "Proven"),
    }


def challenge_panel(puzzle: Puzzle, begun: Position, *, tells: bool) -> ChallengePanel:
    """``begun`` is the position before anything is played; the solutions are told with ``tells``."""
    finds = puzzle.finds.select_related("owner__user")
    rows = [
        FindRow(
            number,
            find.owner.name,
            find.created,
            find.is_cook,
            find.is_proven,
            _told(begun, find.line) if tells else "",
        )
        for number, find in enumerate(finds, start=1)
    ]
    is_open = puzzle.challenge == Puzzle.Challenge.OPEN
    return ChallengePanel(puzzle.challenge, is_open, puzzle.challenge == Puzzle.Challenge.PROVED, rows)


def _told(begun: Position, line: Sequence[str]) -> str:
    try:
        plays = [told.text for told in tell_line(begun, first_turn(line)) if told.is_play]
    except (EngineError, ValueError):  # a line of other rules
        return ""
    return " · ".join(plays) or _("The Assault alone")
