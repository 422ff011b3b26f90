"""2.12: what would go on for ever stops after 400 attacks, 400 plays by Reinforcement, 400 reveals of an AI."""

from collections import Counter
from typing import Any

import pytest

from engine.position import Position
from tests.engine.helpers import brief, events, play, read

# Three on each side who answer every blow, and take turns at the Bridge: together they outlast any limit.
DUELLISTS = """A summoning m0 | A [B p q] upper a(c1 1/99 instinct vanish) b(c1 1/99 instinct vanish)
    c(c1 1/99 instinct vanish) lower z(c1 2/1) | B [B u v w] upper d(c1 1/99 instinct vanish)
    e(c1 1/99 instinct vanish) f(c1 1/99 instinct vanish)"""
# Each is given Reinforcement by the others: whoever falls is played again, behind the others.
WAVES = """A summoning m0 | A [B p q] upper a(c1 9/9 berserk{}) lower z(c1 2/1) | B [B {}u v w]
    upper d(c1 1/1 aura:reinforcement) e(c1 1/1 aura:reinforcement) f(c1 1/1 aura:reinforcement)"""


def kinds(start: str | Position, *actions: str) -> Counter[str]:
    return Counter(event.kind for event in events(start, *actions))


def test_four_hundred_attacks() -> None:
    found = events(DUELLISTS, "assault")
    count = Counter(event.kind for event in found)
    assert count["target"] + count["target-stronghold"] == 400
    assert count["limit"] >= 1
    first = next(index for index, event in enumerate(found) if event.kind == "limit")
    assert not [event for event in found[first:] if event.kind in ("target", "target-stronghold", "damage")]
    stopped = found[first]
    assert (stopped.phase, stopped.step, stopped.rulings) == ("assault", 3, ("2.12",))


def test_attacks_after_the_limit_do_not_happen() -> None:
    """Neither those of other Creatures in the same Assault; the next Assault begins to count anew."""
    position = play(DUELLISTS, "assault")
    assert position.seats[1].place == 0 and "z{activated}" in brief(position)
    damage = sum(creature.damage for row in position.rows for creature in row)
    assert damage == 400
    position = play(position, "end-turn", "assault")
    assert sum(creature.damage for row in position.rows for creature in row) == 400


def test_just_below_the_limit_nothing_stops() -> None:
    start = "A summoning m0 | A [B p q] upper a(c1 1/99 instinct) | B [B u v w] upper d(c1 1/99 instinct)"
    found = kinds(start, "assault")
    assert (found["target"], found["limit"]) == (197, 0)


def test_berserk_stops_too_and_so_does_its_reinforcement() -> None:
    found = kinds(WAVES.format("", ""), "assault")
    assert (found["clearance"], found["target"]) == (2, 400)
    assert found["reinforcement"] == found["enters"] == 400
    assert found["target-stronghold"] == 0
    assert found["limit"] == 2  # a, and z after it


def test_four_hundred_reinforcements() -> None:
    found = events(WAVES.format(" perforation", "").replace("lower z(c1 2/1)", ""), "assault")
    count = Counter(event.kind for event in found)
    assert count["enters"] == count["reinforcement"] == 400
    limit = next(event for event in found if event.kind == "limit")
    assert (limit.phase, limit.step, limit.rulings) == ("assault", 11, ("2.12",))
    assert count["target"] - count["enters"] >= 200 or count["target"] < 800


def test_the_chain_ends_when_nobody_comes_any_more() -> None:
    """After the 400th play of Reinforcement the rest are destroyed for good, and the Stronghold is attacked."""
    position = play(WAVES.format(" perforation", "").replace("lower z(c1 2/1)", ""), "assault")
    assert position.rows[2] == []
    assert {card.name for card in position.seats[1].hand} == set("uvwdef")


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_four_hundred_reveals(cards: int) -> None:
    """An Incantation that is for nothing and comes back on top of the pile."""
    pile = " ".join(f"i{number}(c0 0 cursed)" for number in range(cards))
    start = f"""cod1 solo B mana m0 | A t3 [B p q r] upper a(c1 1/9) lower b(c1 1/9)
        | B t3 ai [6+1] bastion pile [{pile} x(c1 1/1)] discard [] upper c(c1 1/9)"""
    found: Counter[Any] = kinds(read(start), "mana")
    assert found["reveal"] == 400
    assert found["assault"] == 1 and found["damage"] == 1


def test_limits_are_counted_for_each_action() -> None:
    position = play(WAVES.format("", ""), "assault", "end-turn", "end-turn")
    assert kinds(position, "assault")["target"] == 400
