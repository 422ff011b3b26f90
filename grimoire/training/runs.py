"""Services of runs: a storm (three minutes), a streak (up to the first mistake) and a race (``racing``: the same storm
for all), judged by the server alone.

Only the puzzle of the moment is ever sent, and nothing of its proof. A change names the revision that it was made upon:
sent twice, or from two windows, it is done once, and the answer that it gives counts once.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from accounts.limits import Limit
from accounts.models import Owner
from accounts.revisions import StaleRevision
from engine.decks.solving.objective import SURVIVE
from grimoire.attempt_state import state_of
from grimoire.browsing.daily import SOUND
from grimoire.community.ratings import rating_of
from grimoire.gate import Gate
from grimoire.goals import asks_ways
from grimoire.models import Attempt, Puzzle, TrainingRun
from grimoire.models.puzzles import DECKS
from grimoire.puzzle_games import game_of
from grimoire.solving.judging import SOLVED, verdict_on
from grimoire.solving.services import ClientState, answer_elsewhere
from grimoire.training.choosing import some_keys

STARTED: Final = Limit("runs", times=60, seconds=3600)  # by one visitor, races too
STORM, STREAK, RACE = TrainingRun.Kind.STORM, TrainingRun.Kind.STREAK, TrainingRun.Kind.RACE
DURATION: Final = timedelta(minutes=3)
GRACE: Final = timedelta(seconds=1)  # that an answer may be under way
PENALTY: Final = timedelta(seconds=10)  # a mistake takes off
BONUSES: Final = {3: 3, 6: 5, 10: 7}  # seconds more with so many right answers in a row
LATER_BONUS, LATER_EVERY = 10, 5  # and beyond these with every so many
OF_LEVELS: Final = {1: 16, 2: 20, 3: 20, 4: 16, 5: 12}  # puzzles of a run, from easy to hard
BEST_LISTED: Final = 10


def start_run(*, owner: Owner, kind: str, game: str = DECKS) -> TrainingRun:
    now = timezone.now()
    return TrainingRun.objects.create(
        owner=owner,
        kind=kind,
        game=game,
        puzzles=run_puzzles([owner], game),
        started=now,
        ends_at=now + DURATION if kind == STORM else None,
        skips=1 if kind == STREAK else 0,
    )


def run_puzzles(solvers: Collection[Owner], game: str) -> list[int]:
    """The keys of a game's puzzles for a run, from easy to hard: of one turn, to be judged in no time, none a solver's
    own."""
    pages = Puzzle.objects.published().filter(game=game, kind=Puzzle.Kind.FIND, turns=1, proof__verdict__in=SOUND)
    pages = pages.exclude(goal=SURVIVE).exclude(owner__in=solvers)
    keys: list[int] = []
    for level, count in OF_LEVELS.items():
        of_level = some_keys(pages.filter(level=level))
        keys += random.sample(of_level, min(count, len(of_level)))
    puzzles = [puzzle for puzzle in Puzzle.objects.filter(pk__in=keys) if not asks_ways(puzzle.position)]
    return [puzzle.pk for puzzle in sorted(puzzles, key=lambda puzzle: (rating_of(puzzle).value, puzzle.token))]


def attempt_in(run: TrainingRun) -> Attempt | None:
    """The puzzle of the moment with what is laid out on it, as an attempt that is never saved; None where the run has
    no more, or has not begun. A puzzle that is gone meanwhile is passed over."""
    if timezone.now() < run.started:
        return None
    while len(run.answers) < len(run.puzzles):
        key = run.puzzles[len(run.answers)]
        puzzle = Puzzle.objects.published().with_author().filter(pk=key).first()
        if puzzle is not None:
            return Attempt(owner=run.owner, puzzle=puzzle, line=list(run.line), revision=run.revision)
        run.puzzles = [other for other in run.puzzles if other != key]
        TrainingRun.objects.filter(pk=run.pk).update(puzzles=run.puzzles)
    return None


def gate_in(attempt: Attempt) -> Gate:
    """Closed, whatever the solver has earned elsewhere."""
    return Gate(is_open=False, attempt=attempt)


def lay_out(*, run: TrainingRun, client_state: ClientState, line: Sequence[str]) -> None:
    """Keeps what is laid out. Raises ``StaleRevision``."""
    if run.is_over(timezone.now()) or list(client_state.line) != run.line:
        raise StaleRevision(run)
    _write(run, client_state, line=list(line))


def play(*, run: TrainingRun, client_state: ClientState, action: str) -> None:
    """Carries out an action; one that ends the turn is judged, and the next puzzle comes. Raises ``IllegalAction``,
    ``StaleRevision``."""
    attempt = attempt_in(run)
    if attempt is None or list(client_state.line) != run.line:
        raise StaleRevision(run)
    line, verdict = game_of(attempt.puzzle).play(attempt, action)
    if verdict is None:
        lay_out(run=run, client_state=client_state, line=line)
    else:
        _answer(run, client_state, attempt, verdict["verdict"] == SOLVED)


def take_back(*, run: TrainingRun, client_state: ClientState, everything: bool) -> None:
    """Takes back the last action, or all. Raises ``StaleRevision``, of a strict game always."""
    attempt = attempt_in(run)
    if attempt is None or game_of(attempt.puzzle).is_strict:
        raise StaleRevision(run)
    lay_out(run=run, client_state=client_state, line=[] if everything else game_of(attempt.puzzle).line_before(attempt))


def judge(*, run: TrainingRun, client_state: ClientState) -> bool:
    """Judges what is laid out, and goes on to the next puzzle. Raises ``IllegalAction``, ``StaleRevision``."""
    attempt = attempt_in(run)
    if attempt is None or list(client_state.line) != run.line or game_of(attempt.puzzle).is_strict:
        raise StaleRevision(run)
    state = state_of(attempt)
    is_right = verdict_on(state.start, state.line_state).verdict == SOLVED
    _answer(run, client_state, attempt, is_right)
    return is_right


def skip(*, run: TrainingRun, client_state: ClientState) -> None:
    """Passes over the puzzle of the moment. Raises ``StaleRevision``."""
    attempt = attempt_in(run)
    if attempt is None or not run.skips:
        raise StaleRevision(run)
    _answer(run, client_state, attempt, None)


def stop(*, run: TrainingRun, client_state: ClientState) -> None:
    _write(run, client_state, ended=True)


def _answer(run: TrainingRun, client_state: ClientState, attempt: Attempt, is_right: bool | None) -> None:
    now = timezone.now()
    if run.is_over(now - GRACE):
        raise StaleRevision(run)
    entry = [attempt.puzzle_id, is_right, round((now - run.started).total_seconds(), 1)]
    fields: dict[str, Any] = {"answers": [*run.answers, entry], "line": []}
    if is_right is None:
        fields["skips"] = run.skips - 1
    elif is_right:
        combo = run.combo + 1
        fields |= {"score": run.score + 1, "combo": combo, "best_combo": max(combo, run.best_combo)}
        fields["ends_at"] = run.ends_at + bonus(combo) if run.ends_at else None
    else:
        fields |= {"combo": 0, "ends_at": run.ends_at - PENALTY if run.ends_at else None}
        fields["ended"] = run.kind == STREAK
    with transaction.atomic():
        _write(run, client_state, **fields)
        if is_right is not None:
            answer_elsewhere(owner=run.owner, puzzle=attempt.puzzle, is_right=is_right)


def _write(run: TrainingRun, client_state: ClientState, **fields: Any) -> None:
    """Writes a change upon a revision. Raises ``StaleRevision``."""
    changed = TrainingRun.objects.filter(pk=run.pk, revision=client_state.revision, ended=False)
    if not changed.update(revision=F("revision") + 1, **fields):
        raise StaleRevision(run)
    run.refresh_from_db(fields=[*fields, "revision"])


def bonus(combo: int) -> timedelta:
    """The time that the last of so many right answers in a row adds."""
    last = max(BONUSES)
    later = LATER_BONUS if combo > last and (combo - last) % LATER_EVERY == 0 else 0
    return timedelta(seconds=BONUSES.get(combo, later))


# Best scores


def periods(now: datetime) -> tuple[datetime | None, ...]:
    """Since when: this day (UTC), this week, ever."""
    day = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return (day, day - timedelta(days=day.weekday()), None)


def own_bests(owner: Owner, kind: str, game: str) -> list[int]:
    """The owner's best scores of the day, of the week and ever."""
    runs = TrainingRun.objects.filter(owner=owner, kind=kind, game=game)
    since = periods(timezone.now())
    return [_since(runs, moment).aggregate(best=Max("score"))["best"] or 0 for moment in since]


def best_of_all(kind: str, game: str, since: datetime | None) -> list[tuple[str, int]]:
    """Names and scores of those with an account, the best first."""
    runs = _since(TrainingRun.objects.filter(kind=kind, game=game, score__gt=0, owner__user__isnull=False), since)
    best = runs.order_by().values("owner__user__username").annotate(best=Max("score"))
    return list(
        best.order_by("-best", "owner__user__username").values_list("owner__user__username", "best")[:BEST_LISTED]
    )


def _since(runs: Any, moment: datetime | None) -> Any:
    return runs if moment is None else runs.filter(started__gte=moment)
