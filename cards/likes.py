"""Likes of cards and decks: what somebody found good, counted and told to nobody by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import models
from django.db.models.functions import Coalesce
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from accounts.models import Owner
from accounts.services import guest_adopted
from cards.models import Card, Deck, Like


@dataclass(frozen=True, slots=True)
class LikesOf:
    """The likes of a thing as its page shows them: how many, whether the reader's is one of them, or it is theirs."""

    count: int
    is_mine: bool
    is_own: bool


def likes_of(thing: Card | Deck, owner: Owner | None) -> LikesOf:
    is_mine = owner is not None and thing.likes.filter(owner=owner).exists()
    return LikesOf(thing.likes.count(), is_mine, thing.is_owned_by(owner))


def toggle(*, thing: Card | Deck, owner: Owner) -> bool:
    """Likes a thing, or no longer; whether it is liked now. Raises ``PermissionError`` for what is one's own."""
    if thing.is_owned_by(owner):
        raise PermissionError("nobody likes what is their own")
    like, is_new = thing.likes.get_or_create(owner=owner)
    if not is_new:
        like.delete()
    return bool(is_new)


@receiver([post_save, post_delete], sender=Like)
def count(instance: Like, **_: Any) -> None:
    """Writes how many like a card, by counting, in one statement: whoever writes last has counted last."""
    if instance.card_id is not None:
        likes = Like.objects.filter(card=models.OuterRef("pk")).order_by().values("card")
        number = Coalesce(models.Subquery(likes.annotate(number=models.Count("pk")).values("number")), 0)
        Card.everything.filter(pk=instance.card_id).update(like_count=number)


@receiver(guest_adopted)
def adopt_likes(sender: type[Owner], guest: Owner, owner: Owner, **_: Any) -> None:
    """What a guest liked comes along, once; nobody likes what is their own."""
    for field in ("card", "deck"):
        own = Like.objects.filter(owner=owner, **{f"{field}__isnull": False}).values_list(field, flat=True)
        liked = Like.objects.filter(owner=guest, **{f"{field}__isnull": False})
        liked.exclude(**{f"{field}__in": list(own)}).exclude(**{f"{field}__owner": owner}).update(owner=owner)
    Like.objects.filter(owner=owner).filter(
        models.Q(card__owner=owner) | models.Q(deck__owner=owner),
    ).delete()
