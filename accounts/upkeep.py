"""The daily sweep of visitors: sessions that are over, guests who left nothing behind or are gone for long."""

from __future__ import annotations

from datetime import timedelta
from typing import Final
from uuid import UUID

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import ForeignObjectRel, QuerySet
from django.utils import timezone

from accounts import deletions
from accounts.abandoned import sweep_abandoned
from accounts.api_tokens import sweep_api_tokens
from accounts.locks import lock_row_to_delete
from accounts.models import Owner
from background import meters
from background.upkeep import register
from web import idempotency

EMPTY_FOR: Final = timedelta(days=30)  # a guest who has nothing here for so long is forgotten


def sweep_sessions() -> int:
    """Deletes the sessions that nobody can come back with, and what was noted of them; how many those were."""
    gone = Session.objects.filter(expire_date__lt=timezone.now()).delete()[0]
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
    return gone


def sweep_guests() -> int:
    """Deletes guests who own nothing and have done nothing that is kept; how many those were."""
    return sum(_sweep_guest(key) for key in list(_empty_guests().values_list("pk", flat=True)))


@transaction.atomic
def _sweep_guest(key: UUID) -> int:
    lock_row_to_delete(Owner, key)
    return _empty_guests().filter(pk=key).delete()[0]  # they may have come back meanwhile


def _empty_guests() -> QuerySet[Owner]:
    guests = Owner.objects.guests().filter(created__lt=timezone.now() - EMPTY_FOR)
    for relation in Owner._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel):
            name = relation.field.name
            rows = relation.field.model._base_manager.filter(**{f"{name}__isnull": False})
            guests = guests.exclude(pk__in=rows.values_list(name, flat=True))
    return guests


def start() -> None:
    register("sessions that are over", sweep_sessions)
    register("guests who left nothing", sweep_guests)
    register("guests who are gone for long", sweep_abandoned)
    register("budgets that are whole again", meters.sweep)
    register("API tokens that are over", sweep_api_tokens)
    register("answers to keyed requests", idempotency.sweep)
    register("deletions that are told no more", deletions.sweep)
