"""Guests whom nobody has seen for long: what only they have goes, what others use stays under "a guest".

Nobody can write to a guest, so the page about oneself says beforehand how long they are kept. Of an abandoned guest go
private things and those thrown away, and what is kept for them alone (attempts, votes, favourites); what is public or
unlisted stays, and so does whatever of the private things something that stays is made of.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import CASCADE, ForeignKey, ForeignObjectRel, Model, QuerySet
from django.db.models.deletion import Collector
from django.utils import timezone

from accounts.locks import lock_row_to_delete
from accounts.models import Owned, Owner, Visibility
from accounts.services import owned_models

DAYS_A_MONTH: Final = 30.5

Name = tuple[type[Model], object]  # a row, by its model and key


def note_seen(owner: Owner) -> None:
    """Notes that a guest was here today: one write a day at most."""
    today = timezone.localdate()
    if owner.user_id is None and owner.seen_on != today:
        Owner.objects.filter(pk=owner.pk).update(seen_on=today)
        owner.seen_on = today


def abandoned_since() -> date:
    """The day before which a guest must have been here last to count as abandoned."""
    return timezone.localdate() - timedelta(days=round(settings.GUESTS_KEPT_MONTHS * DAYS_A_MONTH))


def abandoned_guests() -> QuerySet[Owner]:
    """Guests not seen for so long, of whom there may be something that only they have."""
    return Owner.objects.guests().filter(seen_on__lt=abandoned_since())


def sweep_abandoned() -> int:
    """Deletes what only abandoned guests have; how many guests that were."""
    return sum(_sweep(key) for key in list(abandoned_guests().values_list("pk", flat=True)))


@transaction.atomic
def _sweep(key: UUID) -> bool:
    lock_row_to_delete(Owner, key)
    guest = abandoned_guests().filter(pk=key).first()  # they may have come back meanwhile
    if guest is None:
        return False
    going = _Going(guest)
    going.delete()
    if any(model._base_manager.filter(owner=guest).exists() for model in owned_models()):
        for rows in _kept_for(guest):
            rows.delete()
        Owner.objects.filter(pk=key).update(
            seen_on=None, player_name=""
        )  # nothing is left to sweep until they come back
    else:
        guest.delete()  # their seats in games with others stay, and are a guest's
    return True


def _kept_for(guest: Owner) -> Iterator[QuerySet[Model]]:
    """What is kept for an owner without being a thing of its own, and goes with them."""
    for relation in Owner._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel) and getattr(relation, "on_delete", None) is CASCADE:
            model = relation.related_model
            assert isinstance(model, type)
            if not issubclass(model, Owned):
                yield model._base_manager.filter(**{relation.field.name: guest})


@dataclass
class _Going:
    """The things of a guest that go: private or thrown away, and nothing that stays is made of them."""

    guest: Owner
    things: dict[Name, Owned] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for model in owned_models():
            own = model._base_manager.filter(owner=self.guest)
            seen = model._default_manager.filter(owner=self.guest).exclude(visibility=Visibility.PRIVATE)
            for thing in own.exclude(pk__in=seen.values("pk")):
                self.things[(model, thing.pk)] = thing
        rows = list(self._rows())
        while needed := {name for row, is_unhooked in rows if self._stays(row, is_unhooked) for name in _parts(row)}:
            if not needed & self.things.keys():
                break
            for name in needed:
                self.things.pop(name, None)

    def delete(self) -> None:
        """Deletes them, in as many statements as there are kinds of rows."""
        self._collected().delete()

    def _collected(self) -> Collector:
        collector = Collector(using="default")
        kinds: defaultdict[type[Model], list[Model]] = defaultdict(list)
        for (model, _key), thing in self.things.items():
            kinds[model].append(thing)
        for things in kinds.values():
            collector.collect(things)
        return collector

    def _rows(self) -> Iterator[tuple[Model, bool]]:
        """Every row that would go with them, or, marked, lose its way to them."""
        collector = self._collected()
        for rows in (*collector.data.values(), *collector.fast_deletes):
            yield from ((row, False) for row in rows)
        for updates in collector.field_updates.values():
            for some in updates:
                rows_found: Iterable[Model] = [some] if isinstance(some, Model) else some
                yield from ((row, True) for row in rows_found)

    def _stays(self, row: Model, is_unhooked: bool) -> bool:
        if isinstance(row, Owned):
            return (type(row), row.pk) not in self.things
        owners = [getattr(row, key.attname) for key in _keys(row) if key.related_model is Owner]
        if any(owner not in (None, self.guest.pk) for owner in owners):
            return True
        if is_unhooked and not owners:
            return True  # of the site
        return any(issubclass(model, Owned) and (model, key) not in self.things for model, key in _parts(row))


def _keys(row: Model) -> list[ForeignKey[Model, Model]]:
    return [field for field in row._meta.concrete_fields if isinstance(field, ForeignKey)]


def _parts(row: Model) -> Iterator[Name]:
    """What a row is made of or belongs to."""
    for key in _keys(row):
        if (value := getattr(row, key.attname)) is not None:
            assert isinstance(key.related_model, type)
            yield key.related_model, value
