"""Readers' public books: found by tag and author, and no others."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Visibility
from grimoire.browsing import shelves
from grimoire.browsing.forms import BookForm
from grimoire.models import Book
from tests.grimoire.community.people import member
from tests.grimoire.factories import make_book, make_owner, make_puzzle

pytestmark = pytest.mark.django_db
COVER = {"title": "Duels", "accent": "#6d4709", "symbol": "owl", "visibility": "public"}


def test_books_are_found_by_tag_and_author() -> None:
    owner, client = member("mirabel")
    page = make_puzzle(make_owner("corentin"))
    book = make_book(owner, [page], title="Duels")
    address = reverse("grimoire:edit_book", args=[book.token])
    assert client.post(address, {**COVER, "tags": " First  Steps, DUEL,duel, a|b,, "}).status_code == 302
    book.refresh_from_db()
    assert book.tag_list == ["first steps", "duel", "a b"]
    assert 'value="first steps, duel, a b"' in client.get(address).text
    make_book(make_owner("other"), [page], title="Elsewhere", tags="|duels|")
    secret = ((Visibility.PRIVATE, None), (Visibility.UNLISTED, None), (Visibility.PUBLIC, timezone.now()))
    for visibility, hidden in secret:
        make_book(owner, [page], title="Secret", tags="|duel|", visibility=visibility, hidden_at=hidden)
    Book.objects.create(owner=owner, title="Empty", tags="|duel|", visibility=Visibility.PUBLIC)
    books = reverse("grimoire:books")
    found = {
        query: [book.title for book in shelves.readers_books(**query_of)]
        for query, query_of in {
            "duel": {"tag": " Duel"}, "by": {"author": "MIRABEL"}, "both": {"tag": "duels", "author": "mirabel"},
            "%": {"tag": "%"}, "_": {"tag": "due_"}, "bars": {"tag": "duel||first steps"},
        }.items()
    }  # fmt: skip
    assert found == {"duel": ["Duels"], "by": ["Duels"], "both": [], "%": [], "_": [], "bars": []}
    assert shelves.common_tags() == [("a b", 1), ("duel", 1), ("duels", 1), ("first steps", 1)]
    stranger = Client()
    shown = stranger.get(books, {"tag": "duel"}).text
    assert "Duels" in shown and "Secret" not in shown and "Elsewhere" not in shown
    assert "No books found" in stranger.get(books, {"by": "<b>nobody</b>", "tag": "\0" * 500, "page": "x"}).text
    assert f"{books}?tag=first%20steps" in stranger.get(book.get_absolute_url()).text


def test_tags_have_bounds() -> None:
    book = make_book(make_owner("mirabel"), 1)
    for tags in (",".join("abcdefg"), "x" * 25):
        assert "tags" in BookForm({**COVER, "tags": tags}, instance=book).errors
    assert BookForm({**COVER, "tags": ""}, instance=book).is_valid()
