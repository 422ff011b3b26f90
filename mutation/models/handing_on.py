"""The way of a session whose organiser is deleted: another of its players organises it, or it goes with them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Set
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import models
from django.db.models.deletion import Collector

from accounts.models import Owner
from engine.decks.sessions.schedule import SEATS

if TYPE_CHECKING:
    from mutation.models.sessions import MutationSession


def hand_on(
    collector: Collector, field: models.ForeignKey[Any, Any], sessions: Iterable[MutationSession], using: str
) -> None:
    """The ``on_delete`` of a session's organiser, who is deleted: the next person who has a seat organises it.

    A session in which nobody else has a seat is deleted. Here and not where somebody asks for it, so that it holds
    however an owner goes: by the form, by a moderator, with an account.
    """
    going = {owner.pk for owner in collector.data.get(Owner, ())}
    handed: defaultdict[UUID, list[MutationSession]] = defaultdict(list)
    alone = []
    for session in sessions:
        heir = heir_of(session, going)
        if heir is None:
            alone.append(session)
        else:
            handed[heir].append(session)
    for heir, theirs in handed.items():
        collector.add_field_update(field, heir, theirs)
    if alone:
        models.CASCADE(collector, field, alone, using)  # type: ignore[arg-type]  # Django itself gives it lists too


def heir_of(session: MutationSession, going: Set[UUID]) -> UUID | None:
    """Whose the session is when its organiser goes: the next to the left of the organiser, or of seat D, who stays."""
    holders = dict(session.seats.filter(owner__isnull=False).values_list("letter", "owner"))
    own = [place for place, letter in enumerate(SEATS) if holders.get(letter) == session.owner_id]
    begin = own[0] + 1 if own else 0
    to_the_left = [holders.get(letter) for letter in (*SEATS[begin:], *SEATS[:begin])]
    return next((owner for owner in to_the_left if owner is not None and owner not in going), None)
