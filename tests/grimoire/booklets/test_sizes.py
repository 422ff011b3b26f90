"""Booklets measured: the smallest letters, and how much of a page its board takes."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from django.core.management import call_command
from django.utils import translation

from board.paper.boards import PaperBoard
from games.decks.puzzle_paper import SIZES
from grimoire.booklets.booklet import POINT, SMALLEST, Booklet, BookletOptions
from grimoire.booklets.paper import LEAFLETS, LOWEST, MARGIN
from grimoire.models import Book
from tests.grimoire.factories import make_book, make_puzzle, position_json

pytestmark = [pytest.mark.django_db, pytest.mark.slow("draws pages as PDF and as pictures")]
BOOKS = 12
FULL = 0.8  # of a page's height: a board that goes on to there could be no larger


def letters(page: pypdfium2.PdfPage) -> Iterator[tuple[float, float, str]]:
    """The size in points, the distance from the top, and the letter itself, of all that are seen."""
    text = page.get_textpage()
    matrix = pdfium.FS_MATRIX()
    left, right, bottom, top = (ctypes.c_double() for _side in range(4))
    for index in range(pdfium.FPDFText_CountChars(text.raw)):
        letter = chr(pdfium.FPDFText_GetUnicode(text.raw, index))
        if letter.isspace() or not letter.isprintable():
            continue
        pdfium.FPDFText_GetMatrix(text.raw, index, matrix)
        pdfium.FPDFText_GetCharBox(text.raw, index, left, right, bottom, top)
        size = pdfium.FPDFText_GetFontSize(text.raw, index) * math.hypot(matrix.c, matrix.d)
        yield size, page.get_height() - bottom.value, letter


def check(booklet: Booklet) -> None:
    """No letters that cannot be read; boards as wide as what is on them, or as high as the page."""
    leaflet = booklet.options.leaflet
    width = (leaflet.width - 2 * MARGIN) / POINT
    for part in booklet._parts:
        with pypdfium2.PdfDocument(booklet._made(part)) as document:
            seen = [letter for page in document for letter in letters(page)]
            height = document[0].get_height()
        assert min(size for size, _down, _letter in seen) >= SMALLEST - 0.01, (booklet.title, part.context)
        board = part.context.get("board")
        if isinstance(board, PaperBoard):
            size = chip_of(board, width)
            lowest = max(down for size_, down, _letter in seen if down < height - (LOWEST + 2) / POINT)
            names = [
                size_of_name
                for size_of_name, _down, _letter in seen
                if abs(size_of_name - max(0.8 * size, SMALLEST)) < 0.05
            ]
            assert names or lowest > FULL * height, (booklet.title, part.context["number"])


def chip_of(board: PaperBoard, width: float) -> float:
    """The letters with which the board's longest row takes the whole width."""
    return board.sizes(SIZES, width)[0]


def wide(left: int, right: int) -> dict[str, object]:
    """A position with so many Creatures on either side of a Bridge."""
    data = position_json("win")
    first, second = data["players"].values()
    creature = next(
        creature_on_board for seat in (first, second) for line in ("upper", "lower") for creature_on_board in seat[line]
    )
    first["lower"], second["lower"] = [creature] * left, [creature] * right
    return data


@pytest.mark.parametrize("paper", LEAFLETS)
@pytest.mark.parametrize(("left", "right"), [(4, 2), (1, 5), (3, 3), (5, 4)])
def test_boards_are_as_large_as_there_is_room_and_can_be_read(paper: str, left: int, right: int) -> None:
    proof = make_puzzle().proof
    book = make_book(pages=[make_puzzle(position=wide(left, right), proof=proof), make_puzzle(position="predict")])
    with translation.override("en"):
        check(Booklet(book, None, BookletOptions(paper=paper, layout="pages")))


@pytest.mark.long
@pytest.mark.parametrize("number", range(BOOKS))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_all_books_can_be_read(number: int, language: str) -> None:
    call_command("load_sets", verbosity=0)
    call_command("load_books", verbosity=0)
    book = Book.objects.filter(owner=None).order_by("pk")[number]
    with translation.override(language):
        check(Booklet(book, None, BookletOptions(layout="pages", language=language, solutions="none")))
