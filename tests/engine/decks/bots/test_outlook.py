"""How likely a seat is to win, and what makes it so in each mode."""

from __future__ import annotations

import pytest

from engine.decks.bots.outlook import MODE_WEIGHTS, outlook
from engine.decks.rules.modes import MODES
from engine.decks.rules.position import Position
from tests.engine.decks.helpers import play, read

DUEL = "A summoning m3 | A [B x y] upper a(c2 2/2) | B [B x y] upper a(c2 2/2)"
SOLO = "cod1 solo A summoning m3 | A [x B y z] upper a(c2 2/2) | B t1 ai [6+1] bastion pile [x y z] discard [w]"
HAND = "[F x y z]"


def ring(**hands: str) -> Position:
    """Free-for-All, A's turn; all have the same but for the hands (or rows) given."""
    seats = " | ".join(f"{seat} t2 {hands.get(seat, HAND)}" for seat in "ABCD")
    return read(f"cod1 ffa A summoning m3 | {seats}")


def test_every_mode_is_judged() -> None:
    assert set(MODE_WEIGHTS) == set(MODES)


@pytest.mark.parametrize(
    "better",
    [
        DUEL.replace("A [B x y]", "A [B x y z]"),
        DUEL.replace("2/2", "3/2", 1),
        DUEL.replace("| B [B x y]", "| B [x B y]"),
        DUEL.replace("| B [B x y]", "| B [F x y]"),
        DUEL.replace("| B [B x y] upper a(c2 2/2)", "| B [B x y] upper a(c2 2/2 blackmail)"),
    ],
)
def test_a_duel(better: str) -> None:
    assert 0 < outlook(read(DUEL), 0) < outlook(read(better), 0) < 1


@pytest.mark.parametrize(
    "better",
    [
        SOLO.replace("[x y z]", "[x y]"),
        SOLO.replace("[w]", "[]"),
        SOLO.replace("bastion", "fort"),
        SOLO.replace("[x B y z]", "[B x y z]"),
    ],
)
def test_against_the_ai(better: str) -> None:
    assert outlook(read(better), 0) > outlook(read(SOLO), 0)


def test_the_last_cards_of_a_pile_count_most() -> None:
    text = "cod1 solo A summoning m3 | A [F x] | B t1 ai [6+1] fort pile [PILE] upper a(c6 9/9)"
    few, fewer, many, less = (outlook(read(text.replace("PILE", "x " * size)), 0) for size in (8, 7, 16, 15))
    assert fewer - few > less - many > 0


def test_whom_one_can_strike_should_be_weak_and_the_other_strong() -> None:
    """In Free-for-All the fall of the seat opposite is somebody else's win."""
    even = outlook(ring(), 0)
    assert outlook(ring(B="[F x]"), 0) > even
    assert outlook(ring(D="[F x]"), 0) > even
    assert outlook(ring(C="[F x]"), 0) < even


def test_a_race_for_the_last_blow() -> None:
    """A Creature before a weak neighbour is worth more than before a strong one; to the others it is a harm."""
    strong, weak = (ring(A=f"{HAND} upper a(c2 2/2)", B=hand) for hand in (HAND, "[F x y]"))
    assert outlook(weak, 0) - outlook(ring(B="[F x y]"), 0) > outlook(strong, 0) - outlook(ring(), 0) > 0
    assert outlook(strong, 2) < outlook(ring(), 2)
    assert outlook(strong, 1) < outlook(ring(), 1)


def test_an_even_ring_is_about_a_quarter() -> None:
    assert 0.1 < outlook(ring(), 0) < 0.4


def test_games_that_are_over() -> None:
    won = play("A summoning m0 | A [B x y] upper a(c2 2/2) | B [x F y]", "assault")
    assert outlook(won, 0) > 0.99
    assert outlook(won, 1) < 0.01
    later = won.copy()
    later.seats[0].turn += 3
    assert outlook(later, 0) < outlook(won, 0)
    assert outlook(later, 1) > outlook(won, 1)
