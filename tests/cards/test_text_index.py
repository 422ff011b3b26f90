"""Words within texts are found by an index, which stays in step whatever is written, on either engine."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Q

from cards.models import Card
from cards.text_index import ensure_indexes
from tests.cards.factories import make_card, make_owner

pytestmark = pytest.mark.django_db

WORDS = ("heron", "her", "ron mar", "eté", "ete", 'a"b', "100%", "ron\nby", "zzz", "!!!", "e_e")
BEGINNINGS = {
    "he": {"Grey Heron", "Heron Marsh", "Hermit"},
    "x": {"x"},
    "o": {"Œuf", "100% oak"},
    "ro": set(),
    "a": {'A"b c', "Rage-âme"},
    "et": {"L'Été"},
    "l'": {"L'Été"},
    "am": {"Rage-âme"},
    "1": {"100% oak"},
    '"': set(),
    "_": set(),
    "": set(),
}


def texts(condition: Q) -> set[str]:
    return set(Card.objects.filter(condition).values_list("name", flat=True))


@pytest.fixture
def cards() -> list[Card]:
    names = ("Grey Heron", "Heron Marsh", "L'Été", "Œuf", 'A"b c', "100% oak", "Snake_eye", "Hermit", "x", "Rage-âme")
    return [make_card(name, flavour="By the reeds") for name in names]


@pytest.mark.parametrize("word", WORDS)
def test_it_finds_what_reading_all_would_find(cards: list[Card], word: str) -> None:
    assert texts(Q(search_text__holds=word)) == texts(Q(search_text__contains=word))
    assert texts(~Q(search_text__holds=word)) == texts(~Q(search_text__contains=word))


@pytest.mark.parametrize("word", BEGINNINGS)
def test_one_or_two_letters_begin_a_word(cards: list[Card], word: str) -> None:
    assert texts(Q(search_text__holds=word)) == BEGINNINGS[word]
    assert texts(~Q(search_text__holds=word)) == {card.name for card in cards} - BEGINNINGS[word]


def test_of_several_all_are_there(cards: list[Card]) -> None:
    assert texts(Q(search_text__holds=("heron", "gre"))) == {"Grey Heron"}
    assert texts(Q(search_text__holds=("heron", "m"))) == {"Heron Marsh"}
    assert texts(Q(search_text__holds=("h", "m", "reeds"))) == {"Heron Marsh"}
    assert texts(Q(search_text__holds=("heron", "-"))) == set()
    assert texts(~Q(search_text__holds=("heron", "gre"))) == {card.name for card in cards} - {"Grey Heron"}


def test_it_stays_in_step_with_all_that_is_written(cards: list[Card]) -> None:
    condition = Q(search_text__holds="heron")
    cards[0].name = "Grey Stork"
    cards[0].save()
    assert texts(condition) == {"Heron Marsh"}
    Card.objects.filter(pk=cards[3].pk).update(search_text="egg of a heron")
    new_card = Card(owner=make_owner(), name="Night Heron")
    new_card.index()
    Card.objects.bulk_create([new_card])
    assert texts(condition) == {"Heron Marsh", "Œuf", "Night Heron"}
    Card.objects.filter(name="Heron Marsh").delete()
    assert texts(condition) == {"Œuf", "Night Heron"}
    Card.objects.filter(pk=cards[3].pk).update(cost=7)
    assert texts(condition) == {"Œuf", "Night Heron"}


def test_a_part_of_a_query_beside_others(cards: list[Card]) -> None:
    either = Q(search_text__holds="heron") | Q(name="x")
    assert texts(either) == {"Grey Heron", "Heron Marsh", "x"}
    assert texts(Q(search_text__holds="heron") & Q(search_text__holds="mar")) == {"Heron Marsh"}


@pytest.mark.sqlite
def test_what_a_migration_took_away_is_made_again(cards: list[Card]) -> None:
    """SQLite makes a table anew to change it, and its triggers go with the old one; of PostgreSQL it is the index."""
    connection.check_constraints()  # PostgreSQL changes no table that has checks to come
    with connection.cursor() as cursor:
        for index in ("cards_card_search_text", "cards_card_search_text_words"):
            if connection.vendor == "postgresql":
                cursor.execute(f"DROP INDEX {index}")
                continue
            for name in ("added", "taken", "changed"):
                cursor.execute(f"DROP TRIGGER {index}_{name}")
    make_card("Night Heron")
    connection.check_constraints()
    ensure_indexes(sender=apps.get_app_config("cards"), using="default")
    make_card("Blue Heron")
    assert texts(Q(search_text__holds="heron")) == {"Grey Heron", "Heron Marsh", "Night Heron", "Blue Heron"}
    assert texts(Q(search_text__holds="n")) == {"Night Heron"}


@pytest.mark.parametrize(("word", "suffix"), [("heron", ""), ("he", "_words")])
def test_it_is_used(cards: list[Card], word: str, suffix: str) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            name = f"cards_card_search_text{suffix}"
        else:
            name = "VIRTUAL TABLE INDEX"
        assert name in Card.everything.filter(search_text__holds=word).order_by().explain()
