"""Services of championships. Answers are judged by the server alone; whether one was right is told when all is over.

An answer is handed in once: it is written on condition that nothing has changed since the solver saw it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from accounts.locks import lock_row
from accounts.models import Owner, Visibility
from accounts.revisions import StaleRevision
from grimoire.attempt_state import state_of
from grimoire.authoring import services as authoring
from grimoire.authoring.checks import what_is_missing
from grimoire.departing import is_known_to_others
from grimoire.goals import asks_ways
from grimoire.models import (
    Attempt,
    Championship,
    ChampionshipAnswer,
    ChampionshipPuzzle,
    ChampionshipRun,
    Puzzle,
)
from grimoire.models.championships import DURATION, PUZZLES
from grimoire.solving.judging import GOES_ON, SOLVED, verdict_on
from grimoire.solving.services import ClientState
from grimoire.twins import others_of
from web.refusals import RequestRefused

GRACE: Final = timedelta(seconds=1)  # that an answer may be under way
LEAST_POINTS: Final = 1
MAX_PLANNED: Final = 5  # of one organiser


class Refused(RequestRefused):
    """What cannot be done with a championship: ``code`` says why (``championship_text``)."""

    def __init__(self, code: str) -> None:
        super().__init__(409, code, code)


@transaction.atomic
def create(*, owner: Owner, puzzles: Sequence[Puzzle], fields: Mapping[str, Any]) -> Championship:
    """A championship with drafts of the organiser's own, from the easiest on; an answer is worth its puzzle's level.

    Raises ``Refused``.
    """
    lock_row(Owner, owner.pk)
    planned = Championship.objects.filter(owner=owner, starts_at__gt=timezone.now() - timedelta(days=30))
    if sum(not championship.is_over(timezone.now()) for championship in planned) >= MAX_PLANNED:
        raise Refused("too-many")
    if len({puzzle.pk for puzzle in puzzles}) != PUZZLES:
        raise Refused("not-six")
    for puzzle in puzzles:
        lock_row(Puzzle, puzzle.pk)
        puzzle = Puzzle.objects.with_author().get(pk=puzzle.pk)
        if not puzzle.is_owned_by(owner) or puzzle.is_published or puzzle.kind != Puzzle.Kind.FIND:
            raise Refused("not-a-draft")
        if is_known_to_others(puzzle):
            raise Refused("not-new")
        if puzzle.twin_of_id or others_of(puzzle) or asks_ways(puzzle.position) or what_is_missing(puzzle):
            raise Refused("not-ready")
    championship: Championship = Championship.objects.create(owner=owner, visibility=Visibility.PUBLIC, **fields)
    for number, puzzle in enumerate(sorted(puzzles, key=lambda puzzle: (puzzle.level or 0, puzzle.token)), start=1):
        points = max(puzzle.level or 0, LEAST_POINTS)
        ChampionshipPuzzle.objects.create(championship=championship, puzzle=puzzle, number=number, points=points)
    return championship


@transaction.atomic
def delete(*, championship: Championship, owner: Owner) -> None:
    """Deletes one that nobody has begun. Raises ``Refused``."""
    lock_row(Championship, championship.pk)
    if not championship.is_owned_by(owner) or championship.runs.exists():
        raise Refused("begun")
    championship.delete()


def begin(*, championship: Championship, owner: Owner) -> ChampionshipRun:
    """Begins a solver's hour; begun twice it is the same one. Raises ``Refused``."""
    now = timezone.now()
    if owner.user_id is None:
        raise Refused("no-account")
    if championship.is_owned_by(owner):
        raise Refused("organiser")
    run = championship.runs.filter(owner=owner).first()
    if run is not None:
        return run
    if not championship.takes_solvers(now):
        raise Refused("not-open")
    started = now if championship.last_start else championship.starts_at
    with transaction.atomic():
        lock_row(Championship, championship.pk)
        if not Championship.objects.filter(pk=championship.pk).exists():  # deleted at this moment
            raise Refused("not-open")
        run, _made = championship.runs.get_or_create(
            owner=owner, defaults={"started": started, "ends_at": started + DURATION}
        )
    return run


def end(*, run: ChampionshipRun) -> None:
    """Ends a solver's hour before its time."""
    ChampionshipRun.objects.filter(pk=run.pk).update(ended=True)


def answer_of(run: ChampionshipRun, page: ChampionshipPuzzle) -> ChampionshipAnswer:
    """What the solver has on a puzzle; not saved where there is nothing."""
    answer = ChampionshipAnswer.objects.filter(run=run, page=page).first() or ChampionshipAnswer(run=run, page=page)
    answer.run, answer.page = run, page
    return answer


def attempt_of(answer: ChampionshipAnswer) -> Attempt:
    """The puzzle with what is laid out on it, as an attempt that is never saved."""
    puzzle = answer.page.puzzle
    return Attempt(owner=answer.run.owner, puzzle=puzzle, line=list(answer.line), revision=answer.revision)


def play(*, answer: ChampionshipAnswer, client_state: ClientState, action: str) -> None:
    """Lays out a card. Raises ``IllegalAction``, ``StaleRevision``."""
    _check_line(answer, client_state)
    _write(answer, client_state, line=state_of(attempt_of(answer)).line_with(action))


def undo(*, answer: ChampionshipAnswer, client_state: ClientState) -> None:
    """Takes the last play back, of the turn that is laid out. Raises ``StaleRevision``."""
    _check_line(answer, client_state)
    _write(answer, client_state, line=state_of(attempt_of(answer)).line_without_last())


def hand_in(*, answer: ChampionshipAnswer, client_state: ClientState) -> bool:
    """Has what is laid out judged: the defence plays on while the objective is in reach, else the answer is handed in.

    Whether it was. Raises ``IllegalAction``, ``StaleRevision``.
    """
    arrived = timezone.now()  # judging takes a while, which is not the solver's
    _check_line(answer, client_state)
    state = state_of(attempt_of(answer))
    judged = verdict_on(state.start, state.line_state)
    if judged.verdict == GOES_ON:
        _write(answer, client_state, line=list(judged.line))
        return False
    seconds = round((min(arrived, answer.run.ends_at) - answer.run.started).total_seconds(), 1)
    is_right = judged.verdict == SOLVED
    _write(answer, client_state, line=list(client_state.line), is_right=is_right, seconds=seconds)
    return True


def is_late(run: ChampionshipRun) -> bool:
    """Whether a change comes too late, even if it was under way for a moment."""
    return run.is_over(timezone.now() - GRACE)


def _check_line(answer: ChampionshipAnswer, client_state: ClientState) -> None:
    if is_late(answer.run) or answer.is_right is not None or list(client_state.line) != answer.line:
        raise StaleRevision(answer)


def _write(answer: ChampionshipAnswer, client_state: ClientState, **fields: Any) -> None:
    """Writes a change upon a revision. Raises ``StaleRevision``."""
    if answer.pk is None:
        if client_state.revision != 0:
            raise StaleRevision(answer)
        with suppress(IntegrityError), transaction.atomic():  # another window was faster: the next statement knows
            ChampionshipAnswer.objects.create(run=answer.run, page=answer.page)
    # Of one table alone: with another one joined, PostgreSQL would not look at the condition again after waiting.
    same = ChampionshipAnswer.objects.filter(run=answer.run, page=answer.page, is_right__isnull=True)
    if not same.filter(revision=client_state.revision).update(revision=F("revision") + 1, **fields):
        raise StaleRevision(answer)


def finish(championship_id: int) -> None:
    """Publishes the puzzles of a championship that is over; done twice it is done once."""
    with transaction.atomic():
        lock_row(Championship, championship_id)
        championship = Championship.objects.filter(pk=championship_id).first()
        if championship is None or not championship.is_over(timezone.now()):
            return
        for page in championship.puzzles.select_related("puzzle"):
            with suppress(authoring.NotReady):  # under newer rules it no longer holds: it stays its author's
                authoring.publish(puzzle=page.puzzle)


# How everybody stands


@dataclass(frozen=True, slots=True)
class Standing:
    """A solver in the table: the most points first, then the earlier last right answer; who is equal in both has the
    same place. ``right`` are the numbers of the puzzles solved."""

    place: int
    run: ChampionshipRun
    points: int
    seconds: float
    right: frozenset[int]


def standings(championship: Championship) -> list[Standing]:
    runs = list(championship.runs.select_related("owner__user"))
    rows = []
    answers = ChampionshipAnswer.objects.filter(run__in=runs, is_right=True).select_related("page")
    by_run: dict[int, list[ChampionshipAnswer]] = {}
    for answer in answers:
        by_run.setdefault(answer.run_id, []).append(answer)
    for run in runs:
        right = by_run.get(run.pk, [])
        points = sum(answer.page.points for answer in right)
        rows.append((points, max((answer.seconds for answer in right), default=0.0), run, right))
    rows.sort(key=lambda row: (-row[0], row[1], row[2].pk))
    table: list[Standing] = []
    for number, (points, seconds, run, right) in enumerate(rows, start=1):
        is_tied = bool(table) and (table[-1].points, table[-1].seconds) == (points, seconds)
        place = table[-1].place if is_tied else number
        table.append(Standing(place, run, points, seconds, frozenset(answer.page.number for answer in right)))
    return table
