"""Every goal of the contract, on positions small enough to see the solution."""

from __future__ import annotations

import pytest

from engine.decks.solving import solve
from engine.kernel.errors import EngineError
from tests.engine.decks.solving.reading import lines, puzzle, solved

WALL = "| B [F x] lower Wall(c2 0/2)"  # destroyed, it gives its Stronghold a second HP


def test_win_by_clearing_the_way() -> None:
    text = f"A summoning m2 | A [B Zap(c2 2) x] lower Imp(c1 2/2) {WALL}"
    assert solved(text, "A win in 1") == ["1 at B lower 0, assault"]
    assert solved(text.replace("m2", "m1"), "A win in 1") == []


def test_bastion() -> None:
    text = "A summoning m3 | A [B Zap(c2 2) x] lower Imp(c1 2/2) | B [B x] lower Wall(c2 0/1)"
    assert solved(text, "A bastion in 1") == ["1 at B lower 0, assault"]
    assert solved(text, "A win in 1") == []


def test_bastion_that_is_the_whole_hand_falls_too() -> None:
    text = "A summoning m1 | A [B Grab(c1 1/1 enchain) x] | B [B x]"
    assert solved(text, "A bastion in 1") == ["1 upper", "1 lower"]
    assert solved(text, "A win in 1") == ["1 upper", "1 lower"]


def test_a_fort_is_no_bastion() -> None:
    assert solved("A summoning m0 | A [B x y] lower Imp(c1 2/2) | B [F x y]", "A bastion in 1") == []


def test_destroy_follows_the_creature() -> None:
    """The first Zap sends the target to the far end, the second has to follow it there."""
    text = "A summoning m2 | A [B Zap(c1 1) Zap(c1 1) x] | B [B x y] upper Eel(c1 1/2 vanish) Eel(c1 1/2 vanish)"
    assert solved(text, "A destroy B upper 0 in 1") == ["1 at B upper 0, 1 at B upper 1"]
    assert solved(text, "A destroy B upper 1 in 1") == ["1 at B upper 1, 1 at B upper 1"]


def test_destroy_a_whole_stack() -> None:
    text = "A summoning m2 | A [B Zap(c2 3) x] | B [B x y] upper Ox(c1 1/1)+Tick(c1 1/2 symbiote)"
    assert solved(text, "A destroy B upper 0 in 1") == ["1 at B upper 0"]
    assert solved(text.replace("c2 3", "c2 2"), "A destroy B upper 0 in 1") == []


def test_destroy_before_the_assault_ends_the_line() -> None:
    """Zap at the Ox; or the Imp on either line, then Zap at the Ox, at once or after the Imp. Nothing after that."""
    text = "A summoning m3 | A [B Zap(c1 1) Imp(c1 1/1) x] | B [B x y] upper Ox(c1 1/1)"
    answer = solve(puzzle(text, "A destroy B upper 0 in 1"))
    assert lines(answer) == ["1 at B upper 0"]
    assert answer.lines == 1 + 2 * 2


def test_damage_is_summed_over_both_sides_of_the_stronghold() -> None:
    text = "A summoning m0 | A [B x y] lower Imp(c1 1/2) Orc(c1 3/2) | B [B x y z]"
    assert solved(text, "A damage 4 in 1") == ["assault"]
    assert solved(text, "A damage 5 in 1") == []


def test_damage_is_not_reduced_by_regeneration() -> None:
    """The Wall answers by Instinct and heals its Stronghold: the damage dealt before still counts."""
    text = """A summoning m0 | A [B x y z w] upper Kite(c1 1/9 aerial) lower Imp(c1 1/9)
        | B [B x y z] lower Wall(c2 1/9 instinct regeneration)"""
    assert solved(text, "A damage 1 in 1") == ["assault"]


def test_taken_cards_are_no_damage() -> None:
    text = "A summoning m1 | A [B Grab(c1 1/1 enchain) x] | B [B x y z]"
    assert solved(text, "A damage 1 in 1") == []


def test_survive() -> None:
    """Only a Creature in the way of the enemy's saves the Fort."""
    text = "A summoning m1 | A [Imp(c1 1/5) F x] | B [B x y] lower Ogre(c4 3/5)"
    assert solved(text, "A survive in 1") == ["0 lower, assault, end-turn"]


def test_survive_is_decided_before_the_own_exhaustion() -> None:
    """After the enemy's turn the player has survived, whatever the next own turn begins with."""
    text = "exhaustion A summoning m0 | A t7 [x F y] | B [B x y]"
    assert solved(text, "A survive in 1") == ["assault, end-turn"]
    assert solved(text, "A survive in 2") == []


def test_winning_is_surviving() -> None:
    text = "A summoning m0 | A [x F y] lower Imp(c1 2/2) | B [F x]"
    assert solved(text, "A survive in 3") == ["assault"]


def test_predict_asks_for_nothing() -> None:
    text = "A summoning m3 | A [B Zap(c2 2) x] lower Imp(c1 2/2) | B [B x y]"
    assert solved(text, "A predict in 1") == ["assault"]


def test_from_phase_mana() -> None:
    text = f"A mana m0 | A [B Zap(c2 2) x] lower Imp(c1 2/2) {WALL}"
    assert solved(text, "A win in 1") == ["mana, 1 at B lower 0, assault"]


def test_from_phase_end() -> None:
    text = "A end m0 | A [B x y] lower Imp(c1 2/2) | B [F x y] lower"
    assert solved(text, "A win in 1") == []
    assert solved(text, "A win in 2") == ["end-turn"]
    assert solved(text, "A survive in 1") == ["end-turn"]


def test_over() -> None:
    text = "cod1 duel A over m0 | A t2 [B x y] | B t2 [x F] | result A fort-destroyed"
    assert solved(text, "A win in 1") == [""]
    assert solved(text, "A survive in 1") == [""]
    assert solved(text.replace("result A", "result B"), "A win in 1") == []


def test_two_turns_against_every_defence() -> None:
    """The Imp needs two attacks; B has one Creature to stop it, on the line where it is needed."""
    text = "A summoning m0 | A [B x y z] lower Imp(c1 2/2) | B [F {} x y] "
    assert solved(text.format("z"), "A win in 2") == ["assault, end-turn"]
    assert solved(text.format("Ox(c1 0/9)"), "A win in 2") == []


def test_an_ai_does_what_its_rules_say() -> None:
    text = """cod1 solo A summoning m0 | A [B x y z] lower Imp(c1 2/2) Imp(c1 2/2)
        | B ai [1+0] fort pile [Ox(c1 1/1) Ox(c1 1/1) Ox(c1 1/1) Ox(c1 1/1) Ox(c1 1/1) Ox(c1 1/1)] discard []"""
    assert solved(text, "A damage 4 in 1") == ["assault"]
    assert solved(text, "A win in 1") == []
    assert solved(text, "A win in 2") == ["assault, end-turn"]


def test_any_enemy_counts_in_a_ring_and_a_partner_helps() -> None:
    """A's Imp faces B, C's Imp faces D; the partner's turn comes between A's two."""
    text = """cod1 {} A summoning m0 | A [B x y z] upper Imp(c1 2/2) | B [F u v w] | C [B x y z] upper Imp(c1 2/2)
        | D [B x y]"""
    assert solved(text.format("teams"), "A bastion in 1") == []
    assert solved(text.format("teams"), "A bastion in 2") == ["assault, end-turn"]
    assert solved(text.format("ffa"), "A damage 2 in 1") == ["assault"]


@pytest.mark.parametrize(
    ("objective", "at"),
    [("B win in 1", "/objective/player"), ("A destroy B upper 3 in 1", "/objective/goal/destroy")],
)
def test_objectives_that_mean_nothing(objective: str, at: str) -> None:
    with pytest.raises(EngineError) as wrong:
        solve(puzzle("A summoning m0 | A [B x y] | B [B x y] upper Ox(c1 1/1)", objective))
    assert (wrong.value.code, wrong.value.at) == ("bad-position", at)


def test_no_objective() -> None:
    position = puzzle("A summoning m0 | A [B x y] | B [B x y]", "A win in 1")
    position.objective = None
    with pytest.raises(EngineError, match="no objective"):
        solve(position)
