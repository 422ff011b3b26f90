"""Every page has a title and a description of its own, and tells previews of its link so, with a picture."""

from __future__ import annotations

import re
from collections import defaultdict
from html import unescape
from html.parser import HTMLParser

import pytest
from django.template import Context, Template
from django.test import Client

from tests.crowded import crowded_site, pages_of

# Addresses of one page: to make and to change the same thing, and the forms about one's account.
ALIKE = (
    {"cards:new_card", "cards:edit"},
    {"cards:new_deck", "cards:edit_deck"},
    {"rulings:matrix", "rulings:matrix-of"},
    {"rulings:cell", "rulings:cell-of"},
    {
        *("account_login", "account_logout", "account_signup", "account_email", "account_change_password"),
        *("account_set_password", "account_reset_password", "account_reauthenticate", "socialaccount_connections"),
    },
)
SHARED = ("og:title", "og:description", "og:url", "og:site_name", "og:type", "og:locale")


class Head(HTMLParser):
    """What the head of a page says: ``said`` by name or property, ``title``."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.said: dict[str, list[str]] = defaultdict(list)
        self.feed(text.partition("</head>")[0])
        found = re.search(r"<title>(.*?)</title>", text, re.DOTALL)
        self.title = " ".join(unescape(found[1]).split()) if found else ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name = given.get("property") or given.get("name")
        if tag == "meta" and name:
            self.said[name].append(" ".join((given.get("content") or "").split()))


def default_description() -> str:
    return Head(Template('{% extends "base.html" %}').render(Context())).said["description"][0]


@pytest.mark.django_db
def test_every_kind_of_page_describes_itself() -> None:
    site = crowded_site()
    general, wrong, pictures = default_description(), {}, {}
    described: dict[str, set[str]] = defaultdict(set)
    for kind in pages_of(site):
        client = Client()
        if kind.is_own:
            client.force_login(site.user)
        for address in kind.addresses:
            answer = client.get(address)
            head = Head(answer.text)
            if kind.name == "embed":  # stands in frames, and its address is shared by nobody
                continue
            faults = [name for name in (*SHARED, "description", "twitter:card") if len(head.said[name]) != 1]
            faults += [name for name in SHARED if not "".join(head.said[name])]
            about = head.said["description"][0]
            if not about or about == general or head.said["og:description"] == [general]:
                faults.append("no description of its own")
            if "<" in about or "&lt;" in about or len(about) < 15:
                faults.append(f"description: {about}")
            if head.said["og:title"][0] not in head.title:
                faults.append(f"{head.said['og:title']} and {head.title}")
            if len(head.said["og:image"]) > 1 or (not head.said["og:image"] and not _is_private(kind.name)):
                faults.append("picture")
            elif head.said["og:image"]:
                pictures[head.said["og:image"][0].removeprefix("http://testserver")] = kind
            if faults:
                wrong[address] = faults
            described[about].add(answer.resolver_match.view_name)
    assert not wrong
    alike = [names for names in described.values() if len(names) > 1]
    assert [names for names in alike if not any(names <= known for known in ALIKE)] == []
    for path in sorted(pictures):
        assert path.startswith("/files/"), path


def _is_private(name: str) -> bool:
    return name in ("drafts", "page, edited", "proof")


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_picture_of_the_house_is_drawn_once(client: Client, language: str) -> None:
    answer = client.get(f"/files/home/{language}.png")
    assert answer["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG") and int.from_bytes(answer.content[16:20], "big") == 1200
    assert "public" in answer["Cache-Control"]
    assert client.get("/files/home/de.png").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/fr/"])
def test_the_home_page_tells_what_the_site_is(client: Client, path: str) -> None:
    said = Head(client.get(path).text).said
    language = "fr" if path == "/fr/" else "en"
    assert said["og:title"][0].startswith("Clash of Decks")
    assert said["og:image"] == [f"http://testserver/files/home/{language}.png"]
    assert said["og:url"] == [f"http://testserver{path}"]
    assert said["og:locale"] == [{"en": "en_GB", "fr": "fr_FR"}[language]]
    assert said["twitter:card"] == ["summary_large_image"]


def test_a_page_that_answers_no_request_tells_nothing() -> None:
    assert "og:" not in Template('{% extends "error.html" %}').render(Context())


@pytest.mark.django_db
def test_what_is_not_found_has_no_picture_of_something_else(client: Client) -> None:
    answer = client.get("/nowhere/")
    assert answer.status_code == 404 and "og:image" not in answer.text
