"""Hands, Strongholds, turns and the Exhaustion module: parts 1 and 2 of the rulings, case by case."""

import pytest

from engine.decks.rules.board import SUMMONING
from tests.engine.decks.helpers import after, legal, play

CASES = [
    # Strongholds
    (
        "1.1 damage moves the Stronghold to the right; cards left of it do not count",
        "A summoning m0 | A [B p] lower a(c3 2/3) | B [u B v w x]",
        "assault",
        "A end m0 | A [B p] lower a{activated} | B [u v w B x]",
    ),
    (
        "1.2 a Bastion moved to the rightmost place turns to its Fort side, leftmost",
        "A summoning m0 | A [B p] lower a(c3 2/3) | B [u B v w]",
        "assault",
        "A end m0 | A [B p] lower a{activated} | B [F u v w]",
    ),
    (
        "1.1 what is left over is lost",
        "A summoning m0 | A [B p] lower a(c3 9/3) | B [B u v w]",
        "assault",
        "A end m0 | A [B p] lower a{activated} | B [F u v w]",
    ),
    (
        "1.1 but not for the next instance",
        "A summoning m0 | A [B p] upper c(c1 9/1) lower a(c3 1/3) | B [B u v w]",
        "assault",
        "A end m0 | A [B p] upper c{activated} lower a{activated} | B [u F v w]",
    ),
    (
        "1.2 a Fort moved to the rightmost place loses, and stays there",
        "A summoning m0 | A [B p] lower a(c3 3/3) | B [F u v w]",
        "assault",
        "A over m0 | A [B p] lower a{activated} | B [u v w F] | result A fort-destroyed",
    ),
    (
        "1.2 by a card that is played a Bastion falls",
        "A summoning m5 | A [p B k(c1 1/1)] | B [B u]",
        "2 upper",
        "A summoning m4 | A [F p] upper k{entered} | B [B u]",
    ),
    (
        "1.2 and a Fort: its player loses",
        "A summoning m5 | A [p F k(c1 1/1)] | B [B u]",
        "2 upper",
        "A over m4 | A [p F] upper k{entered} | B [B u] | result B fort-destroyed",
    ),
    (
        "1.2 who plays the last card loses with a Bastion too",
        "A summoning m5 | A [B k(c1 1/1)] | B [B u]",
        "1 lower",
        "A over m4 | A [B] lower k{entered} | B [B u] | result B stronghold-alone",
    ),
    (
        "1.2 or with the last card left of the Fort",
        "B summoning m5 | A [B u] | B [F k(c1 1/1)]",
        "1 lower",
        "B over m4 | A [B u] | B [F] lower k{entered} | result A fort-destroyed",
    ),
    (
        "1.4 an Incantation is out of the hand while it acts",
        "A summoning m5 | A [p B i(c1 1)] upper n(c1 1/9) | B [B u]",
        "2 at A upper 0",
        "A summoning m4 | A [F p i] upper n{d1 struck} | B [B u]",
    ),
    (
        "1.8 one whose absence loses the game is nowhere",
        "A summoning m5 | A [p F i(c1 1)] upper n(c1 1/9) | B [B u]",
        "2 at A upper 0",
        "A over m4 | A [p F] upper n | B [B u] | result B fort-destroyed",
    ),
    (
        "2.3 a Creature enters at the far end of its own side",
        "B summoning m5 | A [B u] upper a(c1 1/1) | B [B k(c1 1/1) p] upper b(c1 1/1) c(c1 1/1) lower d(c1 1/1)",
        "1 upper",
        "B summoning m4 | A [B u] upper a | B [B p] upper b c k{entered} lower d",
    ),
    (
        "2.3 a card left of the Stronghold",
        "A summoning m5 | A [p k(c1 1/1) B q] | B [B u]",
        "1 lower",
        "A summoning m4 | A [p B q] lower k{entered} | B [B u]",
    ),
    # Turns
    (
        "2.1 Mana is the number of cards in hand",
        "A mana m0 | A t3 [p B q r] | B [B u]",
        "mana",
        "A summoning m4 | A [p B q r] | B [B u]",
    ),
    (
        "2.1 6 on the first player's first turn",
        "A mana m0 | A t1 [p B q r] | B t0 [B u]",
        "mana",
        "A summoning m6 | A [p B q r] | B [B u]",
    ),
    (
        "2.1 not on the second player's",
        "A end m0 | A t1 [p B q r] | B t0 [B u v]",
        "end-turn",
        "B summoning m3 | A [p B q r] | B [B u v]",
    ),
    (
        "2.1 whoever that is",
        "cod1 duel first:B B mana m0 | A t0 [p B q r] | B t1 [B u]",
        "mana",
        "B summoning m6 | A [p B q r] | B [B u]",
    ),
    (
        "2.1 nor on A's when B began",
        "cod1 duel first:B A mana m0 | A t1 [p B q r] | B t1 [B u]",
        "mana",
        "A summoning m4 | A [p B q r] | B [B u]",
    ),
    (
        "5.7 Catalyst adds 2 for each on the own side, an Aura's too, on the first turn too",
        "A mana m0 | A t1 [p B q r] upper a(c1 1/1 catalyst) b(c1 1/1 aura:catalyst) "
        "lower c(c1 1/1) d(c1 1/1 catalyst) | "
        "B t0 [B u] upper e(c1 1/1 catalyst)",
        "mana",
        "A summoning m10 | A [p B q r] upper a b lower c d | B [B u] upper e",
    ),
    (
        "2.1 Mana of the last turn is lost, 2.8 everybody is whole again, the mana is the next player's",
        "A end m5 | A t3 [p B q r] upper a(c1 1/3){d2 sprint2 entered struck sharpened activated} | "
        "B t2 [B u v i(c1 1){sharpened}] lower b(c1 1/3){d1 entered struck sharpened activated holds w(c1 1/1)}",
        "end-turn",
        "B summoning m4 | A [p B q r] upper a | B [B u v i] lower b{holds w}",
    ),
    (
        "2.5 straight from the Summoning phase the Assault comes first",
        "A summoning m5 | A t3 [p B q] upper a(c1 1/3) | B t2 [B u v]",
        "end-turn",
        "B summoning m3 | A [p B q] upper a | B [u B v]",
    ),
    (
        "1.3 a game that ends in that Assault has no next turn",
        "A summoning m5 | A t3 [p B q] upper a(c1 1/3) | B t2 [F u]",
        "end-turn",
        "A over m5 | A [p B q] upper a{activated} | B [u F] | result A fort-destroyed",
    ),
    # Exhaustion
    (
        "2.9 not on the 7th turn",
        "cod1 duel exhaustion A mana m0 | A t7 [p B q r] | B t7 [B u]",
        "mana",
        "A summoning m4 | A [p B q r] | B [B u]",
    ),
    (
        "2.9 on the 8th the rightmost card leaves the game before Phase 1",
        "cod1 duel exhaustion A mana m0 | A t8 [p B q r] | B t7 [B u]",
        "mana",
        "A summoning m3 | A [p B q] | B [B u]",
    ),
    (
        "2.9 and on every later one, the player's own",
        "cod1 duel exhaustion A end m0 | A t9 [p B q r] | B t8 [B u v w]",
        "end-turn",
        "B summoning m3 | A [p B q r] | B [B u v]",
    ),
    (
        "2.9 not without the module",
        "A mana m0 | A t8 [p B q r] | B t7 [B u]",
        "mana",
        "A summoning m4 | A [p B q r] | B [B u]",
    ),
    (
        "2.9 the Bastion may fall by it",
        "cod1 duel exhaustion A mana m0 | A t8 [p q B r] | B t7 [B u]",
        "mana",
        "A summoning m3 | A [F p q] | B [B u]",
    ),
    (
        "2.9 and the Fort",
        "cod1 duel exhaustion A mana m0 | A t8 [p q F r] | B t7 [B u]",
        "mana",
        "A over m0 | A [p q F] | B [B u] | result B fort-destroyed",
    ),
]


@pytest.mark.parametrize(("start", "actions", "left"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_hands_and_turns(start: str, actions: str, left: str) -> None:
    assert after(start, *actions.split(", ")) == " ".join(left.split())


def test_turns_are_counted() -> None:
    position = play("A end m0 | A t3 [B p] | B t2 [B u]", "end-turn")
    assert (position.seats[0].turn, position.seats[1].turn, position.active, position.phase) == (3, 3, 1, SUMMONING)
    position = play(position, "assault", "end-turn")
    assert (position.seats[0].turn, position.seats[1].turn, position.active) == (4, 3, 0)


def test_what_may_be_done_in_each_phase() -> None:
    assert legal("A mana m0 | A [B k(c1 1/1)] | B [B u]") == ["mana"]
    assert legal("A summoning m0 | A [B k(c1 1/1)] | B [B u]") == ["assault"]
    assert legal("A end m5 | A [B k(c1 1/1)] | B [B u]") == ["end-turn"]
    assert legal("A over m5 | A [B k(c1 1/1)] | B [B u]") == []
