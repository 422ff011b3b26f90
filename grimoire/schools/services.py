"""Services of attempts at a turn: act, take back, begin again. Giving up is that of every page.

Whoever takes something back ends their first try: at a table nothing is taken back. It is not rated either way.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from accounts.models import Owner
from accounts.revisions import StaleRevision
from grimoire.models import Attempt, Puzzle
from grimoire.schools.turn_to_win import TurnToWin
from grimoire.solving.judging import FAILED, SOLVED
from grimoire.solving.services import ClientState, attempt_at, count_answer, keep_answer, lay_out, was_done


def act(*, owner: Owner, puzzle: Puzzle, seen: ClientState, action: str, read: Attempt) -> Attempt:
    """Carries out an action; one that ends game or turn is judged. Raises ``IllegalAction``, ``StaleRevision``."""
    attempt = attempt_at(owner=owner, puzzle=puzzle, read=read)
    line = [*seen.line, action]
    if attempt.revision == seen.revision + 1 and attempt.line == line:
        return attempt  # the same, sent twice
    if was_done(attempt, seen, line):
        return attempt
    if attempt.answer:
        raise StaleRevision(attempt)
    turn = TurnToWin(puzzle.position, attempt.line)
    turn.act(action)
    if not turn.is_over:
        return lay_out(attempt, seen, turn.line)
    answer = {"verdict": SOLVED if turn.is_won else FAILED, "short": turn.short}
    return keep_answer(attempt, seen, turn.is_won, line=turn.line, answer=answer)


def take_back(*, owner: Owner, puzzle: Puzzle, seen: ClientState, read: Attempt) -> Attempt:
    """Takes the last action back. Raises ``StaleRevision``."""
    return _back_to(owner, puzzle, seen, seen.line[:-1], read)


def begin_again(*, owner: Owner, puzzle: Puzzle, seen: ClientState, read: Attempt) -> Attempt:
    """Takes everything back. Raises ``StaleRevision``."""
    return _back_to(owner, puzzle, seen, (), read)


@transaction.atomic
def _back_to(owner: Owner, puzzle: Puzzle, seen: ClientState, line: tuple[str, ...], read: Attempt) -> Attempt:
    attempt = attempt_at(owner=owner, puzzle=puzzle, read=read)
    if not attempt.line or was_done(attempt, seen, line):
        return attempt
    _end_first_try(attempt)
    return lay_out(attempt, seen, line)


def _end_first_try(attempt: Attempt) -> None:
    first = attempt.first_answer(False)
    if not first:
        return
    first["saw_preview"] = True  # help: no rating moves
    if Attempt.objects.filter(pk=attempt.pk, first_try__isnull=True).update(touched=timezone.now(), **first):
        for name, value in first.items():
            setattr(attempt, name, value)
        count_answer(attempt, is_first=True)
