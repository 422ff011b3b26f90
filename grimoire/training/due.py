"""Failed puzzles that are due again: 1, 3, 7 and 21 days after the last right answer."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from accounts.models import Owner
from grimoire.browsing.daily import today
from grimoire.browsing.trails import to_try_again
from grimoire.models import Attempt
from grimoire.solving import services
from grimoire.solving.services import ClientState


def due_attempts(owner: Owner | None) -> QuerySet[Attempt]:
    """The attempts whose puzzles are due today, the longest overdue first."""
    is_due = Q(due_on__lte=today()) | Q(due_on=None, due_step=0)
    return to_try_again(owner).filter(is_due).order_by("due_on", "started", "pk")


def begin_repetition(attempt: Attempt) -> None:
    """Clears what is laid out, so that the puzzle is answered anew."""
    state = ClientState(attempt.revision, tuple(attempt.line))
    services.reset(owner=attempt.owner, puzzle=attempt.puzzle, client_state=state, prefetched=attempt)
