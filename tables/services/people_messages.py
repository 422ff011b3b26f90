"""When somebody is to be told what another player did, by push message and by mail.

What is told, and whether it still has to be, is decided when it is sent (``tables.people.telling``).
"""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from accounts.models import Owner
from tables.models import LiveGame, PeopleMessage, Relation, Told
from tables.services.game_mails import mail_later, settings_of
from tables.services.turn_messages import tell_browsers


def are_apart(one: Owner | UUID, other: Owner | UUID) -> bool:
    """Whether one of both blocks the other."""
    pair = Q(owner=one, other=other) | Q(owner=other, other=one)
    return Relation.objects.filter(pair, kind=Relation.Kind.BLOCK).exists()


def tell_person(kind: Told, game: LiveGame, owner: Owner | None, other: Owner | None) -> None:
    """Has an owner told what ``other`` did; nobody hears of who they block, or of themselves."""
    if owner is None or other is None or owner.pk == other.pk or are_apart(owner, other):
        return
    chosen = settings_of(owner)
    if chosen.by_push(kind):
        about = {"kind": kind, "other": other, "at": timezone.now()}
        tell_browsers(PeopleMessage, {owner.pk: ""}, {"game": game}, about)
    if chosen.by_mail(kind):
        mail_later(chosen, kind, game, other)
