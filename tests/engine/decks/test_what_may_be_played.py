"""The window, costs, hosts and targets: what may be played."""

import pytest

from tests.engine.decks.helpers import after, legal

LEGAL = [
    (
        "2.2 the 4 leftmost cards, not counting the Stronghold",
        "A summoning m9 | A [a(c1 1/1) B b(c1 1/1) c(c1 1/1) d(c1 1/1) e(c1 1/1)] | B [B u]",
        "0 2 3 4",
    ),
    (
        "5.6 Blackmail takes away the rightmost of them, one for each",
        "A summoning m9 | A [a(c1 1/1) B b(c1 1/1) c(c1 1/1) d(c1 1/1) e(c1 1/1)] upper n(c1 1/1 blackmail) "
        "lower o(c1 1/1 blackmail) | B [B u] upper z(c1 1/1 blackmail)",
        "0 2",
    ),
    (
        "5.6 of a short hand too, and given by an Aura",
        "A summoning m9 | A [a(c1 1/1) B b(c1 1/1) c(c1 1/1)] upper n(c1 1/1 aura:blackmail) o(c1 1/1) | B [B u]",
        "0 2",
    ),
    (
        "5.6 never below 1 card",
        "A summoning m9 | A [B a(c1 1/1) b(c1 1/1)] upper n(c1 1/1 blackmail) o(c1 1/1 blackmail) p(c1 1/1 blackmail) "
        "q(c1 1/1 blackmail) r(c1 1/1 blackmail) | B [B u]",
        "1",
    ),
    ("2.2 what costs more than the Mana is not played", "A summoning m3 | A [a(c3 1/1) B b(c4 1/1) p] | B [B u]", "0"),
    (
        "5.15 Lucidity costs 2 less leftmost",
        "A summoning m1 | A [B a(c3 1/1 lucidity) b(c3 1/1 lucidity) p] | B [B u]",
        "1",
    ),
    ("5.15 left of the Stronghold too", "A summoning m1 | A [a(c3 1/1 lucidity) B p q] | B [B u]", "0"),
    (
        "5.15 not when the Stronghold alone is left of another card",
        "A summoning m1 | A [p B a(c3 1/1 lucidity)] | B [B u]",
        "",
    ),
    ("5.15 not below 0", "A summoning m0 | A [a(c1 1/1 lucidity) B p] | B [B u]", "0"),
    ("5.15 by 2 and no more", "A summoning m0 | A [a(c3 1/1 lucidity) B p] | B [B u]", ""),
    (
        "1.7 an Aura gives nothing to cards in hand",
        "A summoning m1 | A [a(c3 1/1) B p] upper n(c1 1/1 aura:lucidity) | B [B u]",
        "",
    ),
    (
        "5.18 Price of Blood may be played with too little",
        "A summoning m0 | A [a(c9 1/1 price-of-blood) B p] | B [B u]",
        "0",
    ),
]


@pytest.mark.parametrize(("start", "places"), [case[1:] for case in LEGAL], ids=[case[0] for case in LEGAL])
def test_what_may_be_played(start: str, places: str) -> None:
    expected = [f"{place} {line}" for place in places.split() for line in ("upper", "lower")]
    assert legal(start) == [*expected, "assault"]


def test_lucidity_is_paid_less() -> None:
    assert after("A summoning m5 | A [a(c3 1/1 lucidity) B p] | B [B u]", "0 upper").startswith("A summoning m4")
    assert after("A summoning m5 | A [p B a(c3 1/1 lucidity) q] | B [B u]", "2 upper").startswith("A summoning m2")
    assert after("A summoning m5 | A [a(c1 1/1 lucidity) B p] | B [B u]", "0 upper").startswith("A summoning m5")
    assert after("A summoning m5 | A [a(c2 1/1 lucidity) B p] | B [B u]", "0 upper").startswith("A summoning m5")


def test_targets_and_hosts() -> None:
    """Hosts are the player's own Creatures without Symbiote, from an Aura neither; targets are all Creatures."""
    start = """A summoning m8 | A [s(c1 1/1 symbiote) B i(c1 1) p] upper a(c1 1/1) b(c1 1/1 symbiote) c(c1 1/1)
        lower d(c1 1/1 aura:symbiote) e(c1 1/1) f(c1 1/1)+g(c1 1/1 symbiote) | B [B u]
        upper h(c1 1/1) lower j(c1 1/1)"""
    hosts = ["0 upper", "0 lower", "0 onto upper 0", "0 onto upper 2", "0 onto lower 0"]
    own = [*(f"2 at A upper {place}" for place in range(3)), *(f"2 at A lower {place}" for place in range(3))]
    assert legal(start) == [*hosts, *own, "2 at B upper 0", "2 at B lower 0", "assault"]


def test_no_creature_no_target() -> None:
    assert legal("A summoning m8 | A [i(c1 1) B p] | B [B u]") == ["assault"]
