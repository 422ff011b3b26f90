"""What solvers do to their attempts: lay out a line, take it back, have it judged, take hints, give up.

Every change says which revision it was made upon. The same change sent twice (a double click, a browser that tries
again) is done once; a change upon something else than what stands there raises ``Elsewhere`` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Owner
from engine.errors import IllegalAction
from grimoire.models import Attempt, Puzzle
from grimoire.secrecy import FIRST_STEP, RUNGS
from grimoire.solving.following import follow, stored_position
from grimoire.solving.foretelling import judge_said
from grimoire.solving.judging import FAILED, GOES_ON, SOLVED, commit


class Elsewhere(Exception):
    """The attempt has gone on in another window: what was asked for is not what it would do now."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the solver had before their eyes: the revision and the line."""

    revision: int
    line: tuple[str, ...]


def attempt_at(*, owner: Owner, puzzle: Puzzle) -> Attempt:
    """The owner's attempt at a page, begun if there is none; laid out anew where the page is another one since."""
    attempt, _ = Attempt.objects.get_or_create(owner=owner, puzzle=puzzle)
    if puzzle.kind == Puzzle.Kind.FIND and not fits(puzzle, attempt.line):
        attempt.line, attempt.answer = [], {}
        Attempt.objects.filter(pk=attempt.pk).update(line=[], answer={})
    return attempt


def fits(puzzle: Puzzle, line: Sequence[str]) -> bool:
    """Whether a line can be played: an author may have taken a page back and changed it."""
    try:
        follow(stored_position(puzzle.position), line)
    except IllegalAction:
        return False
    return True


def play(*, owner: Owner, puzzle: Puzzle, seen: Seen, action: str) -> Attempt:
    """Plays a card. Raises ``IllegalAction``, ``Elsewhere``."""
    attempt = attempt_at(owner=owner, puzzle=puzzle)
    line = [*seen.line, action]
    if _is_done(attempt, seen, line):
        return attempt
    if attempt.answer:
        raise Elsewhere
    followed = follow(stored_position(puzzle.position), seen.line)
    if action not in followed.legal:
        follow(stored_position(puzzle.position), line)  # says why not
        raise IllegalAction("not-available", action)
    return _laid(attempt, seen, line)


def undo(*, owner: Owner, puzzle: Puzzle, seen: Seen) -> Attempt:
    """Takes the last play of the present turn back; from a judged answer back to what was laid out for it."""
    attempt = attempt_at(owner=owner, puzzle=puzzle)
    if attempt.answer and attempt.revision == seen.revision:
        return _laid(attempt, seen, attempt.answer.get("laid", []))
    followed = follow(stored_position(puzzle.position), seen.line)
    if len(followed.actions) <= followed.kept:
        return attempt
    line = list(seen.line[:-1])
    return attempt if _is_done(attempt, seen, line) else _laid(attempt, seen, line)


def reset(*, owner: Owner, puzzle: Puzzle, seen: Seen) -> Attempt:
    """Begins again. Whatever another window has laid out in between stays."""
    attempt = attempt_at(owner=owner, puzzle=puzzle)
    if not attempt.line and not attempt.answer:
        return attempt
    return attempt if _is_done(attempt, seen, []) else _laid(attempt, seen, [])


def judge(*, owner: Owner, puzzle: Puzzle, seen: Seen) -> Attempt:
    """Ends the turn: the Assault, the enemies' turns, the verdict. Raises ``IllegalAction``, ``Elsewhere``."""
    attempt = attempt_at(owner=owner, puzzle=puzzle)
    if attempt.revision == seen.revision + 1 and attempt.answer.get("laid") == list(seen.line):
        return attempt  # the same, sent twice
    if attempt.revision == seen.revision + 1 and attempt.line[: len(seen.line)] == list(seen.line) != attempt.line:
        return attempt  # the same, and the solver's next turn has begun
    if attempt.answer or attempt.revision != seen.revision or attempt.line != list(seen.line):
        raise Elsewhere
    judged = commit(stored_position(puzzle.position), seen.line)  # outside of the transaction: it may take seconds
    if judged.verdict == GOES_ON:
        return _laid(attempt, seen, judged.line)
    answer = {**judged.to_json(), "laid": list(seen.line)}
    return _judged(attempt, puzzle, seen, judged.verdict == SOLVED, line=list(judged.line), answer=answer)


def foretell(*, owner: Owner, puzzle: Puzzle, seen: Seen, said: dict[str, str]) -> Attempt:
    """Judges what was foretold. Raises ``Elsewhere``."""
    attempt = attempt_at(owner=owner, puzzle=puzzle)
    if attempt.revision == seen.revision + 1 and attempt.answer.get("said") == said:
        return attempt
    if attempt.revision != seen.revision:
        raise Elsewhere
    grades = judge_said(puzzle, said)
    is_right = all(grades.values())
    answer = {"verdict": SOLVED if is_right else FAILED, "said": said, "grades": grades}
    return _judged(attempt, puzzle, seen, is_right, answer=answer)


def take_hint(*, owner: Owner, puzzle: Puzzle, rung: int) -> Attempt:
    """Notes that the next hint was asked for; one that was taken before, or comes too early, changes nothing."""
    attempt = attempt_at(owner=owner, puzzle=puzzle)
    if rung in RUNGS:
        Attempt.objects.filter(pk=attempt.pk, rung=rung - 1).update(rung=rung, touched=timezone.now())
        attempt.refresh_from_db()
    return attempt


@transaction.atomic
def surrender(*, owner: Owner, puzzle: Puzzle) -> Attempt:
    """Opens the gate without an answer. Without one before, it counts as a first answer that was wrong."""
    attempt = attempt_at(owner=owner, puzzle=puzzle)
    now = timezone.now()
    shown = Attempt.objects.filter(pk=attempt.pk, state=Attempt.State.OPEN).update(
        state=Attempt.State.SHOWN, shown_at=now, touched=now
    )
    attempt.refresh_from_db()
    if shown:
        _note_first(attempt, puzzle, is_right=False)
    return attempt


def _is_done(attempt: Attempt, seen: Seen, line: Sequence[str]) -> bool:
    """Whether the change was made before. Raises ``Elsewhere`` where something else was."""
    if attempt.revision == seen.revision:
        if attempt.line != list(seen.line):
            raise Elsewhere
        return False
    if attempt.line == list(line) and not attempt.answer:
        return True
    raise Elsewhere


def _laid(attempt: Attempt, seen: Seen, line: Sequence[str]) -> Attempt:
    """Keeps what is laid out now."""
    _write(attempt, seen, line=list(line), answer={})
    return attempt


def _write(attempt: Attempt, seen: Seen, **fields: Any) -> bool:
    """Whether it was this call that made the change: of two equal ones at the same moment one does."""
    changed = Attempt.objects.filter(pk=attempt.pk, revision=seen.revision).update(
        revision=F("revision") + 1, touched=timezone.now(), **fields
    )
    attempt.refresh_from_db()
    if not changed and any(getattr(attempt, name) != value for name, value in fields.items()):
        raise Elsewhere
    return bool(changed)


@transaction.atomic
def _judged(attempt: Attempt, puzzle: Puzzle, seen: Seen, is_right: bool, **fields: Any) -> Attempt:
    """Keeps a verdict and counts it, once."""
    if not _write(attempt, seen, **fields):
        return attempt
    attempt.tries = attempt.tries + 1
    if is_right:
        is_first = attempt.solved_at is None
        attempt.solved_at = attempt.solved_at or timezone.now()
        if attempt.state == Attempt.State.OPEN:
            attempt.state = Attempt.State.SOLVED
            if is_first and not puzzle.is_owned_by(attempt.owner):
                Puzzle.objects.filter(pk=puzzle.pk).update(solved_count=F("solved_count") + 1)
    attempt.save(update_fields=["tries", "solved_at", "state"])
    _note_first(attempt, puzzle, is_right=is_right)
    return attempt


def _note_first(attempt: Attempt, puzzle: Puzzle, *, is_right: bool) -> None:
    """The first answer counts for ratings; an author's own answer for nothing."""
    if attempt.first_try is not None:
        return
    attempt.first_try, attempt.rung_at_first = is_right, min(attempt.rung, FIRST_STEP)
    attempt.save(update_fields=["first_try", "rung_at_first"])
    if puzzle.is_owned_by(attempt.owner):
        return
    Puzzle.objects.filter(pk=puzzle.pk).update(attempt_count=F("attempt_count") + 1)
    from grimoire.community.ratings import rate_first_attempt

    rate_first_attempt(attempt)
