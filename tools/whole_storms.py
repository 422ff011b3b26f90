"""Whole storms of bots of several strengths, played in this process through the site's own services.

What a storm promises is looked at on the way: no page comes twice, nothing that is shown depends on a solution, an
answer that is sent twice counts once, and the score is what was answered.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from django.db.models import F
from django.template.loader import render_to_string
from django.utils import timezone

from accounts.models import Owner
from accounts.revisions import StaleRevision
from engine.decks.formats.interchange import read_action
from engine.decks.rules.actions import ASSAULT, END_TURN
from grimoire.attempt_state import state_of
from grimoire.models import Attempt, Puzzle, TrainingRun
from grimoire.solving.services import ClientState
from grimoire.training import runs
from grimoire.training.run_pages import run_context

NO_PLAYS: Final = (str(ASSAULT), str(END_TURN))
MAX_GUESSED: Final = 3  # plays of who does not see the solution
SIDE: Final = "grimoire/training/run.html#side"


@dataclass(frozen=True, slots=True)
class Bot:
    """A solver who sees so many of the solutions (0 to 1) and thinks so many seconds about a puzzle."""

    sees: float
    seconds: float


BOTS: Final = {"novice": Bot(0.25, 20), "reader": Bot(0.6, 12), "expert": Bot(0.9, 7), "master": Bot(1, 3)}


class Fault(Exception):
    """Something that a storm promises and that is not so."""


@dataclass
class Storms:
    """Storms that were played: how many pages were shown, right answers, and who answered which puzzle, and how."""

    played: int = 0
    shown: int = 0
    right: int = 0
    answers: list[tuple[Any, int, bool]] = field(default_factory=list)  # owner, puzzle, whether it was right
    payloads: set[int] = field(default_factory=set)  # puzzles whose payload was looked at


def play_storm(owner: Owner, bot: Bot, storms: Storms, chance: random.Random) -> TrainingRun:
    """Plays a storm to its end, and adds it to ``storms``. Raises ``Fault``."""
    run = runs.start_run(owner=owner, kind=runs.STORM)
    _expect(len(set(run.puzzles)) == len(run.puzzles), f"{run.token} has a page twice")
    seen: list[int] = []
    while not run.is_over(timezone.now()):
        attempt = runs.attempt_in(run)
        if attempt is None:
            break
        _expect(attempt.puzzle_id not in seen, f"{run.token} shows a page twice")
        seen.append(attempt.puzzle_id)
        if attempt.puzzle_id not in storms.payloads:
            storms.payloads.add(attempt.puzzle_id)
            _look_at_payload(run, attempt)
        _think(run, bot.seconds * chance.uniform(0.5, 1.5))
        if not _answer(run, attempt, bot, chance):
            break
    right = sum(bool(is_right) for _key, is_right, _seconds in run.answers)
    _expect(run.score == right, f"{run.token} has {run.score} points for {right} answers")
    storms.played, storms.shown, storms.right = storms.played + 1, storms.shown + len(seen), storms.right + right
    storms.answers += [(owner.pk, key, is_right) for key, is_right, _seconds in run.answers]
    return run


def check_counts(storms: Storms, before: dict[int, tuple[int, int]]) -> None:
    """Whether each solver is counted once at each puzzle, as one who tried it and one who solved it, and each answer
    once as an answer. ``before`` are both counts of each puzzle before the storms. Raises ``Fault``."""
    tried = Counter(key for _owner, key in {(owner, key) for owner, key, _right in storms.answers})
    solved = Counter(key for _owner, key in {(owner, key) for owner, key, right in storms.answers if right})
    for key, counts in counts_of(tried).items():
        had = before.get(key, (0, 0))
        now = (counts[0] - had[0], counts[1] - had[1])
        _expect(now == (tried[key], solved[key]), f"puzzle {key} counts {now}, not {(tried[key], solved[key])}")
    tries = Attempt.objects.filter(owner__in={owner for owner, _key, _right in storms.answers})
    _expect(sum(tries.values_list("tries", flat=True)) == len(storms.answers), "an answer counts twice, or not at all")


def counts_of(keys: Iterable[int]) -> dict[int, tuple[int, int]]:
    """How many have tried and solved each puzzle."""
    rows = Puzzle.objects.filter(pk__in=list(keys)).values_list("pk", "attempt_count", "solved_count")
    return {key: (tried, solved) for key, tried, solved in rows}


def _answer(run: TrainingRun, attempt: Attempt, bot: Bot, chance: random.Random) -> bool:
    """Lays plays out and has them judged, twice. Whether there was still time."""
    line = solution_of(attempt.puzzle) if chance.random() < bot.sees else None
    try:
        if line is None:
            _guess(run, chance)
        for action in line or ():
            runs.play(run=run, client_state=_seen(run), action=action)
        state = _seen(run)
        is_right = runs.judge(run=run, client_state=state)
    except StaleRevision:
        _expect(run.is_over(timezone.now()), f"{run.token} takes no answer")
        return False
    _expect(line is None or is_right, f"the solution of {attempt.puzzle.token} is judged wrong")
    score, count = run.score, len(run.answers)
    try:
        runs.judge(run=run, client_state=state)
    except StaleRevision:
        run.refresh_from_db()
    _expect((run.score, len(run.answers)) == (score, count), f"{run.token} counts an answer twice")
    return True


def _guess(run: TrainingRun, chance: random.Random) -> None:
    """Plays cards at random."""
    for _ in range(chance.randint(0, MAX_GUESSED)):
        attempt = runs.attempt_in(run)
        if attempt is None:
            return
        legal = [play for play in state_of(attempt).line_state.legal if play not in NO_PLAYS]
        if not legal:
            return
        runs.play(run=run, client_state=_seen(run), action=chance.choice(legal))


def solution_of(puzzle: Puzzle) -> list[str]:
    """The plays of the first solution that the solver found, in text form."""
    assert puzzle.proof is not None
    at, line = state_of(Attempt(puzzle=puzzle)).start.begun.copy(), []
    written = puzzle.proof.answer["solutions"][0]
    for data in written[1:] if written[:1] == [{"do": "mana"}] else written:
        action = read_action(at, data)
        if action in (ASSAULT, END_TURN):
            break
        at.apply(action)
        line.append(str(action))
    return line


def _look_at_payload(run: TrainingRun, attempt: Attempt) -> None:
    """Whether all that is sent of a puzzle is the same with another solution. Raises ``Fault``."""
    puzzle, now = attempt.puzzle, timezone.now()
    assert puzzle.proof is not None
    whole = _payload(run, attempt, now)
    kept = puzzle.proof.answer, puzzle.intended, puzzle.afterword, puzzle.afterword_fr, puzzle.pinned_tries
    puzzle.proof.answer = {**puzzle.proof.answer, "solutions": [[{"do": "assault"}]], "tries": [], "lines": 77}
    puzzle.intended, puzzle.afterword, puzzle.afterword_fr, puzzle.pinned_tries = [], "Other words", "Autre", []
    other = _payload(run, attempt, now)
    puzzle.proof.answer, puzzle.intended, puzzle.afterword, puzzle.afterword_fr, puzzle.pinned_tries = kept
    _expect(whole == other, f"the solution of {puzzle.token} shows in what is sent")


def _payload(run: TrainingRun, attempt: Attempt, now: Any) -> str:
    context = run_context(run, attempt, "", "en", now)
    page, panel = context["page"], context["panel"]
    data: Any = [getattr(page, "data", None), getattr(panel, "data", None), getattr(panel, "begin", None)]
    return json.dumps(data, default=str, sort_keys=True) + render_to_string(SIDE, {**context, "csrf_token": "0"})


def _think(run: TrainingRun, seconds: float) -> None:
    """Lets time pass."""
    passed = timedelta(seconds=seconds)
    TrainingRun.objects.filter(pk=run.pk).update(started=F("started") - passed, ends_at=F("ends_at") - passed)
    run.refresh_from_db(fields=["started", "ends_at"])


def _seen(run: TrainingRun) -> ClientState:
    return ClientState(run.revision, tuple(run.line))


def _expect(holds: bool, fault: str) -> None:
    if not holds:
        raise Fault(fault)
