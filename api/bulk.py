"""The whole files of the API: all that its lists have, a line for each thing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.conf import settings

from api.writing import card_as_data, deck_as_data, ruling_as_data, set_as_data, whole_decks
from background.whole_files import files
from cards.models import CardSet, Deck
from cards.queries import visible_cards
from grimoire.browsing import dump
from rulings.catalogue import all_rulings

CHUNK: Final = 500
NAMES: Final = ("cards.jsonl", "sets.jsonl", "decks.jsonl", dump.FILE, "rulings.jsonl")


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


def register() -> None:
    """Has them made each day; that of the pages is the Grimoire's own."""
    files.register("cards.jsonl", _cards)
    files.register("sets.jsonl", _sets)
    files.register("decks.jsonl", _decks)
    files.register("rulings.jsonl", _rulings)
