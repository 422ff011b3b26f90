"""View models of championships. Before it is over nobody is told whether an answer was right, their own neither."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.db.models import Q
from django.shortcuts import get_object_or_404

from accounts.models import Owner, Visibility
from grimoire.browsing.tiles import PuzzleTile, for_tiles, tiles_of
from grimoire.championships.services import Standing, answer_of, attempt_of, standings
from grimoire.gate import Gate
from grimoire.models import Championship, ChampionshipAnswer, ChampionshipPuzzle, ChampionshipRun, Puzzle
from grimoire.solving.contexts import SolvePanel, page_context
from grimoire.solving.review import ReplayRequest
from web.clock_times import clock_time

PER_PAGE: Final = 24
MAX_LISTED: Final = 200
MAX_DRAFTS: Final = 100  # to choose from


def championship_for(token: str, owner: Owner | None) -> Championship:
    """The championship of an address, for whom it is there. Raises ``Http404``."""
    shown = Q(visibility=Visibility.PUBLIC, hidden_at__isnull=True)
    if owner is not None:
        shown |= Q(owner=owner)
    championship: Championship = get_object_or_404(
        Championship.objects.select_related("owner__user").filter(shown), token=token
    )
    return championship


def championship_list(number: str) -> Page[Championship]:
    """All championships, the latest first."""
    shown = Championship.objects.filter(visibility=Visibility.PUBLIC, hidden_at__isnull=True)
    return Paginator(shown.select_related("owner__user"), PER_PAGE).get_page(number)


def drafts_of(owner: Owner | None) -> list[Puzzle]:
    """Drafts that a championship could have, as far as that is known without looking at their proofs."""
    drafts = Puzzle.objects.of_decks().owned_by(owner).filter(
        published_at__isnull=True, twin_of__isnull=True, contest_entry=None, championship_puzzle=None,
        kind=Puzzle.Kind.FIND, proof__isnull=False,
    )  # fmt: skip
    return list(drafts.order_by("-updated")[:MAX_DRAFTS])


@dataclass(frozen=True, slots=True)
class TableRow:
    """A line of the table. ``marks`` say of each puzzle whether it was solved; empty until all is over."""

    standing: Standing
    name: str
    time: str
    is_own: bool
    marks: list[bool]


@dataclass(frozen=True)
class ChampionshipPage:
    """A championship as somebody sees it: ``run`` is their hour. ``table`` is empty for who may not see it yet,
    ``tiles`` are its puzzles once they are published."""

    championship: Championship
    pages: list[ChampionshipPuzzle]
    is_organiser: bool
    run: ChampionshipRun | None
    can_begin: bool
    is_solving: bool
    is_over: bool
    is_planned: bool
    sees_table: bool
    table: list[TableRow]
    tiles: list[PuzzleTile]
    count: int

    @property
    def points(self) -> int:
        return sum(page.points for page in self.pages)


def championship_page(
    championship: Championship, owner: Owner | None, language: str, now: datetime
) -> ChampionshipPage:
    run = championship.runs.filter(owner=owner).first() if owner is not None else None
    is_over, is_own = championship.is_over(now), championship.is_owned_by(owner)
    sees = is_over or is_own  # points tell what was right: to who has finished too, and so to their friends
    pages = list(championship.puzzles.all())
    tiles = []
    if is_over:
        shown = for_tiles(Puzzle.objects.published()).filter(championship_puzzle__championship=championship)
        tiles = tiles_of(shown.order_by("championship_puzzle__number"), owner, language)
    return ChampionshipPage(
        championship=championship,
        pages=pages,
        is_organiser=is_own,
        run=run,
        can_begin=run is None and not is_own and championship.takes_solvers(now),
        is_solving=run is not None and not run.is_over(now) and now >= run.started,
        is_over=is_over,
        is_planned=now < championship.starts_at,
        sees_table=sees,
        table=_table(championship, pages, owner, is_over=is_over) if sees else [],
        tiles=tiles,
        count=championship.runs.count(),
    )


def _table(
    championship: Championship, pages: list[ChampionshipPuzzle], owner: Owner | None, *, is_over: bool
) -> list[TableRow]:
    return [
        TableRow(
            standing,
            standing.run.owner.name,
            clock_time(int(standing.seconds)),
            owner is not None and standing.run.owner_id == owner.pk,
            [page.number in standing.right for page in pages] if is_over else [],
        )
        for standing in standings(championship)[:MAX_LISTED]
    ]


@dataclass(frozen=True, slots=True)
class Tab:
    """A puzzle of the championship as its solver goes from one to the other."""

    number: int
    points: int
    is_current: bool
    is_handed_in: bool


def solving_context(
    run: ChampionshipRun, answer: ChampionshipAnswer, problem: str, language: str, now: datetime
) -> dict[str, Any]:
    """The page on which a puzzle is solved: the board, what is laid out, the others, the clock."""
    attempt = attempt_of(answer)
    panel = SolvePanel(Gate(is_open=False, attempt=attempt), ReplayRequest(), language, problem)
    handed_in = set(run.answers.filter(is_right__isnull=False).values_list("page", flat=True))
    pages = run.championship.puzzles.all()
    left = max(0, int((run.ends_at - now).total_seconds() * 1000))
    return {
        **page_context(panel, None),
        "in_book": None,
        "canonical": run.championship.get_absolute_url(),
        "championship": run.championship,
        "run": run,
        "number": answer.page.number,
        "points": answer.page.points,
        "tabs": [Tab(page.number, page.points, page == answer.page, page.pk in handed_in) for page in pages],
        "is_handed_in": answer.is_right is not None,
        "milliseconds": left,
        "clock": clock_time(left // 1000),
    }


def answer_at(run: ChampionshipRun, number: int) -> ChampionshipAnswer:
    """What a solver has on the puzzle with this number. Raises ``Http404``."""
    pages = ChampionshipPuzzle.objects.select_related("puzzle__owner__user", "puzzle__proof")
    page: ChampionshipPuzzle = get_object_or_404(pages, championship=run.championship_id, number=number)
    return answer_of(run, page)
