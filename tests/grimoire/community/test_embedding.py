"""Pages in other sites' frames, oEmbed, previews of links, and data for searches."""

from __future__ import annotations

import html
import json
import re
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest
from django.http import Http404
from django.test import Client
from django.utils import timezone

from accounts.limits import Limit
from accounts.models import Visibility
from grimoire.community.embedding import embed_code, page_of_address
from grimoire.models import Puzzle
from tests.cards.factories import browser_of
from tests.grimoire.community.people import attempted, guest, member
from tests.grimoire.factories import make_book, make_owner, make_puzzle, names_of_positions

pytestmark = [pytest.mark.django_db, pytest.mark.slow("asks for every kind of page in its frame")]
HOST = "testserver"


@pytest.fixture
def page() -> Puzzle:
    """A published page."""
    return make_puzzle(
        make_owner("mirabel"), title='The "lantern" & the <tide>', title_fr="La lanterne", afterword="The key is a Bat."
    )


def address(page: Puzzle, name: str = "", prefix: str = "") -> str:
    return f"{prefix}/grimoire/p/{page.token}/{name}"


def directives(answer: Any) -> dict[str, str]:
    return dict(part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";"))


# The frame


def test_this_page_alone_may_stand_in_a_frame(page: Puzzle, client: Client) -> None:
    answer = client.get(address(page, "embed/"))
    assert directives(answer)["frame-ancestors"] == "*"
    assert "X-Frame-Options" not in answer
    for path in (address(page), "/", address(page, "below/"), f"/report/puzzle/{page.token}/"):
        other = client.get(path, follow=True)
        assert directives(other)["frame-ancestors"] == "'none'", path
        assert other["X-Frame-Options"] == "DENY", path


def test_nothing_runs_in_it(page: Puzzle, client: Client) -> None:
    answer = client.get(address(page, "embed/"))
    policy = directives(answer)
    assert (policy["default-src"], policy["form-action"]) == ("'none'", "'none'")
    assert "script-src" not in policy
    body = answer.content.decode()
    assert "<script" not in body
    assert "<form" not in body
    assert "style=" not in body


def test_it_reads_and_sets_no_cookie(page: Puzzle) -> None:
    """Somebody who is signed in, and has solved the page, gets what everybody gets, byte for byte."""
    owner, client = member("corentin")
    attempted(owner, page)
    reader, guest_client = guest()
    attempted(reader, page)
    anybody = Client().get(address(page, "embed/"))
    for visitor in (client, guest_client):
        answer = visitor.get(address(page, "embed/"))
        assert answer.content == anybody.content
        assert not answer.cookies
        assert "Cookie" not in answer.get("Vary", "")
    assert not anybody.cookies
    assert "public" in anybody["Cache-Control"]


@pytest.mark.parametrize("name", names_of_positions())
@pytest.mark.parametrize("prefix", ["", "/fr"])
def test_every_kind_of_page_can_be_shown(client: Client, name: str, prefix: str) -> None:
    page = make_puzzle(position=name, title="A page")
    answer = client.get(address(page, "embed/", prefix))
    assert answer.status_code == 200
    body = html.unescape(answer.content.decode())
    assert f'<html lang="{"fr" if prefix else "en"}">' in body
    assert f'href="http://{HOST}{address(page, prefix=prefix)}"' in body
    assert body.count('data-moment="') == 1


def test_nothing_of_the_solution_is_in_it(page: Puzzle, client: Client) -> None:
    answer = client.get(address(page, "embed/"))
    assert b"The key is a Bat" not in answer.content
    assert answer["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize(
    ("theme", "written"),
    [("light", ' data-theme="light"'), ("dark", ' data-theme="dark"'), ("", ""), ('"><script>', ""), ("DARK", "")],
)
def test_the_theme_can_be_asked_for(page: Puzzle, client: Client, theme: str, written: str) -> None:
    body = client.get(address(page, "embed/"), {"theme": theme}).content.decode()
    assert f'<html lang="en"{written}>' in body


class Elements(HTMLParser):
    """The elements of a piece of HTML with their attributes as a browser reads them, and the text to be copied."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.code = ""
        self.inside = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self.inside = self.inside or dict(attrs).get("id") == "share-code"

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "textarea"

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.code += data


HOSTILE = (
    'The "lantern" & the <tide>',
    'x" onload="alert(document.domain)" data-x="',
    '"></iframe><script>alert(1)</script><iframe title="',
    "</textarea><img src=x onerror=alert(1)>",
    "&quot; onload=&quot;alert(1)",
    "L’épée d'Aymar, l'autre l'attend",  # noqa: RUF001  (the apostrophe of French)
)


@pytest.mark.parametrize("title", HOSTILE)
def test_no_title_gets_out_of_the_code_to_paste(client: Client, title: str) -> None:
    """What the browser shows for copying, what oEmbed answers, and the function itself are one frame and no more."""
    page = make_puzzle(make_owner("mirabel"), title=title)
    code = Elements(client.get(address(page)).content.decode()).code
    assert code == embed_code(page, "en", f"http://{HOST}")
    for pasted in (code, ask(client, f"http://{HOST}{address(page)}").json()["html"]):
        ((tag, attributes),) = Elements(pasted).found
        assert tag == "iframe"
        assert set(attributes) == {"src", "title", "width", "height", "frameborder", "loading"}
        assert attributes["title"] == f"{title} · Grimoire"
        assert attributes["src"] == f"http://{HOST}{address(page, 'embed/')}"


@pytest.mark.parametrize("title", HOSTILE)
def test_no_title_gets_out_of_feed_and_head(client: Client, title: str) -> None:
    page = make_puzzle(make_owner("mirabel"), title=title)
    feed = ElementTree.fromstring(client.get("/files/grimoire/pages-en.atom").content)
    atom = "{http://www.w3.org/2005/Atom}"
    entry = next(candidate for candidate in feed.iter(f"{atom}entry") if candidate.findtext(f"{atom}title") == title)
    assert [tag for tag, _ in Elements(entry.findtext(f"{atom}summary") or "").found] == ["p", "p", "img"]
    head = client.get(address(page)).content.decode().split("</head>")[0]
    metas = [values for tag, values in Elements(head).found if tag == "meta"]
    assert [meta["content"] for meta in metas if meta.get("property") == "og:title"] == [title]
    data = re.findall(r'<script type="application/ld\+json">(.*?)</script>', head, re.DOTALL)
    assert title in [json.loads(block).get("name") for block in data]


# oEmbed


def ask(client: Client, url: str, **more: Any) -> Any:
    return client.get("/files/grimoire/oembed.json", {"url": url, **more})


@pytest.mark.parametrize(("prefix", "title"), [("", 'The "lantern" & the <tide>'), ("/fr", "La lanterne")])
def test_other_sites_ask_how_to_show_a_page(page: Puzzle, client: Client, prefix: str, title: str) -> None:
    for path in ("", "embed/"):
        answer = ask(client, f"http://{HOST}{address(page, path, prefix)}")
        said = answer.json()
        assert (said["version"], said["type"], said["title"]) == ("1.0", "rich", title)
        assert said["author_name"] == "mirabel"
        assert f'src="http://{HOST}{address(page, "embed/", prefix)}"' in said["html"]
        assert said["thumbnail_url"].endswith(f"{page.token}-{'fr' if prefix else 'en'}.png")
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert not answer.cookies


def test_the_page_says_where_to_ask(page: Puzzle, client: Client) -> None:
    body = client.get(address(page, prefix="/fr")).content.decode()
    link = re.search(r'<link rel="alternate" type="application/json\+oembed" href="([^"]+)"', body)
    assert link is not None
    said = client.get(html.unescape(link[1]).removeprefix(f"http://{HOST}")).json()
    assert said["title"] == "La lanterne"


def test_sizes_are_kept_to(page: Puzzle, client: Client) -> None:
    url = f"http://{HOST}{address(page)}"
    said = ask(client, url, maxwidth="400", maxheight="500").json()
    assert (said["width"], said["height"]) == (400, 500)
    assert 'width="400" height="500"' in said["html"]
    said = ask(client, url, maxwidth="10", maxheight="99999").json()
    assert said["type"] == "link" and "html" not in said  # no frame is that narrow


@pytest.mark.parametrize("size", ["0", "-5", "abc", "1e9", "1" * 500, "٣"])
def test_sizes_that_are_none(page: Puzzle, client: Client, size: str) -> None:
    assert ask(client, f"http://{HOST}{address(page)}", maxwidth=size).status_code == 400


@pytest.mark.parametrize(
    "url",
    [
        "nonsense",
        "http://[::1",
        "javascript:alert(1)",
        "http://elsewhere.example/grimoire/p/{token}/",
        "http://testserver@elsewhere.example/grimoire/p/{token}/",
        "ftp://testserver/grimoire/p/{token}/",
        "http://testserver/",
        "http://testserver/nowhere/",
        "http://testserver/de/grimoire/p/{token}/",
        "http://testserver/grimoire/p/{token}/vote/",
        "http://testserver/grimoire/p/AAAAAAAAAAAA/",
        "http://testserver/grimoire/p/{token}/" + "x" * 10_000,
    ],
)
def test_addresses_that_are_no_page_s(page: Puzzle, client: Client, url: str) -> None:
    assert ask(client, url.format(token=page.token)).status_code == 404


@pytest.mark.parametrize(
    "fields", [{"published_at": None}, {"visibility": Visibility.PRIVATE}, {"hidden_at": timezone.now()}]
)
def test_what_is_private_is_not_there(page: Puzzle, fields: dict[str, Any]) -> None:
    """Not for its author either: what is answered here is for everybody."""
    Puzzle.objects.filter(pk=page.pk).update(**fields)
    client = browser_of(page.owner)
    assert ask(client, f"http://{HOST}{address(page)}").status_code == 404
    assert client.get(address(page, "embed/")).status_code == 404
    with pytest.raises(Http404):
        page_of_address(f"http://{HOST}{address(page)}", HOST)


def test_the_old_address_answers_as_the_new_one(page: Puzzle, client: Client) -> None:
    url = f"http://{HOST}{address(page)}"
    assert ask(client, url).content == client.get("/oembed/", {"url": url}).content
    assert ask(client, url, format="yaml").status_code == 501
    assert ask(client, f"http://{HOST}{address(page)}", format="json").status_code == 200


def test_so_many_questions_and_no_more(page: Puzzle, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.oembed.views.RATE_LIMIT", Limit("oembed", times=1, seconds=10**9))
    codes = [ask(client, f"http://{HOST}{address(page)}").status_code for _ in range(2)]
    assert codes == [200, 429]


# Previews of links


def properties(body: str) -> dict[str, str]:
    matches = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', body)
    return {name: html.unescape(value) for name, value in matches}


@pytest.mark.parametrize("prefix", ["", "/fr"])
def test_a_link_is_previewed(page: Puzzle, client: Client, prefix: str) -> None:
    body = client.get(address(page, prefix=prefix)).content.decode()
    said = properties(body)
    language = "fr" if prefix else "en"
    assert said["og:title"] == ("La lanterne" if prefix else 'The "lantern" & the <tide>')
    assert said["og:description"]
    assert said["og:url"] == f"http://{HOST}{address(page, prefix=prefix)}"
    assert said["og:image"] == f"http://{HOST}/files/grimoire/p/{page.token}-{language}.png"
    assert (said["og:image:width"], said["og:image:height"]) == ("1200", "630")
    assert said["twitter:card"] == "summary_large_image"
    assert said["og:image:alt"] == said["twitter:image:alt"]
    assert "robots" not in said
    assert body.count('rel="canonical"') == 1
    for other in ("en", "fr"):
        assert f'hreflang="{other}" href="http://{HOST}{address(page, prefix="/fr" if other == "fr" else "")}"' in body


def test_addresses_with_more_in_them_are_the_same_page(page: Puzzle, client: Client) -> None:
    said = properties(client.get(address(page), {"view": "hints", "book": "x"}).content.decode())
    assert said["og:url"] == f"http://{HOST}{address(page)}"


@pytest.mark.parametrize(
    "fields", [{"visibility": Visibility.UNLISTED}, {"flagged_at": timezone.now()}], ids=["unlisted", "flagged"]
)
def test_what_is_not_listed_is_not_for_searches(page: Puzzle, client: Client, fields: dict[str, Any]) -> None:
    Puzzle.objects.filter(pk=page.pk).update(**fields)
    body = client.get(address(page)).content.decode()
    assert properties(body)["robots"] == "noindex"
    assert "ld+json" not in body


def test_a_draft_has_no_picture(page: Puzzle) -> None:
    Puzzle.objects.filter(pk=page.pk).update(published_at=None, visibility=Visibility.PRIVATE)
    client = browser_of(page.owner)
    said = properties(client.get(address(page)).content.decode())
    assert "og:image" not in said
    assert said["robots"] == "noindex"


def structured_data(body: str) -> dict[str, Any]:
    script = re.search(r'<script type="application/ld\+json">(.*?)</script>', body, re.S)
    assert script is not None
    data: dict[str, Any] = json.loads(script[1])
    return data


def test_searches_are_told_what_it_is(page: Puzzle, client: Client) -> None:
    data = structured_data(client.get(address(page)).content.decode())
    assert data["@context"] == "https://schema.org"
    assert data["name"] == 'The "lantern" & the <tide>'
    assert data["author"] == {"@type": "Person", "name": "mirabel"}
    assert data["license"].startswith("https://creativecommons.org/licenses/by/")
    assert data["isAccessibleForFree"] is True


def test_a_title_does_not_end_the_data(client: Client) -> None:
    page = make_puzzle(title="</script><script>alert(1)</script>")
    body = client.get(address(page)).content.decode()
    assert "<script>alert" not in body
    assert structured_data(body)["name"] == "</script><script>alert(1)</script>"


@pytest.mark.parametrize(("language", "prefix"), [("en", ""), ("fr", "/fr")])
def test_a_book_is_previewed(rf: Any, language: str, prefix: str) -> None:
    from django.template.loader import render_to_string
    from django.utils import translation

    book = make_book(make_owner("mirabel"), 2, title="First steps", title_fr="Premiers pas")
    with translation.override(language):
        body = render_to_string("grimoire/community/_meta.html", {"book": book}, request=rf.get("/"))
    said = properties(body)
    assert said["og:title"] == ("Premiers pas" if prefix else "First steps")
    assert said["og:url"] == f"http://{HOST}{prefix}/grimoire/books/{book.token}/"
    assert said["og:image"].endswith(f"{book.pages.first().puzzle.token}-{language}.png")
    data = structured_data(body)
    assert (data["@type"], data["numberOfPages"]) == ("Book", 2)
    assert "oembed" not in body


def test_a_private_book_shows_nobody_its_pages(rf: Any) -> None:
    from django.template.loader import render_to_string

    book = make_book(make_owner("mirabel"), 1, published=False)
    body = render_to_string("grimoire/community/_meta.html", {"book": book}, request=rf.get("/"))
    assert "og:image" not in body
    assert properties(body)["robots"] == "noindex"


def test_without_a_page_or_a_book_nothing_is_said(rf: Any) -> None:
    from django.template.loader import render_to_string

    assert render_to_string("grimoire/community/_meta.html", {}, request=rf.get("/")).strip() == ""


def test_whoever_is_to_play_sits_below_as_on_the_page_itself(client: Client) -> None:
    for name in names_of_positions():
        page = make_puzzle(position=name)
        player = page.position["objective"]["player"]
        body = client.get(address(page, "embed/")).content.decode()
        seats = re.findall(r'class="mini-who">\s*<b>([A-D])</b>', body)
        assert player in seats[len(seats) // 2 :], name
