"""Score sheets as PDFs: their size, their fonts, what stands on them."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.cards.printing.sheets import box_of, embedded_fonts, opened, text_of
from tests.papers import is_in_our_fonts
from tests.scores.sheets import ALL_KINDS, Keeper, hand

pytestmark = pytest.mark.django_db
UPRIGHT = {"a4": (210, 297), "letter": (215.9, 279.4)}


@pytest.mark.parametrize("kind", ["curriculum", "championship", "pad"])
@pytest.mark.parametrize("paper", UPRIGHT)
def test_an_empty_sheet_is_one_page_with_its_fonts(kind: str, paper: str) -> None:
    content = Client().get(f"/scores/blank/{kind}.pdf", {"paper": paper}).content
    width, height = UPRIGHT[paper] if kind != "championship" else UPRIGHT[paper][::-1]
    with opened(content) as document:
        assert len(document.pages) == 1
        assert box_of(document.pages[0], "/MediaBox") == pytest.approx((0, 0, width, height), abs=0.1)
    assert embedded_fonts(content) and all(embedded_fonts(content).values())
    assert is_in_our_fonts(content)


def test_what_is_written_stands_on_the_paper() -> None:
    keeper = Keeper("curriculum", ["Ann", "Ben"])
    for _game in range(4):
        keeper.write(dragombre=15, blancgriffon=9)
    for _game in range(3):
        keeper.write(dragombre=2, blancgriffon=16)
    text = text_of(keeper.http.get(f"{keeper.address}sheet.pdf").content)
    assert "Ann" in text and "Ben" in text and "76" in text and "84" in text, "66 points and the bonus, and 84"
    pad = Keeper("pad", ["Ann", "Ben"], specials=ALL_KINDS, reverse="on")
    pad.write(**hand(army_0=[10, 9], ended=0, death=1))
    text = text_of(pad.http.get(f"{pad.address}sheet.pdf").content)
    assert "650 650" in text and "-150" in text.replace("\u2212", "-") and "Reverse" in text
    cup = Keeper("championship", ["Ann", "Ben", "Cleo"], draws="site")
    cup.write(winner=cup.sheet.players.index(cup.standing.bracket.next.first))
    text = text_of(cup.http.get(f"{cup.address}sheet.pdf").content)
    assert text.count(cup.standing.bracket.rounds[1][0].first) >= 3, "both columns and the cards drawn"


def test_papers_are_in_the_language_of_the_page_and_only_of_what_there_is() -> None:
    assert "Bloc de score" in text_of(Client().get("/fr/scores/blank/pad.pdf").content)
    assert Client().get("/scores/blank/bingo.pdf").status_code == 404
    assert Client().get("/scores/blank/pad.pdf?paper=a7").status_code == 404
