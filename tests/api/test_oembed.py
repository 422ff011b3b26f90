"""oEmbed 1.0: what other sites are told of an address, in which form and size; and of what they are told nothing."""

from __future__ import annotations

import html
import re
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from django.test import Client

from accounts.limits import Limit
from accounts.models import Visibility
from api.oembed import views
from api.oembed.answers import as_xml
from cards.models import Card, Deck
from tests.cards.factories import browser_of, make_card, make_deck, make_owner, make_set
from tests.grimoire.factories import make_puzzle

pytestmark = pytest.mark.django_db
SITE = "http://testserver"


def ask(path: str, **more: Any) -> Any:
    return Client().get("/oembed/", {"url": f"{SITE}{path}", **more})


@pytest.fixture
def card() -> Card:
    return make_card("Wick", make_set("lamps"), slug="wick", name_fr="Mèche")


def test_a_card_is_its_face(card: Card) -> None:
    for prefix, language, title in (("", "en", "Wick"), ("/fr", "fr", "Mèche")):
        answer = ask(f"{prefix}/cards/lamps/wick/")
        assert answer.json() == {
            "version": "1.0",
            "type": "photo",
            "title": title,
            "provider_name": "Grimoire",
            "provider_url": f"{SITE}{prefix}/",
            "cache_age": 3600,
            "url": f"{SITE}/files/faces/{card.token}/{language}-300.png",
            "width": 638,
            "height": 1004,
        }
        assert answer["Access-Control-Allow-Origin"] == "*" and not answer.cookies


@pytest.mark.parametrize(
    ("max_size", "kind", "size"),
    [
        ({"maxwidth": 638}, "photo", (638, 1004)),
        ({"maxwidth": 637}, "photo", (319, 502)),
        ({"maxheight": 600}, "photo", (319, 502)),
        ({"maxwidth": 200}, "rich", (200, 314)),
        ({"maxwidth": 300, "maxheight": 251}, "rich", (159, 251)),
        ({"maxwidth": 30}, "link", None),
    ],
)
def test_sizes_are_kept_to(card: Card, max_size: dict[str, int], kind: str, size: tuple[int, int] | None) -> None:
    said = ask("/cards/lamps/wick/", **max_size).json()
    assert said["type"] == kind
    assert (said.get("width"), said.get("height")) == (size or (None, None))
    if kind == "rich":
        assert f'width="{said["width"]}" height="{said["height"]}"' in said["html"]
        assert f'<a href="{SITE}/cards/lamps/wick/">' in said["html"]


def test_champions_decks_and_pages() -> None:
    ada = make_owner("ada")
    champion = make_card("Mirabel", None, owner=ada, kind="champion")
    deck = make_deck("Embers", owner=ada, visibility=Visibility.PUBLIC)
    puzzle = make_puzzle(title="The Gate")
    said = ask(champion.get_absolute_url()).json()
    assert (said["type"], said["title"], said["author_name"]) == ("photo", "Mirabel", "ada")
    said = ask(deck.get_absolute_url(), maxwidth=600).json()
    assert (said["type"], said["title"], said["width"], said["height"]) == ("rich", "Embers", 600, 315)
    assert ask(deck.get_absolute_url()).json()["type"] == "photo"
    said = ask(puzzle.get_absolute_url(), maxwidth=500).json()
    assert (said["type"], said["width"]) == ("rich", 500) and "<iframe" in said["html"]
    assert ask(puzzle.get_absolute_url(), maxwidth=100).json().keys().isdisjoint({"html", "width", "thumbnail_url"})


def test_it_is_said_in_xml_too(card: Card) -> None:
    Card.objects.filter(pk=card.pk).update(name="<&\x01\u20ac>")
    answer = ask("/cards/lamps/wick/", format="xml")
    assert answer["Content-Type"] == "text/xml; charset=utf-8"
    root = fromstring(answer.content)
    assert root.tag == "oembed" and root.findtext("title") == "<&\u20ac>" and root.findtext("width") == "638"
    assert fromstring(as_xml({"title": "a\x00\x0b\ud800\ufffeb"})).findtext("title") == "ab"


def test_what_is_not_for_everybody_is_not_there(card: Card) -> None:
    ada = make_owner("ada")
    own = make_card("Secret", None, owner=ada)
    deck = make_deck("Secret", owner=ada, visibility=Visibility.PUBLIC)
    draft = make_puzzle(ada, published=False)
    champion = make_card("Hidden", None, owner=ada, kind="champion")
    paths = [thing.get_absolute_url() for thing in (own, deck, champion)]
    assert [ask(path).status_code for path in paths] == [200] * 3
    Card.objects.filter(owner=ada).update(visibility=Visibility.PRIVATE)
    Deck.objects.update(visibility=Visibility.PRIVATE)
    assert {ask(path).status_code for path in [*paths, draft.get_absolute_url(), "/cards/lamps/none/"]} == {404}
    client = browser_of(ada)
    assert client.get("/oembed/", {"url": SITE + paths[0]}).status_code == 404  # whoever asks
    page = client.get(paths[0]).content.decode()
    assert "Secret" in page and "oembed" not in page


@pytest.mark.parametrize(
    "url",
    [
        *("nonsense", "https://evil.example/cards/lamps/wick/", "http://testserver@evil.example/cards/lamps/wick/"),
        *("//testserver/cards/lamps/wick/", "javascript:alert(1)", "http://[/"),
        *(f"{SITE}/", f"{SITE}/me/", f"{SITE}/nothing/"),
        *(f"{SITE}/cards/lamps/wick/\x00", f"{SITE}/cards/" + "a" * 9000, f"{SITE}/de/cards/lamps/wick/"),
    ],
)  # fmt: skip
def test_other_addresses_are_nothing_of_ours(card: Card, url: str) -> None:
    answer = Client().get("/oembed/", {"url": url})
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (404, "*")
    assert answer.json()["error"]["code"] == "not-found"


def test_what_is_asked_wrongly(card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    path = "/cards/lamps/wick/"
    assert ask(path, format="yaml").status_code == 501
    nothing = Client().get("/oembed/")
    assert (nothing.status_code, nothing.json()["error"]["at"]) == (400, "/url")
    for size in ("0", "-5", "abc", "1e9", "1" * 500, "\u0663"):
        assert ask(path, maxwidth=size).status_code == ask(path, maxheight=size).status_code == 400
    sent = Client(enforce_csrf_checks=True).post("/oembed/")
    assert (sent.status_code, sent.json()["error"]["code"], sent["Allow"]) == (405, "method-not-allowed", "GET, HEAD")
    monkeypatch.setattr(views, "RATE_LIMIT", Limit("oembed", times=1, seconds=10**9))
    refused = [ask(path) for _number in range(2)][1]
    assert refused.status_code == 429 and refused["Retry-After"]


def test_hostile_text_is_text() -> None:
    name = '"><script>alert(1)</script>'
    card = make_card(name, None, owner=make_owner("ada"))
    said = ask(card.get_absolute_url(), maxwidth=200).json()
    assert said["title"] == name and "<script" not in said["html"]
    assert html.unescape(re.findall(r'alt="([^"]*)"', said["html"])[0]) == name


def test_pages_say_where_to_ask(card: Card) -> None:
    ada = make_owner("ada")
    champion = make_card("Mirabel", None, owner=ada, kind="champion")
    deck = make_deck("Embers", owner=ada, visibility=Visibility.PUBLIC)
    for path in (
        "/fr/cards/lamps/wick/",
        champion.get_absolute_url(),
        deck.get_absolute_url(),
        make_puzzle().get_absolute_url(),
    ):
        body = Client().get(path).content.decode()
        for kind, form in (("application/json", "json"), ("text/xml", "xml")):
            (link,) = re.findall(rf'<link rel="alternate" type="{kind}\+oembed" href="([^"]+)"', body)
            answer = Client().get(html.unescape(link).removeprefix(SITE))
            assert answer.status_code == 200 and form in answer["Content-Type"]
