"""View models of a run: the puzzle of the moment, and how it went."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from accounts.models import Owner
from grimoire.browsing.tiles import PuzzleTile, for_tiles, tiles_of
from grimoire.models import Attempt, Puzzle, TrainingRun
from grimoire.puzzle_games import game_of
from grimoire.training.runs import best_of_all, bonus, gate_in, own_bests, periods
from web.clock_times import clock_time


@dataclass(frozen=True)
class RunBar:
    """What stands above the board. ``last`` is how the answer before went; ``seconds`` what it did to the clock."""

    run: TrainingRun
    milliseconds: int | None
    last: bool | None
    seconds: int

    @property
    def clock(self) -> str:
        return clock_time((self.milliseconds or 0) // 1000)


def run_bar(run: TrainingRun, now: datetime) -> RunBar:
    left = None if run.ends_at is None else max(0, int((run.ends_at - now).total_seconds() * 1000))
    last = run.answers[-1][1] if run.answers else None
    seconds = int(bonus(run.combo).total_seconds()) if last and run.ends_at else 0
    return RunBar(run, left, last, seconds)


def run_context(run: TrainingRun, attempt: Attempt, problem: str, language: str, now: datetime) -> dict[str, object]:
    context = game_of(attempt.puzzle).run_context(gate_in(attempt), problem, language)
    return {**context, "run": run, "bar": run_bar(run, now), "in_book": None, "canonical": run.get_absolute_url()}


@dataclass(frozen=True)
class KindPage:
    """A kind of run on the page of training: one's own best scores, and those of all, of the day, of the week, ever."""

    kind: str
    game: str
    own: list[int]
    best: list[list[tuple[str, int]]]

    @property
    def title(self) -> str:
        return str(TrainingRun.Kind(self.kind).label)


def kind_page(owner: Owner | None, kind: str, game: str) -> KindPage:
    since = periods(timezone.now())
    own = own_bests(owner, kind, game) if owner is not None else [0] * len(since)
    return KindPage(kind, game, own, [best_of_all(kind, game, moment) for moment in since])


@dataclass(frozen=True)
class RunResult:
    """How a run went. ``answers`` are its puzzles, each with whether it was right and the seconds that it took; the
    mistakes come first."""

    run: TrainingRun
    right: int
    wrong: int
    seconds: int
    bests: list[int]
    missed: list[PuzzleTile]
    solved: list[PuzzleTile]

    @property
    def is_best(self) -> bool:
        return self.run.score > 0 and self.run.score >= self.bests[-1]

    @property
    def seconds_each(self) -> int:
        return round(self.seconds / len(self.run.answers)) if self.run.answers else 0


def result_of(run: TrainingRun, owner: Owner, language: str) -> RunResult:
    keys = {key: is_right for key, is_right, _seconds in run.answers}
    puzzles = {puzzle.pk: puzzle for puzzle in for_tiles(Puzzle.objects.published().filter(pk__in=keys))}
    tiles = tiles_of([puzzles[key] for key in keys if key in puzzles], owner, language)
    return RunResult(
        run=run,
        right=run.score,
        wrong=sum(is_right is False for is_right in keys.values()),
        seconds=round(run.answers[-1][2]) if run.answers else 0,
        bests=own_bests(owner, run.kind, run.game),
        missed=[tile for tile in tiles if not keys[tile.puzzle.pk]],
        solved=[tile for tile in tiles if keys[tile.puzzle.pk]],
    )
