"""Services of attempts: lay out a line, take it back, have it judged, take hints, give up.

Every change says which revision it was made upon. The same change sent twice (a double click, a browser that tries
again) is done once; a change upon something else than what stands there raises ``StaleRevision`` and changes nothing.
What comes back is the attempt as it is then, with all that was worked out of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Owner
from accounts.revisions import StaleRevision
from board.services import BAD_ACTION
from engine.kernel.errors import IllegalAction
from grimoire.attempt_state import restart_if_changed, state_of
from grimoire.challenges.finds import keep_find
from grimoire.community.ratings import (
    Overtaken,
    RatingChange,
    claim_of,
    foresee,
    keep_foreseen,
    rate_first_attempt,
)
from grimoire.goals import asks_ways
from grimoire.models import Attempt, Puzzle
from grimoire.puzzle_games import game_of
from grimoire.solving.judging import FAILED, GOES_ON, SOLVED, verdict_on
from grimoire.solving.predicting import grade_prediction
from grimoire.solving.secrecy import HINT_LEVELS, ways_in


@dataclass(frozen=True, slots=True)
class ClientState:
    """The state that a request was sent from: the revision of the attempt and the line that the solver saw."""

    revision: int
    line: tuple[str, ...]


def load_attempt(*, owner: Owner, puzzle: Puzzle, prefetched: Attempt | None = None, to_judge: bool = False) -> Attempt:
    """The owner's attempt at a page, begun if there is none; laid out anew where the page is another one since.

    ``prefetched`` is what has been read of it already, saved or not; ``to_judge`` one that is not saved, it stays so.
    """
    if prefetched is not None and prefetched.pk is not None:
        attempt = prefetched
    elif prefetched is not None and to_judge:
        attempt = prefetched  # inserted with the verdict
    else:
        attempt, _ = Attempt.objects.get_or_create(owner=owner, puzzle=puzzle)
    attempt.owner, attempt.puzzle = owner, puzzle
    if prefetched is not None:
        state_of(attempt).share_start(state_of(prefetched))
        attempt.is_new_to_solver = prefetched.is_new_to_solver
    if restart_if_changed(attempt):
        Attempt.objects.filter(pk=attempt.pk).update(line=[], answer={})
    return attempt


def play(
    *, owner: Owner, puzzle: Puzzle, client_state: ClientState, action: str, prefetched: Attempt | None = None
) -> Attempt:
    """Carries out an action; one that ends the game or the turn is judged. ``prefetched``, here and below, as in
    ``load_attempt``. Raises ``IllegalAction``, ``StaleRevision``."""
    attempt = load_attempt(owner=owner, puzzle=puzzle, prefetched=prefetched)
    line = [*client_state.line, action]
    if attempt.revision == client_state.revision + 1 and attempt.line == line:
        return attempt  # the same, sent twice
    if was_done(attempt, client_state, line):
        return attempt
    if attempt.answer:
        raise StaleRevision(attempt)
    played, verdict = game_of(puzzle).play(attempt, action)
    if verdict is None:
        return lay_out(attempt, client_state, played)
    return keep_answer(attempt, client_state, verdict["verdict"] == SOLVED, line=list(played), answer=dict(verdict))


def undo(*, owner: Owner, puzzle: Puzzle, client_state: ClientState, prefetched: Attempt | None = None) -> Attempt:
    """Takes the last action back; from a judged answer back to what was laid out for it. Raises ``StaleRevision``."""
    attempt, game = load_attempt(owner=owner, puzzle=puzzle, prefetched=prefetched), game_of(puzzle)
    line = client_state.line
    is_judged = bool(attempt.answer) and attempt.revision == client_state.revision
    if not is_judged and (not game.can_take_back(attempt, line) or was_done(attempt, client_state, line[:-1])):
        return attempt
    return _back_to(attempt, client_state, game.line_before(attempt))


def reset(*, owner: Owner, puzzle: Puzzle, client_state: ClientState, prefetched: Attempt | None = None) -> Attempt:
    """Begins again. Whatever another window has laid out in between stays. Raises ``StaleRevision``."""
    attempt = load_attempt(owner=owner, puzzle=puzzle, prefetched=prefetched)
    if not attempt.line and not attempt.answer:
        return attempt
    return attempt if was_done(attempt, client_state, []) else _back_to(attempt, client_state, [])


def _back_to(attempt: Attempt, client_state: ClientState, line: Sequence[str]) -> Attempt:
    if not game_of(attempt.puzzle).is_strict:
        return lay_out(attempt, client_state, line)
    with transaction.atomic():
        _end_first_try(attempt)
        return lay_out(attempt, client_state, line)


def _end_first_try(attempt: Attempt) -> None:
    first = attempt.first_answer(False)
    if not first:
        return
    first["saw_preview"] = True  # help: no rating moves
    if Attempt.objects.filter(pk=attempt.pk, first_try__isnull=True).update(touched=timezone.now(), **first):
        for name, value in first.items():
            setattr(attempt, name, value)
        count_answer(attempt, is_first=True)


def judge(*, owner: Owner, puzzle: Puzzle, client_state: ClientState, prefetched: Attempt | None = None) -> Attempt:
    """Ends the turn: the Assault, the enemies' turns, the verdict. Raises ``IllegalAction``, ``StaleRevision``."""
    attempt = load_attempt(owner=owner, puzzle=puzzle, prefetched=prefetched, to_judge=True)
    if attempt.revision == client_state.revision + 1 and attempt.answer.get("laid") == list(client_state.line):
        return attempt  # the same, sent twice
    if (
        attempt.revision == client_state.revision + 1
        and attempt.line[: len(client_state.line)] == list(client_state.line) != attempt.line
    ):
        return attempt  # the same, and the solver's next turn has begun
    if attempt.answer or attempt.revision != client_state.revision or attempt.line != list(client_state.line):
        raise StaleRevision(attempt)
    if asks_ways(puzzle.position):
        raise IllegalAction(BAD_ACTION, "a number is asked")
    judged = verdict_on(
        state_of(attempt).start, state_of(attempt).line_state
    )  # outside of the transaction: it may take seconds
    if judged.verdict == GOES_ON:
        return lay_out(attempt, client_state, judged.line)
    answer = {**judged.to_json(), "laid": list(client_state.line)}
    attempt = keep_answer(attempt, client_state, judged.verdict == SOLVED, line=list(judged.line), answer=answer)
    if judged.verdict == SOLVED and puzzle.is_challenge:
        keep_find(attempt)
    return attempt


def answer_number(
    *, owner: Owner, puzzle: Puzzle, client_state: ClientState, number: int, prefetched: Attempt | None = None
) -> Attempt:
    """Judges the number of solutions that somebody says. Raises ``IllegalAction`` where none is asked, or nothing is
    proved yet, ``StaleRevision``."""
    attempt = load_attempt(owner=owner, puzzle=puzzle, prefetched=prefetched, to_judge=True)
    line = list(client_state.line)
    if attempt.revision == client_state.revision + 1 and attempt.answer.get("number") == number:
        return attempt  # the same, sent twice
    if attempt.answer or attempt.revision != client_state.revision or attempt.line != line:
        raise StaleRevision(attempt)
    proof = attempt.puzzle.proof
    if not asks_ways(puzzle.position) or proof is None or not (proof.is_done and proof.complete):
        raise IllegalAction(BAD_ACTION, "no number is asked")
    is_right = number == ways_in(proof)
    answer = {"verdict": SOLVED if is_right else FAILED, "number": number, "laid": line}
    return keep_answer(attempt, client_state, is_right, answer=answer)


def predict(
    *,
    owner: Owner,
    puzzle: Puzzle,
    client_state: ClientState,
    prediction: dict[str, str],
    prefetched: Attempt | None = None,
) -> Attempt:
    """Judges what was foretold. Raises ``StaleRevision``."""
    attempt = load_attempt(owner=owner, puzzle=puzzle, prefetched=prefetched, to_judge=True)
    if attempt.revision == client_state.revision + 1 and attempt.answer.get("said") == prediction:
        return attempt
    if attempt.revision != client_state.revision:
        raise StaleRevision(attempt)
    grades = grade_prediction(attempt, prediction)
    is_right = all(grades.values())
    wrong: dict[str, list[str]] = dict(attempt.answer.get("wrong", {}))  # what was said of each part that is not so
    for key, value in prediction.items():
        if grades.get(key) is False and value not in wrong.get(key, ()):
            wrong[key] = [*wrong.get(key, ()), value]
    answer = {"verdict": SOLVED if is_right else FAILED, "said": prediction, "grades": grades, "wrong": wrong}
    return keep_answer(attempt, client_state, is_right, answer=answer)


def preview(*, owner: Owner, puzzle: Puzzle, client_state: ClientState, prefetched: Attempt | None = None) -> Attempt:
    """Notes that what the Assault would do was looked at before the first answer: that is help, and such an attempt is
    not rated. Raises ``StaleRevision``."""
    attempt = load_attempt(owner=owner, puzzle=puzzle, prefetched=prefetched)
    if attempt.answer or attempt.revision != client_state.revision or attempt.line != list(client_state.line):
        raise StaleRevision(attempt)
    before = Attempt.objects.filter(pk=attempt.pk, first_try__isnull=True, saw_preview=False)
    if not attempt.may_preview and before.update(saw_preview=True, touched=timezone.now()):
        attempt.saw_preview = True
    return attempt


def take_hint(*, owner: Owner, puzzle: Puzzle, hint_level: int, prefetched: Attempt | None = None) -> Attempt:
    """Notes that the next hint was asked for; one that was taken before, or comes too early, changes nothing."""
    attempt = load_attempt(owner=owner, puzzle=puzzle, prefetched=prefetched)
    if puzzle.is_challenge:  # nobody knows what to hint at
        return attempt
    if hint_level in HINT_LEVELS and Attempt.objects.filter(pk=attempt.pk, hint_level=hint_level - 1).update(
        hint_level=hint_level, touched=timezone.now()
    ):
        attempt.hint_level = hint_level
    return attempt


@transaction.atomic
def surrender(*, owner: Owner, puzzle: Puzzle, prefetched: Attempt | None = None) -> Attempt:
    """Opens the gate without an answer. Without one before, it counts as a first answer that was wrong.

    That of a challenge stays closed: there is nothing behind it that somebody knows."""
    attempt = load_attempt(owner=owner, puzzle=puzzle, prefetched=prefetched)
    if puzzle.is_challenge:
        return attempt
    now = timezone.now()
    shown = Attempt.objects.filter(pk=attempt.pk, state=Attempt.State.OPEN).update(
        state=Attempt.State.SHOWN, shown_at=now, touched=now
    )
    attempt.read_again()
    first = attempt.first_answer(False)
    if shown and first:
        for name, value in first.items():
            setattr(attempt, name, value)
        attempt.save(update_fields=list(first))
        count_answer(attempt, is_first=True)
    return attempt


def was_done(attempt: Attempt, client_state: ClientState, line: Sequence[str]) -> bool:
    """Whether the change was made before. Raises ``StaleRevision`` where something else was."""
    if attempt.revision == client_state.revision:
        if attempt.line != list(client_state.line):
            raise StaleRevision(attempt)
        return False
    if attempt.line == list(line) and not attempt.answer:
        return True
    raise StaleRevision(attempt)


def lay_out(attempt: Attempt, client_state: ClientState, line: Sequence[str]) -> Attempt:
    """Keeps what is laid out now. Of two equal changes at the same moment one is made."""
    fields: dict[str, Any] = {"line": list(line), "answer": {}}
    if attempt.pk is None:
        attempt = load_attempt(owner=attempt.owner, puzzle=attempt.puzzle, prefetched=attempt)
    if not attempt.write(revision=client_state.revision, **fields):
        _check_same(attempt, fields)
    return attempt


def _check_same(attempt: Attempt, fields: dict[str, Any]) -> None:
    """Raises ``StaleRevision`` unless somebody else has made the same change."""
    if any(getattr(attempt, name) != value for name, value in fields.items()):
        raise StaleRevision(attempt)


def keep_answer(attempt: Attempt, client_state: ClientState, is_right: bool, **fields: Any) -> Attempt:
    """Keeps a verdict and counts it, once.

    At first by what the request has read, each statement on condition that it is still so; whatever came in between,
    by what is read anew under locks.
    """
    while True:
        is_there = attempt.pk is not None
        try:
            if _keep_verdict(attempt, client_state, is_right, fields):
                return attempt
        except (Overtaken, IntegrityError) as wrong:
            if not is_there:  # nor is it now, or another window has begun it
                attempt = load_attempt(owner=attempt.owner, puzzle=attempt.puzzle)
            elif isinstance(wrong, Overtaken):
                attempt.read_again()
            else:
                raise
        attempt.is_new_to_solver = None
        if attempt.revision != client_state.revision:
            _check_same(attempt, fields)
            return attempt


_COUNTED: Final[tuple[str, ...]] = (
    "state",
    "hint_level",
    "first_try",
    "saw_preview",
)  # help, or giving up, changes them and no revision


def _keep_verdict(attempt: Attempt, client_state: ClientState, is_right: bool, fields: dict[str, Any]) -> bool:
    """Writes a verdict with all that it counts for, in one transaction; False where the attempt is another one by now.

    Raises ``Overtaken``.
    """
    now = timezone.now()
    verdict = attempt.judged(is_right, now)
    is_first = "first_try" in verdict
    is_new = is_right and attempt.solved_at is None and attempt.state == Attempt.State.OPEN
    outcome, unless_changed = None, _COUNTED
    if is_first and (outcome := foresee(attempt, verdict, now)) is not None:
        verdict |= claim_of(outcome, now)
        unless_changed = (*_COUNTED, "owner_id")  # a guest who signs in meanwhile
    with transaction.atomic(savepoint=False) if is_first or is_new else nullcontext():
        if not attempt.write(revision=client_state.revision, unless_changed=unless_changed, **fields, **verdict):
            return False
        count_answer(attempt, outcome, now, is_first=is_first, is_new=is_new)
        return True


def answer_elsewhere(*, owner: Owner, puzzle: Puzzle, is_right: bool) -> Attempt:
    """Counts an answer that was given elsewhere than on the puzzle's page (in a run of puzzles, by a program, without a
    network): as an answer, but for no rating and without a time. What is laid out on the page stays."""
    while True:
        attempt = load_attempt(owner=owner, puzzle=puzzle)
        attempt.is_new_to_solver = False  # nothing to rate
        fields = attempt.judged(is_right, timezone.now())
        is_new = is_right and attempt.solved_at is None and attempt.state == Attempt.State.OPEN
        if is_new:
            fields["is_timed"] = False
        if attempt.write(revision=attempt.revision, unless_changed=_COUNTED, **fields):
            count_answer(attempt, is_first="first_try" in fields, is_new=is_new)
            return attempt


def count_answer(
    attempt: Attempt,
    outcome: RatingChange | None = None,
    now: datetime | None = None,
    *,
    is_first: bool = False,
    is_new: bool = False,
) -> None:
    """The first answer counts for ratings, the first right one for the page; an author's own for nothing."""
    if attempt.puzzle.is_owned_by(attempt.owner) or not (is_first or is_new):
        return
    counts = {"attempt_count": is_first, "solved_count": is_new}
    fields = {name: F(name) + 1 for name, counted in counts.items() if counted}
    if outcome is not None and now is not None:
        keep_foreseen(attempt, outcome, now, **fields)
    elif is_first and attempt.is_new_to_solver is None:
        rate_first_attempt(attempt, **fields)
    else:  # nothing to rate
        Puzzle.objects.filter(pk=attempt.puzzle_id).update(**fields)
