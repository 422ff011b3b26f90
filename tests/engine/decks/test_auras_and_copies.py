"""Auras from both sides, what an AI gives to all its Creatures, who burns; and that a copy is whole."""

import json

import pytest

from engine.decks.formats.interchange import read_position, write_position
from tests.engine.decks.helpers import CONTRACT, after, events, legal

CASES = [
    (
        "5.9 Cursed from the Aura nearer to the Bridge, another Aura behind",
        "A summoning m1 | A [B i(c1 2) p] | B [B u] upper n(c1 1/9 aura:cursed) b(c1 1/1) m(c1 1/9 aura:catalyst)",
        "1 at B upper 1",
        "A summoning m0 | A [B p i] | B [b B u] upper n m",
    ),
    (
        "5.9 Cursed from the Aura behind, another Aura nearer to the Bridge",
        "A summoning m1 | A [B i(c1 2) p] | B [B u] upper n(c1 1/9 aura:catalyst) b(c1 1/1) m(c1 1/9 aura:cursed)",
        "1 at B upper 1",
        "A summoning m0 | A [B p i] | B [b B u] upper n m",
    ),
    (
        "5.9 Cursed from the Aura behind, nobody before it",
        "A summoning m1 | A [B i(c1 2) p] | B [B u] upper b(c1 1/1) m(c1 1/9 aura:cursed) x(c1 1/9)",
        "1 at B upper 0",
        "A summoning m0 | A [B p i] | B [b B u] upper m x",
    ),
    (
        "7.8 an ability of all the AI's Creatures acts as an Aura does",
        "cod1 solo A summoning m0 | A [B p] upper a(c1 1/1) "
        "| B t1 ai [6+1 cursed] bastion pile [u v] discard [] upper b(c1 1/1)",
        "assault",
        "A end m0 | A [B p] upper a{activated} | B ai [6+1 cursed] bastion pile [b u v] discard []",
    ),
    (
        "5.12 a Creature that enters with Immolation does not shield those before it",
        "A summoning m1 | A [B h(c1 1/1 immolation) p q r s] upper n(c1 1/1 immolation) m(c1 1/1 immolation) | B [B u]",
        "1 upper",
        "A summoning m0 | A [p q B r s] upper n m h{entered} | B [B u]",
    ),
    (
        "7.8 beside an Aura too",
        "cod1 solo A summoning m0 | A [B p] lower a(c1 9/1 sprint) "
        "| B t1 ai [6+1 cursed] bastion pile [u v] discard [] lower b(c1 1/1) n(c1 1/9 aura:rage)",
        "assault",
        "A end m0 | A [B p] lower a{activated} | B ai [6+1 cursed] bastion pile [b u v] discard [] lower n",
    ),
    (
        "5.13 an Indestructible behind the target does not shield it",
        "A summoning m1 | A [B i(c1 2 perforation) p] | B [B u] upper b(c1 1/9) c(c1 1/9 indestructible)",
        "1 at B upper 0",
        "A summoning m0 | A [B p i] | B [B u] upper b{d2 struck} c",
    ),
    (
        "4.3 nor does one to which the amount is 0",
        "A summoning m0 | A [B p] upper a(c1 3/1 vulnerability perforation) | B [B u] upper b(c1 1/5) c(c1 1/1)",
        "assault",
        "A end m0 | A [B p] upper a{activated} | B [B u] upper b{d4 struck} c",
    ),
    (
        "5.19 nor one that Protection spares",
        "A summoning m0 | A [B p] upper a(c1 3/1 perforation) | B [B u] upper b(c1 1/5) c(c1 1/1 protection)",
        "assault",
        "A end m0 | A [B p] upper a{activated} | B [B u] upper b{d3 struck} c{struck}",
    ),
    (
        "5.22 Reinforcement printed on the Symbiote of a stack alone",
        "A summoning m1 | A [B i(c1 9) p] | B [B x(c4 1/1) u] lower h(c1 1/1)+y(c1 1/1 symbiote reinforcement)",
        "1 at B lower 0",
        "A summoning m0 | A [B p i] | B [B u y h] lower x{entered}",
    ),
    (
        "8.2 who fells a Fort by Sharpening wins alone",
        "cod1 ffa A summoning m0 | A [B p] upper a(c1 9/1 sharpening) | B [F u] upper b(c1 1/1) | C [B p] | D [B p]",
        "assault",
        "A over m0 | A [B p] upper a{sharpened activated} | B [u b F] | C [B p] | D [B p] | result A fort-destroyed",
    ),
    (
        "7.6 the AI burns for a Symbiote too",
        "cod1 solo A end m0 | A [B p q] upper n(c1 0/9 immolation) "
        "| B t1 ai [0+0] bastion pile [y(c1 1/1 symbiote) v w x] discard [] upper h(c1 1/1)",
        "end-turn",
        "A summoning m3 | A [B p q] upper n | B ai [0+0] bastion pile [w x] discard [v] upper h+y",
    ),
]


@pytest.mark.parametrize(("start", "actions", "left"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_is_left(start: str, actions: str, left: str) -> None:
    assert after(start, *actions.split(", ")) == left


def test_a_card_too_dear_does_not_hide_those_behind_it() -> None:
    assert legal("A summoning m1 | A [a(c9 1/1) B b(c1 1/1)] | B [B u]") == ["2 upper", "2 lower", "assault"]


def test_hosts_on_both_lines_of_the_second_seat() -> None:
    position = "B summoning m1 | A [B p] | B [B y(c1 1/1 symbiote) q] upper h(c1 1/1) lower k(c1 1/1) l(c1 1/1)"
    onto = ["1 onto upper 0", "1 onto lower 0", "1 onto lower 1"]
    assert legal(position) == ["1 upper", "1 lower", *onto, "assault"]


def test_hosts_of_a_champion() -> None:
    position = "A summoning m1 | A [B p(c9 1/1)] upper h(c1 1/1) champion k(c1 1/1 symbiote) ready | B [B u]"
    assert legal(position) == ["champion upper", "champion lower", "champion onto upper 0", "assault"]


def test_instincts_answer_in_the_order_of_the_board_after_several_attacks() -> None:
    """5.14, 2.10: the lower line is wounded first, by Splash, and yet the upper one answers first."""
    position = (
        "A summoning m0 | A [B p q r] upper a(c1 2/99 berserk splash) | B [B u] "
        "upper b(c1 1/1) c(c1 1/9 instinct) lower d(c1 1/9 instinct)"
    )
    names = [event.who[2] for event in events(position, "assault") if event.kind == "instinct"]
    assert names == ["c", "d"]


def _positions() -> list[object]:
    cases = json.loads((CONTRACT / "cases.json").read_text(encoding="utf-8"))
    return [case["position"] for case in cases if case["expect"].get("error") != "bad-position"]


def test_a_copy_is_whole() -> None:
    for data in _positions():
        position = read_position(data)
        copy = position.copy()
        assert copy.key() == position.key()
        assert write_position(copy) == write_position(position)
        assert copy.any_sharpened is position.any_sharpened
        assert copy.objective == position.objective
