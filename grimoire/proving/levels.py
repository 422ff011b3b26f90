"""Levels of puzzles: of older proofs brought up to date without solving anything again, and as readers find them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log2
from statistics import median
from typing import Any, Final

from django.db.models import Q
from django.utils import timezone

from engine.decks.formats.interchange import read_action, read_position
from engine.decks.rules.actions import Action
from engine.decks.rules.position import Position
from engine.decks.rules.version import RULES_VERSION
from engine.decks.solving.difficulty import NearMiss, judged_anew
from grimoire.community.ratings import GUEST_GAMES, LEVEL_RATINGS, MAX_OF_PAGE
from grimoire.models import Attempt, Proof, Puzzle

MIN_READERS: Final = 30  # rated first answers, from which on readers say how hard a puzzle is
# The median minutes that a puzzle of level 1 is given, a puzzle of each further level twice as many; twice as long is
# worth 60 points of rating.
MINUTES_OF_FIRST: Final = 0.5
POINTS_OF_TWICE: Final = 60.0
MOST_DOUBLINGS: Final = 2.0
MAX_TIMES: Final = 1_000  # the latest, that are looked at
_LAST: Final = ("assault", "end-turn")  # of what is done in the first turn


def with_level(position: Mapping[str, Any], answer: Mapping[str, Any]) -> dict[str, Any]:
    """The answer of a proof with its estimate of difficulty as it is made now."""
    start = read_position(position)
    features = answer["difficulty"]["features"]
    tries = [_near(start, tried) for tried in answer.get("tries", ())]
    difficulty = judged_anew(start, _first_turn(start, answer["solutions"][0]), features, tries)
    return {**answer, "difficulty": difficulty.to_json()}


def _first_turn(start: Position, line: Iterable[Mapping[str, Any]]) -> list[Action]:
    board, first_turn = start.copy(), list[Action]()
    for written in line:
        first_turn.append(read_action(board, written))
        if written.get("do") in _LAST:
            break
        board.push(first_turn[-1])
        if board.is_over:
            break
    return first_turn


def _near(start: Position, tried: Mapping[str, Any]) -> NearMiss:
    later = sum("play" in written for part in ("refutation", "best") for written in tried.get(part, ()))
    left = tried["lacking"]["left"] if "lacking" in tried else 0
    return _first_turn(start, tried["line"]), left, later + ("refutation" in tried)


def renew_levels() -> int:
    """Brings proofs by the rules of now up to date, and the pages that have them; how many proofs those were."""
    features = "answer__difficulty__features"
    proofs = Proof.objects.filter(
        state=Proof.State.DONE,
        rules_version=RULES_VERSION,
        **{f"{features}__greedy_ranks__isnull": False, f"{features}__lure__isnull": True},
    )
    count = 0
    for proof in proofs.order_by("pk").iterator():
        proof.answer = with_level(proof.position, proof.answer)
        proof.level = proof.answer["difficulty"]["level"]
        proof.save(update_fields=["answer", "level"])
        Puzzle._base_manager.filter(proof=proof).update(level=proof.level, updated=timezone.now())
        count += 1
    return count


def level_of_readers(rating: float, minutes: Sequence[float], level: int) -> int:
    """The level of a puzzle of a ``level`` by its rating, which first answers made, and the times of its solvers.

    It changes only as far as it would without any one of them: with the rating as far back as one answer moves it at
    most, and without the time that speaks loudest for the change. So nobody moves it alone, and a puzzle between two
    levels does not go to and fro. ``minutes`` are at least two.
    """
    times = sorted(minutes)
    at_least = _level_of(hardness(rating - MAX_OF_PAGE, median(times[:-1])))
    at_most = _level_of(hardness(rating + MAX_OF_PAGE, median(times[1:])))
    return min(max(level, at_least), at_most)


def hardness(rating: float, minutes: float) -> float:
    """A rating moved by how much longer or shorter the median solver took than a puzzle of that rating is given."""
    expected = MINUTES_OF_FIRST * 2 ** ((rating - LEVEL_RATINGS[1]) / (LEVEL_RATINGS[2] - LEVEL_RATINGS[1]))
    doublings = log2(max(minutes, 0.01) / expected)
    return rating + POINTS_OF_TWICE * max(-MOST_DOUBLINGS, min(MOST_DOUBLINGS, doublings))


def _level_of(rating: float) -> int:
    return min(LEVEL_RATINGS, key=lambda level: abs(LEVEL_RATINGS[level] - rating))


def level_now(puzzle: Puzzle, measured: int | None) -> int | None:
    """The level of a puzzle: as it was measured, until enough people have answered it; from then on as they found it.

    Times count of those whose first answer did: without help, not on a page of their own, and by people whose answers
    move ratings of pages (``community.ratings``).
    """
    if measured is None or puzzle.rated_count < MIN_READERS:
        return measured
    settled = Q(owner__user__isnull=False) | Q(owner__solver__rated_count__gte=GUEST_GAMES)
    solved = puzzle.attempts.filter(settled, is_rated=True, state=Attempt.State.SOLVED, solved_at__isnull=False)
    latest = solved.order_by("-solved_at").values_list("started", "solved_at")[:MAX_TIMES]
    minutes = [(at - started).total_seconds() / 60 for started, at in latest if at]
    return (
        level_of_readers(puzzle.rating, minutes, puzzle.level or measured) if len(minutes) >= MIN_READERS else measured
    )


def heed_readers() -> int:
    """Gives puzzles that enough people have answered the level that these found; how many levels changed."""
    count = 0
    for puzzle in Puzzle.objects.filter(rated_count__gte=MIN_READERS, level__isnull=False).select_related("proof"):
        level = level_now(puzzle, puzzle.level if puzzle.proof is None else puzzle.proof.level)
        if level is not None and level != puzzle.level:
            count += Puzzle._base_manager.filter(pk=puzzle.pk).update(level=level, updated=timezone.now())
    return count
