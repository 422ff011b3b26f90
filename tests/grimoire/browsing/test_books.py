"""Books: reading them, making them, ordering them, and that nobody else does."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import Visibility
from grimoire.browsing import services
from grimoire.browsing.services import BookEdit, pages_arrange
from grimoire.browsing.shelves import covers_of, find_book, open_book
from grimoire.models import Attempt, Book, BookPage, Puzzle
from grimoire.models.books import MAX_PAGES
from tests.cards.factories import make_owner, sign_in
from tests.grimoire.factories import make_book, make_puzzle

pytestmark = pytest.mark.django_db
DAY = "2026-01-01T00:00Z"


def order(book: Book) -> list[str]:
    """The titles of the pages in order, with the parts that begin before them; the numbers are checked."""
    rows = list(BookPage.objects.filter(book=book).select_related("puzzle").order_by("number"))
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    return [word for row in rows for word in (row.chapter, row.puzzle.title) if word]


def book_of(owner: Any, *titles: str, **fields: Any) -> tuple[Book, dict[str, str]]:
    """A book with pages of these titles, and their tokens."""
    pages = [make_puzzle(title=title) for title in titles]
    return make_book(owner, pages=pages, **fields), {page.title: page.token for page in pages}


# --- Reading ---


def test_a_book_shows_its_parts_and_how_far_the_reader_is(client: Client) -> None:
    book, tokens = book_of(None, "Lamp", "Door", "Well", slug="first", title="First Book", title_fr="Premier livre")
    BookPage.objects.filter(book=book, number=2).update(chapter="Harder", chapter_fr="Plus dur")
    reader = make_owner()
    lamp = Puzzle.objects.get(title="Lamp")
    Attempt.objects.create(owner=reader, puzzle=lamp, state="solved", first_try=True)
    text = sign_in(client, reader).get("/grimoire/books/first/").content.decode()
    assert "First Book" in text
    assert "Harder" in text
    assert "<b>1</b> of 3 solved" in text
    assert "1 on the first try" in text
    assert "Continue" in text
    assert re.search(rf'href="/grimoire/p/{tokens["Door"]}/\?book=first"\s*>\s*Continue<', text)
    assert 'href="/grimoire/print/first/"' in text
    french = Client().get("/fr/grimoire/books/first/").content.decode()
    assert "Premier livre" in french
    assert "Plus dur" in french


def test_reading_goes_on_at_what_is_under_way_then_at_what_is_new(client: Client) -> None:
    book, _tokens = book_of(None, "A", "B", "C", slug="s")
    reader = make_owner()

    def state(title: str, state: str) -> None:
        puzzle = Puzzle.objects.get(title=title)
        Attempt.objects.update_or_create(owner=reader, puzzle=puzzle, defaults={"state": state})

    def onward() -> str | None:
        tile = open_book(book, reader, "en").next
        return tile.puzzle.title if tile else None

    assert onward() == "A"
    state("A", "solved")
    assert onward() == "B"
    state("C", "open")
    assert onward() == "C"
    state("C", "shown")
    state("B", "solved")
    assert onward() == "C"
    state("C", "solved")
    assert onward() is None
    assert open_book(book, reader, "en").progress.is_complete
    assert "All solved" in sign_in(client, reader).get("/grimoire/books/s/").content.decode()


def test_pages_that_are_gone_leave_a_gap(client: Client) -> None:
    author, maker = make_owner("author"), make_owner("maker")
    pages = [make_puzzle(author, title=title) for title in ("Stays", "Hidden", "Private", "Unlisted", "Taken back")]
    book = make_book(maker, pages=pages, title="Gaps")
    Puzzle.objects.filter(title="Hidden").update(hidden_at=DAY)
    Puzzle.objects.filter(title="Private").update(visibility=Visibility.PRIVATE)
    Puzzle.objects.filter(title="Unlisted").update(visibility=Visibility.UNLISTED)
    Puzzle.objects.filter(title="Taken back").update(published_at=None)
    text = client.get(f"/grimoire/books/{book.token}/").content.decode()
    assert "Stays" in text
    for title in ("Hidden", "Private", "Unlisted", "Taken back"):
        assert f">{title}<" not in text and f"</i>{title}" not in text
    assert text.count("Unavailable puzzle") == 4
    assert "of 1 solved" in text
    assert open_book(book, author, "en").progress.total == 5  # one's own pages one always sees
    Book.objects.filter(pk=book.pk).update(visibility=Visibility.UNLISTED)
    book.refresh_from_db()
    assert [leaf.tile is not None for leaf in open_book(book, None, "en").leaves] == [True, False, False, True, False]


def test_a_deleted_page_takes_nothing_else_along(client: Client) -> None:
    book, tokens = book_of(None, "A", "B", "C", slug="s")
    Puzzle.objects.get(title="B").delete()
    assert client.get("/grimoire/books/s/").status_code == 200
    pages_arrange(book=book, titles={}, change=BookEdit("up", tokens["C"]))
    assert order(book) == ["C", "A"]


def test_a_private_book_is_not_there_for_others(client: Client) -> None:
    owner = make_owner("owner")
    book = make_book(owner, published=False)
    for address in (f"/grimoire/books/{book.token}/", f"/fr/grimoire/books/{book.token}/"):
        assert client.get(address).status_code == 404
        assert sign_in(Client(), make_owner()).get(address).status_code == 404
        assert sign_in(Client(), owner).get(address).status_code == 200
    assert client.get("/grimoire/books/no-such-book/").status_code == 404
    Book.objects.filter(pk=book.pk).update(visibility=Visibility.PUBLIC, hidden_at=DAY)
    assert client.get(f"/grimoire/books/{book.token}/").status_code == 404


def test_an_unlisted_book_is_for_who_has_the_link(client: Client) -> None:
    book = make_book(make_owner("owner"), visibility=Visibility.UNLISTED, title="For friends")
    answer = client.get(f"/grimoire/books/{book.token}/")
    assert answer.status_code == 200
    assert "noindex" in answer.content.decode()
    assert "For friends" not in client.get("/grimoire/").content.decode()
    assert "For friends" not in client.get("/grimoire/books/").content.decode()


def test_the_site_s_books_are_found_by_name_alone(client: Client) -> None:
    book = make_book(slug="submersion")
    assert find_book("submersion", None) == book
    assert find_book(book.token, None) is None
    assert find_book("", None) is None


def test_covers_count_what_the_reader_may_see(django_assert_num_queries: Any) -> None:
    reader = make_owner()
    shared = make_puzzle(title="In both")
    first = make_book(pages=[shared, make_puzzle(), make_puzzle(visibility=Visibility.UNLISTED)], slug="a")
    second = make_book(make_owner("maker"), pages=[shared])
    Attempt.objects.create(owner=reader, puzzle=shared, state="solved", first_try=True, hint_level_at_first=1)
    Attempt.objects.create(owner=make_owner(), puzzle=shared, state="shown")
    with django_assert_num_queries(2):
        covers = covers_of([first, second], reader)
    assert [(cover.progress.solved, cover.progress.total, cover.progress.first) for cover in covers] == [
        (1, 2, 0),
        (1, 1, 0),
    ]
    assert [cover.progress.begun for cover in covers_of([first, second], None)] == [0, 0]


def test_a_book_takes_as_many_queries_however_long_it_is(client: Client, django_assert_max_num_queries: Any) -> None:
    make_book(pages=[make_puzzle(title=f"Page {number}") for number in range(32)], slug="long")
    with django_assert_max_num_queries(12):
        text = client.get("/grimoire/books/long/").content.decode()
    assert text.count('class="page-link"') == 32


# --- Making ---


def test_a_guest_makes_a_book_and_fills_it(client: Client) -> None:
    answer = client.post("/grimoire/books/new/", {"title": "Evenings"}, follow=True)
    assert "Book created." in answer.content.decode()
    book = Book.objects.get(title="Evenings")
    assert book.visibility == Visibility.PRIVATE
    puzzle = make_puzzle(title="A door")
    page = f"/grimoire/books/add/{puzzle.token}/"
    assert "Evenings" in client.get(page).content.decode()
    assert "is now in" in client.post(page, {"book": book.token}, follow=True).content.decode()
    assert "already" in client.post(page, {"book": book.token}, follow=True).content.decode()
    assert order(book) == ["A door"]
    assert "Evenings" in client.get("/grimoire/books/").content.decode()


def test_a_page_begins_a_book(client: Client) -> None:
    puzzle = make_puzzle(title="A door")
    client.post(f"/grimoire/books/add/{puzzle.token}/", {"title": "Doors"})
    assert order(Book.objects.get(title="Doors")) == ["A door"]
    answer = client.post(f"/grimoire/books/add/{puzzle.token}/", {"title": ""})
    assert answer.status_code == 422
    assert "This field is required" in answer.content.decode()
    assert Book.objects.count() == 1


def test_only_what_one_may_solve_is_added(client: Client) -> None:
    owner = make_owner("author")
    draft = make_puzzle(owner, published=False)
    unpublished = make_puzzle(visibility=Visibility.PUBLIC)
    Puzzle.objects.filter(pk=unpublished.pk).update(published_at=None)
    book = make_book(make_owner(), pages=0)
    assert client.get(f"/grimoire/books/add/{draft.token}/").status_code == 404
    assert client.post(f"/grimoire/books/add/{draft.token}/", {"title": "Mine"}).status_code == 404
    assert client.get(f"/grimoire/books/add/{unpublished.token}/").status_code == 404
    assert sign_in(Client(), owner).get(f"/grimoire/books/add/{draft.token}/").status_code == 200
    assert sign_in(Client(), owner).post(f"/grimoire/books/add/{draft.token}/", {"book": book.token}).status_code == 404
    assert order(book) == []


def test_a_book_has_so_many_pages_at_most(client: Client) -> None:
    owner = make_owner()
    book = make_book(owner, pages=0)
    first = make_puzzle()
    alike = {"position": first.position, "goal": "win", "mode": "duel", "edition": "season-2"}
    Puzzle.objects.bulk_create(Puzzle(title=f"P{number}", **alike) for number in range(MAX_PAGES))
    pages = Puzzle.objects.exclude(pk=first.pk)
    BookPage.objects.bulk_create(BookPage(book=book, puzzle=page, number=n) for n, page in enumerate(pages, 1))
    with pytest.raises(services.BookIsFull):
        services.page_add(book=book, puzzle=first)
    answer = sign_in(client, owner).post(f"/grimoire/books/add/{first.token}/", {"book": book.token}, follow=True)
    assert "is full" in answer.content.decode()
    pages_arrange(book=book, titles={}, change=BookEdit("move", pages.get(title="P5").token, 0))
    assert order(book)[:2] == ["P5", "P127"]


def test_the_cover_is_changed(client: Client) -> None:
    owner = make_owner()
    book = make_book(owner, title="Old")
    cover = {"title": "New", "title_fr": "Neuf", "about": "All of it", "accent": "#14607a", "symbol": "wolf-head"}
    page = f"/grimoire/books/{book.token}/edit/"
    sign_in(client, owner).post(page, {**cover, "visibility": "unlisted"})
    book.refresh_from_db()
    assert (book.title, book.title_fr, book.accent, book.symbol) == ("New", "Neuf", "#14607a", "wolf-head")
    assert book.visibility == Visibility.UNLISTED
    for wrong in ({"accent": "red"}, {"symbol": "no-such-icon"}, {"visibility": "all"}, {"title": ""}):
        answer = client.post(page, {**cover, "about": "Typed", "visibility": "public", **wrong})
        assert answer.status_code == 422
        assert "errorlist" in answer.content.decode()
        assert "Typed" in answer.content.decode()  # what was typed is still there
    book.refresh_from_db()
    assert book.about == "All of it"


def test_pages_are_put_in_order(client: Client) -> None:
    owner = make_owner()
    book, tokens = book_of(owner, "A", "B", "C", "D")
    pages = f"/grimoire/books/{book.token}/pages/"
    sign_in(client, owner)

    def act(words: str, **more: str) -> None:
        verb, _space, title = words.partition(" ")
        answer = client.post(pages, {"act": f"{verb} {tokens.get(title, title)}", **more})
        assert answer.status_code == 302

    act("down A")
    assert order(book) == ["B", "A", "C", "D"]
    act("up D")
    assert order(book) == ["B", "A", "D", "C"]
    act("move C", to="1")
    assert order(book) == ["C", "B", "A", "D"]
    act("move C", **{f"to-{tokens['C']}": "4"})
    assert order(book) == ["B", "A", "D", "C"]
    act("save", **{f"part-{tokens['A']}": "Harder", f"part_fr-{tokens['A']}": "Plus dur"})
    assert order(book) == ["B", "Harder", "A", "D", "C"]
    act("remove A")
    assert order(book) == ["B", "Harder", "D", "C"]
    act("up D", **{f"part-{tokens['C']}": "Last"})  # what was typed beside a button goes along
    assert order(book) == ["B", "D", "Last", "C"]
    assert Puzzle.objects.count() == 4


def test_a_part_without_pages_is_told_of(client: Client) -> None:
    owner = make_owner()
    book, tokens = book_of(owner, "A", "B")
    BookPage.objects.filter(book=book, number=2).update(chapter="The end")
    sign_in(client, owner)
    answer = client.post(f"/grimoire/books/{book.token}/pages/", {"act": f"remove {tokens['B']}"}, follow=True)
    assert "The end" in answer.content.decode()
    assert "was empty and has been removed" in answer.content.decode()


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"act": "up no-such-page"}, "no longer in the book"),
        ({"act": "dance {token}"}, "Invalid request."),
        ({"act": ""}, "Invalid request."),
        ({}, "Invalid request."),
        ({"act": "move {token}"}, "Enter a number"),
        ({"act": "move {token}", "to": "0"}, "Enter a number"),
        ({"act": "move {token}", "to": "-1"}, "Enter a number"),
        ({"act": "move {token}", "to": "999999999999"}, "Enter a number"),
        ({"act": "move {token}", "to": "٣"}, "Enter a number"),
        ({"act": "save", "part-{token}": "x" * 81}, "Chapter title"),
    ],
)
def test_odd_changes_are_refused_in_words(client: Client, sent: dict[str, str], words: str) -> None:
    owner = make_owner()
    book, tokens = book_of(owner, "A", "B")
    sign_in(client, owner)
    filled = {key.format(token=tokens["A"]): value.format(token=tokens["A"]) for key, value in sent.items()}
    answer = client.post(f"/grimoire/books/{book.token}/pages/", filled, headers={"HX-Request": "true"})
    assert words in answer.content.decode()
    assert order(book) == ["A", "B"]


def test_titles_for_pages_of_other_books_do_nothing(client: Client) -> None:
    owner = make_owner()
    book, _tokens = book_of(owner, "A")
    other, others = book_of(make_owner("other"), "B")
    sign_in(client, owner)
    client.post(f"/grimoire/books/{book.token}/pages/", {"act": "save", f"part-{others['B']}": "Mine now"})
    assert order(other) == ["B"]


def test_a_book_is_deleted_after_asking(client: Client) -> None:
    owner = make_owner()
    book, _tokens = book_of(owner, "A")
    page = f"/grimoire/books/{book.token}/delete/"
    sign_in(client, owner)
    assert "Its puzzles stay." in client.get(page).content.decode()
    assert Book.objects.exists()
    assert client.post(page)["Location"] == "/grimoire/books/"
    assert not Book.objects.owned_by(owner).exists() and not Book.objects.readable_by(None).exists()
    assert Puzzle.objects.count() == 1


@pytest.mark.parametrize("site", [True, False])
def test_only_its_owner_changes_a_book(site: bool) -> None:
    book, tokens = book_of(None if site else make_owner("owner"), "A", "B")
    stranger = sign_in(Client(), make_owner("stranger"))
    for client in (Client(), stranger):
        assert client.get(f"/grimoire/books/{book.token}/edit/").status_code == 404
        assert client.post(f"/grimoire/books/{book.token}/edit/", {"title": "Mine"}).status_code == 404
        down = {"act": f"down {tokens['A']}"}
        assert client.post(f"/grimoire/books/{book.token}/pages/", down).status_code == 404
        assert client.get(f"/grimoire/books/{book.token}/delete/").status_code == 404
        assert client.post(f"/grimoire/books/{book.token}/delete/").status_code == 404
        added = client.post(f"/grimoire/books/add/{tokens['A']}/", {"book": book.token})
        assert added.status_code == 404
    assert order(book) == ["A", "B"]
    assert "/edit/" not in stranger.get(book.get_absolute_url()).content.decode()


def test_changes_are_never_made_by_following_a_link(client: Client) -> None:
    owner = make_owner()
    book, _tokens = book_of(owner, "A", "B")
    sign_in(client, owner)
    assert client.get(f"/grimoire/books/{book.token}/pages/").status_code == 405
    assert client.get("/grimoire/books/new/").status_code == 405
    strict = sign_in(Client(enforce_csrf_checks=True), owner)
    assert strict.post(f"/grimoire/books/{book.token}/delete/").status_code == 403
    assert Book.objects.exists()


def test_too_many_books_an_hour_are_refused_with_nothing_lost(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from grimoire.browsing.views import editing

    monkeypatch.setattr(editing, "NEW_BOOKS", editing.Limit("book-test", times=1, seconds=3600))
    client.post("/grimoire/books/new/", {"title": "One"})
    answer = client.post("/grimoire/books/new/", {"title": "Two"})
    assert answer.status_code == 422
    assert 'value="Two"' in answer.content.decode()
    puzzle = make_puzzle()
    assert client.post(f"/grimoire/books/add/{puzzle.token}/", {"title": "Three"}).status_code == 422
    assert Book.objects.count() == 1
