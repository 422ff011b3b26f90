"""Parts of the catalogue's pages: addresses, pages, bars, tiles, comparisons, sets."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from cards import tiles
from cards.browsing import SORT_NAMES, Bar, CatalogueAddress, CataloguePage, catalogue_page
from cards.comparing import comparison_of
from cards.details import explained, set_details, set_list
from cards.models import Card, Kind
from cards.queries import Order, cards_of_set, decks_with, search, visible_cards, vocabulary_of
from cards.searching import understand
from cards.tiles import tile_of
from tests.cards.factories import make_card, make_cards, make_deck, make_owner, make_set

pytestmark = pytest.mark.django_db


def page_of(query: str = "", **more: object) -> CataloguePage:
    return catalogue_page(CatalogueAddress(query, **more), None, "en")  # type: ignore[arg-type]


# Addresses


def test_an_address_says_only_what_is_unusual() -> None:
    assert CatalogueAddress().to() == "/cards/"
    assert (
        CatalogueAddress("a:rage", Order("cost", True), "table", 3).to() == "/cards/?q=a%3Arage&sort=-cost&view=table"
    )
    assert CatalogueAddress("a:rage", page=3).to(page=4) == "/cards/?q=a%3Arage&page=4"
    assert CatalogueAddress("a:rage", Order("cost")).to(query="") == "/cards/?sort=cost"
    with override("fr"):
        assert CatalogueAddress().to(query="é&=") == "/fr/cards/?q=%C3%A9%26%3D"


@pytest.mark.parametrize("text", ["", "number", "-number", "name", "-name", "cost", "-av", "hp", "newest", "-newest"])
def test_orders_are_written_as_they_are_read(text: str) -> None:
    assert str(Order.of(text)) == (text or "number")


@pytest.mark.parametrize("text", ["--cost", "COST", "cost ", "price", "-", "\0"])
def test_unknown_orders_are_the_usual_one(text: str) -> None:
    assert Order.of(text) == Order()


def test_pages_to_turn_to_leave_out_the_middle() -> None:
    make_cards(5, make_set())
    query = understand("", vocabulary_of([]))
    pages = [search(query, None, Order(), page, "en", size=1) for page in range(7)]
    assert [results.page for results in pages] == [1, 1, 2, 3, 4, 5, 5]
    assert [(results.first, results.last) for results in pages[1:6]] == [(n, n) for n in range(1, 6)]
    page = page_of()
    assert list(page.pages) == [] and page.before == page.after == ""
    many = search(query, None, Order(), 1, "en", size=1)
    page.results = type(many)(many.cards, 1200, 10, 20, many.counts)
    assert [number for number, _href in page.pages] == [1, 0, 8, 9, 10, 11, 12, 0, 20]
    assert page.before == "/cards/?page=9" and page.after == "/cards/?page=11"


def test_nothing_found_is_a_page_too() -> None:
    page = page_of("wolf")
    assert page.results is not None
    assert (page.results.total, page.results.pages, page.results.first, page.results.last) == (0, 1, 0, 0)


# Filters


def test_a_bar_asks_for_its_cost_and_takes_it_back() -> None:
    make_card(cost=3)
    make_card(cost=3, kind=Kind.INCANTATION)
    make_card(cost=9)
    bars = page_of("t:creature hp>=1").bars
    assert bars[3] == Bar("3", 1, 100, "/cards/?q=t%3Acreature+cost%3D3+hp%3E%3D1", False)
    assert bars[9].href == "/cards/?q=t%3Acreature+cost%3E%3D9+hp%3E%3D1"
    chosen = page_of("t:creature cost=3").bars[3]
    assert chosen.chosen and chosen.href == "/cards/?q=t%3Acreature" and chosen.drop == 0
    assert page_of("cost>=9").bars[9].chosen


def test_every_order_can_be_turned_round() -> None:
    for name in SORT_NAMES:
        page = page_of(order=Order(name))
        assert page.turned == page.address.to(order=f"-{name}")
        assert page_of(order=Order(name, True)).turned == page.address.to(order=name)
        assert page.descends is not page_of(order=Order(name, True)).descends
    assert page_of(order=Order("newest")).descends and not page_of(order=Order("cost")).descends


def test_columns_turn_round_when_asked_again() -> None:
    columns = page_of(order=Order("cost")).columns
    assert (columns["cost"].direction, columns["cost"].href) == ("ascending", "/cards/?sort=-cost")
    assert (columns["av"].direction, columns["av"].href) == ("none", "/cards/?sort=av")
    assert page_of(order=Order("cost", True)).columns["cost"].direction == "descending"


def test_the_other_view_shows_the_same_cards() -> None:
    assert page_of("a:rage").other_view == "/cards/?q=a%3Arage&view=table"
    assert page_of("a:rage", view="table", page=2).other_view == "/cards/?q=a%3Arage&page=2"


def test_a_faulty_query_leaves_the_form_usable() -> None:
    page = page_of("a:rage (")
    assert page.error is not None and page.results is None and page.tiles == []
    assert page.wrong == ("a:rage ", "(", "")
    assert page.choices.rest == "a:rage ("
    assert len(page.kinds) == 5 and len(page.bars) == 10


def test_sets_of_others_are_boxes_only_where_they_have_cards() -> None:
    ada = make_owner("ada")
    make_set("site")
    make_set("empty", ada)
    make_card("Hers", make_set("full", ada), ada)
    assert [box.value for box in page_of().set_choices] == ["site", "full"]


# Tiles


def test_a_face_is_drawn_once_for_what_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    render = tiles.render_to_string
    monkeypatch.setattr(tiles, "render_to_string", lambda *args: drawn.append(args) or render(*args))
    tiles._drawn.cache_clear()
    card = make_card("Wolf", make_set("pack"), abilities=["rage"])
    first = tile_of(card, "en")
    card.visibility, card.revision = "private", 9
    card.save()
    assert tile_of(Card.objects.get(pk=card.pk), "en").drawing is first.drawing
    assert len(drawn) == 1
    for change in (
        {"av": 7},
        {"abilities": ["aim"]},
        {"flavour": "It howls."},
        {"art": {"seed": "x"}},
        {"name": "Ulf"},
    ):
        for field, value in change.items():
            setattr(card, field, value)
        tile_of(card, "en")
    card.set.accent = "#123456"
    tile_of(card, "en")
    with override("fr"):
        tile_of(card, "fr")
    assert len(drawn) == 8


def test_a_tile_s_label_says_what_the_face_shows() -> None:
    wolf = make_card("Wolf", cost=4, av=5, hp=6, abilities=["rage", "aura:aim"], name_fr="Loup")
    assert tile_of(wolf, "en").label == "Wolf, Creature, Mana cost 4, attack value 5, 6 HP, Rage, Aura: Aim"
    spell = make_card("Spark", kind=Kind.INCANTATION, hp=None)
    assert tile_of(spell, "en").label == "Spark, Incantation, Mana cost 2, attack value 2"
    keep = make_card("Keep", kind=Kind.STRONGHOLD)
    assert tile_of(keep, "en").label == "Keep, Stronghold" and not tile_of(keep, "en").has_values
    with override("fr"):
        assert tile_of(wolf, "fr").label.startswith("Loup, Créature")


def test_both_sides_of_a_stronghold_are_drawn() -> None:
    assert len(tiles.drawings_of(make_card("Keep", kind=Kind.STRONGHOLD), "en")) == 2
    assert len(tiles.drawings_of(make_card("Wolf"), "en")) == 1


# Comparisons


def test_a_comparison_marks_differences_and_the_highest() -> None:
    cards = [make_card("A", cost=1, av=3, hp=3), make_card("B", cost=1, av=5, hp=None, kind=Kind.INCANTATION)]
    lines = {line.name: line for line in comparison_of(cards, [], "en", None).lines}
    assert lines["Mana cost"].cells == [("1", False), ("1", False)]
    assert lines["Attack value"].cells == [("3", False), ("5", True)]
    assert lines["Health Points"].cells == [("3", True), ("–", False)]  # noqa: RUF001
    assert lines["Type"].differs and not lines["Set"].differs
    assert lines["Seasons"].values == ("1, 2", "1, 2")


def test_abilities_that_most_bear_come_first() -> None:
    cards = [
        make_card("A", abilities=["rage", "aim"]),
        make_card("B", abilities=["rage", "aura:sprint"]),
        make_card("C", abilities=["rage", "aim"]),
    ]
    lines = [line for line in comparison_of(cards, [], "en", None).lines if line.slug]
    assert [(line.name, line.slug, line.differs) for line in lines] == [
        ("Rage", "rage", False),
        ("Aim", "aim", True),
        ("Aura: Sprint", "sprint", True),
    ]


def test_nothing_compared_is_no_table() -> None:
    comparison = comparison_of([], ["a/b"], "en", None)
    assert (comparison.lines, comparison.tiles, comparison.missing) == ([], [], ["a/b"])


# Sets and cards


def test_sets_are_listed_with_their_numbers_of_cards() -> None:
    pack, ada = make_set("pack", abilities=["rage"]), make_owner("ada")
    make_cards(3, pack)
    make_card("Private", pack, visibility="private", hidden_at=None)
    make_set("hers", ada, visibility="private")
    (entry,) = set_list(None)
    assert (entry.card_set, entry.count, entry.abilities[0].name) == (pack, 3, "Rage")
    assert len(set_list(ada)) == 2


def test_a_set_leads_to_the_sets_around_it() -> None:
    first, second, third = make_set("one"), make_set("two"), make_set("three")
    details = set_details(second, None, "en")
    assert (details.before, details.after, details.count) == (first, third, 0)
    assert set_details(first, None, "en").before is None and set_details(third, None, "en").after is None


def test_cards_that_others_put_into_a_set_of_the_site_are_not_its_own() -> None:
    pack, ada = make_set("pack"), make_owner("ada")
    own = make_card("Own", pack)
    make_card("Foreign", pack, ada)
    assert cards_of_set(pack, None) == [own]


def test_abilities_are_explained_by_season() -> None:
    aerial = explained("aerial", "en")
    assert aerial.season_1 and aerial.season_1 != aerial.text and aerial.lent == "aerial"
    rage = explained("aura:rage", "fr")
    assert rage.aura and rage.lent == "rage" and rage.season_1 == ""


def test_decks_with_a_card_are_those_that_the_reader_finds() -> None:
    wolf, ada = make_card("Wolf"), make_owner("ada")
    site = make_deck("Site's", [wolf])
    hers = make_deck("Hers", [], ada, champion=wolf)
    private = make_deck("Private", [wolf], ada, visibility="private")
    assert decks_with(wolf, None) == [site, hers]
    assert set(decks_with(wolf, ada)) == {site, hers, private}
    assert visible_cards(None).get() == wolf
