"""Long lists are read part by part, by indexes: all pages together are the whole list, each card once, in order."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import caches

from accounts.models import Owner, Visibility
from cards import counting, queries
from cards.derived import renew
from cards.likes import Like, toggle
from cards.models import FIGHTERS, VALUED, Card, CardSet, Kind
from cards.queries import Order, search
from cards.searching import SetName, Vocabulary, understand
from tests.cards.factories import make_card, make_owner, make_set

pytestmark = pytest.mark.django_db
SETS = Vocabulary((SetName("north", "North"), SetName("south", "South")))
VALUE: dict[str, Callable[[Card], Any]] = {
    "name": lambda card: card.by_name,
    "cost": lambda card: card.cost if card.kind in VALUED else None,
    "av": lambda card: card.av if card.kind in VALUED else None,
    "hp": lambda card: card.hp if card.kind in FIGHTERS else None,
    "newest": lambda card: card.created,
    "fair": lambda card: card.fair,
    "likes": lambda card: card.like_count,
}


@pytest.fixture(autouse=True)
def long_already(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "MAX_SORTED", 10)
    monkeypatch.setattr(queries, "SMALL", 12)


@pytest.fixture(scope="module")
def ada(module_data: None) -> Owner:
    """Somebody with cards that nobody else finds."""
    chance, ada, bob = random.Random(7), make_owner("ada"), make_owner("bob")
    sets = [make_set("north"), make_set("south"), make_set("bobs", bob), None]
    for number in range(70):
        kind, of = chance.choice(Kind.values), chance.choice(sets)
        owner = of.owner if of else chance.choice((None, bob, ada))
        hidden = owner == ada and number % 2
        card = make_card(
            chance.choice(("Wolf", "Émile", "Ram", "Œuf")) + f" {chance.randrange(9)}", of, owner, kind=kind,
            cost=chance.randrange(4), av=chance.randrange(3), hp=chance.randrange(1, 4) if kind in FIGHTERS else None,
            visibility=Visibility.PRIVATE if hidden else Visibility.PUBLIC,
        )  # fmt: skip
        if owner is None and number % 5 == 0:
            toggle(thing=card, owner=bob)
    return ada


def whole(order: str, owner: Owner | None, query: str = "", size: int = 7, **more: Any) -> list[Card]:
    parsed, cards = understand(query, SETS), []
    first = search(parsed, owner, Order(order.removeprefix("-"), order[0] == "-", **more), 1, "en", size)
    for page in range(1, first.pages + 1):
        results = search(parsed, owner, Order(order.removeprefix("-"), order[0] == "-", **more), page, "en", size)
        assert results.counts == first.counts and results.total == first.total
        cards += results.cards
    assert len(cards) == first.total == len(set(cards))
    return cards


@pytest.mark.parametrize("turned", ["", "-"])
@pytest.mark.parametrize("order", [*VALUE, "number", "wins"])
@pytest.mark.parametrize(
    "query",
    ["", "t:creature,champion", *(pytest.param(more, marks=pytest.mark.long) for more in ("cost>=1", "-set:north"))],
)
def test_pages_together_are_the_list(ada: Owner, order: str, turned: str, query: str) -> None:
    everybodys = whole(turned + order, None, query)
    assert set(everybodys) == set(Card.objects.filter(understand(query, SETS).q(None), visibility=Visibility.PUBLIC))
    if order in VALUE:
        values = [VALUE[order](card) for card in everybodys]
        known = [value for value in values if value is not None]
        assert values == [*known, *[None] * (len(values) - len(known))]
        assert known == sorted(known, reverse=Order.of(turned + order).descends)
    mine = whole(turned + order, ada, query)
    assert [card for card in mine if card.visibility == Visibility.PUBLIC] == everybodys
    assert {card for card in mine if card not in everybodys} == set(
        Card.objects.filter(understand(query, SETS).q(ada), owner=ada, visibility=Visibility.PRIVATE)
    )


def test_the_order_of_sets_is_that_of_short_lists(ada: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    for order in ("number", "-number"):
        long = whole(order, None)
        monkeypatch.setattr(queries, "MAX_SORTED", 1000)
        assert long == whole(order, None)
        monkeypatch.setattr(queries, "MAX_SORTED", 10)


@pytest.mark.parametrize("order", [*VALUE, "number", "-number", "-cost", "wins"])
@pytest.mark.parametrize("size", [4, 7])
def test_of_too_many_the_first_are_shown(ada: Owner, monkeypatch: pytest.MonkeyPatch, order: str, size: int) -> None:
    cards = Card.objects.filter(visibility=Visibility.PUBLIC, cost__gte=0)
    assert cards.count() > 25
    everybodys = whole(order, None)  # in parts, as long lists are
    monkeypatch.setattr(counting, "MAX_LISTED", 25)
    assert whole(order, None, "cost>=0 or t:bridge,stronghold", size) == everybodys[:25]
    assert whole(order, ada, "cost>=0 or t:bridge,stronghold", size) == everybodys[:25]


def test_too_many_are_not_counted(ada: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    def found(query: str, page: int = 1) -> queries.CardResults:
        return search(understand(query, SETS), None, Order(), page, "en", 10)

    exact = found("is:unofficial")
    assert not exact.is_more and exact.counts.kinds and exact.counts.abilities is not None
    monkeypatch.setattr(counting, "MAX_LISTED", 25)
    many = found("is:unofficial", 9)
    assert (many.is_more, many.total, many.pages, many.page, many.last) == (True, 25, 3, 3, 25)
    assert many.counts == counting.Counts()
    # All cards are counted however many there are, and their pages lead to so many of them.
    everything = found("", 9)
    assert everything.is_cut and everything.total > 25 and (everything.pages, everything.last) == (3, 25)
    assert not found("").is_more and found("t:creature set:north").counts.kinds == found("set:north").counts.kinds
    # Of few that were chosen among too many, all are known but what else could be chosen.
    few = found("is:unofficial t:bridge set:north")
    assert not few.is_more and few.total == Card.objects.filter(kind="bridge", set__slug="north").count() > 0
    assert few.counts.kinds is None and few.counts.abilities is not None


def test_a_set_that_came_after_sizes_were_counted_is_among_too_many(
    ada: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "MAX_LISTED", 25)
    before = whole("number", None, "cost>=0 or t:bridge,stronghold")
    card = make_card("Wolf", make_set("new", place=0, name="A"))
    after = whole("number", None, "cost>=0 or t:bridge,stronghold")
    assert after == [card, *before[:24]]


def test_very_many_are_counted_once_a_minute(
    ada: Owner, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    monkeypatch.setattr(counting, "LARGE", 50)
    total = len(whole("number", None))
    make_card("Wolf", make_set("new"))
    with django_assert_max_num_queries(0):
        assert sum(group.size for group in counting._listed()) == total
    CardSet.objects.get(slug="south").delete()  # with its cards
    for order in ("number", "-number", "name", "cost"):
        results = search(understand("", SETS), None, Order(order), 1, "en", 7)
        assert results.total == total and len(results.cards) == 7
        assert results.counts.sets and "south" not in results.counts.sets
    caches["process"].clear()  # as it is a minute later
    left = len(whole("number", None))
    assert left == Card.objects.all().listed().count() < total
    monkeypatch.setattr(counting, "LARGE", 500)
    caches["process"].clear()
    make_card("Wolf", make_set("newer"))
    assert len(whole("number", None)) == left + 1


def test_a_page_of_too_many_asks_little_of_the_database(
    ada: Owner, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    monkeypatch.setattr(counting, "MAX_LISTED", 25)
    monkeypatch.setattr(queries, "SMALL", 1)
    for number in range(40):
        make_card("Wolf", make_set(f"one-of-{number}"), kind="bridge")
    with django_assert_max_num_queries(14):
        search(understand("is:unofficial", SETS), None, Order(), 3, "en", 10)


def test_the_sites_first(ada: Owner) -> None:
    owners = [card.owner_id is None for card in whole("cost", ada, "is:playable", site_first=True)]
    assert owners == sorted(owners, reverse=True)


def test_wins_come_first(ada: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    three = list(Card.objects.filter(owner=None, set__isnull=False).order_by("pk")[:3])
    counted = {card.reference: 40.0 + number for number, card in enumerate(three)}
    monkeypatch.setattr("games.decks.statistics.card_wins.shares_of_cards", lambda: counted)
    assert whole("wins", None)[:3] == three[::-1]
    assert whole("-wins", None)[:3] == three


def test_abilities_are_not_counted_in_long_lists(ada: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    assert search(understand("", SETS), None, Order(), 1, "en").counts.abilities is None
    monkeypatch.setattr(queries, "MAX_SORTED", 1000)
    assert search(understand("", SETS), None, Order(), 1, "en").counts.abilities == {}


def test_what_is_kept_for_sorting_is_worked_out_anew() -> None:
    card = make_card("Élan", abilities=["rage"])
    sort_keys = card.by_name, card.by_name_fr, card.fair
    assert sort_keys[:2] == ("elan", "elan") and card.fair is not None
    mine = Card.everything.filter(pk=card.pk)
    mine.update(by_name="", by_name_fr="x", fair=None)
    assert renew(mine) == 1
    card.refresh_from_db()
    assert (card.by_name, card.by_name_fr, card.fair) == sort_keys
    assert renew(mine) == 0


def test_likes_are_counted_as_they_come_and_go() -> None:
    card, cid, eve = make_card(), make_owner("cid"), make_owner("eve")
    before = Like.objects.count()
    for liker, count in ((cid, 1), (eve, 2), (cid, 1)):
        toggle(thing=card, owner=liker)
        card.refresh_from_db()
        assert card.like_count == count
    eve.delete()
    card.refresh_from_db()
    assert card.like_count == 0 and Like.objects.count() == before
