"""View models of contests. Before the award nothing here is made of whose an entry is, but for its author."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.db.models import Q
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.safestring import SafeString

from accounts.models import Owner, Visibility
from board.links import board_address
from board.mode_names import EDITION_NAMES
from board.naming import in_language
from board.plays import tell_line
from board.thumbnails import mini_of
from engine.kernel.errors import EngineError
from grimoire.browsing.filter_names import GOAL_NAMES
from grimoire.browsing.tiles import PuzzleTile, for_tiles, tiles_of
from grimoire.contests.forms import EntryForm
from grimoire.contests.services import fits
from grimoire.gate import Gate
from grimoire.goals import goal_text
from grimoire.lines import read_start
from grimoire.models import Contest, ContestEntry, Puzzle
from grimoire.models.puzzles import PuzzleQuerySet
from grimoire.solving.secrecy import afterword_of, solution_of

PER_PAGE: Final = 24
MAX_DRAFTS: Final = 100  # to choose from
JUDGED_A_PAGE: Final = 10
HIDDEN_NAME: Final = "…"


def contest_for(token: str, owner: Owner | None) -> Contest:
    """The contest of an address, for whom it is there. Raises ``Http404``."""
    contests = Contest.objects.select_related("owner__user", "judge__user")
    shown = Q(visibility=Visibility.PUBLIC, hidden_at__isnull=True)
    if owner is not None:
        shown |= Q(owner=owner) | Q(judge=owner)
    contest: Contest = get_object_or_404(contests.filter(shown), token=token)
    return contest


def contest_list(number: str, owner: Owner | None) -> Page[Contest]:
    """All contests that somebody finds: those that close latest first."""
    contests = Contest.objects.filter(visibility=Visibility.PUBLIC, hidden_at__isnull=True)
    if owner is not None:
        contests |= Contest.objects.filter(Q(owner=owner) | Q(judge=owner))
    return Paginator(contests.select_related("owner__user", "judge__user"), PER_PAGE).get_page(number)


@dataclass(frozen=True, slots=True)
class Awarded:
    """An entry after the award: its author, and its page where it has become one."""

    entry: ContestEntry
    author: str
    tile: PuzzleTile | None

    @property
    def as_list(self) -> list[PuzzleTile]:
        """The tile alone, as lists of tiles are shown."""
        return [] if self.tile is None else [self.tile]


@dataclass(frozen=True)
class ContestPage:
    """A contest as somebody sees it. ``own`` are the reader's entries, ``drafts`` what they could enter; ``awarded``
    and ``others`` are empty before the award."""

    contest: Contest
    phase: str
    count: int
    goal: str
    edition: str
    is_organiser: bool
    is_judge: bool
    follows: bool
    own: list[ContestEntry]
    drafts: list[Puzzle]
    awarded: list[Awarded]
    others: list[Awarded]

    @property
    def wants_judge(self) -> bool:
        return (
            self.is_organiser
            and self.contest.awarded_at is None
            and not (self.contest.judge_id and self.contest.agreed_at)
        )

    @property
    def is_asked(self) -> bool:
        return self.is_judge and self.contest.agreed_at is None


def contest_page(contest: Contest, owner: Owner | None, language: str) -> ContestPage:
    phase, own = contest.phase, []
    if owner is not None:
        own = list(contest.entries.filter(owner=owner).select_related("puzzle"))
    is_judge = contest.is_judged_by(owner)
    can_enter = phase == Contest.Phase.OPEN and not is_judge and len(own) < contest.entries_each
    results = _results(contest, owner, language) if phase == Contest.Phase.AWARDED else []
    return ContestPage(
        contest=contest,
        phase=phase,
        count=contest.entries.count(),
        goal=str(GOAL_NAMES.get(contest.goal, "")),
        edition=str(EDITION_NAMES.get(contest.edition, "")),
        is_organiser=contest.is_owned_by(owner),
        is_judge=is_judge,
        follows=owner is not None and contest.follows.filter(owner=owner).exists(),
        own=own,
        drafts=_drafts(contest, owner) if can_enter and owner is not None else [],
        awarded=[result for result in results if result.entry.award],
        others=[result for result in results if not result.entry.award],
    )


def _drafts(contest: Contest, owner: Owner) -> list[Puzzle]:
    """Drafts that fit, as far as that is known without looking at their proofs."""
    drafts = (
        Puzzle.objects.of_decks()
        .owned_by(owner)
        .filter(
            published_at__isnull=True,
            twin_of__isnull=True,
            contest_entry__isnull=True,
            championship_puzzle__isnull=True,
            kind=Puzzle.Kind.FIND,
        )
    )
    return [draft for draft in drafts.order_by("-updated")[:MAX_DRAFTS] if fits(contest, draft)]


def _results(contest: Contest, owner: Owner | None, language: str) -> list[Awarded]:
    ranks = {award: rank for rank, award in enumerate(("prize", "mention", "commended", ""))}
    entries = sorted(
        contest.entries.select_related("owner__user"),
        key=lambda entry: (ranks.get(entry.award, 9), entry.place if entry.award == "prize" else 0, entry.token),
    )
    shown = Puzzle.objects.published().filter(contest_entry__contest=contest)
    assert isinstance(shown, PuzzleQuerySet)
    tiles = {tile.puzzle.pk: tile for tile in tiles_of(for_tiles(shown), owner, language)}
    for entry in entries:
        entry.contest = contest
    return [Awarded(entry, entry.owner.name, tiles.get(entry.puzzle_id)) for entry in entries]


@dataclass(frozen=True)
class JudgedEntry:
    """An entry as its judge reads it: all of its content, and nothing of its author."""

    number: int
    token: str
    title: str
    goal: str
    words: list[str]
    board: SafeString
    href: str
    solutions: list[str]
    level: int | None
    form: EntryForm


def judging_page(
    contest: Contest, number: str, language: str, bound: dict[str, EntryForm]
) -> tuple[Page[Any], list[JudgedEntry]]:
    """Some entries in an order that tells nothing, with forms; ``bound`` are those that were sent, by their tokens."""
    page = Paginator(contest.entries.select_related("puzzle__proof", "owner__user"), JUDGED_A_PAGE).get_page(number)
    first = page.start_index()
    shown = [
        _judged(place, entry, language, bound.get(entry.token) or EntryForm(instance=entry))
        for place, entry in enumerate(page.object_list, start=first)
    ]
    return page, shown


def _judged(number: int, entry: ContestEntry, language: str, form: EntryForm) -> JudgedEntry:
    puzzle, name = entry.puzzle, entry.owner.name
    data = without_name_on_cards(puzzle.position, name)
    start = read_start(data, language)
    gate = Gate(is_open=True)  # for the judge alone, who reads all of it
    ways = solution_of(puzzle, gate).ways
    solutions = [" · ".join(play.text for play in tell_line(start.begun, way) if play.is_play) for way in ways]
    try:
        href = board_address(in_language(start.position, language), ())
    except EngineError:  # too long for an address
        href = ""
    words = [puzzle.foreword, afterword_of(puzzle, gate)]
    return JudgedEntry(
        number=number,
        token=entry.token,
        title=without_name(puzzle.heading, name),
        goal=goal_text(puzzle.position, language),
        words=[without_name(text, name) for text in words if text],
        board=mini_of(data),
        href=href,
        solutions=solutions,
        level=puzzle.level,
        form=form,
    )


def without_name(text: str, name: str) -> str:
    """A text in which an author may have put their own name, without it. Within other words it stays: a short name
    would be told by all the places that lack it."""
    return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", HIDDEN_NAME, text, flags=re.IGNORECASE) if name else text


def without_name_on_cards(data: Any, name: str) -> Any:
    """A position as ``clash-position/1`` has it, without an author's name in those of its cards."""
    if isinstance(data, list):
        return [without_name_on_cards(part, name) for part in data]
    if not isinstance(data, dict):
        return data
    return {
        key: without_name(part, name) if key == "name" else without_name_on_cards(part, name)
        for key, part in data.items()
    }


def may_judge(contest: Contest, owner: Owner | None) -> bool:
    """Whether somebody may read the entries now."""
    is_time = contest.awarded_at is None and timezone.now() >= contest.closes_at
    return contest.is_judged_by(owner) and contest.agreed_at is not None and is_time
