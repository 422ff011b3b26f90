"""Services of accounts and ownership."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.apps import apps
from django.db import transaction
from django.db.models import Model
from django.dispatch import Signal
from django.utils import timezone

from accounts.locks import lock_row_to_delete
from accounts.models import Owned, Owner, Report, User

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

# Sent with ``guest`` and ``owner`` while both exist, for what is kept for an owner without being an owned thing.
guest_adopted = Signal()
# Sent with ``owner``, when all that they made has been hidden in statements of which no row's own signal tells.
everything_hidden = Signal()


def owned_models() -> Iterator[type[Owned]]:
    return (model for model in apps.get_models() if issubclass(model, Owned))


@transaction.atomic
def adopt(*, guest: Owner, user: User) -> int:
    """Makes all that a guest made the account's, and forgets the guest. Returns how many things changed hands."""
    lock_row_to_delete(Owner, guest.pk)  # what the guest still saves would go with them
    owner, _ = Owner.objects.get_or_create(user=user)
    # The base manager sees what was thrown away too, which would go with the guest.
    change = {"owner": owner, "updated": timezone.now()}  # whoever asks what has changed hears of it
    adopted = sum(model._base_manager.filter(owner=guest).update(**change) for model in owned_models())
    Report.objects.filter(reporter=guest).update(reporter=owner)
    guest_adopted.send(sender=Owner, guest=guest, owner=owner)
    guest.delete()
    return adopted


@transaction.atomic
def report(*, thing: Owned, reporter: Owner | None, reason: str, text: str, original: str = "") -> Report:
    """Notes a report; a second one by the same reporter replaces the first while nobody has settled it."""
    Report.objects.filter(
        content_type__model=thing._meta.model_name,
        content_type__app_label=thing._meta.app_label,
        object_id=thing.pk,
        reporter=reporter,
        reporter__isnull=False,
        settled__isnull=True,
    ).delete()
    return Report.objects.create(about=thing, reporter=reporter, reason=reason, text=text, original=original)


def hide(*, thing: Owned, reason: str) -> None:
    """Takes a thing out of everybody's sight but its owner's."""
    thing.hidden_at, thing.hidden_reason = timezone.now(), reason
    thing.save(update_fields=["hidden_at", "hidden_reason", "updated"])


def restore(*, thing: Owned) -> None:
    """Shows a hidden thing again."""
    thing.hidden_at, thing.hidden_reason = None, ""
    thing.save(update_fields=["hidden_at", "hidden_reason", "updated"])


@transaction.atomic
def hide_everything(*, owner: Owner, reason: str) -> int:
    """Takes all that somebody made out of everybody's sight but theirs; how many things that were."""
    seen = {"hidden_at__isnull": True, "owner": owner}
    now = timezone.now()
    change = {"hidden_at": now, "hidden_reason": reason, "updated": now}
    hidden = sum(model._base_manager.filter(**seen).update(**change) for model in owned_models())
    everything_hidden.send(sender=Owner, owner=owner)
    return hidden


def count_things(owner: Owner | None) -> list[tuple[str, int]]:
    """How many things of each kind an owner has: (the kind's name for that number, number), without the zeros.

    What is no thing of its own but kept for an owner (``part_of = "owner"``) has ``names``: of one, and of many.
    """
    if owner is None:
        return []
    counted = [
        (
            (model._meta.verbose_name, model._meta.verbose_name_plural),
            model._default_manager.filter(owner=owner).count(),
        )
        for model in owned_models()
    ]
    counted += [(names, model._default_manager.filter(owner=owner).count()) for model, names in _kept_models()]
    return [(str(names[number != 1]), number) for names, number in counted if number]


def _kept_models() -> Iterator[tuple[type[Model], tuple[StrPromise, StrPromise]]]:
    return ((model, vars(model)["names"]) for model in apps.get_models() if getattr(model, "part_of", "") == "owner")


@transaction.atomic
def forget(*, owner: Owner | None, user: User | None) -> None:
    if user is not None:
        lock_row_to_delete(User, user.pk)  # an owner that is made just now would stay without an account
    if owner is not None:
        owner.delete()
    if user is not None:
        user.delete()
