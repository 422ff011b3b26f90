"""The whole files of the API: all that its lists have, a line for each thing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet

from api.writing import (
    DECKS,
    card_as_data,
    deck_as_data,
    game_ruling_as_data,
    proof_as_data,
    ruling_as_data,
    set_as_data,
    whole_decks,
)
from background.whole_files import files
from cards.models import CardSet, Deck
from cards.queries import visible_cards
from grimoire.browsing import dump
from grimoire.models import Proof, Puzzle
from rulings.catalogue import all_rulings
from rulings.editorial import editorial_rulings
from rulings.games.registry import plain_games

LINES: Final = "application/x-ndjson"
CHUNK: Final = 500
NAMES: Final = ("cards.jsonl", "sets.jsonl", "decks.jsonl", dump.FILE, "proofs.jsonl", "rulings.jsonl")


def _cards() -> Iterator[dict[str, Any]]:
    for card in visible_cards(None).with_set().order_by("pk").iterator(CHUNK):
        yield card_as_data(card, "")


def _sets() -> Iterator[dict[str, Any]]:
    for card_set in CardSet.objects.listed().select_related("owner__user").order_by("pk").iterator(CHUNK):
        yield set_as_data(card_set, "")


def _decks() -> Iterator[dict[str, Any]]:
    for deck in whole_decks(Deck.objects.listed()).order_by("pk").iterator(CHUNK):
        yield deck_as_data(deck, "")


def _rulings() -> Iterator[dict[str, Any]]:
    language = settings.LANGUAGE_CODE
    for ruling in (*all_rulings(language), *editorial_rulings(language)):
        yield ruling_as_data(ruling, "")
    for game in plain_games().values():
        for game_ruling in game.rulings(language):
            yield game_ruling_as_data(game, game_ruling, "")


def proven() -> QuerySet[Puzzle]:
    """The pages that everybody finds and that have a licence, of which something is proven."""
    # With a join SQLite, once it has statistics, begins with the proofs and sorts all their pages: 250 ms instead of 6.
    return (
        dump.licensed()
        .prefetch_related(None)
        .filter(Exists(Proof.objects.filter(pk=OuterRef("proof_id"), state=Proof.State.DONE)))
    )


def _proofs() -> Iterator[dict[str, Any]]:
    for puzzle in proven().filter(game=DECKS).order_by("pk").iterator(CHUNK):
        yield proof_as_data(puzzle, "")


def register() -> None:
    """Has them made each day; that of the pages is the Grimoire's own."""
    files.register("cards.jsonl", _cards)
    files.register("sets.jsonl", _sets)
    files.register("decks.jsonl", _decks)
    files.register("proofs.jsonl", _proofs)
    files.register("rulings.jsonl", _rulings)
