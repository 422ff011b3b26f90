"""Turns of Clash of Magic Schools on paper: one page, and a book as a booklet."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from django.test import Client
from django.utils.translation import override

from accounts.models import Owner
from board.paper import fitting
from grimoire.book_files import other_volumes
from grimoire.book_loading import load_books
from grimoire.booklets import booklet as booklet_module
from grimoire.booklets.booklet import SMALLEST, Booklet, BookletOptions
from grimoire.gate import Gate
from grimoire.models import Book, Puzzle
from tests.grimoire.booklets.test_sizes import letters
from tests.grimoire.factories import make_book, make_puzzle
from tests.grimoire.schools.test_turns import MAGIC_SCHOOLS, act, book, page, play, way

pytestmark = [pytest.mark.django_db, pytest.mark.slow("draws pages as PDF")]
__all__ = ("page",)

Tried = list[list[tuple[str, bool]]]


@pytest.fixture(scope="session")
def drawn_parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("turns")


@pytest.fixture(autouse=True)
def folders(settings: Any, drawn_parts: Path, tmp_path: Path) -> None:
    settings.RENDER_CACHE = drawn_parts
    settings.MEDIA_ROOT = tmp_path


def text_of(content: bytes) -> list[str]:
    """The words of each page of a PDF, on one line."""
    with pypdfium2.PdfDocument(content) as document:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def all_open(puzzles: Sequence[Puzzle], _owner: Owner | None) -> list[Gate]:
    return [Gate(is_open=True) for _puzzle in puzzles]


def booklet_of(book: Book, language: str = "en", paper: str = "a4", ink: str = "full") -> Booklet:
    """With all solutions."""
    options = BookletOptions(paper=paper, layout="pages", language=language, ink=ink)
    return Booklet(book, None, options, gates_of=all_open)


def test_a_page_by_itself_has_its_board_and_room_for_an_answer(client: Client, page: Puzzle) -> None:
    answer = client.get(f"/grimoire/print/page/{page.token}/?solution=1")
    assert answer["Content-Type"] == "application/pdf"
    (shown,) = text_of(answer.content)
    assert page.title in shown and "Win this turn with Blancgriffon: 15 points" in shown and "Your solution" in shown
    assert all(name in shown for name in ("Dragombre", "Earth: Batrax", "Darkness: Eversio", "Turn 20"))
    assert f"http://testserver{page.get_absolute_url()}" in shown
    (french,) = text_of(client.get(f"/fr/grimoire/print/page/{page.token}/").content)
    assert "Gagnez ce tour-ci avec Blancgriffon" in french and "Votre solution" in french and "Terre: Batrax" in french


def test_a_page_with_its_solution_for_whoever_has_earned_it(client: Client, page: Puzzle) -> None:
    play(client, page, way(page))
    address = f"/grimoire/print/page/{page.token}/"
    assert f"{address}?solution=1" in client.get(page.get_absolute_url()).content.decode()
    board, solution = text_of(client.get(f"{address}?solution=1").content)
    assert page.title in board and "1. Move to Air" in solution and "wins the Tournament" in solution
    assert "One point is missing." in solution and page.afterword[:40] in solution
    assert len(text_of(client.get(address).content)) == 1


def test_who_has_only_begun_finds_no_solution(client: Client, page: Puzzle) -> None:
    act(client, page, action=way(page)[0])
    assert len(text_of(client.get(f"/grimoire/print/page/{page.token}/?solution=1").content)) == 1
    assert f"/grimoire/print/page/{page.token}/?solution=1" not in client.get(page.get_absolute_url()).content.decode()


@pytest.mark.parametrize(("language", "first"), [("en", "Move to Air"), ("fr", "Arène Air")])
def test_a_book_is_a_booklet(page: Puzzle, language: str, first: str) -> None:
    with override(language):
        _cover, contents, *boards, solutions = text_of(
            booklet_of(Book.objects.get(slug=MAGIC_SCHOOLS), language).finish().content
        )
        assert page.heading in contents and len(boards) == 3
        assert "Clash of Magic Schools" in contents and "Clash of Decks" not in contents
        assert ("Students at the right" if language == "en" else "les Élèves à droite") in contents
        assert first in solutions and page.heading in boards[0]


def test_a_book_for_people_who_have_solved_nothing_has_no_solutions(client: Client, page: Puzzle) -> None:
    answer = client.post(f"/grimoire/print/{MAGIC_SCHOOLS}/", {"layout": "pages"})
    assert len(text_of(answer.content)) == 5
    assert not Owner.objects.exists()


def test_a_book_may_hold_pages_of_several_games(page: Puzzle) -> None:
    mixed = make_book(None, [make_puzzle(title="A door"), page], slug="mixed", title="Mixed")
    _cover, contents, door, turn, _solutions = text_of(booklet_of(mixed).finish().content)
    assert "A's Kingdom lies to the left" in contents and "In each Arena" in contents
    assert "A door" in door and page.title in turn


def crowded() -> list[Any]:
    """The pages with most Students, announced Trials and cards in a hand."""

    def most(count: Any) -> Any:
        pages = [page for volume in other_volumes() for page in volume.pages]
        return max(pages, key=lambda page: max(count(side) for side in page.position["seats"].values()))

    return [
        most(lambda side: max(len(arena["students"]) for arena in side["arenas"].values())),
        most(lambda side: len(side["column"])),
        most(lambda side: sum(side["hand"].values())),
        most(lambda side: len([element for element in side["hand"] if side["hand"][element]])),
    ]


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> Tried:
    """Of each page that is drawn: the styles that were tried, and whether all was on one page with them."""
    seen: Tried = []

    def fitted(html: str, style_of: Callable[[float], str], sizes: Sequence[float]) -> bytes:
        seen.append([])
        return fitting.fitted(html, lambda size: styles.append(style_of(size)) or styles[-1], sizes)

    def holds_all(document: Any) -> bool:
        seen[-1].append((styles[-1], is_whole := whole(document)))
        return is_whole

    styles: list[str] = []
    whole = fitting._holds_all
    monkeypatch.setattr(fitting, "_holds_all", holds_all)
    monkeypatch.setattr(booklet_module, "fitted", fitted)
    return seen


@pytest.mark.parametrize(("paper", "language"), [("a4", "fr"), ("letter", "en"), ("letter", "fr")])
def test_the_fullest_boards_are_one_page_each_that_can_be_read(paper: str, language: str, tried: Tried) -> None:
    load_books(volumes=[replace(book(), pages=tuple({page.slug: page for page in crowded()}.values()))])
    with override(language):
        booklet = booklet_of(Book.objects.get(slug=MAGIC_SCHOOLS), language, paper)
        for part in booklet._parts[2:-1]:
            with pypdfium2.PdfDocument(io.BytesIO(booklet._made(part))) as document:
                assert len(document) == 1, part.context["title"]
                seen = list(letters(document[0]))
            assert min(size for size, _down, _letter in seen) >= SMALLEST - 0.01, part.context["title"]
    assert len(tried) == len(booklet._parts) - 3
    for styles in tried:
        fitting_styles = [style for style, is_whole in styles if is_whole]
        assert fitting_styles, "not even in the smallest size"
        # Of each card that is covered there is a strip to tell it by, in millimetres.
        steps = [float(step) for step in re.findall(r"[.]strip { height: ([0-9.]+)mm", fitting_styles[-1])]
        assert min(step for step in steps if step) > 1.4


def test_the_board_fills_what_words_leave_of_its_page(page: Puzzle) -> None:
    """In one size larger the page would be two."""
    booklet = booklet_of(Book.objects.get(slug=MAGIC_SCHOOLS))
    with pypdfium2.PdfDocument(io.BytesIO(booklet._made(booklet._parts[2]))) as document:
        height = document[0].get_height()
        lowest = max(down for _size, down, letter in letters(document[0]) if down < height - 30)
    assert lowest > 0.75 * height  # "Your solution", above its three lines


def test_with_little_ink_there_are_no_pictures(page: Puzzle) -> None:
    full, saver = (booklet_of(Book.objects.get(slug=MAGIC_SCHOOLS), ink=ink) for ink in ("full", "saver"))
    with_pictures, without = (len(booklet._made(booklet._parts[2])) for booklet in (full, saver))
    assert without < 0.7 * with_pictures
