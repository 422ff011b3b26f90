"""Which things of an account are gone, for whoever keeps a copy of them and asks what has changed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.db.models.signals import post_delete
from django.utils import timezone

from accounts.models import Deletion, Owned, Owner, User

KEPT_FOR: Final = timedelta(days=90)
_kinds: Final[dict[type[Owned], Callable[[Any], str]]] = {}


def note_deletions(model: type[Owned], kind_of: Callable[[Any], str]) -> None:
    """Has it noted whenever a row of this model is deleted; ``kind_of`` says what to call it."""
    _kinds[model] = kind_of
    post_delete.connect(_note, sender=model, dispatch_uid=f"accounts.deletions {model._meta.label_lower}")


def note_deletion(thing: Owned) -> None:
    """Notes that a thing is gone for its owner, although there is its row. A guest has no programs."""
    if thing.owner is not None and thing.owner.user_id is not None:
        kind = _kinds[type(thing)](thing)
        Deletion.objects.update_or_create(owner=thing.owner, kind=kind, token=thing.token)


def take_back_deletion(thing: Owned) -> None:
    """Notes that a thing is its owner's again."""
    Deletion.objects.filter(owner=thing.owner_id, kind=_kinds[type(thing)](thing), token=thing.token).delete()


def sweep() -> int:
    """Deletes what is told no more; how much that was."""
    return Deletion.objects.filter(updated__lt=timezone.now() - KEPT_FOR).delete()[0]


def _note(instance: Owned, origin: Any = None, **_: Any) -> None:
    """``origin`` is what somebody deleted, which this went with: whoever goes themselves is told nothing more."""
    if getattr(origin, "model", type(origin)) not in (Owner, User):
        note_deletion(instance)
