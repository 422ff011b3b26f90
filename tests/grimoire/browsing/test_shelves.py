"""Which pages of a book who may open, how far a reader is, and orders that hold whatever is done to them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.test import Client
from django.utils.safestring import SafeString

from accounts.models import User, Visibility
from accounts.services import adopt
from cards.colours import is_colour
from cards.icons import is_icon
from grimoire.browsing.forms import BookForm, NewBookForm, PartForm, accents, symbols
from grimoire.browsing.progress import progress_page
from grimoire.browsing.services import VERBS, BookEdit, page_add, pages_arrange
from grimoire.browsing.shelves import Progress, next_of, open_book, own_books, pages_for, readers_books, site_books
from grimoire.browsing.states import state_of
from grimoire.browsing.tiles import PuzzleTile, tile_of
from grimoire.models import Attempt, Book, BookPage, Puzzle
from tests.cards.factories import make_owner, sign_in
from tests.grimoire.factories import make_book, make_puzzle

PUBLIC, UNLISTED, PRIVATE = Visibility.PUBLIC, Visibility.UNLISTED, Visibility.PRIVATE


# --- Without a database ---


@pytest.mark.parametrize(
    ("counts", "total", "solved", "share", "complete"),
    [
        ({}, 0, 0, 0, False),
        ({}, 32, 0, 0, False),
        ({"first": 1}, 3, 1, 33, False),
        ({"first": 1, "solved": 1}, 3, 2, 66, False),
        ({"first": 199}, 200, 199, 99, False),
        ({"first": 2, "solved": 1}, 3, 3, 100, True),
        ({"shown": 3}, 3, 0, 0, False),
    ],
)
def test_progress(counts: dict[str, int], total: int, solved: int, share: int, complete: bool) -> None:
    progress = Progress(total, counts)
    assert (progress.solved, progress.share, progress.is_complete) == (solved, share, complete)


@pytest.mark.parametrize(
    ("attempt", "state"),
    [
        (None, ""),
        (Attempt(state="open"), "open"),
        (Attempt(state="open", first_try=False), "open"),
        (Attempt(state="shown", first_try=False), "shown"),
        (Attempt(state="solved", first_try=False), "solved"),
        (Attempt(state="solved", first_try=True, hint_level_at_first=1), "solved"),
        (Attempt(state="solved", first_try=None), "solved"),
        (Attempt(state="solved", first_try=True), "first"),
    ],
)
def test_states(attempt: Attempt | None, state: str) -> None:
    assert state_of(attempt) == state


def tiles(*states: str) -> list[PuzzleTile]:
    puzzle = Puzzle(title="P", position={})
    return [PuzzleTile(puzzle, SafeString(""), "", state, number=at) for at, state in enumerate(states, 1)]


@pytest.mark.parametrize(
    ("states", "number"),
    [
        (["", "", ""], 1),
        (["first", "", "open"], 3),
        (["first", "shown", ""], 3),
        (["first", "shown", "solved"], 2),
        (["first", "solved"], None),
        ([], None),
    ],
)
def test_where_to_go_on(states: list[str], number: int | None) -> None:
    onward = next_of(tiles(*states))
    assert (onward.number if onward else None) == number


def test_covers_have_colours_and_symbols_that_can_be_drawn() -> None:
    assert len(symbols()) == len(set(symbols())) > 20
    assert all(is_icon(name) for name in symbols())
    assert len(accents()) == len(set(accents())) > 5
    assert all(is_colour(accent) for accent in accents())


def test_what_a_form_needs() -> None:
    assert not NewBookForm({"title": " "}).is_valid()
    assert not NewBookForm({"title": "x" * 81}).is_valid()
    assert PartForm({"chapter": "", "chapter_fr": ""}).is_valid()
    assert not PartForm({"chapter": "x" * 81}).is_valid()
    form = BookForm({"title": "T", "visibility": "public", "accent": "", "symbol": ""}, instance=Book())
    assert form.is_valid(), form.errors
    assert (form.cleaned_data["accent"], form.cleaned_data["symbol"]) == ("#6d4709", "spell-book")
    wrong = BookForm({"title": "T", "visibility": "public", "accent": "url(x)", "symbol": "../x"}, instance=Book())
    assert set(wrong.errors) == {"accent", "symbol"}


# --- Who may open what ---


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("book", "page", "whose", "stranger", "maker", "author"),
    [
        # visibility of the book and the page, who made the page; then who sees it in the book
        (PUBLIC, PUBLIC, "author", True, True, True),
        (PUBLIC, UNLISTED, "author", False, False, True),
        (PUBLIC, UNLISTED, "maker", True, True, True),
        (PUBLIC, PRIVATE, "author", False, False, True),
        (PUBLIC, PRIVATE, "maker", False, True, False),
        (UNLISTED, UNLISTED, "author", True, True, True),
        (UNLISTED, PRIVATE, "author", False, False, True),
        (PRIVATE, UNLISTED, "author", True, True, True),
    ],
)
def test_pages_in_books(
    book: Visibility, page: Visibility, whose: str, stranger: bool, maker: bool, author: bool
) -> None:
    people = {"maker": make_owner("maker"), "author": make_owner("author")}
    puzzle = make_puzzle(people[whose], visibility=page)
    made = make_book(people["maker"], pages=[puzzle], visibility=book)

    def sees(owner: Any) -> bool:
        return BookPage.objects.filter(pages_for(made, owner), book=made).exists()

    assert (sees(None), sees(make_owner()), sees(people["maker"]), sees(people["author"])) == (
        stranger,
        stranger,
        maker,
        author,
    )


@pytest.mark.django_db
def test_the_site_s_books_list_public_pages_alone() -> None:
    book = make_book(pages=[make_puzzle(visibility=UNLISTED), make_puzzle()], slug="s")
    assert BookPage.objects.filter(pages_for(book, None), book=book).count() == 1


@pytest.mark.django_db
def test_lists_of_books() -> None:
    reader = make_owner("reader")
    second, first = make_book(slug="b", place=2, pages=1), make_book(slug="a", place=1, pages=1)
    make_book(slug="c", visibility=UNLISTED, pages=1)
    mine = make_book(reader, pages=0, visibility=PRIVATE)
    public = make_book(make_owner("other"), pages=3)
    make_book(make_owner("empty"), pages=0)
    assert list(site_books()) == [first, second]
    assert list(readers_books()[:9]) == [public]
    assert list(own_books(reader)) == [mine]
    assert list(own_books(None)) == []


@pytest.mark.django_db
def test_which_pages_may_be_opened_and_put_into_a_book() -> None:
    author, reader = make_owner("author"), make_owner()
    draft, unlisted = make_puzzle(author, published=False), make_puzzle(author, visibility=UNLISTED)
    hidden = make_puzzle(author, hidden_at=unlisted.created)
    for page, readers in ((draft, {author}), (unlisted, {author, reader, None}), (hidden, {author})):
        for visitor in (author, reader, None):
            assert Puzzle.objects.open_to(visitor).filter(pk=page.pk).exists() == (visitor in readers)


# --- Orders ---


@pytest.mark.django_db
def test_whatever_is_done_the_numbers_count_from_one() -> None:
    rolled = random.Random(7)
    book = make_book(make_owner(), pages=[make_puzzle(title=letter) for letter in "ABCDEF"])
    tokens = list(book.puzzles.order_by("book_pages__number").values_list("token", flat=True))
    removed = 0
    for turn in range(40):
        verb = rolled.choice([verb for verb in VERBS if verb != "remove" or (turn % 10 == 9)])
        token = rolled.choice(tokens)
        titles = {rolled.choice(tokens): (f"Part {turn}", "")} if turn % 4 == 0 else {}
        pages_arrange(book=book, titles=titles, change=BookEdit(verb, token, rolled.randrange(8)))
        if verb == "remove":
            tokens.remove(token)
            removed += 1
        rows = list(BookPage.objects.filter(book=book).order_by("number").values_list("number", "puzzle__token"))
        assert [number for number, _token in rows] == list(range(1, len(tokens) + 1))
        assert {token for _number, token in rows} == set(tokens)
    assert removed


@pytest.mark.django_db
def test_a_page_that_is_not_there_changes_nothing() -> None:
    book = make_book(make_owner(), pages=2)
    token = book.puzzles.order_by("book_pages__number").first().token
    before = list(BookPage.objects.filter(book=book).values_list("pk", "number", "chapter"))
    with pytest.raises(KeyError):
        pages_arrange(book=book, titles={token: ("Lost?", "")}, change=BookEdit("up", "no-such-page"))
    assert list(BookPage.objects.filter(book=book).values_list("pk", "number", "chapter")) == before


@pytest.mark.django_db
def test_a_page_comes_after_a_gap_in_the_numbers() -> None:
    book = make_book(make_owner(), pages=3)
    book.puzzles.order_by("book_pages__number").last().delete()
    book.puzzles.order_by("book_pages__number").first().delete()
    assert page_add(book=book, puzzle=make_puzzle(title="New"))
    assert not page_add(book=book, puzzle=Puzzle.objects.get(title="New"))
    assert list(BookPage.objects.filter(book=book).values_list("number", flat=True)) == [2, 3]
    pages_arrange(book=book, titles={})
    assert list(BookPage.objects.filter(book=book).values_list("number", flat=True)) == [1, 2]


@pytest.mark.django_db
def test_a_change_brings_the_book_to_the_front_of_one_s_own() -> None:
    owner = make_owner()
    first, second = make_book(owner, pages=1), make_book(owner, pages=1)
    assert list(own_books(owner)) == [second, first]
    page_add(book=first, puzzle=make_puzzle())
    assert list(own_books(owner)) == [first, second]


# --- Signing in ---


@pytest.mark.django_db
def test_a_guest_s_books_and_progress_come_along() -> None:
    guest = make_owner()
    book = make_book(guest, pages=2, visibility=PRIVATE)
    Attempt.objects.create(owner=guest, puzzle=book.puzzles.first(), state="solved", first_try=True)
    account = make_owner("account")
    assert isinstance(account.user, User)
    adopt(guest=guest, user=account.user)
    book.refresh_from_db()
    assert book.owner == account
    assert progress_page(account, "en").first == 1
    assert open_book(book, account, "en").progress.solved == 1
    assert sign_in(Client(), account).get(f"/grimoire/books/{book.token}/edit/").status_code == 200


@pytest.mark.django_db
def test_a_tile_can_be_made_alone() -> None:
    tile = tile_of(make_puzzle(title="Lamp"), "en", number=7)
    assert tile.label.startswith("7, Lamp")
    assert tile.state_name == "Not tried yet"
