"""Whole files, made once a day by the worker: all that the lists of the API have, a line for each thing.

Addresses in them begin after the site's name, which a worker is not told.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from api.writing import card_as_data, deck_as_data, ruling_as_data, set_as_data, whole_decks
from background.upkeep import register
from cards.models import CardSet, Deck
from cards.queries import visible_cards
from rulings.catalogue import all_rulings

CHUNK: Final = 500


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


def place_of(name: str) -> Path:
    """Where a file lies, once it has been made."""
    return Path(settings.MEDIA_ROOT) / "bulk" / name


def write_all() -> int:
    """Makes all files anew; whoever reads one meanwhile reads the one before. 0, for nothing is swept away."""
    for name, lines in FILES.items():
        place = place_of(name)
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=place.parent, prefix=".", encoding="utf-8", delete=False) as part:
            try:
                part.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines())
                part.close()
                os.replace(part.name, place)
            except BaseException:
                os.unlink(part.name)
                raise
    return 0


def start() -> None:
    """Has it done each day."""
    register("whole files of the API", write_all)
