"""A guest who signs in takes along what they have solved, liked and voted for."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.db.models import F
from django.dispatch import receiver

from accounts.models import Owner, User
from accounts.requests import SiteRequest
from accounts.services import guest_adopted
from engine.kernel.errors import EngineError
from grimoire.authoring.deriving import derive
from grimoire.community.contexts import KEPT_TEXT
from grimoire.models import (
    Attempt,
    ChallengeFind,
    CommentsRead,
    ContestFollow,
    Departed,
    Favourite,
    NewsSettings,
    Opinion,
    Puzzle,
    Solver,
    TrainingRun,
    Vote,
)


@receiver(guest_adopted)
def adopt_attempts(sender: type[Owner], guest: Owner, owner: Owner, **_: Any) -> None:
    """Where the account has something of its own on the same page, that stays, with the better of both attempts.

    What stays behind goes with the guest, and is counted no more.
    """
    for model in (Favourite, Vote, Opinion, CommentsRead):
        own = model.objects.filter(owner=owner).values_list("puzzle", flat=True)
        model.objects.filter(owner=guest).exclude(puzzle__in=own).update(owner=owner)
    if not NewsSettings.objects.filter(owner=owner).exists():
        NewsSettings.objects.filter(owner=guest).update(owner=owner)
    races = TrainingRun.objects.filter(owner=owner, race__isnull=False).values("race")
    TrainingRun.objects.filter(owner=guest).exclude(race__in=races).update(owner=owner)
    followed = ContestFollow.objects.filter(owner=owner).values("contest")
    ContestFollow.objects.filter(owner=guest).exclude(contest__in=followed).update(owner=owner)
    ChallengeFind.objects.filter(owner=guest).update(owner=owner)
    Departed.objects.filter(by=guest).update(by=owner)
    for vote in Vote.objects.filter(owner=owner, puzzle__owner=owner):  # nobody votes for a page of their own
        vote.delete()
    Opinion.objects.filter(owner=owner, puzzle__owner=owner).delete()
    own_attempts = {attempt.puzzle_id: attempt for attempt in Attempt.objects.filter(owner=owner)}
    has_rating = Solver.objects.filter(owner=owner).exists()
    if has_rating:  # the account's stays, so the guest's has come to nothing
        Attempt.objects.filter(owner=guest).update(rated_at=None, rating_after=None)
    for attempt in Attempt.objects.filter(owner=guest):
        own_attempt = own_attempts.get(attempt.puzzle_id)
        if own_attempt is None:
            Attempt.objects.filter(pk=attempt.pk).update(owner=owner)
        else:
            _count_once(own_attempt, attempt)
            _join(own_attempt, attempt)
    if not has_rating:
        Solver.objects.filter(owner=guest).update(owner=owner)
    for puzzle in Puzzle.objects.of_decks().owned_by(owner).filter(published_at__isnull=False).with_author():
        with suppress(EngineError):  # whatever is wrong with a page, its author can sign in
            derive(puzzle)  # it is found by its author's name now


@receiver(user_logged_in)
def keep_signed_in(sender: type[User], request: SiteRequest | None, **_: Any) -> None:
    """A session that was begun for a text alone, and for a day, lasts as long as that of anybody who signs in."""
    if request is not None and KEPT_TEXT in request.session:
        request.session.set_expiry(None)


def _count_once(kept: Attempt, guest_attempt: Attempt) -> None:
    """Of two attempts that become one a page counts one."""
    page = Puzzle.objects.filter(pk=kept.puzzle_id)
    if kept.first_try is not None and guest_attempt.first_try is not None:
        page.filter(attempt_count__gt=0).update(attempt_count=F("attempt_count") - 1)
    if kept.state == guest_attempt.state == Attempt.State.SOLVED:
        page.filter(solved_count__gt=0).update(solved_count=F("solved_count") - 1)


def _join(kept: Attempt, guest_attempt: Attempt) -> None:
    """Adds what a guest came to on a page to the account's own attempt; the account's first try stays the first."""
    if guest_attempt.state == Attempt.State.OPEN and kept.state == Attempt.State.OPEN:
        if guest_attempt.touched > kept.touched:
            kept.line, kept.answer = guest_attempt.line, guest_attempt.answer
    elif kept.state != Attempt.State.SOLVED and guest_attempt.state != Attempt.State.OPEN:
        if kept.state != guest_attempt.state:
            kept.line, kept.answer = guest_attempt.line, guest_attempt.answer
        kept.state = guest_attempt.state
    kept.solved_at = kept.solved_at or guest_attempt.solved_at
    kept.shown_at = kept.shown_at or guest_attempt.shown_at
    kept.hint_level = max(kept.hint_level, guest_attempt.hint_level)
    kept.tries += guest_attempt.tries
    if kept.first_try is None:
        kept.first_try, kept.hint_level_at_first, kept.is_rated = (
            guest_attempt.first_try,
            guest_attempt.hint_level_at_first,
            guest_attempt.is_rated,
        )
        kept.due_on, kept.due_step = guest_attempt.due_on, guest_attempt.due_step
        kept.rated_at, kept.rating_after = guest_attempt.rated_at, guest_attempt.rating_after
    kept.revision = F("revision") + 1
    kept.save()
