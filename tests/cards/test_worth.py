"""What cards are worth: as keys and orders of the search, on their pages; likes, remixes, pictures of decks."""

from __future__ import annotations

import io

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from PIL import Image

from accounts.models import Owner, User, Visibility
from accounts.services import adopt
from cards.costs import explain
from cards.likes import Like
from cards.models import Card, Deck, Kind
from cards.queries import Order, search
from cards.searching import QueryError, Vocabulary, understand
from tables.models import OutcomeCount
from tests.cards.factories import make_card, make_cards, make_deck, make_owner, make_set, sign_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def cards() -> list[Card]:
    """Cards of one set: dear, fair and cheap ones, one without a cost."""
    card_set = make_set("embers")
    creatures = [
        make_card(f"Wolf {cost}{av}", card_set, cost=cost, av=av, hp=2, abilities=["rage"] * (av > 3))
        for cost in (0, 2, 5)
        for av in (1, 4)
    ]
    spell = make_card("Spell", card_set, kind=Kind.INCANTATION, hp=None)
    return [*creatures, spell, make_card("Span", card_set, kind=Kind.BRIDGE)]


def fair(card: Card) -> float:
    return round(2 * explain(card.printed).fair) / 2


def found(query: str, order: str = "number") -> list[Card]:
    return search(understand(query, Vocabulary()), None, Order.of(order), 1, "en", 200).cards


@pytest.mark.parametrize("key", ["fair", "juste"])
@pytest.mark.parametrize("sign", ["=", "!=", "<", "<=", ">", ">="])
def test_cards_are_found_by_their_fair_cost(cards: list[Card], key: str, sign: str) -> None:
    holds = {
        "=": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
        "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
    }[sign]  # fmt: skip
    priced = [card for card in cards if card.kind != Kind.BRIDGE]
    middle = sorted(fair(card) for card in priced)[len(priced) // 2]
    if middle >= 0:
        assert set(found(f"{key}{sign}{middle:g}")) == {card for card in priced if holds(fair(card), middle)}
    assert set(found(f"{key}{sign}cost")) == {card for card in priced if holds(fair(card), card.cost)}
    assert set(found(f"cost{sign}{key}")) == {card for card in priced if holds(card.cost, fair(card))}
    assert set(found(f"-{key}{sign}av")) == set(cards) - {card for card in priced if holds(fair(card), card.av)}


def test_a_range_of_fair_costs(cards: list[Card]) -> None:
    assert set(found("fair:0.5-2.5")) == {c for c in cards if c.kind != Kind.BRIDGE and 0.5 <= fair(c) <= 2.5}


@pytest.mark.parametrize("query", ["fair:red", "wins>many", "fair=number", "wins>1000.55", "hp<set", "abilities>fair"])
def test_what_cannot_be_compared_is_told(query: str) -> None:
    with pytest.raises(QueryError) as wrong:
        understand(query, Vocabulary())
    assert wrong.value.right


@pytest.fixture
def shares(cards: list[Card], monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    counted = {cards[0].reference: 61.0, cards[1].reference: 44.5, "gone/card": 80.0}
    monkeypatch.setattr("games.decks.statistics.card_wins.shares_of_cards", lambda: counted)
    return counted


def test_cards_are_found_by_their_wins(cards: list[Card], shares: dict[str, float]) -> None:
    assert found("wins>55") == [cards[0]]
    assert found("victoires<=44.5%") == [cards[1]]
    assert found("wins>=0") == cards[:2]


@pytest.mark.parametrize(
    ("query", "places"),
    [("order:wins", [0, 1]), ("order:-wins", [1, 0]), ("-order:wins", [1, 0]), ("ordre:victoires", [0, 1])],
)
def test_a_query_says_in_which_order(
    cards: list[Card], shares: dict[str, float], query: str, places: list[int]
) -> None:
    """Whatever the list is asked for otherwise; what has no share comes last."""
    shown = found(query, "-cost")
    assert shown[:2] == [cards[at] for at in places]
    assert len(shown) == len(cards)


def test_lists_are_ordered_by_fair_cost(cards: list[Card]) -> None:
    for query, turned in (("order:fair", False), ("order:-fair", True), ("tri:-juste", True)):
        shown = [fair(card) for card in found(query) if card.kind != Kind.BRIDGE]
        assert shown == sorted(shown, reverse=turned)
        assert found(query)[-1].kind == Kind.BRIDGE
    with override("fr"):
        (part,) = understand("order:-fair", Vocabulary()).parts
        assert "coût juste" in part.words
    with pytest.raises(QueryError, match="Unknown order"):
        understand("order:beauty", Vocabulary())


def test_the_help_tells_both_languages(client: Client, cards: list[Card]) -> None:
    page = client.get("/cards/").content.decode()
    for word in ("fair", "juste", "wins", "victoires", "order", "ordre"):
        assert f"<code>{word}</code>" in page
    assert "fair&gt;cost order:-fair" in page
    ordered = client.get("/cards/", {"q": "order:-fair"}).content.decode()
    assert 'id="sort"' not in ordered


def test_the_sites_own_cards_come_first(client: Client) -> None:
    owner = make_owner()
    others = [make_card(f"A{at}", make_set(owner=owner, place=1), owner, cost=0) for at in range(3)]
    ours = make_cards(2, make_set("embers", place=900), cost=7)
    assert found("", "number")[:2] == ours
    page = client.get("/decks/new/")
    assert [tile.card for tile in page.context["built"].palette] == [*ours, *others]


def test_cards_of_two_people_are_not_mixed_up() -> None:
    sets = [make_set(owner=make_owner(), place=1000, name=name) for name in ("B", "A")]
    for number in (1, 2):
        for card_set in sets:
            make_card(card_set=card_set, owner=card_set.owner, number=number)
    assert [card.set.name for card in found("") if card.set] == ["A", "A", "B", "B"]


# Pages


def test_a_cards_page_tells_its_fair_cost_and_its_wins(client: Client, cards: list[Card]) -> None:
    wolf = cards[5]
    page = client.get(wolf.get_absolute_url()).content.decode()
    assert "In bot games, such a card is worth" in page
    assert "Win rate" not in page
    OutcomeCount.objects.create(
        kind="card", name=wolf.reference, mode="duel", format="draft", edition="season-2", people_only=False,
        seats=50, wins=28, draws=2,
    )  # fmt: skip
    page = client.get(wolf.get_absolute_url()).content.decode()
    assert "<b>58%</b>" in page
    assert set(found("wins>57")) == {wolf}
    assert "Fair cost" not in client.get(cards[-1].get_absolute_url()).content.decode()


def test_a_card_names_what_was_made_from_it(client: Client, cards: list[Card]) -> None:
    ada = make_owner("Ada")
    make_card("Hedge Wolf", owner=ada, remixed_from=cards[0])
    make_card("Secret Wolf", owner=ada, remixed_from=cards[0], visibility=Visibility.PRIVATE)
    page = client.get(cards[0].get_absolute_url()).content.decode()
    assert "Hedge Wolf" in page
    assert "Secret Wolf" not in page
    assert "Secret Wolf" in sign_in(client, ada).get(cards[0].get_absolute_url()).content.decode()


def test_what_is_liked_is_counted_once(client: Client, cards: list[Card]) -> None:
    deck = make_deck("Embers", cards[:2])
    for kind, thing in (("card", cards[0]), ("deck", deck)):
        address = reverse("cards:like", args=[kind, thing.token])
        assert client.get(address).status_code == 405
        assert client.post(address).url == thing.get_absolute_url()
        taken_back = client.post(address, headers={"HX-Request": "true"}).content.decode()
        assert 'aria-pressed="false"' in taken_back
        liked = client.post(address, headers={"HX-Request": "true"}).content.decode()
        assert 'aria-pressed="true"' in liked
        assert "<b>1</b>" in liked
        sign_in(Client(), make_owner()).post(address)
        assert thing.likes.count() == 2
    assert found("order:likes")[0] == cards[0]
    assert found("order:-likes")[-1] == cards[0]
    assert client.post(reverse("cards:like", args=["set", cards[0].token])).status_code == 404


def test_nobody_likes_what_is_their_own_or_not_for_them(client: Client) -> None:
    ada = make_owner("Ada")
    card = make_card(owner=ada, visibility=Visibility.PRIVATE)
    address = reverse("cards:like", args=["card", card.token])
    assert client.post(address).status_code == 404
    assert sign_in(client, ada).post(address).status_code == 404
    assert not Like.objects.exists()


def test_likes_of_a_guest_come_along_once(cards: list[Card]) -> None:
    guest, user = Owner.objects.create(), User.objects.create_user("Ada", password="correct horse battery")
    owner = Owner.objects.create(user=user)
    own = make_card(owner=owner)
    for card in (cards[0], cards[1], own):
        Like.objects.create(owner=guest, card=card)
    Like.objects.create(owner=owner, card=cards[1])
    adopt(guest=guest, user=user)
    assert set(Like.objects.values_list("owner", "card")) == {(owner.pk, cards[0].pk), (owner.pk, cards[1].pk)}


def test_a_link_to_a_deck_has_a_picture_of_its_cards(client: Client, cards: list[Card]) -> None:
    hidden = make_card("Secret", owner=make_owner("Ada"), visibility=Visibility.PRIVATE)
    deck = make_deck("Embers", [*cards[:6], hidden], stronghold=make_card("Keep", make_set(), kind=Kind.STRONGHOLD))
    address = reverse("files:deck", args=[deck.token, "en"])
    assert f'content="http://testserver{address}"' in client.get(deck.get_absolute_url()).content.decode()
    response = client.get(address)
    with Image.open(io.BytesIO(response.content)) as image:
        assert image.size == (1200, 630)
        colours = image.convert("RGB").getcolors(10**7)
        assert colours is not None and len(colours) > 500
    Deck.objects.filter(pk=deck.pk).update(visibility=Visibility.PRIVATE, owner=make_owner())
    assert client.get(address).status_code == 404
    assert client.get(f"/files/decks/{deck.token}-xx.png").status_code == 404
