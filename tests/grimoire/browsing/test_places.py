"""Every address of this part: in both languages, for guests and accounts, by the methods that it takes alone."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import Visibility
from grimoire.models import Attempt, Book, Puzzle
from tests.cards.factories import make_owner, sign_in
from tests.grimoire.factories import make_book, make_puzzle

pytestmark = pytest.mark.django_db

OPEN = (
    "/grimoire/", "/grimoire/search/", "/grimoire/daily/", "/grimoire/progress/", "/grimoire/progress/again/",
    "/grimoire/download/", "/grimoire/books/", "/grimoire/books/site/", "/grimoire/by/maker/",
    "/grimoire/books/add/{page}/",
)  # fmt: skip
OWN = ("/grimoire/books/{book}/edit/", "/grimoire/books/{book}/delete/", "/grimoire/books/{book}/")
POSTED = ("/grimoire/books/new/", "/grimoire/books/{book}/pages/")


@pytest.fixture
def places() -> dict[str, str]:
    """Tokens of what there is: a page in the site's book and in a private one."""
    maker = make_owner("maker")
    puzzle = make_puzzle(maker, title="Lamp", title_fr="Lampe")
    make_book(pages=[puzzle], slug="site", title="Site", title_fr="Maison")
    private = make_book(maker, pages=[puzzle], title="Mine", visibility=Visibility.PRIVATE)
    return {"page": puzzle.token, "book": private.token}


@pytest.mark.parametrize("language", ["", "/fr"])
@pytest.mark.parametrize("place", OPEN)
def test_whoever_comes_may_look(client: Client, places: dict[str, str], place: str, language: str) -> None:
    path = language + place.format(**places)
    for visitor in (client, sign_in(Client(), make_owner()), sign_in(Client(), make_owner("somebody"))):
        answer = visitor.get(path)
        assert answer.status_code == 200
        text = answer.content.decode()
        assert f'<html lang="{language[1:] or "en"}" ' in text
        assert len(re.findall(r"<h1[ >]", text)) == 1
        assert 'aria-current="page"' in text
        assert "style=" not in text
        assert not re.findall(r"<script(?! type=\"application/(ld\+)?json\")(?![^>]*src=)", text)
    assert client.head(path).status_code in (200, 405)
    assert client.put(path).status_code == 405


@pytest.mark.parametrize("place", OPEN)
def test_looking_makes_nobody_a_guest(client: Client, places: dict[str, str], place: str) -> None:
    answer = client.get(place.format(**places))
    assert "guest" not in answer.cookies
    assert not Attempt.objects.exists()


@pytest.mark.parametrize("place", OWN)
def test_what_is_private_is_not_there(client: Client, places: dict[str, str], place: str) -> None:
    path = place.format(**places)
    assert client.get(path).status_code == 404
    assert sign_in(Client(), make_owner("nosy")).get(path).status_code == 404
    owner = Book.objects.get(token=places["book"]).owner
    assert owner is not None
    assert sign_in(Client(), owner).get(path).status_code == 200
    assert sign_in(Client(), owner).get("/fr" + path).status_code == 200


@pytest.mark.parametrize("place", POSTED)
def test_what_changes_something_is_posted(client: Client, places: dict[str, str], place: str) -> None:
    path = place.format(**places)
    for method in (client.get, client.put, client.delete):
        assert method(path).status_code == 405
    assert Client(enforce_csrf_checks=True).post(path, {"title": "T"}).status_code == 403


@pytest.mark.parametrize("place", [*OPEN, *OWN])
def test_every_icon_that_a_page_uses_is_on_it_once(places: dict[str, str], place: str) -> None:
    owner = Book.objects.get(token=places["book"]).owner
    assert owner is not None
    Attempt.objects.create(owner=owner, puzzle=Puzzle.objects.get(), state="open", first_try=False)
    text = sign_in(Client(), owner).get(place.format(**places)).content.decode()
    defined = re.findall(r'id="([io]-[^"]+)"', text)
    assert len(defined) == len(set(defined))
    assert set(re.findall(r'<use href="#([^"]+)"', text)) <= set(defined)


def test_titles_are_in_the_reader_s_language(client: Client, places: dict[str, str]) -> None:
    for path, english, french in (
        ("/grimoire/books/site/", "Lamp", "Lampe"),
        ("/grimoire/", "Site", "Maison"),
        ("/grimoire/search/", "Lamp", "Lampe"),
        ("/grimoire/by/maker/", "Lamp", "Lampe"),
    ):
        assert f">{english}<" in client.get(path).content.decode().replace("</i>", ">")
        assert f">{french}<" in client.get("/fr" + path).content.decode().replace("</i>", ">")


def test_hostile_titles_stay_text(client: Client) -> None:
    nasty = '"><script>alert(1)</script>'
    owner = make_owner("maker")
    puzzle = make_puzzle(owner, title=nasty)
    book = make_book(owner, pages=[puzzle], title=nasty, about=nasty)
    Book.objects.filter(pk=book.pk).update(accent='"><script>alert(2)</script>'[:7])
    book.pages.update(chapter=nasty)
    for path in ("/grimoire/", "/grimoire/search/", f"/grimoire/books/{book.token}/", "/grimoire/by/maker/"):
        assert "<script>alert" not in client.get(path).content.decode()
    sign_in(client, owner)
    for path in (f"/grimoire/books/{book.token}/edit/", f"/grimoire/books/add/{puzzle.token}/"):
        assert "<script>alert" not in client.get(path).content.decode()
    assert b"<script>" not in client.get("/files/grimoire/pages-en.atom").content
