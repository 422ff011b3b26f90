"""What people ask by habit from other sites, and what they paste: answered, or told what to write instead."""

from itertools import pairwise
from typing import Any

import pytest
from django.test import Client

from cards.models import Card, Kind, Picture
from cards.queries import Order, order_of, search
from cards.searching import QueryError, SetName, Vocabulary, understand
from tests.cards.factories import make_card, make_cards, make_deck, make_owner, make_set

pytestmark = pytest.mark.django_db
WORDS = Vocabulary((SetName("fish", "Fish"),))


@pytest.fixture
def fish() -> dict[str, Card]:
    pack = make_set("fish")
    cards = [
        make_card(
            "Ferry Pike", pack, name_fr="Brochet du bac", slug="ferry-pike", cost=2, abilities=["rage", "aura:rage"]
        ),
        make_card("Ferry", pack, slug="ferry", cost=3, flavour="Over the pike's back"),
        make_card("Coin Flip", pack, slug="coin-flip", kind=Kind.INCANTATION, cost=4),
        make_card("Widow's Driver", pack, slug="widow-s-driver", cost=5, abilities=["rage"]),
    ]
    return {card.name: card for card in cards}


def found(query: str) -> set[str]:
    cards = search(understand(query, WORDS), None, Order(), 1, "en").cards
    return {card.name for card in cards}


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ('!"Ferry Pike"', {"Ferry Pike"}),
        ("!ferry", {"Ferry"}),
        ("!“brochet du bac”", {"Ferry Pike"}),
        ("-!ferry ferry", {"Ferry Pike"}),
        ('!ferry or !"coin flip"', {"Ferry", "Coin Flip"}),
        ("ferr*", {"Ferry Pike", "Ferry"}),
        ("name:*ike", {"Ferry Pike"}),
        ("name:f*y", {"Ferry Pike", "Ferry"}),
        ("name:fer*ike", set()),  # within a word
        ("f:pik*", {"Ferry"}),
        ("*ike", {"Ferry Pike", "Ferry"}),
        ("coin-flip", {"Coin Flip"}),
        ("coin\u2013flip", {"Coin Flip"}),
        ("coin\u2011flip", {"Coin Flip"}),
        ("name:coin-flip", {"Coin Flip"}),
        ("widow\u2018s driver", {"Widow's Driver"}),
        ("widow\u02bcs driver", {"Widow's Driver"}),
        ("widow`s", {"Widow's Driver"}),
        ("name:fer\u200bry name:pi\u00adke", {"Ferry Pike"}),
        ("cn>=3", {"Coin Flip", "Widow's Driver"}),
        ("keywords>=2", {"Ferry Pike"}),
        ("kw:rage", {"Ferry Pike", "Widow's Driver"}),
        ("a=1", {"Widow's Driver"}),
        ("is:vanilla", {"Ferry", "Coin Flip"}),
        ("not:vanilla", {"Ferry Pike", "Widow's Driver"}),
        ("not:aura", {"Ferry", "Coin Flip", "Widow's Driver"}),
        ("has:aura", {"Ferry Pike"}),
        ("has:rage", {"Ferry Pike", "Widow's Driver"}),
        ("has:flavor", {"Ferry"}),
        ("-has:ability", {"Ferry", "Coin Flip"}),
        ("has:picture", set()),
        ("cost:even", {"Ferry Pike", "Coin Flip"}),
        ("cmc=odd", {"Ferry", "Widow's Driver"}),
        ("cout!=pair", {"Ferry", "Widow's Driver"}),
        ("hp:even", set()),
        ("av+cost>5", {"Coin Flip", "Widow's Driver"}),
        ("pow + cmc <= 4", {"Ferry Pike"}),
        ("av+cost:odd", {"Ferry", "Widow's Driver"}),
        ("cost=av+hp", {"Widow's Driver"}),
        ("av+hp>cost+abilities", {"Ferry Pike", "Ferry"}),
        ("av+cost:5-6", {"Ferry", "Coin Flip"}),
        ("av+cost!=even", {"Ferry", "Widow's Driver"}),
        ("art:wolf", {"Ferry"}),
        ("art:spires", {"Ferry"}),
        ("artist:lorc", {"Ferry"}),
        ("artist:ann", {"Coin Flip"}),
        ("-art:wolf artist:ann,lorc", {"Coin Flip"}),
    ],
)
def test_habits_are_understood(fish: dict[str, Card], query: str, names: set[str]) -> None:
    make_card("Gate", fish["Ferry"].set, slug="gate", kind=Kind.INCANTATION, cost=99, number=0, abilities=["aura:rage"])
    Card.objects.filter(kind=Kind.CREATURE).update(hp=3)
    Card.objects.filter(name="Ferry").update(art={"icon": "wolf-head", "scene": "spires", "tint": "amber"})
    Card.objects.filter(name="Coin Flip").update(credit="By Ann")
    for number, card in enumerate(fish.values(), 1):
        Card.objects.filter(pk=card.pk).update(number=number)
    assert found(query) - {"Gate"} == names


@pytest.mark.parametrize("word", ["cmc", "mv", "pow", "power", "tou", "av", "hp", "name", "set", "likes", "newest"])
def test_orders_know_the_words_of_comparisons(word: str) -> None:
    assert order_of(understand(f"order:{word}", WORDS)) is not None
    assert order_of(understand(f"sort:-{word}", WORDS)) is not None


def test_a_direction_turns_the_order() -> None:
    def order(query: str) -> str:
        return str(order_of(understand(query, WORDS)))

    assert order("order:cmc direction:desc") == "-cost"
    assert order("dir:asc sort:power") == "av"
    assert order("order:newest direction:desc") == "newest"  # the newest come first as it is
    assert order("direction:desc") == "-number"
    assert order("ferry") == "None"


@pytest.mark.parametrize(
    ("query", "place", "words"),
    [
        ("/tide$/", "/tide$/", "You can't search by pattern between / and /."),
        ("name:/^F/", "/^F/", "You can"),
        ("o:/a|b/i", "/a|b/i", "You can"),
        ("pow*tou>8", "pow*tou>8", "Values can only be added."),
        ("pow+rage>8", "8", "“rage” can't be added."),
        ("av+hp>many", "many", "a whole number"),
        ("art:ax", "ax", "Too short: at least 3 letters."),
        ("*", "*", "“*” alone matches every card."),
        ("name:*", "*", "“*” alone"),
        ("a*b*c*d*e*f", "a*b*c*d*e*f", "at most 4 *"),
        ("!t:creature", "!t:", "“!” goes before a name."),
        ("!", "!", "“!” goes before a name."),
        ('!""', '!""', "“!” goes before a name."),
        ("!!", "!!", "“!” goes before a name."),
        ('! "Ferry Pike"', "!", "“!” goes before a name."),
        ("(ferry) !", "!", "“!” goes before a name."),
        ("r:common", "r:common", "search cards by “r”."),
        ("format:standard", "format:standard", "search cards by “format”."),
        ("has:watermark", "watermark", "Unknown ability “watermark”."),
        ("direction:left", "left", "Unknown direction"),
        ("order:rarity", "rarity", "Unknown order"),
    ],
)
def test_what_is_no_sign_here_is_told(query: str, place: str, words: str) -> None:
    with pytest.raises(QueryError) as raised:
        understand(query, WORDS)
    assert raised.value.cut(query)[1] == place
    assert words in raised.value.message


def test_short_keys_are_not_guessed() -> None:
    with pytest.raises(QueryError) as raised:
        understand("zz:5", WORDS)
    assert "Did you mean" not in raised.value.right


@pytest.mark.parametrize(
    "query", ["Ferry Pkie", "ferri pike", "ferrypike", "!ferrypike", "Fery Pike", "brochet de bac", '"ferry pkie"']
)
def test_a_slip_gets_a_suggestion(client: Client, fish: dict[str, Card], query: str) -> None:
    response = client.get("/cards/", {"q": query})
    assert response.context["page"].alike == fish["Ferry Pike"]
    html = response.content.decode()
    assert "Did you mean" in html and "?q=%21%22Ferry+Pike%22" in html


@pytest.mark.parametrize(("query", "name"), [("widows driver", "Widow's Driver"), ("coinflip", "Coin Flip")])
def test_what_stands_between_letters_may_be_left_out(
    client: Client, fish: dict[str, Card], query: str, name: str
) -> None:
    assert client.get("/cards/", {"q": query}).context["page"].alike == fish[name]


def test_what_is_like_nothing_gets_none(client: Client, fish: dict[str, Card]) -> None:
    for query in ("qqqqqq", "t:creature cost>90", "x" * 300):
        response = client.get("/cards/", {"q": query})
        assert response.status_code == 200 and response.context["page"].alike is None


def test_private_cards_are_suggested_to_their_owner_alone(client: Client) -> None:
    make_card("Hidden Heron", None, make_owner("eve"), visibility="private")
    assert client.get("/cards/", {"q": "hiddn heron"}).context["page"].alike is None


def test_addresses_of_this_site_lead_to_what_they_are_about(client: Client, fish: dict[str, Card]) -> None:
    for address in (
        "https://x.org/fr/cards/fish/ferry-pike/",
        "<http://localhost:8000/cards/fish/ferry-pike/?utm_source=a>.",
    ):
        for page in ("/cards/", "/grimoire/search/", "/rulings/"):
            assert client.get(page, {"q": address})["Location"] == "/cards/fish/ferry-pike/"
    deck = make_deck("Mine", [fish["Ferry"]], make_owner("eve"))
    assert client.get("/cards/", {"q": f"x.org/decks/{deck.token}/"})["Location"] == f"/decks/{deck.token}/"
    assert client.get("/cards/", {"q": "https://example.com/a/b/c/d"}).status_code == 200


def test_addresses_in_capitals_lead_to_the_card(client: Client, fish: dict[str, Card]) -> None:
    assert client.get("/cards/FISH/Ferry-PIKE/")["Location"] == "/cards/fish/ferry-pike/"
    assert client.get("/fr/cards/fish/FERRY-PIKE/")["Location"] == "/fr/cards/fish/ferry-pike/"
    assert client.get("/cards/sets/FISH/")["Location"] == "/cards/sets/fish/"
    assert client.get("/cards/sets/NONE/", follow=True).status_code == 404


def test_one_card_by_name_for_programs(client: Client, fish: dict[str, Card]) -> None:
    def named(**params: str) -> Any:
        return client.get("/api/v1/cards/named", params)

    assert named(exact="FERRY  pike").json()["reference"] == "fish/ferry-pike"
    for signs in ('"Ferry Pike"', "\u201cFerry Pike\u201d", "\u00ab Brochet du bac \u00bb"):
        assert named(exact=signs).json()["reference"] == "fish/ferry-pike", signs
        assert named(fuzzy=signs).json()["reference"] == "fish/ferry-pike", signs
    assert named(exact='""').status_code == 404
    make_card('"Ferry Pike"', fish["Ferry"].set, slug="said")  # whose name has the quotes keeps it
    assert named(exact='"Ferry Pike"').json()["reference"] == "fish/said"
    assert named(exact="Brochet du bac").json()["reference"] == "fish/ferry-pike"
    assert named(fuzzy="ferri pkie").json()["reference"] == "fish/ferry-pike"
    assert named(fuzzy="widows driver").json()["reference"] == "fish/widow-s-driver"
    assert named(fuzzy="DRIV").json()["reference"] == "fish/widow-s-driver"  # a part, which looks like no whole name
    make_card("Ferry Bell", fish["Ferry"].set, slug="ferry-bell")
    make_card("Ferry Bell", make_set("others"))  # of the same name: no other answer
    several = named(fuzzy="ferr")
    assert several.status_code == 404 and several.json()["error"]["code"] == "ambiguous"
    references = ["fish/ferry", "fish/ferry-bell", "fish/ferry-pike", "fish/said"]
    assert sorted(card["reference"] for card in several.json()["cards"]) == references
    assert "Ferry Bell" in several.json()["error"]["message"]
    assert named(fuzzy="ferry b").json()["reference"] == "fish/ferry-bell"
    assert named(exact="ferri pkie").status_code == named(fuzzy="qqqqqqqq").status_code == 404
    assert named().status_code == named(exact="a", fuzzy="b").status_code == named(fuzzy="x" * 99).status_code == 400


def test_a_ruling_by_its_number_for_programs(client: Client) -> None:
    by_number = client.get("/api/v1/rulings/7.9")
    assert by_number.status_code == 200 and by_number.json()["number"] == "7.9"
    assert client.get(f"/api/v1/rulings/{by_number.json()['id']}").json() == by_number.json()
    assert client.get("/api/v1/rulings/99.9").status_code == 404


@pytest.mark.parametrize("query", ["order:random", "order:random7 t:creature", "ordre:hasard"])
def test_a_random_order_is_the_same_on_each_page(query: str) -> None:
    made = [card.pk for card in make_cards(30)]
    pages = [search(understand(query, WORDS), None, Order(), page, "en", size=7).cards for page in (1, 2, 3, 4, 5)]
    keys = [card.pk for page in pages for card in page]
    assert sorted(keys) == made
    assert keys != made and keys != made[::-1]
    again = search(understand(query, WORDS), None, Order(), 3, "en", size=7).cards
    assert [card.pk for card in again] == keys[14:21]


def test_another_number_is_another_random_order() -> None:
    make_cards(30)

    def keys(query: str) -> list[int]:
        return [card.pk for card in search(understand(query, WORDS), None, Order(), 1, "en").cards]

    orders = [keys(f"order:random{seed}") for seed in range(1, 6)]
    assert len({tuple(order) for order in orders}) == 5
    steps = {b - a for order in orders for a, b in pairwise(order)}
    assert len(steps) > 30  # no lattice: neighbours are at all distances


def test_a_random_order_of_very_many_is_one_too(monkeypatch: pytest.MonkeyPatch) -> None:
    make_cards(30)
    few = [card.pk for card in search(understand("order:random3", WORDS), None, Order(), 2, "en", size=7).cards]
    monkeypatch.setattr("cards.queries.MAX_SORTED", 3)
    many = [card.pk for card in search(understand("order:random3", WORDS), None, Order(), 2, "en", size=7).cards]
    assert few == many


def suggested(client: Client, query: str) -> list[tuple[str, str]]:
    response = client.get("/cards/", {"q": query}, headers={"hx-request": "true", "hx-trigger": "q"})
    return [(completion.text, completion.href) for completion in response.context["page"].completions]


@pytest.mark.parametrize(
    ("query", "texts"),
    [
        ("fer", {"Ferry", "Ferry Pike"}),
        ("FERRY p", {"Ferry Pike"}),
        ("brochet du", {"Ferry Pike"}),
        ("driv", {"Widow's Driver"}),
        ("cost<=3 coin", {"Coin Flip"}),
        ("rag", {"a:rage"}),
        ("a:ra", {"a:rage"}),
        ("-aura:rag", {"aura:rage"}),
        ("t:cr", {"t:creature"}),
        ("is:pi", {"is:pictured"}),
        ("is:va", {"is:vanilla"}),
        ("not:si", {"not:site", "not:simple"}),
        ("-has:fl", {"has:flavour"}),
        ("has:ra", {"has:rage"}),
        ("art:wyv", {"art:wyvern"}),
        ("art:écur", {"art:ecureuil"}),
        ("artist:lor", {"artist:lorc", 'artist:"lord berandas"'}),
        ("cost:ev", {"cost:even"}),
        ("pv:imp", {"pv:impair", "pv:impaire"}),
        ("ordre:has", {"ordre:hasard"}),
        ("art:", set()),
        ("artist:", set()),
        ("cost:", set()),
        ("order:ra", {"order:random"}),
        ("cost<=3 edition:", {"edition:1", "edition:2"}),
        ("f", set()),
        ("cost<=3", set()),
        ("cost:3", set()),
        ("a:rage", set()),
        ('"ferry', set()),
        ("", set()),
    ],
)
def test_what_may_be_typed_next_is_suggested(
    client: Client, fish: dict[str, Card], query: str, texts: set[str]
) -> None:
    assert {text for text, _href in suggested(client, query)} == texts


def test_a_suggestion_leads_to_the_card_or_to_the_whole_query(client: Client, fish: dict[str, Card]) -> None:
    assert dict(suggested(client, "coin"))["Coin Flip"] == fish["Coin Flip"].get_absolute_url()
    assert dict(suggested(client, "cost<=3 rag"))["a:rage"] == "/cards/?q=cost%3C%3D3+a%3Arage"
    private = make_card("Ferocious", owner=make_owner(), visibility="private")
    assert private.name not in dict(suggested(client, "fero"))


def test_nothing_is_suggested_where_nobody_types(client: Client, fish: dict[str, Card]) -> None:
    assert client.get("/cards/", {"q": "fer"}).context["page"].completions == []


def test_other_cards_of_a_name_are_on_its_page(client: Client, fish: dict[str, Card]) -> None:
    other = make_card("Ferry Pike", make_set("pond"), slug="pike")
    make_card("Ferry Pike", owner=make_owner(), visibility="private")
    page = client.get(fish["Ferry Pike"].get_absolute_url())
    assert page.context["details"].printings == [other]
    assert "Other cards with this name" in page.content.decode()
    assert "Other cards with this name" not in client.get(fish["Ferry"].get_absolute_url()).content.decode()


def test_pictures_are_found_in_french_too(fish: dict[str, Card]) -> None:
    make_card("Howler", fish["Ferry"].set, art={"icon": "wolf-head", "scene": "peaks", "tint": "tide"})
    assert "Howler" in found("art:loup") and "Howler" in found("art:loups")
    assert "Howler" not in found("-art:loup")
    make_card("Drifter", fish["Ferry"].set, art={"icon": "fox-head", "scene": "clouds", "tint": "tide"})
    assert "Drifter" in found("art:nuage") and "Drifter" in found("art:cloud")
    assert found("ordre:aléatoire") == found("order:random")


@pytest.mark.parametrize("query", ["artist:éclair", "artist:Éclair", 'artist:"ÉCLAIR"', "artist:ecl"])
def test_an_artist_is_found_with_accents(query: str) -> None:
    make_card("Copy", make_set("copies"), credit="“Fox” (Éclair)" if "ecl" not in query else "“Fox” (eclair)")
    assert found(query) == {"Copy"}


def test_an_artist_is_found_by_the_name_of_today() -> None:
    artist = make_owner("ada")
    picture = Picture.objects.create(owner=artist, width=9, height=9, size=9, file="pictures/none.jpg")
    make_card("Drawn", make_set("drawn"), picture=picture, art={"zoom": 1})
    make_card("Remix", make_set("remixes"), credit="“Drawn” (ada) ← “Older” (bob)")
    assert found("artist:ada") == {"Drawn", "Remix"}
    assert artist.user is not None
    artist.user.username = "grace"
    artist.user.save()
    assert found("artist:grace") == {"Drawn", "Remix"}
    assert found("artist:ada") == set()
    assert found("artist:bob") == {"Remix"}
