"""An Aura on boards on paper and in pictures: another shape than the ability that it gives, seen without colours."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import translation

from board.paper.fitting import laid_out
from cards.rendering.png import raster
from grimoire.booklets import pictures
from grimoire.booklets.booklet import Booklet, BookletOptions
from grimoire.models import Puzzle
from tests.drawn import worst_square
from tests.grimoire.booklets.conftest import Drawn
from tests.grimoire.factories import make_book, make_puzzle, position_json

pytestmark = [pytest.mark.django_db, pytest.mark.slow("draws pages as PDF and as pictures")]
SEEN = 9.0  # of 255, in the square with most of the difference; of the same page 0


def puzzle_with(slug: str, title: str = "The Same") -> Puzzle:
    """A page on which the first Creature of a hand has this one ability."""
    position: dict[str, Any] = position_json("win")
    held = [card for seat in position["players"].values() for card in seat["hand"]]
    creature = next(card for card in held if isinstance(card, dict) and card["type"] == "creature")
    creature["abilities"] = [slug]
    return make_puzzle(position=position, title=title)


def unlike(drawn: Drawn) -> float:
    """How far two pages differ apart from the words of their legends."""
    pages = [
        raster(laid_out(html, f"{style} .legend {{ display: none }}"), (1180, 1680)) for html, style, _pdf in drawn
    ]
    return worst_square(*pages)


def page_of(puzzle: Puzzle, ink: str) -> None:
    book = make_book(pages=[puzzle], title="Auras")
    with translation.override("en"):
        Booklet(book, None, BookletOptions(layout="pages", ink=ink)).finish()


@pytest.mark.long
@pytest.mark.parametrize("ink", ["full", "saver"])
def test_in_a_booklet(drawn: Drawn, ink: str) -> None:
    for slug in ("rage", "aura:rage"):
        page_of(puzzle_with(slug), ink)
    first, second = (part for part in drawn if 'class="page"' in part[0])
    assert unlike([first, second]) > SEEN
    assert unlike([first, first]) == 0


def test_in_the_picture_of_a_link(drawn: Drawn) -> None:
    for slug in ("rage", "aura:rage"):
        pictures.picture_of(puzzle_with(slug), "en")
    assert unlike(drawn) > SEEN


def test_the_legend_shows_the_star_and_the_contents_say_what_it_is(drawn: Drawn) -> None:
    page_of(puzzle_with("aura:rage", "The Legend"), "full")
    contents = next(html for html, _style, _pdf in drawn if 'class="contents"' in html)
    page = next(html for html, _style, _pdf in drawn if 'class="page"' in html)
    assert "An ability on a star is an Aura" in contents
    legend = page.split('class="legend"')[1]
    assert legend.count('class="mark aura"') == len(re.findall(r"</span>\s+Aura: ", legend)) >= 1
