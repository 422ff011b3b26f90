"""The worth of positions and cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.decks.bots.worth import NO_WEIGHTS, WON, points_of, threat, worth, worth_of_card
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


@pytest.mark.parametrize(("flying", "grounded"), [("upper", "lower")])
def test_the_points_of_a_seat_read_its_own_lines_as_they_are(flying: str, grounded: str) -> None:
    """Aerial passes over Creatures on the upper line alone; read as the other line the points would be swapped."""
    with_threat = replace(NO_WEIGHTS, threat=1.0)
    for seat in "AB":
        other = "B" if seat == "A" else "A"
        for line, damage in ((flying, 3), (grounded, 0)):
            lines = {seat: f" {line} Wing(c1 3/1 aerial)", other: f" {line} Wall(c1 0/9)"}
            position = read(f"A summoning m0 | A t3 [B x x]{lines['A']} | B t3 [B x x]{lines['B']}")
            index = "AB".index(seat)
            without = points_of(position, index, NO_WEIGHTS)
            assert points_of(position, index, with_threat) - without == damage, (seat, line)


def test_the_points_of_a_seat_count_what_faces_that_line_and_no_other() -> None:
    with_threat = replace(NO_WEIGHTS, threat=1.0)
    text = "A summoning m0 | A t3 [B x x] upper Ox(c1 4/4) | B t3 [B x x] {line} Wall(c1 0/9)"
    stopped, free = (read(text.replace("{line}", line)) for line in ("upper", "lower"))
    assert points_of(stopped, 0, with_threat) == points_of(stopped, 0, NO_WEIGHTS)
    assert points_of(free, 0, with_threat) == points_of(free, 0, NO_WEIGHTS) + 4


def test_the_points_of_abilities_count_on_both_lines_alike() -> None:
    text = "A summoning m0 | A t3 [B x x] {line} Ox(c1 4/4 catalyst) | B t3 [B x x]"
    upper, lower = (read(text.replace("{line}", line)) for line in ("upper", "lower"))
    for seat in (0, 1):
        assert points_of(upper, seat) == points_of(lower, seat)
    assert points_of(upper, 0) > points_of(read("A summoning m0 | A t3 [B x x] | B t3 [B x x]"), 0)
