"""More than two players (rulings, part 8), and what is different for them in the others."""

import pytest

from engine.decks.rules.board import Result
from tests.engine.decks.helpers import after, events, play, read

RING = "| A t1 [B p q] {} | B t1 [B r s] {} | C t1 [B t u] {} | D t1 [B v w] {}"


@pytest.mark.parametrize("mode", ["ffa", "teams"])
@pytest.mark.parametrize("first", "ABCD")
def test_first_turns_of_four(mode: str, first: str) -> None:
    """2.1: the first three players' first turns give 6, 7 and 8."""
    order = "ABCD"["ABCD".index(first) :] + "ABCD"[: "ABCD".index(first)]
    for seat, mana in zip(order, (6, 7, 8, 3), strict=True):
        start = f"cod1 {mode} first:{first} {seat} mana m0 " + RING.format("", "", "", "")
        assert play(start, "mana").mana == mana
    assert play(f"cod1 {mode} A mana m0 {RING.format('', '', '', '').replace('t1', 't2')}", "mana").mana == 3


def test_turn_order_of_four() -> None:
    position = read("cod1 ffa A end m0 " + RING.format("", "", "", ""))
    seats = []
    for _ in range(5):
        position = play(position, "end-turn")
        seats.append("ABCD"[position.active])
    assert "".join(seats) == "BCDAB"


@pytest.mark.parametrize(
    ("seat", "line", "enemy"),
    [
        *(("A", "upper", "B"), ("A", "lower", "D"), ("B", "upper", "A"), ("B", "lower", "C")),
        *(("C", "upper", "D"), ("C", "lower", "B"), ("D", "upper", "C"), ("D", "lower", "A")),
    ],
)
def test_the_ring(seat: str, line: str, enemy: str) -> None:
    """8.1: A-B upper, A-D lower, C-D upper, C-B lower."""
    lines = {other: f"{line} a(c1 1/1)" if other == seat else "" for other in "ABCD"}
    position = play(f"cod1 ffa {seat} summoning m0 " + RING.format(*lines.values()), "assault")
    assert [index for index, player in enumerate(position.seats) if player.stronghold] == ["ABCD".index(enemy)]


WINNERS = [
    # mode, start, action, winners, reason
    (
        "8.2 whose card dealt the last damage",
        "ffa",
        "A summoning m0 | A [B p] upper a(c1 1/1) | B [F q]",
        "assault",
        "A",
    ),
    ("8.2 with the ally", "teams", "A summoning m0 | A [B p] upper a(c1 1/1) | B [F q]", "assault", "A C"),
    ("8.2 or took the last card", "ffa", "A summoning m1 | A [k(c1 1/1 enchain) B p] | B [F q]", "0 upper", "A"),
    ("8.2 with the ally, too", "teams", "A summoning m1 | A [k(c1 1/1 enchain) B p] | B [F q]", "0 upper", "A C"),
    (
        "8.2 one's own card leaving: all enemies",
        "ffa",
        "A summoning m1 | A [p F k(c1 1/1)] | B [B q]",
        "2 upper",
        "B C D",
    ),
    ("8.2 in teams both", "teams", "A summoning m1 | A [p F k(c1 1/1)] | B [B q]", "2 upper", "B D"),
    (
        "8.2 Price of Blood: all enemies",
        "ffa",
        "A summoning m0 | A [p F k(c1 1/1 price-of-blood)] | B [B q]",
        "2 upper",
        "B C D",
    ),
    (
        "8.2 an Immolation's win is its owner's",
        "ffa",
        "A summoning m1 | A [k(c1 1/1) F p] | B [B q] upper b(c1 1/1 immolation)",
        "0 upper",
        "B",
    ),
    (
        "8.2 one's own Immolation: all enemies",
        "ffa",
        "A summoning m1 | A [k(c1 1/1) F p] upper a(c1 1/1 immolation) | B [B q] upper b(c1 1/1)",
        "0 upper",
        "B C D",
    ),
    (
        "8.2 one's own Sharpening: all enemies",
        "ffa",
        "A summoning m1 | A [i(c1 5 sharpening) F] upper a(c1 1/1) | B [B q]".replace("F]", "F p]"),
        "0 at A upper 0",
        "B C D",
    ),
    ("8.2 the Exhaustion module: all enemies", "ffa exhaustion", "A mana m0 | A t8 [p F q] | B [B q]", "mana", "B C D"),
    ("8.2 and in teams", "teams exhaustion", "A mana m0 | A t8 [p F q] | B [B q]", "mana", "B D"),
    (
        "8.2 an ally's card: all enemies",
        "teams",
        "A summoning m1 | A [k(c1 1/1) F p] upper a(c1 1/1) | B [B q]",
        "0 at C upper 0",
        "B D",
    ),
]


@pytest.mark.parametrize(
    ("mode", "start", "action", "winners"),
    [case[1:] for case in WINNERS],
    ids=[f"{case[0]} ({case[1]})" for case in WINNERS],
)
def test_winners_of_four(mode: str, start: str, action: str, winners: str) -> None:
    rest = "| C [B t u] | D [B v w]"
    if action == "0 at C upper 0":  # A's Incantation at an ally's Creature with Sharpening: C's Stronghold falls
        start, rest = (
            start.replace("k(c1 1/1)", "i(c1 5 sharpening)").replace("F p", "B p"),
            "| C [F t] upper c(c1 1/1) | D [B v w]",
        )
    position = play(f"cod1 {mode} {start} {rest}", action)
    assert position.result is not None
    assert " ".join("ABCD"[seat] for seat in position.result.winners) == winners
    assert position.result.reason == "fort-destroyed"


RING_CASES = [
    (
        "4.6 Splash hits the other line of the player who is targeted",
        "cod1 ffa A summoning m0 | A [B p] upper a(c1 1/1 splash) lower z(c1 0/1) "
        "| B [B q] upper b(c1 1/9) lower c(c1 1/9) | "
        "C [B t] lower d(c1 1/9) | D [B v] lower e(c1 1/9)",
        "assault",
        "A end m0 | A [B p] upper a{activated} lower z{activated} | B [B q] upper b{d1 struck} lower c{d1 struck} | "
        "C [B t] lower d | D [B v] lower e",
    ),
    (
        "5.16 the enemy of a Mercenary is the one on its line",
        "cod1 ffa A summoning m0 | A [B p] lower a(c1 1/1) | B [B q] | C [B t] | D [B v] lower e(c1 1/1 mercenary)",
        "assault",
        "A end m0 | A [B p e] lower a{activated} | B [B q] | C [B t] | D [B v]",
    ),
    (
        "5.16 an Incantation goes to the player targeted if that is an enemy",
        "cod1 teams A summoning m1 | A [i(c1 1 mercenary) B p] | B [B q] lower b(c1 1/9) | C [B t] | D [B v]",
        "0 at B lower 0",
        "A summoning m0 | A [B p] | B [B q i] lower b{d1 struck} | C [B t] | D [B v]",
    ),
    (
        "5.16 else to the other player on that line: of an ally's Creature",
        "cod1 teams A summoning m1 | A [i(c1 1 mercenary) B p] | B [B q] | C [B t] lower c(c1 1/9) | D [B v]",
        "0 at C lower 0",
        "A summoning m0 | A [B p] | B [B q i] | C [B t] lower c{d1 struck} | D [B v]",
    ),
    (
        "5.16 and of one's own",
        "cod1 ffa A summoning m1 | A [i(c1 1 mercenary) B p] lower a(c1 1/9) | B [B q] | C [B t] | D [B v]",
        "0 at A lower 0",
        "A summoning m0 | A [B p] lower a{d1 struck} | B [B q] | C [B t] | D [B v i]",
    ),
    (
        "5.11 a card comes back to the enemy on that line",
        "cod1 ffa A summoning m1 | A [k(c1 1/1 enchain) B p] | B [B q] | C [B t] | D [v B w]",
        "0 lower",
        "A summoning m0 | A [B p] lower k{entered holds v} | B [B q] | C [B t] | D [B w]",
    ),
    (
        "5.12 Immolation burns whoever plays on the line, a bystander's Incantation too",
        "cod1 ffa A summoning m1 | A [i(c1 1) B p q r] | B [B q] | C [B t] upper c(c1 1/9) d(c1 1/9 immolation) | "
        "D [B v] upper e(c1 1/9 immolation)",
        "0 at C upper 0",
        "A summoning m0 | A [p q B r i] | B [B q] | C [B t] upper c{d1 struck} d | D [B v] upper e",
    ),
]


@pytest.mark.parametrize(
    ("start", "action", "left"), [case[1:] for case in RING_CASES], ids=[case[0] for case in RING_CASES]
)
def test_four_players(start: str, action: str, left: str) -> None:
    assert after(start, action) == " ".join(left.split())


def test_order_of_immolations() -> None:
    """2.10: the side of the player whose card it is first, far before near; on a line of two others the target's."""
    start = """cod1 ffa A summoning m9 | A [i(c1 1) B p q r s] upper a(c1 1/1 immolation) b(c1 1/1 immolation)
        | B [B q] upper c(c1 1/1 immolation) d(c1 1/1 immolation) | C [B t] upper e(c1 1/1 immolation)
        | D [B v] upper f(c1 1/1 immolation)"""
    for action, order in (
        ("0 at A upper 0", "badc"),
        ("0 at B upper 0", "badc"),
        ("0 at C upper 0", "ef"),
        ("0 at D upper 0", "fe"),
    ):
        names = [event.who[2] for event in events(start, action) if event.kind == "stronghold"]
        assert "".join(names) == order, action
    start = (
        start.replace("ffa A", "ffa C").replace("[i(c1 1) B p q r s]", "[B p]").replace("[B t]", "[i(c1 1) B p q r s]")
    )
    for action, order in (("0 at C upper 0", "ef"), ("0 at D upper 0", "ef"), ("0 at B upper 0", "dcba")):
        names = [event.who[2] for event in events(start, action) if event.kind == "stronghold"]
        assert "".join(names) == order, action


def test_results_are_values() -> None:
    """How two games ended can be compared."""
    first, same, other = (
        Result((0,), "fort-destroyed"),
        Result((0,), "fort-destroyed"),
        Result((0, 2), "fort-destroyed"),
    )
    assert first == same and hash(first) == hash(same) and repr(first) == "Result((0,), 'fort-destroyed')"
    assert first != other and first != Result((0,), "stronghold-alone") and first != "fort-destroyed"
