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
from grimoire.solving.services import ClientState, count_answer, keep_answer, lay_out, load_attempt, was_done


def act(*, owner: Owner, puzzle: Puzzle, client_state: ClientState, action: str, prefetched: Attempt) -> Attempt:
    """Carries out an action; one that ends game or turn is judged. Raises ``IllegalAction``, ``StaleRevision``."""
    attempt = load_attempt(owner=owner, puzzle=puzzle, prefetched=prefetched)
    line = [*client_state.line, action]
    if attempt.revision == client_state.revision + 1 and attempt.line == line:
        return attempt  # the same, sent twice
    if was_done(attempt, client_state, line):
        return attempt
    if attempt.answer:
        raise StaleRevision(attempt)
    turn = TurnToWin(puzzle.position, attempt.line)
    turn.act(action)
    if not turn.is_over:
        return lay_out(attempt, client_state, turn.line)
    answer = {"verdict": SOLVED if turn.is_won else FAILED, "short": turn.short}
    return keep_answer(attempt, client_state, turn.is_won, line=turn.line, answer=answer)


def take_back(*, owner: Owner, puzzle: Puzzle, client_state: ClientState, prefetched: Attempt) -> Attempt:
    """Takes the last action back. Raises ``StaleRevision``."""
    return _back_to(owner, puzzle, client_state, client_state.line[:-1], prefetched)


def begin_again(*, owner: Owner, puzzle: Puzzle, client_state: ClientState, prefetched: Attempt) -> Attempt:
    """Takes everything back. Raises ``StaleRevision``."""
    return _back_to(owner, puzzle, client_state, (), prefetched)


@transaction.atomic
def _back_to(
    owner: Owner, puzzle: Puzzle, client_state: ClientState, line: tuple[str, ...], prefetched: Attempt
) -> Attempt:
    attempt = load_attempt(owner=owner, puzzle=puzzle, prefetched=prefetched)
    if not attempt.line or was_done(attempt, client_state, line):
        return attempt
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
