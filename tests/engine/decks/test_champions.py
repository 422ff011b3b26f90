"""Champions (rulings, part 6), case by case: (ruling and what it is about, start, actions, what is left)."""

import pytest

from tests.engine.decks.helpers import after, legal

CASES = [
    (
        "6.1 a Champion costs 1 less for each card of its printed cost in play, each of a stack, on all sides",
        "A summoning m5 | A [B p] upper a(c5 1/1) b(c5 1/1)+c(c5 1/1 symbiote) d(c4 1/1){holds x(c5 1/1)} champion "
        "z(c5 1/1) ready | B [B u v] lower e(c5 1/1)",
        "champion upper",
        "A summoning m4 | A [B p] upper a b+c d{holds x} z{entered champion} champion z in-play | B [B u v] lower e",
    ),
    (
        "6.1 not below 0",
        "A summoning m0 | A [B p] upper a(c1 1/1) b(c1 1/1) champion z(c1 1/1) ready | B [B u v]",
        "champion lower",
        "A summoning m0 | A [B p] upper a b lower z{entered champion} champion z in-play | B [B u v]",
    ),
    (
        "6.3 Lucidity does not reduce its cost",
        "A summoning m5 | A [B p] champion z(c5 1/1 lucidity) ready | B [B u v]",
        "champion lower",
        "A summoning m0 | A [B p] lower z{entered champion} champion z in-play | B [B u v]",
    ),
    (
        "6.2 destroyed it is exhausted, whatever it bears",
        "A summoning m5 | A [B i(c1 9) x(c1 1/1) p] upper z(c5 1/1 mercenary cursed reinforcement){champion} "
        "champion z(c5 1/1 mercenary cursed reinforcement) in-play | B [B u v]",
        "1 at A upper 0",
        "A summoning m4 | A [B x p i] champion z exhausted | B [B u v]",
    ),
    (
        "6.2 it is readied when any player plays a card of its printed cost",
        "B summoning m5 | A [B p] champion z(c4 1/1) exhausted | B [B k(c4 1/1) v] champion y(c4 1/1) exhausted",
        "1 upper",
        "B summoning m1 | A [B p] champion z ready | B [B v] upper k{entered} champion y ready",
    ),
    (
        "6.2 of its printed cost, not of what was paid",
        "A summoning m5 | A [k(c6 1/1 lucidity) B q(c1 1/1) p] champion z(c4 1/1) exhausted | B [B k v]",
        "0 upper",
        "A summoning m1 | A [B q p] upper k{entered} champion z exhausted | B [B k v]",
    ),
    (
        "6.2 by an Incantation, a Champion and a Symbiote too; never itself",
        "A summoning m9 | A [B i(c4 1) s(c3 1/1 symbiote) p] upper n(c1 1/9) champion z(c2 1/1) ready | "
        "B [B u v] champion y(c4 1/1) exhausted",
        "1 at A upper 0",
        "A summoning m5 | A [B s p i] upper n{d1 struck} champion z ready | B [B u v] champion y ready",
    ),
    (
        "6.2 by a Champion",
        "A summoning m9 | A [B p] champion z(c4 1/1) ready | B [B u v] champion y(c4 1/1) exhausted",
        "champion upper",
        "A summoning m5 | A [B p] upper z{entered champion} champion z in-play | B [B u v] champion y ready",
    ),
    (
        "6.2 one destroyed later in the same play stays exhausted",
        "A summoning m9 | A [B i(c4 1) p] upper z(c4 1/1){champion} champion z(c4 1/1) in-play | B [B u v]",
        "1 at A upper 0",
        "A summoning m5 | A [B p i] champion z exhausted | B [B u v]",
    ),
    (
        "6.2 readied before the Stronghold is looked at: ready in a game that ends with the card",
        "A summoning m9 | A [F k(c4 1/1)] champion z(c4 1/1) exhausted | B [B u v] champion y(c4 1/1) exhausted",
        "1 upper",
        "A over m5 | A [F] upper k{entered} champion z ready | B [B u v] champion y ready | result B fort-destroyed",
    ),
    (
        "6.2 an Incantation that ends the game too",
        "A summoning m9 | A [F i(c4 1)] upper n(c1 1/9) champion z(c4 1/1) exhausted | B [B u v]",
        "1 at A upper 0",
        "A over m5 | A [F] upper n champion z ready | B [B u v] | result B fort-destroyed",
    ),
    (
        "5.22 a card played by Reinforcement readies too",
        "A summoning m9 | A [B i(c9 1) x(c3 1/1) p] upper n(c1 1/1 reinforcement) champion z(c3 1/1) exhausted "
        "| B [B u v]",
        "1 at A upper 0",
        "A summoning m0 | A [B p n i] upper x{entered} champion z ready | B [B u v]",
    ),
    (
        "5.26 a Champion that is a Symbiote, onto a host",
        "A summoning m9 | A [B p] upper n(c1 1/1) champion z(c3 1/1 symbiote) ready | B [B u v]",
        "champion onto upper 0",
        "A summoning m6 | A [B p] upper n+z{champion:symbiote} champion z in-play | B [B u v]",
    ),
    (
        "5.26 destroyed, the Champion on top is exhausted and the host returns",
        "A summoning m9 | A [B i(c1 9) p] upper n(c1 1/1)+z(c3 1/1 symbiote){champion:symbiote} "
        "champion z(c3 1/1 symbiote) in-play | B [B u v]",
        "1 at A upper 0",
        "A summoning m8 | A [B p n i] champion z exhausted | B [B u v]",
    ),
    (
        "5.26 a host that is a Champion is exhausted while the Symbiote returns",
        "A summoning m9 | A [B i(c1 9) s(c1 1/1 symbiote) p] "
        "upper z(c3 1/1){champion} champion z(c3 1/1) in-play | B [B u v]",
        "2 onto upper 0, 1 at A upper 0",
        "A summoning m7 | A [B p s i] champion z exhausted | B [B u v]",
    ),
    (
        "5.18 a Champion with Price of Blood",
        "A summoning m1 | A [B p q r] champion z(c3 1/1 price-of-blood) ready | B [B u v]",
        "champion upper",
        "A summoning m0 | A [p q B r] upper z{entered champion} champion z in-play | B [B u v]",
    ),
    (
        "5.8 a Champion's Counter-order and Backlash",
        "A summoning m3 | A [p q B r] champion z(c3 1/1 counter-order backlash) ready | B [B u v] upper b(c1 1/9)",
        "champion upper",
        "A summoning m0 | A [q B r p] upper z{entered champion} champion z in-play | B [B u v] upper b{d2 struck}",
    ),
]


@pytest.mark.parametrize(("start", "actions", "left"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_champion(start: str, actions: str, left: str) -> None:
    assert after(start, *actions.split(", ")) == " ".join(left.split())


def test_a_champion_that_costs_too_much() -> None:
    start = "A summoning m{} | A [B p] upper a(c5 1/1) champion z(c5 1/1) ready | B [B u]"
    assert legal(start.format(3)) == ["assault"]
    assert legal(start.format(4)) == ["champion upper", "champion lower", "assault"]
    assert legal(start.format(9).replace("ready", "exhausted")) == [f"1 {line}" for line in ("upper", "lower")] + [
        "assault"
    ]
