"""When somebody deletes all that is theirs: what stays for the others has nothing more of them in it."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.db.models import F
from django.db.models.signals import pre_delete

from accounts.locks import lock_row
from accounts.models import Owner
from mutation.models import MutationSession, SeatChange, SessionSeat
from mutation.services.entering import answers_scope
from web.models import IdempotentResponse


def take_out(sender: type[Owner], instance: Owner, **_: Any) -> None:
    """Takes the names of somebody's seats out of their sessions, frees the seats, and no organiser sees all any more.

    In the place of a name stands the seat's letter, which is read in every language. Sessions that go with their
    organiser are not told apart: they go after this.
    """
    letters: defaultdict[int, list[str]] = defaultdict(list)
    for session, letter in SessionSeat.objects.filter(owner=instance).values_list("session", "letter"):
        letters[session].append(letter)
    organised = set(MutationSession._base_manager.filter(owner=instance).values_list("pk", flat=True))
    for key in sorted({*letters, *organised}):
        lock_row(MutationSession, key)
        _leave(MutationSession._base_manager.get(pk=key), letters[key], key in organised)
    scopes = [answers_scope(session, f"owner {instance.pk}") for session in letters]
    IdempotentResponse.objects.filter(scope__in=scopes).delete()


def _leave(session: MutationSession, letters: list[str], was_organiser: bool) -> None:
    is_over = session.phase == MutationSession.Phase.OVER
    taken = session.seats.filter(letter__in=letters, is_taken=True).values_list("letter", flat=True)
    SeatChange.objects.bulk_create(
        SeatChange(session=session, letter=letter, kind=SeatChange.Kind.LEFT) for letter in taken if not is_over
    )
    session.seats.filter(letter__in=letters).update(owner=None, is_taken=is_over, token_hash="")
    header = session.header
    if letters:
        header = {**header, "players": {**session.players, **{letter: letter for letter in letters}}}
    MutationSession._base_manager.filter(pk=session.pk).update(
        header=header,
        sees_all=session.sees_all and not was_organiser,  # whoever organises it now has a seat
        changes=F("changes") + 1,
    )


def start() -> None:
    pre_delete.connect(take_out, sender=Owner, dispatch_uid="mutation.leaving")
