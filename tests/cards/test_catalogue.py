"""The catalogue's pages with Django's test client: what they list, to whom, at which addresses."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from accounts.models import Owner, Visibility
from cards import sections
from cards.models import Card, Kind
from cards.queries import Order, cards_by_reference, neighbours, reference_of
from tests.cards.factories import make_card, make_cards, make_deck, make_owner, make_set, sign_in

pytestmark = pytest.mark.django_db


def html_of(client: Client, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status, path
    return response.content.decode()


def listed(client: Client, path: str = "/cards/") -> list[str]:
    """The names on a page of the catalogue, in order."""
    html = html_of(client, path)
    return [
        label.split(",")[0] for label in re.findall(r'<a class="card-holder" href="[^"]*"\s+aria-label="([^"]*)"', html)
    ]


# What is listed, and to whom


def test_everybody_finds_what_is_public_and_the_owner_what_is_theirs(client: Client) -> None:
    ada, eve = make_owner("ada"), make_owner()
    make_card("Of the site", make_set())
    make_card("Public", owner=ada)
    make_card("Unlisted", owner=ada, visibility=Visibility.UNLISTED)
    make_card("Private", owner=ada, visibility=Visibility.PRIVATE)
    make_card("Hidden", owner=ada, hidden_at=timezone.now())
    make_card("Thrown away", owner=ada, deleted_at=timezone.now())
    assert set(listed(client)) == {"Of the site", "Public"}
    assert set(listed(sign_in(Client(), ada))) == {"Of the site", "Public", "Unlisted", "Private", "Hidden"}
    assert set(listed(sign_in(Client(), eve))) == {"Of the site", "Public"}
    assert listed(sign_in(Client(), ada), "/cards/?q=is:own+unlisted") == ["Unlisted"]


def test_private_sets_are_no_words_of_the_search_for_others(client: Client) -> None:
    ada = make_owner("ada")
    secret = make_set("secret-plans", ada, visibility=Visibility.PRIVATE)
    make_card("Plan", secret, ada)
    assert "Unknown set" in html_of(client, "/cards/?q=set:secret-plans")
    assert listed(sign_in(Client(), ada), "/cards/?q=set:secret-plans") == ["Plan"]
    assert client.get("/cards/sets/secret-plans/").status_code == 404
    assert "secret-plans" not in html_of(client, "/cards/sets/")


# Order and pages


def test_cards_come_in_the_order_asked_for(client: Client) -> None:
    of_set = make_set()
    make_card("Beta", of_set, name_fr="Zèbre", cost=3, av=1, hp=2, number=1)
    make_card("Émile", of_set, name_fr="Âne", cost=1, av=2, hp=9, number=2)
    make_card("Zed", of_set, name_fr="Bœuf", kind=Kind.INCANTATION, cost=2, av=9, hp=None, number=3)
    for sort, expected in {
        "": ["Beta", "Émile", "Zed"],
        "-number": ["Zed", "Émile", "Beta"],
        "name": ["Beta", "Émile", "Zed"],
        "-name": ["Zed", "Émile", "Beta"],
        "cost": ["Émile", "Zed", "Beta"],
        "-cost": ["Beta", "Zed", "Émile"],
        "av": ["Beta", "Émile", "Zed"],
        "hp": ["Beta", "Émile", "Zed"],
        "-hp": ["Émile", "Beta", "Zed"],
        "newest": ["Zed", "Émile", "Beta"],
        "nonsense": ["Beta", "Émile", "Zed"],
    }.items():
        assert listed(client, f"/cards/?sort={sort}") == expected, sort
    assert listed(client, "/fr/cards/?sort=name") == ["Âne", "Bœuf", "Zèbre"]
    assert str(Order.of("-cost")) == "-cost"


def test_pages_hold_sixty_and_lead_to_each_other(client: Client) -> None:
    make_cards(130, make_set())
    first, last = html_of(client, "/cards/?q=t:creature"), html_of(client, "/cards/?q=t:creature&page=3")
    assert first.count('class="tile"') == 60 and last.count('class="tile"') == 10
    assert re.search(r'rel="next"\s+href="/cards/\?q=t%3Acreature&amp;page=2"', first)
    assert 'rel="prev"' not in first and 'rel="next"' not in last
    assert "121 to 130" in last
    seen = [name for page in (1, 2, 3) for name in listed(client, f"/cards/?page={page}")]
    assert len(seen) == len(set(seen)) == 130
    for page in ("0", "-3", "x", "99", "9" * 30, "²"):
        assert client.get("/cards/", {"page": page}).status_code == 200


def test_a_page_asks_the_database_little_however_many_cards_there_are(
    client: Client, settings: Any, django_assert_max_num_queries: object
) -> None:
    settings.LIMITS = False  # what a visitor has spent is noted now and then
    make_cards(100, make_set())
    for path in ("/cards/", "/cards/?view=table", "/cards/?q=t:creature set:zz or a:rage", "/cards/?q=t:creature"):
        with django_assert_max_num_queries(6):  # type: ignore[operator]
            client.get(path)


# Searching


def test_a_query_says_what_it_understood_and_each_part_can_be_taken_away(client: Client) -> None:
    make_card("Wolf", make_set(), abilities=["rage"])
    html = html_of(client, "/cards/?q=t:creature+a:rage&sort=cost")
    assert "with Rage" in html and "Creature" in html
    assert 'href="/cards/?q=t%3Acreature&amp;sort=cost"' in html
    assert 'href="/cards/?q=a%3Arage&amp;sort=cost"' in html
    assert 'href="/cards/?q=a%3Arage"' in html_of(client, "/cards/?q=rage")


def test_a_query_that_does_not_parse_is_explained_and_kept(client: Client) -> None:
    make_card("Wolf", make_set())
    html = html_of(client, "/cards/?q=wolf+cosst:3+%22%3Cb%3E%22")
    assert "wolf <mark>cosst</mark>:3 &quot;&lt;b&gt;&quot;" in html
    assert "Unknown key" in html and "Did you mean" in html
    assert escape('wolf cosst:3 "<b>"') in html
    assert 'class="tile"' not in html
    assert html_of(client, "/fr/cards/?q=%28")


def test_what_is_typed_is_never_markup(client: Client) -> None:
    evil = '"><script>alert(1)</script>'
    make_card("<b>Bold</b>", make_set("s", name="<i>S</i>"), flavour="<u>x</u>", abilities=["rage"])
    for path in ("/cards/", "/cards/?view=table", "/cards/sets/s/", "/cards/compare/?cards=x/<b>"):
        assert "<b>Bold" not in html_of(client, path) and "<i>S" not in html_of(client, path)
    for page in ("/cards/", "/decks/new/"):
        html = client.get(page, {"q": evil, "sort": evil, "view": evil, "cards": evil, "name": evil}).content.decode()
        assert "<script>alert" not in html


@pytest.mark.slow("sends nonsense to the search")
@pytest.mark.parametrize("path", ["/cards/", "/cards/compare/", "/decks/new/", "/decks/hand/"])
@pytest.mark.parametrize(
    "junk", ["\0", "%", "'; DROP TABLE cards_card; --", "(" * 300, "é" * 5000, "own/", "//", ",,,"]
)
def test_junk_is_answered_calmly(client: Client, path: str, junk: str) -> None:
    others = ("page", "sort", "add", "move", "to", "seed", "stronghold", "t", "by")
    for names in (("q",), ("cards",), others):
        assert client.get(path, dict.fromkeys(names, junk)).status_code in (200, 302), (path, names)


def test_the_form_is_written_into_the_query(client: Client) -> None:
    make_card("Wolf", make_set("pack"), abilities=["rage"])
    response = client.get(
        "/cards/?by=form&q=wolf+t:bridge+cost>5&t=creature&t=incantation&a=rage&aura=aim&s=pack"
        "&cost-least=1&cost-most=3&hp-least=x&edition=2&own=1&sort=cost&view=table&evil=1"
    )
    assert response.status_code == 302
    params = parse_qs(urlsplit(response["Location"]).query)
    query = "wolf t:creature,incantation cost>=1 cost<=3 a:rage aura:aim set:pack edition:2 is:own"
    assert params == {"q": [query], "sort": ["cost"], "view": ["table"]}
    html = html_of(client, response["Location"])
    for box in ("t-creature", "a-rage", "aura-aim", "s-pack", "own"):
        assert re.search(rf'id="{box}"[^>]*checked', html), box
    assert re.search(r'id="cost-least"[^>]*value="1"', html)


def test_the_form_does_not_touch_what_it_cannot_read(client: Client) -> None:
    response = client.get("/cards/?by=form&q=(wolf&t=creature")
    assert parse_qs(urlsplit(response["Location"]).query) == {"q": ["(wolf"]}
    response = client.get("/cards/?by=form&q=&t=creature)+or+(x&a=rage+is:own")
    assert response["Location"] == "/cards/"


def test_htmx_gets_the_page_with_its_true_address(client: Client) -> None:
    response = client.get("/cards/?by=form&q=&t=creature", headers={"hx-request": "true"})
    assert response.status_code == 200
    assert response["HX-Push-Url"] == "/cards/?q=t%3Acreature"


def test_counts_say_what_each_choice_would_leave(client: Client) -> None:
    first, second = make_set("one"), make_set("two")
    make_card(card_set=first, cost=1, abilities=["rage"])
    make_card(card_set=first, cost=1, kind=Kind.INCANTATION, hp=None)
    make_card(card_set=second, cost=12, abilities=["aura:aim"])
    page = client.get("/cards/?q=t:creature+set:one").context["page"]
    assert {box.value: box.count for box in page.kinds}["incantation"] == 1
    assert {box.value: box.count for box in page.set_choices} == {"one": 1, "two": 1}
    assert [(bar.label, bar.count) for bar in page.bars if bar.count] == [("1", 1)]
    page = client.get("/cards/").context["page"]
    assert [(bar.label, bar.count) for bar in page.bars if bar.count] == [("1", 2), ("9+", 1)]
    assert {box.value: box.count for box in page.ability_choices if box.count} == {"rage": 1}
    assert [(box.value, box.count) for box in page.aura_choices] == [("aim", 1)]
    assert listed(client, page.bars[1].href) and len(listed(client, page.bars[9].href)) == 1


# Pages of cards and sets


def test_a_card_s_page_explains_it(client: Client) -> None:
    of_set = make_set("pack")
    make_card("Before", of_set, number=1, slug="before")
    wolf = make_card("Wolf", of_set, number=2, slug="wolf", abilities=["aerial", "aura:rage"], flavour="It howls.")
    make_card("After", of_set, number=3, slug="after")
    make_deck("Pack leaders", [wolf])
    make_deck("Secret", [wolf], make_owner(), visibility=Visibility.PRIVATE)
    html = html_of(client, "/cards/pack/wolf/")
    for text in (
        "/rulings/abilities/aerial/",
        "/rulings/abilities/rage/",
        "Season 1",
        "It howls.",
        "Pack leaders",
        "/cards/pack/before/",
    ):
        assert text in html, text
    assert "/cards/pack/after/" in html and "Secret" not in html
    assert 'rel="canonical" href="http://testserver/cards/pack/wolf/"' in html
    assert 'hreflang="fr" href="http://testserver/fr/cards/pack/wolf/"' in html
    assert 'property="og:title" content="Wolf"' in html and 'property="og:image"' in html
    assert f"/report/card/{wolf.token}/" in html and f"/workshop/{wolf.token}/remix/" in html
    assert 'id="rulings"' in html
    before, after = neighbours(wolf)
    assert (str(before), str(after)) == ("Before", "After")


def test_cards_of_others_have_their_page_at_their_token(client: Client) -> None:
    ada = make_owner("ada")
    card = make_card("Hers", None, ada, visibility=Visibility.UNLISTED)
    private = make_card("Private", None, ada, visibility=Visibility.PRIVATE)
    assert "by ada" in html_of(client, f"/cards/own/{card.token}/")
    assert client.get(f"/cards/own/{private.token}/").status_code == 404
    assert client.get("/cards/own/nothing/").status_code == 404
    mine = html_of(sign_in(Client(), ada), f"/cards/own/{private.token}/")
    assert f"/workshop/{private.token}/" in mine and "Report this card" not in mine
    of_site = make_card("Site's", make_set("pack"), slug="sites")
    assert client.get(f"/cards/own/{of_site.token}/")["Location"] == "/cards/pack/sites/"
    assert client.get(f"/cards/pack/{card.slug or 'x'}/").status_code == 404


def test_a_card_in_somebody_s_own_set_is_not_reached_by_guessing(client: Client) -> None:
    ada = make_owner("ada")
    hers = make_set("hers", ada)
    card = make_card("Hers", hers, ada, slug="hers", visibility=Visibility.UNLISTED)
    assert client.get("/cards/hers/hers/").status_code == 404
    assert cards_by_reference(["hers/hers"], None) == {}
    assert reference_of(card) == f"own/{card.token}"
    assert card in cards_by_reference([f"own/{card.token}"], None).values()


@pytest.mark.parametrize("kind", Kind.values)
def test_every_type_of_card_has_a_page_and_a_place_in_lists(client: Client, kind: str) -> None:
    card = make_card("Thing", make_set("pack"), slug="thing", kind=kind)
    assert "Thing" in html_of(client, card.get_absolute_url())
    assert listed(client) == ["Thing"]
    for path in (
        "/fr/cards/pack/thing/",
        "/cards/sets/pack/",
        "/fr/cards/?view=table",
        "/cards/compare/?cards=pack/thing",
    ):
        assert "Thing" in html_of(client, path)


def test_a_set_s_page_has_all_its_cards_by_type(client: Client) -> None:
    pack = make_set("pack", about="Of wolves.", abilities=["rage"])
    make_card("Keep", pack, kind=Kind.STRONGHOLD, number=9)
    make_card("Wolf", pack, number=1)
    html = html_of(client, "/cards/sets/pack/")
    assert html.index("Wolf") < html.index("Keep")
    assert "Of wolves." in html and "/rulings/abilities/rage/" in html and "2 cards" in html
    assert "Of wolves." in html_of(client, "/cards/sets/")
    assert client.get("/cards/sets/none/").status_code == 404


def test_other_parts_of_the_site_add_sections_to_a_card_s_page(client: Client) -> None:
    card = make_card("Wolf", make_set("pack"), slug="wolf")

    def provider(about: Card, request: object) -> sections.PageSection | None:
        words = {"rulings": []}
        return sections.PageSection("puzzles", "Puzzles", "rulings/_about_card.html", words) if about == card else None

    sections.on_cards.register("test", provider, place=5)
    try:
        assert 'id="puzzles"' in html_of(client, card.get_absolute_url())
    finally:
        sections.on_cards.unregister("test")
    assert 'id="puzzles"' not in html_of(client, card.get_absolute_url())


# Comparing


def test_compared_cards_show_where_they_differ(client: Client) -> None:
    pack = make_set("pack")
    make_card("Wolf", pack, slug="wolf", cost=2, av=5, abilities=["rage"])
    make_card("Ram", pack, slug="ram", cost=2, av=1, abilities=["rage", "aim"])
    comparison = client.get("/cards/compare/?cards=pack/wolf,pack/ram").context["comparison"]
    lines = {line.name: line for line in comparison.lines}
    assert not lines["Mana cost"].differs and not lines["Rage"].differs
    assert lines["Attack value"].best == (True, False) and lines["Aim"].values == ("–", "yes")  # noqa: RUF001
    assert comparison.without == ["/cards/compare/?cards=pack/ram", "/cards/compare/?cards=pack/wolf"]


def test_a_comparison_takes_six_and_says_what_it_left_out(
    client: Client,
) -> None:
    pack = make_set("pack")
    references = ",".join(card.reference for card in make_cards(8, pack))
    page = client.get(f"/cards/compare/?cards={references},pack/none")
    assert len(page.context["comparison"].tiles) == 6 and page.context["comparison"].left_over == 2
    assert "<code>pack/none</code>" in page.content.decode()
    response = client.get("/cards/compare/?cards=a/b&cards=c/d")
    assert response["Location"] == "/cards/compare/?cards=a/b,c/d"
    assert "up to six" in html_of(client, "/cards/compare/")


def test_nobody_compares_what_they_may_not_see(client: Client) -> None:
    private = make_card("Private", None, make_owner(), visibility=Visibility.PRIVATE)
    assert "Private" not in html_of(client, f"/cards/compare/?cards=own/{private.token}").replace("Private:", "")


def test_only_reading_is_possible_here(client: Client) -> None:
    for path in ("/cards/", "/cards/compare/", "/cards/sets/", "/cards/sets/x/", "/cards/x/y/", "/cards/own/x/"):
        assert client.post(path).status_code == 405
    assert not Owner.objects.exists()
