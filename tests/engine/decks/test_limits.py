"""2.12: what would go on for ever stops after 400 attacks, 400 plays by Reinforcement, 400 reveals of an AI."""

from collections import Counter

import pytest

from engine.decks.formats.notation import write
from engine.decks.rules.actions import parse_action
from engine.decks.rules.position import Position
from engine.decks.rules.scene_position import position_of
from engine.decks.rules.trace import events as ev
from engine.decks.rules.trace.recorder import Trace
from engine.decks.rules.trace.scenes import Scene
from tests.engine.decks.helpers import brief, events, play, read

# Three on each side who answer every blow, and take turns at the Bridge: together they outlast any limit.
DUELLISTS = """A summoning m0 | A [B p q] upper a(c1 1/99 instinct vanish) b(c1 1/99 instinct vanish)
    c(c1 1/99 instinct vanish) lower z(c1 2/1) | B [B u v w] upper d(c1 1/99 instinct vanish)
    e(c1 1/99 instinct vanish) f(c1 1/99 instinct vanish)"""
# Each is given Reinforcement by the others: whoever falls is played again, behind the others.
WAVES = """A summoning m0 | A [B p q] upper a(c1 9/9 berserk{}) lower z(c1 2/1) | B [B {}u v w]
    upper d(c1 1/1 aura:reinforcement) e(c1 1/1 aura:reinforcement) f(c1 1/1 aura:reinforcement)"""


# An Incantation that comes back on top of an AI's pile for as long as it finds a Creature to hit.
BOOMERANG = """cod1 solo B mana m0 | A t3 [B p q r] {} | B t3 ai [1+0] bastion
    pile [i(c0 1 mercenary) x(c1 1/1) y(c1 1/1)] discard [] {}"""
UNHURT = BOOMERANG.replace("c0 1", "c0 0")


def stops(trace: list[ev.Event]) -> list[ev.Event]:
    return [event for event in trace if event.kind == "limit"]


def kinds(start: str | Position, *actions: str) -> Counter[str]:
    return Counter(event.kind for event in events(start, *actions))


def test_four_hundred_attacks() -> None:
    trace = events(DUELLISTS, "assault")
    count = Counter(event.kind for event in trace)
    assert count["target"] + count["target-stronghold"] == 400
    assert count["limit"] >= 1
    first = next(index for index, event in enumerate(trace) if event.kind == "limit")
    assert not [event for event in trace[first:] if event.kind in ("target", "target-stronghold", "damage")]
    assert trace[first] == ev.Stopped("assault", 3, None, ("2.12",), "attacks")


def test_attacks_after_the_limit_do_not_happen() -> None:
    """Neither those of other Creatures in the same Assault; the next Assault begins to count anew."""
    position = play(DUELLISTS, "assault")
    assert position.seats[1].stronghold == 0 and "z{activated}" in brief(position)
    damage = sum(creature.damage for row in position.rows for creature in row)
    assert damage == 400
    position = play(position, "end-turn", "assault")
    assert sum(creature.damage for row in position.rows for creature in row) == 400


def test_just_below_the_limit_nothing_stops() -> None:
    start = "A summoning m0 | A [B p q] upper a(c1 1/99 instinct) | B [B u v w] upper d(c1 1/99 instinct)"
    counts = kinds(start, "assault")
    assert (counts["target"], counts["limit"]) == (197, 0)


def test_berserk_stops_too_and_so_does_its_reinforcement() -> None:
    counts = kinds(WAVES.format("", ""), "assault")
    assert (counts["clearance"], counts["target"]) == (2, 400)
    assert counts["reinforcement"] == counts["enters"] == 400
    assert counts["target-stronghold"] == 0
    assert counts["limit"] == 2  # a, and z after it


def test_four_hundred_reinforcements() -> None:
    trace = events(WAVES.format(" perforation", "").replace("lower z(c1 2/1)", ""), "assault")
    count = Counter(event.kind for event in trace)
    assert count["enters"] == count["reinforcement"] == 400
    assert stops(trace)[0] == ev.Stopped("assault", 11, None, ("2.12",), "reinforcements")
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
    trace = events(start, "mana")
    count = Counter(event.kind for event in trace)
    assert count["reveal"] == 400
    assert count["assault"] == 1 and count["damage"] == 1
    (stopped,) = stops(trace)
    assert stopped == ev.Stopped("summoning", None, None, ("2.12",), "reveals")
    at = trace.index(stopped)
    assert {event.kind for event in trace[:at]} == {"ai-mana", "reveal", "leaves-pile", "target", "amount", "return"}
    assert trace[at + 1].kind == "assault"


@pytest.mark.parametrize(("more", "last"), [("", "enters"), (" e(c1 1/1)", "in-vain")])
def test_the_last_reveal_that_there_may_be(more: str, last: str) -> None:
    """398 hits, one in vain, and the card that uses up the Mana: nothing stops. With one hit more the Mana is left."""
    board = f"upper a(c1 1/99) b(c1 1/99) c(c1 1/1){more} lower f(c1 1/99) g(c1 1/99) h(c1 1/1)"
    trace = events(BOOMERANG.format(board, ""), "mana")
    assert Counter(event.kind for event in trace)["reveal"] == 400
    assert len(stops(trace)) == (1 if more else 0)
    before = trace[: next(index for index, event in enumerate(trace) if event.kind in ("limit", "assault"))]
    assert [event.kind for event in before if event.kind in ("enters", "in-vain")][-1] == last


def test_an_ai_that_has_revealed_all_it_may_has_no_reinforcement_either() -> None:
    start = read(UNHURT.format("upper a(c1 1/9 instinct) lower b(c1 1/9)", "upper c(c1 1/1 reinforcement)"))
    trace = events(start, "mana")
    own, reinforcing = stops(trace)
    assert own == ev.Stopped("summoning", None, None, ("2.12",), "reveals")
    assert reinforcing == ev.Stopped("assault", 11, None, ("2.12",), "reveals")
    assert [event.kind for event in trace[trace.index(reinforcing) - 1 :]][:3] == [
        "reinforcement",
        "limit",
        "assault-ends",
    ]
    assert brief(play(start, "mana")).endswith("B ai [1+0] bastion pile [i x y] discard [c]")


@pytest.mark.parametrize(
    "start", [DUELLISTS, WAVES.format(" perforation", ""), UNHURT.format("upper a(c1 1/9) lower b(c1 1/9)", "")]
)
def test_what_stops_is_drawn_and_written_as_the_rest(start: str) -> None:
    action = "mana" if "ai" in start else "assault"
    position, trace = read(start), Trace()
    drawn = Scene(position)
    position.apply(parse_action(action), trace)
    for event in trace.events:
        drawn.apply(event)
    assert write(position_of(drawn)) == write(position)
    written = [event for event in trace.to_json() if event["kind"] == "limit"]
    assert [event["of"] for event in written] == [event.of for event in trace.events if isinstance(event, ev.Stopped)]
    assert set(written[0]) == {"kind", "phase", "step", "ability", "rulings", "of"}


def test_limits_are_counted_for_each_action() -> None:
    position = play(WAVES.format("", ""), "assault", "end-turn", "end-turn")
    assert kinds(position, "assault")["target"] == 400
