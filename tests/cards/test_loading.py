"""The site's own sets in the database: as the files say, as often as one likes, and nobody else's things touched."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from accounts.models import Owner, Visibility
from accounts.shipping import token_of
from cards.costs import fair_cost
from cards.icons import is_icon
from cards.loading import load_champions, load_sets
from cards.models import Card, CardSet, Deck, DeckCard, Kind
from cards.sets import SLUGS, BilingualText, SetFile, all_cards, all_sets, champions, read_set
from cards.workshop.assessment import idle_abilities
from engine.decks.rules.cards import Card as EngineCard

pytestmark = pytest.mark.django_db

INITIATION = read_set("initiation")
SUBMERSION = read_set("submersion")


def short(file: SetFile, count: int = 8) -> SetFile:
    """A set with its first cards only, which loads faster."""
    decks = tuple(replace(deck, cards=deck.cards[:count]) for deck in file.decks[:1])
    return replace(file, cards=file.cards[:count], decks=decks)


def load(*files: SetFile) -> str:
    return str(load_sets(files=files))


def test_everything_of_the_files_is_there() -> None:
    done = load_sets()
    sets = CardSet.objects.all()
    assert [card_set.slug for card_set in sets] == list(SLUGS)
    assert Card.objects.count() == 11 * 36
    assert (done.made, done.changed, done.deleted) == (11 + 11 * 36 + 4, 0, 0)
    for file in all_sets():
        cards = Card.objects.filter(set__slug=file.slug)
        assert [card.reference for card in cards.playable()] == [card.reference for card in file.cards]
        assert list(cards.values_list("number", flat=True)) == list(range(1, 37))
        assert [cards.filter(kind=kind).count() for kind in (Kind.BRIDGE, Kind.STRONGHOLD)] == [2, 2]
    assert not Card.objects.exclude(owner=None, visibility=Visibility.PUBLIC).exists()


def test_a_card_is_as_its_file_says() -> None:
    load(short(INITIATION))
    of_file = INITIATION.cards[2]
    card = Card.objects.get(set__slug="initiation", slug=of_file.slug)
    assert (card.name, card.name_fr, card.flavour_fr) == (of_file.name.en, of_file.name.fr, of_file.flavour.fr)
    assert card.printed.key == of_file.card.key
    assert card.art == of_file.art.to_json()
    assert card.search_text


def test_the_preconstructed_decks() -> None:
    load_sets()
    for of_file in INITIATION.decks:
        deck = Deck.objects.get(owner=None, slug=of_file.slug)
        assert [place.card.slug for place in deck.places.select_related("card")] == [c.slug for c in of_file.cards]
        assert deck.stronghold is not None
        assert deck.stronghold.kind == Kind.STRONGHOLD
        assert deck.token == of_file.slug
        assert deck.name_fr == of_file.name.fr


def test_a_second_time_nothing_happens() -> None:
    load(INITIATION)
    before = list(Card.objects.values_list("pk", "updated", "revision", "token"))
    places = list(DeckCard.objects.values_list("pk", flat=True))
    assert load(INITIATION) == "0 made, 0 changed, 0 unlisted, 0 deleted, 41 kept"
    assert list(Card.objects.values_list("pk", "updated", "revision", "token")) == before
    assert list(DeckCard.objects.values_list("pk", flat=True)) == places


def test_tokens_outlive_the_database() -> None:
    load(short(SUBMERSION))
    card = Card.objects.get(set__slug="submersion", number=1)
    assert card.token == token_of(card.reference)
    assert len({token_of(card.reference) for file in all_sets() for card in file.cards}) == 352


def test_what_changes_in_a_file_changes_here() -> None:
    file = short(INITIATION)
    load(file)
    first = Card.objects.get(set__slug="initiation", number=1)
    changed = replace(file.cards[0], cost=9, name=BilingualText("New Name", "Nouveau nom"), abilities=("rage",))
    assert load(replace(file, cards=(changed, *file.cards[1:]))).startswith("0 made, 1 changed")
    card = Card.objects.get(pk=first.pk)
    assert (card.cost, card.name_fr, card.revision) == (9, "Nouveau nom", first.revision + 1)
    assert "nouveau nom" in card.search_text
    assert card.search_abilities == "|rage|"


def test_a_card_that_is_gone_is_deleted_where_nothing_needs_it() -> None:
    load(short(INITIATION, 8))
    load(short(SUBMERSION, 8))
    assert "0 unlisted, 1 deleted" in load(short(SUBMERSION, 7))
    assert Card.objects.playable().count() == 7


@pytest.mark.parametrize("use", ["place", "stronghold", "remix"])
def test_a_card_that_somebody_needs_is_kept_and_unlisted(use: str) -> None:
    load(short(SUBMERSION))
    owner = Owner.objects.create()
    card = Card.objects.get(set__slug="submersion", number=8)
    deck = Deck.objects.create(owner=owner, name="Mine")
    if use == "place":
        DeckCard.objects.create(deck=deck, card=card, place=0)
    elif use == "stronghold":
        deck.stronghold = card
        deck.save()
    else:
        Card.objects.create(owner=owner, name="Copy", remixed_from=card)
    assert "1 unlisted, 0 deleted" in load(short(SUBMERSION, 7))
    unlisted = Card.objects.get(pk=card.pk)
    assert unlisted.visibility == Visibility.UNLISTED
    assert not Card.objects.listed().filter(pk=card.pk).exists()
    assert "0 unlisted, 0 deleted" in load(short(SUBMERSION, 7))
    load(short(SUBMERSION, 8))  # and it comes back
    assert Card.objects.listed().filter(pk=card.pk).exists()


def test_a_set_that_is_gone_goes() -> None:
    load(short(INITIATION), short(SUBMERSION))
    needed = Card.objects.get(set__slug="submersion", number=1)
    DeckCard.objects.create(deck=Deck.objects.create(owner=Owner.objects.create(), name="Mine"), card=needed, place=0)
    load(short(INITIATION))
    assert list(Card.objects.filter(set__slug="submersion")) == [needed]
    assert CardSet.objects.get(slug="submersion").visibility == Visibility.UNLISTED
    needed.delete()
    load(short(INITIATION))
    assert not CardSet.objects.filter(slug="submersion").exists()


def test_a_deck_that_is_gone_goes_and_those_of_others_stay() -> None:
    load(short(INITIATION))
    owner = Owner.objects.create()
    Deck.objects.create(owner=owner, name="Mine", slug="tide-watch")
    load(replace(short(INITIATION), decks=()))
    assert [deck.owner for deck in Deck.objects.all()] == [owner]


def test_nothing_that_has_an_owner_is_touched() -> None:
    owner = Owner.objects.create()
    mine = CardSet.objects.create(owner=owner, name="Submersion", slug="submersion-x1")
    Card.objects.create(owner=owner, set=mine, slug=SUBMERSION.cards[0].slug, name="Mine", number=1)
    site = CardSet.objects.create(name="By hand", slug="by-hand", visibility=Visibility.PUBLIC)
    load(short(SUBMERSION))
    load()
    assert Card.objects.get(owner=owner).name == "Mine"
    assert CardSet.objects.filter(pk__in=(mine.pk, site.pk)).count() == 2


def test_a_failure_leaves_everything_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    load(short(INITIATION))
    monkeypatch.setattr("cards.loading._drop_decks", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        load(short(INITIATION, 5), short(SUBMERSION))
    assert not CardSet.objects.filter(slug="submersion").exists()
    assert Card.objects.filter(set__slug="initiation").count() == 12


def test_the_pages_show_what_was_loaded(client: Client) -> None:
    load(short(INITIATION))
    card = Card.objects.get(set__slug="initiation", number=1)
    assert client.get(card.get_absolute_url()).status_code == 200


# The site's own Champions


def test_the_champions_belong_to_no_set_and_are_public() -> None:
    assert str(load_champions()) == "11 made, 0 changed, 0 unlisted, 0 deleted, 0 kept"
    cards = Card.objects.all()
    assert {(card.kind, card.set_id, card.owner_id, card.visibility) for card in cards} == {
        (Kind.CHAMPION, None, None, Visibility.PUBLIC)
    }
    assert [card.name_fr for card in cards.order_by("pk")] == [champion.name.fr for champion in champions()]
    assert str(load_champions()) == "0 made, 0 changed, 0 unlisted, 0 deleted, 11 kept"


def test_a_champion_that_is_gone_goes_unless_somebody_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    load_champions()
    needed, gone, *rest = champions()
    Card.objects.create(name="Copy", owner=Owner.objects.create(), remixed_from=Card.objects.get(slug=needed.slug))
    mine = Card.objects.create(name="Mine", kind=Kind.CHAMPION, owner=Owner.objects.create())
    monkeypatch.setattr("cards.loading.champions", lambda: tuple(rest))
    assert str(load_champions()) == "0 made, 0 changed, 1 unlisted, 1 deleted, 9 kept"
    assert Card.objects.get(slug=needed.slug).visibility == Visibility.UNLISTED
    assert not Card.objects.filter(slug=gone.slug).exists()
    assert Card.objects.filter(pk=mine.pk).exists()


def test_champions_say_what_they_can_do() -> None:
    every = champions()
    for champion in every:
        card = Card(kind=Kind.CHAMPION, abilities=list(champion.abilities))
        assert card.editions, champion.slug
        assert not idle_abilities(card), champion.slug
        assert is_icon(champion.art.icon)
        fair = fair_cost(
            EngineCard(champion.name.en, True, champion.cost, champion.av, champion.hp, champion.abilities)
        )
        assert -0.5 < champion.cost - fair < 2.5, champion.slug
        assert max(map(len, (champion.name.en, champion.name.fr))) <= 40
    assert len({champion.name.en for champion in every}) == len(every) == 11
    assert not {champion.name.en for champion in every} & {card.name.en for card in all_cards()}
