"""The worth of positions and cards."""

from __future__ import annotations

import pytest

from engine.decks.bots.worth import WON, threat, worth, worth_of_card
from tests.engine.decks.helpers import play, read

EVEN = "A summoning m3 | A [B x y] upper a(c2 2/2) | B [B x y] upper a(c2 2/2)"


def test_an_even_position_is_worth_nothing() -> None:
    assert worth(read(EVEN), 0) == worth(read(EVEN), 1) == 0


@pytest.mark.parametrize(
    "better",
    [
        "A summoning m3 | A [B x y z] upper a(c2 2/2) | B [B x y] upper a(c2 2/2)",
        "A summoning m3 | A [B x y] upper a(c2 3/2) | B [B x y] upper a(c2 2/2)",
        "A summoning m3 | A [B x y] upper a(c2 2/2 protection) | B [B x y] upper a(c2 2/2)",
        "A summoning m3 | A [B x y] upper a(c2 2/2) lower b(c1 0/1) | B [B x y] upper a(c2 2/2)",
        "A summoning m3 | A [B x y] upper a(c2 2/2) | B [x B y] upper a(c2 2/2)",
        "A summoning m3 | A [B x y] upper a(c2 2/2) | B [F x y] upper a(c2 2/2)",
        "A summoning m3 | A [B x y] upper a(c2 2/2) | B [B x y] upper a(c2 2/2 blackmail)",
    ],
)
def test_it_knows_what_is_good(better: str) -> None:
    position = read(better)
    assert worth(position, 0) > 0
    assert worth(position, 1) == pytest.approx(-worth(position, 0))


def test_a_game_that_is_over() -> None:
    position = play("A summoning m0 | A [B x y] upper a(c2 2/2) | B [x F y]", "assault")
    assert worth(position, 0) > WON - 100
    assert worth(position, 1) < 100 - WON


def test_allies_count_together() -> None:
    text = "cod1 teams A summoning m3 | A t2 [B x{n}] | B t2 [B x y] | C t2 [B x y] | D t2 [B x y]"
    poor, rich = (read(text.replace("x{n}", hand)) for hand in ("x y", "x y z"))
    assert worth(rich, 2) > worth(poor, 2)
    assert worth(rich, 1) < worth(poor, 1)


@pytest.mark.parametrize(
    ("rows", "damage"),
    [
        ("| A [B x] upper a(c1 2/1) b(c1 3/1) | B [B x]", 5),
        ("| A [B x] upper a(c1 2/1) b(c1 3/1) | B [B x] upper g(c1 0/3)", 2),
        ("| A [B x] upper a(c1 2/1) b(c1 3/1) | B [B x] upper g(c1 0/4)", 0),
        ("| A [B x] upper a(c1 2/1) b(c1 3/1) | B [B x] upper g(c1 0/1) h(c1 0/1)", 0),
        ("| A [B x] upper a(c1 2/1 aerial) b(c1 3/1) | B [B x] upper g(c1 0/9)", 2),
        ("| A [B x] upper a(c1 2/1 defender) b(c1 3/1) | B [B x]", 3),
        ("| A [B x] upper a(c1 2/1 defender aerial) | B [B x]", 0),
    ],
)
def test_threats(rows: str, damage: int) -> None:
    position = read(f"A summoning m0 {rows}")
    assert threat(position.rows[0], position.rows[2], upper=True) == damage


def test_cards() -> None:
    hand = read("A mana m0 | A [B a(c2 2/2) b(c4 2/2) c(c2 4/2) d(c2 2/2 defender) e(c2 2)] | B [B x]").seats[0].hand
    plain, dear, strong, tame, bolt = map(worth_of_card, hand)
    assert strong > plain > max(dear, tame, bolt)
