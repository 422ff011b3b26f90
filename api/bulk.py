"""Whole files, made once a day by one of the workers: all that the lists of the API have, a line for each thing.

Addresses in them begin after the site's name, which a worker is not told.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage
from django.db.models import Q
from django.utils import timezone

from api.models import WholeFile
from api.writing import card_as_data, deck_as_data, ruling_as_data, set_as_data, whole_decks
from background.upkeep import register
from cards.models import CardSet, Deck
from cards.queries import visible_cards
from rulings.catalogue import all_rulings

CHUNK: Final = 500
FOLDER: Final = "bulk"
FRESH: Final = timedelta(
    hours=20
)  # for so long nobody makes a file again: less than a day, since workers come each day
HELD: Final = timedelta(hours=1)  # after which whoever was about to make it has died over it
YOUNG: Final = timedelta(hours=6)  # a file that no row names any more may still be read, or not be named yet


def _cards() -> Iterator[dict[str, Any]]:
    for card in visible_cards(None).with_set().order_by("pk").iterator(CHUNK):
        yield card_as_data(card, "")


def _sets() -> Iterator[dict[str, Any]]:
    for one in CardSet.objects.listed().select_related("owner__user").order_by("pk").iterator(CHUNK):
        yield set_as_data(one, "")


def _decks() -> Iterator[dict[str, Any]]:
    for deck in whole_decks(Deck.objects.listed()).order_by("pk").iterator(CHUNK):
        yield deck_as_data(deck, "")


def _rulings() -> Iterator[dict[str, Any]]:
    for one in all_rulings(settings.LANGUAGE_CODE):
        yield ruling_as_data(one, "")


FILES: Final[dict[str, Callable[[], Iterator[dict[str, Any]]]]] = {
    "cards.jsonl": _cards,
    "sets.jsonl": _sets,
    "decks.jsonl": _decks,
    "rulings.jsonl": _rulings,
}


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A whole file as it was made last, open to be read."""

    made: WholeFile
    file: File[bytes]


def opened(name: str) -> OpenedFile | None:
    """A file as it was made last; None where there is none yet."""
    for _again in range(2):  # for it may be swept away between the look at its row and the one at it
        made = WholeFile.objects.filter(name=name).exclude(stored="").first()
        if made is None:
            return None
        with suppress(FileNotFoundError):
            return OpenedFile(made, default_storage.open(made.stored))
    return None


def write_all() -> int:
    """Makes all files anew that nobody else has made today, or is about to; how many old ones were swept away.

    They lie where uploads lie, on this machine or in a bucket, each day's under a name of its own: whoever reads one
    meanwhile reads the one before.
    """
    for name, lines in FILES.items():
        if _hold(name):
            _write(name, lines())
    return _sweep()


def _hold(name: str) -> bool:
    """Whether a file has to be made, and it is for this worker to make it."""
    now = timezone.now()
    row, _new = WholeFile.objects.get_or_create(name=name)
    is_there = bool(row.stored) and default_storage.exists(row.stored)
    if is_there and row.made_at is not None and row.made_at > now - FRESH:
        return False
    free = WholeFile.objects.filter(Q(held_until=None) | Q(held_until__lt=now), name=name, made_at=row.made_at)
    return bool(free.update(held_until=now + HELD))


def _write(name: str, lines: Iterator[dict[str, Any]]) -> None:
    digest = hashlib.sha256()
    with tempfile.TemporaryFile() as file:
        for line in lines:
            text = (json.dumps(line, ensure_ascii=False) + "\n").encode()
            digest.update(text)
            file.write(text)
        size = file.tell()
        file.seek(0)
        stem, _dot, ending = name.partition(".")
        stored = default_storage.save(f"{FOLDER}/{stem}-{digest.hexdigest()[:16]}.{ending}", File(file))
    made = {"stored": stored, "digest": digest.hexdigest(), "size": size, "made_at": timezone.now()}
    WholeFile.objects.filter(name=name).update(**made, held_until=None)


def _sweep() -> int:
    """Deletes what was made before and nobody reads any more, or was broken off; how many those were."""
    count, wanted = 0, set(WholeFile.objects.values_list("stored", flat=True))
    with suppress(FileNotFoundError):
        for name in default_storage.listdir(FOLDER)[1]:
            path = f"{FOLDER}/{name}"
            if name and path not in wanted and _is_old(path):
                default_storage.delete(path)
                count += 1
    return count


def _is_old(path: str) -> bool:
    try:
        return timezone.now() - default_storage.get_modified_time(path) > YOUNG
    except FileNotFoundError:
        return False


def start() -> None:
    """Has it done each day."""
    register("whole files of the API", write_all)
