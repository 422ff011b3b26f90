"""Levels of proofs from before a change of what they are made of: brought up to date without solving anything again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import log2
from statistics import median
from typing import Any, Final

from django.utils import timezone

from engine.decks.formats.interchange import read_action, read_position
from engine.decks.rules.actions import Action
from engine.decks.rules.position import Position
from engine.decks.rules.version import RULES_VERSION
from engine.decks.solving.difficulty import NearMiss, judged_anew
from grimoire.community.ratings import LEVEL_RATINGS
from grimoire.models import Attempt, Proof, Puzzle

MIN_READERS: Final = 30  # rated first answers, from which on readers say how hard a puzzle is
# The median minutes that a puzzle of a level is expected to take; twice as long is worth 60 points of rating.
MINUTES: Final = {1: 0.5, 2: 1.0, 3: 2.0, 4: 4.0, 5: 8.0}
POINTS_OF_TWICE: Final = 60.0
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


def level_of_readers(rating: float, minutes: float) -> int:
    """The level of a puzzle by its rating, which first answers have made, and the median time that solvers took."""
    by_rating = min(LEVEL_RATINGS, key=lambda level: abs(LEVEL_RATINGS[level] - rating))
    doublings = max(-2.0, min(2.0, log2(max(minutes, 0.01) / MINUTES[by_rating])))
    hardness = rating + POINTS_OF_TWICE * doublings
    return min(LEVEL_RATINGS, key=lambda level: abs(LEVEL_RATINGS[level] - hardness))


def heed_readers() -> int:
    """Gives puzzles that enough people have answered the level that these found; how many levels changed."""
    count = 0
    for puzzle in Puzzle.objects.filter(rated_count__gte=MIN_READERS, level__isnull=False).only("level", "rating"):
        solved = puzzle.attempts.filter(state=Attempt.State.SOLVED, solved_at__isnull=False, shown_at__isnull=True)
        minutes = [
            (at - started).total_seconds() / 60 for started, at in solved.values_list("started", "solved_at") if at
        ]
        level = level_of_readers(puzzle.rating, median(minutes)) if len(minutes) >= MIN_READERS else puzzle.level
        if level != puzzle.level:
            count += Puzzle._base_manager.filter(pk=puzzle.pk).update(level=level, updated=timezone.now())
    return count
