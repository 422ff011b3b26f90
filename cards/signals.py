"""Receivers for changes of the database: the files of a picture or a print job go when it goes, credits of what others
have made of somebody's cards no longer name who leaves and follow who is renamed, what names a thing that is hidden or
gone has changed."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from django.core.files.storage import Storage
from django.db import transaction
from django.db.models.signals import post_delete, post_save, pre_delete, pre_save
from django.dispatch import receiver
from django.utils import timezone

from accounts.models import Owner, User
from accounts.services import everything_hidden
from cards.exchange.shape import CREDIT_LENGTH
from cards.models import Card, CardSet, Picture, PrintJob
from cards.workshop.services import note_in_cards, note_in_decks, note_in_remixes, without_name
from cards.workshop.uploads import small_name


@receiver(post_delete, sender=Picture)
def delete_files(sender: type[Picture], instance: Picture, **_: Any) -> None:
    """Removes the picture and its small copy, once it is sure that they are wanted no more."""
    if instance.file.name:
        transaction.on_commit(partial(_remove, instance.file.storage, instance.file.name))


def _remove(storage: Storage, name: str) -> None:
    storage.delete(name)
    storage.delete(small_name(name))


@receiver(post_delete, sender=PrintJob)
def delete_print(sender: type[PrintJob], instance: PrintJob, **_: Any) -> None:
    if instance.file.name:
        transaction.on_commit(partial(instance.file.storage.delete, instance.file.name))


@receiver(pre_save, sender=User)
def rename_in_credits(sender: type[User], instance: User, update_fields: Collection[str] | None, **_: Any) -> None:
    """Credits follow whoever is called otherwise now, and so do searches for who drew something."""
    if update_fields is not None and "username" not in update_fields:
        return
    before = User.objects.filter(pk=instance.pk).values_list("username", flat=True).first() if instance.pk else None
    if before is None or before == instance.get_username():
        return
    for card in Card.everything.filter(credit__contains=f"” ({before})").only("credit"):
        credit = card.credit.replace(f"” ({before})", f"” ({instance.get_username()})")[:CREDIT_LENGTH]
        Card.everything.filter(pk=card.pk).update(credit=credit, updated=timezone.now())


@receiver(pre_delete, sender=User)
def take_out_of_credits(sender: type[User], instance: User, **_: Any) -> None:
    """Whoever leaves is not named any more; which card of theirs it was made of stays."""
    name = instance.get_username()
    for card in Card.everything.filter(credit__gt="").only("credit"):
        credit = without_name(card.credit, name)
        if credit != card.credit:
            Card.everything.filter(pk=card.pk).update(credit=credit, updated=timezone.now())


@receiver(post_save, sender=Card)
def note_hidden_card(sender: type[Card], instance: Card, update_fields: Collection[str] | None, **_: Any) -> None:
    """Moderators hide it or show it again, by a service that knows no decks."""
    if update_fields is not None and "hidden_at" in update_fields:
        note_in_decks([instance])


@receiver(post_save, sender=CardSet)
def note_hidden_set(sender: type[CardSet], instance: CardSet, update_fields: Collection[str] | None, **_: Any) -> None:
    if update_fields is not None and "hidden_at" in update_fields:
        note_in_cards(instance)


@receiver(everything_hidden)
def note_hidden_cards(owner: Owner, **_: Any) -> None:
    note_in_decks(Card.everything.filter(owner=owner))


@receiver(pre_delete, sender=Owner)
def note_gone_cards(sender: type[Owner], instance: Owner, **_: Any) -> None:
    """All cards of somebody who leaves go with them."""
    cards = Card.everything.filter(owner=instance)
    note_in_decks(cards)
    note_in_remixes(cards)


@receiver(pre_delete, sender=Card)
def note_gone_card(sender: type[Card], instance: Card, origin: Any = None, **_: Any) -> None:
    """``origin`` is what somebody deleted: what goes with its owner has been noted all at once."""
    if getattr(origin, "model", type(origin)) not in (Owner, User):
        note_in_decks([instance])
        note_in_remixes([instance])
