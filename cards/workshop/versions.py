"""The history of a card: a version for each session of work on it, thinned out with time, and those that are kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from cards.models import Card, CardVersion
from cards.workshop.content import content_of

SESSION: Final = timedelta(minutes=30)  # saves that follow one another this closely are one session
NEWEST: Final = 10  # so many versions stay whatever their age
DAILY: Final = timedelta(days=30)  # until then one a day stays, later one a month
MAX_KEPT: Final = 50


class TooManyKept(ValueError):
    """A card has as many kept versions as it may have."""


def note(*, card: Card, apart: bool = False, now: datetime | None = None) -> CardVersion:
    """Writes down what a saved card says now: into the version of this session, or ``apart`` into one of its own."""
    now = now or timezone.now()
    newest = card.versions.first()
    if newest is not None and not apart and not newest.kept and now - newest.made < SESSION:
        newest.content, newest.made = content_of(card), now
        newest.save(update_fields=["content", "made"])
        return newest
    number = newest.number + 1 if newest else 1
    version = CardVersion.objects.create(card=card, number=number, content=content_of(card), made=now)
    CardVersion.objects.filter(pk__in=[old.pk for old in superfluous(card.versions.all(), now)]).delete()
    return version


def next_ones(cards: Iterable[Card], now: datetime) -> tuple[list[CardVersion], list[int]]:
    """The rows that ``note`` with ``apart`` would write for each of these cards, asking the database once.

    New versions, not saved yet, and the keys of old ones that may go then.
    """
    cards = list(cards)
    known: dict[int, list[CardVersion]] = {card.pk: [] for card in cards}
    for version in CardVersion.objects.filter(card__in=known).order_by("-number").defer("content"):
        known[version.card_id].append(version)
    versions, gone = [], []
    for card in cards:
        old = known[card.pk]
        version = CardVersion(card=card, number=old[0].number + 1 if old else 1, content=content_of(card), made=now)
        versions.append(version)
        gone += [version.pk for version in superfluous([version, *old], now)]
    return versions, gone


def superfluous(versions: Iterable[CardVersion], now: datetime) -> Iterator[CardVersion]:
    """Those of a card's versions, newest first, that may go."""
    spans: set[str] = set()
    loose = [version for version in versions if not version.kept]
    for version in loose[NEWEST:]:
        span = f"{version.made:%Y-%m-%d}" if now - version.made < DAILY else f"{version.made:%Y-%m}"
        if span in spans:
            yield version
        spans.add(span)


@transaction.atomic
def keep(*, version: CardVersion, kept: bool = True) -> None:
    """Marks a version as one to keep, or lets it go the way of the others. Raises ``TooManyKept``."""
    if kept and version.card.versions.filter(kept=True).exclude(pk=version.pk).count() >= MAX_KEPT:
        raise TooManyKept
    version.kept = kept
    version.save(update_fields=["kept"])
