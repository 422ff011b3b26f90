"""Letters beyond Latin-1 in booklets and in pictures of links: the same pixels as in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from board.paper.fitting import board_style
from cards.rendering.geometry import PIXEL
from cards.rendering.png import raster
from grimoire.booklets import pictures
from grimoire.booklets.booklet import Booklet, BookletOptions
from grimoire.booklets.paper import LEAFLETS
from tests.drawn import NAMES, SCALE, in_browser, unlike
from tests.grimoire.booklets.conftest import Drawn
from tests.grimoire.factories import make_book, make_puzzle, position_json

pytestmark = [pytest.mark.django_db, pytest.mark.slow("draws pages as PDF and as pictures")]
WORST = 40.0  # of 255 in one square of a word; letters that are right differ by 23 at most, wrong ones by 60


def position_of_names() -> dict[str, Any]:
    """A position whose cards bear the names."""
    position, left = position_json("win"), list(NAMES)

    def name(data: Any) -> None:
        if isinstance(data, dict):
            if "name" in data and "type" in data and left:
                data["name"] = left.pop()
            for value in data.values():
                name(value)
        elif isinstance(data, list):
            for value in data:
                name(value)

    name(position)
    assert len(left) < len(NAMES)
    return position


def worst(new_page: Callable[..., Page], drawn: tuple[str, str, bytes], size: tuple[int, int], *words: str) -> float:
    """How unlike the words are that are most unlike those on the screen."""
    html, style, pdf = drawn
    margin = re.search(r"@page [^}]*margin: ([\w. ]+)", style)
    assert margin
    # A sheet of paper has its margins by @page, which is nothing on a screen.
    seen = f"{board_style()}{style} html {{ overflow: hidden }} body {{ padding: {margin[1]} }}"
    screen = in_browser(new_page, html, seen, size)
    paper = raster(pdf, (size[0] * SCALE, size[1] * SCALE))
    return max(unlike(pdf, paper, screen, word) for some in words for word in some.split())


@pytest.mark.long
def test_the_picture_of_a_page_s_link(new_page: Callable[..., Page], drawn: Drawn) -> None:
    puzzle = make_puzzle(title=f"{NAMES[0]}: {NAMES[1]}", position=position_of_names())
    pictures.picture_of(puzzle, "en")
    html = drawn[0][0]
    on_cards = [name for name in NAMES[2:] if " " not in name and re.search(rf'"name"\s*>{name}<', html)]
    assert len(on_cards) >= 2
    assert worst(new_page, drawn[0], pictures.SIZE, NAMES[0], NAMES[1], *on_cards) < WORST


@pytest.mark.long
def test_the_pages_of_a_booklet(new_page: Callable[..., Page], drawn: Drawn) -> None:
    puzzle = make_puzzle(title=NAMES[0], words=f"{NAMES[2]}, {NAMES[5]}.", position=position_of_names())
    book = make_book(pages=[puzzle], title=NAMES[3], about=f"{NAMES[4]} {NAMES[5]}", symbol="trident")
    Booklet(book, None, BookletOptions(layout="pages")).finish()
    leaflet = LEAFLETS["a4"]
    size = (round(leaflet.width / PIXEL), round(leaflet.height / PIXEL))
    cover, _contents, start = drawn
    assert worst(new_page, cover, size, NAMES[3], f"{NAMES[4]} {NAMES[5]}") < WORST
    assert worst(new_page, start, size, f"{NAMES[2]}, {NAMES[5]}.", NAMES[0]) < WORST
