"""The abilities that act when a card is played: (ruling and what it is about, start, actions, what is left)."""

import pytest

from tests.engine.decks.helpers import after

CASES = [
    # Backlash
    (
        "5.4 Backlash deals as much as cards stand left of the Stronghold once it has left the hand",
        "A summoning m3 | A [p k(c1 5/1 backlash) q B r] | B [B u] upper b(c1 1/9) c(c1 1/9) lower d(c1 1/9)",
        "1 upper",
        "A summoning m2 | A [p q B r] upper k{entered} | B [B u] upper b{d2 struck} c lower d",
    ),
    (
        "5.4 without a Creature at position 0 of the line no effect",
        "A summoning m3 | A [p k(c1 5/1 backlash) q B r] | B [B u] upper b(c1 1/9)",
        "1 lower",
        "A summoning m2 | A [p q B r] lower k{entered} | B [B u] upper b",
    ),
    (
        "5.4 0 cards, 0 damage: Protection is not used up",
        "A summoning m3 | A [B k(c1 5/1 backlash) q] | B [B u] upper b(c1 1/9 protection)",
        "1 upper",
        "A summoning m2 | A [B q] upper k{entered} | B [B u] upper b",
    ),
    (
        "5.4 Splash and Perforation of the owner work with it",
        "A summoning m3 | A [p k(c1 5/1 backlash splash perforation) q B r] | B [B u] upper b(c1 1/9) c(c1 1/2) "
        "lower d(c1 1/2)",
        "1 upper",
        "A summoning m2 | A [p q B r] upper k{entered} | B [B u c d] upper b{d2 struck}",
    ),
    (
        "5.4 Aquatic too, at position 0 only",
        "A summoning m3 | A [p k(c1 5/1 backlash aquatic) l(c1 1/1 backlash aquatic) B r] | B [B u] upper b(c1 1/9)",
        "1 upper, 1 upper",
        "A summoning m1 | A [p B r] upper k{entered} l{entered} | B [B u] upper b{d5 struck}",
    ),
    (
        "5.4 Regeneration and Sharpening too, Regeneration first",
        "A summoning m3 | A [p q k(c1 5/1 backlash regeneration sharpening) s B r] | B [B u v w] upper b(c1 1/1)",
        "2 upper",
        "A summoning m2 | A [p q B s r] upper k{entered sharpened} | B [u v B w b]",
    ),
    (
        "5.4 Berserk, Vulnerability and a Sprint bonus do not",
        "A summoning m3 | A [p k(c1 5/1 backlash berserk vulnerability) q B r] | B [B u] upper b(c1 1/2) c(c1 1/9)",
        "1 upper",
        "A summoning m2 | A [p q B r] upper k{entered} | B [B u b] upper c",
    ),
    (
        "5.4 it is counted after Immolation and before Counter-order",
        "A summoning m3 | A [p k(c1 5/1 backlash counter-order) B q r] lower n(c1 1/1) upper n(c1 0/1 immolation) | "
        "B [B u] upper b(c1 1/9)",
        "1 upper",
        "A summoning m2 | A [q B r p] upper n k{entered} lower n | B [B u] upper b{d2 struck}",
    ),
    (
        "5.4 it is no attack: no Instinct answers; but a card is released",
        "A summoning m3 | A [p k(c1 5/1 backlash) B r] | B [B u] upper b(c1 1/9 instinct){holds q(c1 1/1)}",
        "1 upper",
        "A summoning m2 | A [p B r q] upper k{entered} | B [B u] upper b{d1 struck}",
    ),
    (
        "5.27 Vanish after Backlash",
        "A summoning m3 | A [p k(c1 5/1 backlash) B r] | B [B u] upper b(c1 1/9 vanish) c(c1 1/9)",
        "1 upper",
        "A summoning m2 | A [p B r] upper k{entered} | B [B u] upper c b{d1 struck}",
    ),
    (
        "5.4 Backlash from an Aura next to which it lands",
        "A summoning m3 | A [p k(c1 5/1) B r] upper n(c1 1/1 aura:backlash) | B [B u] upper b(c1 1/9)",
        "1 upper",
        "A summoning m2 | A [p B r] upper n k{entered} | B [B u] upper b{d1 struck}",
    ),
    (
        "3.9 a Backlash that brings in another, which destroys its source: its Regeneration is gone",
        "A summoning m3 | A [p q k(c1 5/1 backlash regeneration sharpening) B r] | "
        "B [u v(c1 3/3 backlash) w B x] upper b(c1 1/1 reinforcement)",
        "2 upper",
        "A summoning m2 | A [p q B r k] | B [u w B x b] upper v{entered}",
    ),
    # Counter-order
    (
        "5.8 Counter-order moves the leftmost card of the own hand to the right",
        "A summoning m3 | A [p k(c1 1/1 counter-order) B q] | B [B u]",
        "1 upper",
        "A summoning m2 | A [B q p] upper k{entered} | B [B u]",
    ),
    (
        "5.8 the Stronghold is not the leftmost card",
        "A summoning m3 | A [B k(c1 1/1 counter-order) p q] | B [B u]",
        "1 upper",
        "A summoning m2 | A [B q p] upper k{entered} | B [B u]",
    ),
    (
        "1.6 one card that moves is never away",
        "A summoning m3 | A [F k(c1 1/1 counter-order) p] | B [B u]",
        "1 upper",
        "A summoning m2 | A [F p] upper k{entered} | B [B u]",
    ),
    (
        "5.8 on an Incantation likewise, before it returns",
        "A summoning m3 | A [p i(c1 1 counter-order) B q] | B [B u] upper b(c1 1/9)",
        "1 at B upper 0",
        "A summoning m2 | A [B q p i] | B [B u] upper b{d1 struck}",
    ),
    (
        "5.3 Counter-order from an Aura",
        "A summoning m3 | A [p k(c1 1/1) B q] lower n(c1 1/1 aura:counter-order) | B [B u]",
        "1 lower",
        "A summoning m2 | A [B q p] lower n k{entered} | B [B u]",
    ),
    # Enchain
    (
        "5.11 Enchain takes the leftmost card of the enemy's hand",
        "A summoning m3 | A [k(c1 1/1 enchain) B q] | B [u B v w]",
        "0 upper",
        "A summoning m2 | A [B q] upper k{entered holds u} | B [B v w]",
    ),
    (
        "5.11 from beyond the Stronghold",
        "A summoning m3 | A [k(c1 1/1 enchain) B q] | B [B v w]",
        "0 lower",
        "A summoning m2 | A [B q] lower k{entered holds v} | B [B w]",
    ),
    (
        "1.2 the Bastion falls when its last card is taken",
        "A summoning m3 | A [k(c1 1/1 enchain) B q] | B [u F v]",
        "0 lower",
        "A summoning m2 | A [B q] lower k{entered holds u} | B [F v]",
    ),
    (
        "1.2 a hand of only the Bastion loses",
        "A summoning m3 | A [k(c1 1/1 enchain) B q] | B [B v]",
        "0 lower",
        "A over m2 | A [B q] lower k{entered holds v} | B [B] | result A stronghold-alone",
    ),
    (
        "1.2 a Fort falls",
        "A summoning m3 | A [k(c1 1/1 enchain) B q] | B [F v]",
        "0 lower",
        "A over m2 | A [B q] lower k{entered holds v} | B [F] | result A fort-destroyed",
    ),
    (
        "3.5 after the Counter-order of the same card",
        "A summoning m3 | A [p k(c1 1/1 enchain counter-order) B q] upper n(c1 1/1) | B [u B v w]",
        "1 upper",
        "A summoning m2 | A [B q p] upper n k{entered holds u} | B [B v w]",
    ),
    (
        "5.11 with a card under it none is taken",
        "A summoning m3 | A [k(c1 1/1 symbiote enchain) B q] upper n(c1 1/1){holds p(c1 1/1)} | B [u B v w]",
        "0 onto upper 0",
        "A summoning m2 | A [B q] upper n+k{holds p} | B [u B v w]",
    ),
    (
        "5.23 the mark of Sharpening is lost under a Creature",
        "A summoning m3 | A [k(c1 1/1 enchain) B q] | B [i(c1 1 sharpening){sharpened} B v w]",
        "0 upper",
        "A summoning m2 | A [B q] upper k{entered holds i} | B [B v w]",
    ),
    (
        "3.4 a card under a destroyed Creature comes back first, in the Summoning phase too",
        "A summoning m3 | A [i(c1 1) B q] | B [B u] upper b(c1 1/1){holds p(c1 1/1)}",
        "0 at B upper 0",
        "A summoning m2 | A [B q p i] | B [B u b]",
    ),
    # Immolation
    (
        "5.12 Immolation on either side burns whoever plays on the line",
        "A summoning m3 | A [B k(c1 1/1) p q r s] upper n(c1 1/1 immolation) lower o(c1 1/1 immolation) | "
        "B [B u v] upper b(c1 1/9 immolation)",
        "1 upper",
        "A summoning m2 | A [p q B r s] upper n k{entered} lower o | B [B u v] upper b",
    ),
    (
        "5.12 not by entering itself",
        "A summoning m3 | A [B k(c1 1/1 immolation) p q] | B [B u v]",
        "1 upper",
        "A summoning m2 | A [B p q] upper k{entered} | B [B u v]",
    ),
    (
        "5.12 nor by an Immolation that an Aura gives it; its neighbour's own burns",
        "A summoning m3 | A [B k(c1 1/1) p q] upper n(c1 1/1 aura:immolation) | B [B u v]",
        "1 upper",
        "A summoning m2 | A [B p q] upper n k{entered} | B [B u v]",
    ),
    (
        "5.12 an entering Aura of Immolation makes its neighbour burn at once",
        "A summoning m3 | A [B k(c1 1/1 aura:immolation) p q] upper n(c1 1/1) | B [B u v]",
        "1 upper",
        "A summoning m2 | A [p B q] upper n k{entered} | B [B u v]",
    ),
    (
        "5.12 a Symbiote triggers that of its host",
        "A summoning m3 | A [B k(c1 1/1 symbiote) p q] upper n(c1 1/1 immolation) | B [B u v]",
        "1 onto upper 0",
        "A summoning m2 | A [p B q] upper n+k | B [B u v]",
    ),
    (
        "5.12 and that which an Aura gives its host, not its own",
        "A summoning m3 | A [B k(c1 1/1 symbiote immolation) p q] upper n(c1 1/1) o(c1 1/1 aura:immolation) "
        "| B [B u v]",
        "1 onto upper 0",
        "A summoning m2 | A [p B q] upper n+k o | B [B u v]",
    ),
    (
        "5.12 a Symbiote with Immolation alone does not burn by joining",
        "A summoning m3 | A [B k(c1 1/1 symbiote immolation) p q] upper n(c1 1/1) | B [B u v]",
        "1 onto upper 0",
        "A summoning m2 | A [B p q] upper n+k | B [B u v]",
    ),
    (
        "5.12 an Incantation burns on the line of its target, not on that of its Splash",
        "A summoning m3 | A [B i(c1 1 splash) p q] lower n(c1 1/1 immolation) "
        "| B [B u v] upper b(c1 1/9) lower d(c1 1/9)",
        "1 at B upper 0",
        "A summoning m2 | A [B p q i] lower n | B [B u v] upper b{d1 struck} lower d{d1 struck}",
    ),
    (
        "5.12 and on the target itself",
        "A summoning m3 | A [B i(c1 1) p q] | B [B u v] upper b(c1 1/1 immolation)",
        "1 at B upper 0",
        "A summoning m2 | A [p B q i] | B [B u v b]",
    ),
    (
        "5.12 one instance each: the second is for the Fort side",
        "A summoning m3 | A [p B k(c1 1/1) q] upper n(c1 1/1 immolation) o(c1 1/1 immolation) | B [B u v]",
        "2 upper",
        "A summoning m2 | A [p F q] upper n o k{entered} | B [B u v]",
    ),
    (
        "5.12 an own Immolation that fells the Fort: the enemy wins",
        "A summoning m3 | A [p F k(c1 1/1) q] upper n(c1 1/1 immolation) | B [B u v]",
        "2 upper",
        "A over m2 | A [p q F] upper n k{entered} | B [B u v] | result B fort-destroyed",
    ),
    # Price of Blood
    (
        "5.18 Price of Blood pays the missing Mana in damage while the card is still in hand",
        "A summoning m1 | A [p B k(c3 1/1 price-of-blood) q r] | B [B u]",
        "2 upper",
        "A summoning m0 | A [p q B r] upper k{entered} | B [B u]",
    ),
    (
        "5.18 with enough Mana nothing",
        "A summoning m3 | A [p B k(c3 1/1 price-of-blood) q r] | B [B u]",
        "2 upper",
        "A summoning m0 | A [p B q r] upper k{entered} | B [B u]",
    ),
    (
        "5.18 in instances of 1: the Bastion falls and the Fort pays on",
        "A summoning m0 | A [p B k(c3 1/1 price-of-blood) q] | B [B u]",
        "2 upper",
        "A summoning m0 | A [p F q] upper k{entered} | B [B u]",
    ),
    (
        "5.18 a Fort that pays with its last HP loses with the card still in hand",
        "A summoning m1 | A [p F k(c2 1/1 price-of-blood)] | B [B u]",
        "2 upper",
        "A over m0 | A [p k F] | B [B u] | result B fort-destroyed",
    ),
    (
        "5.18 on an Incantation",
        "A summoning m1 | A [p B i(c3 1 price-of-blood) q r] | B [B u] upper b(c1 1/9)",
        "2 at B upper 0",
        "A summoning m0 | A [p q B r i] | B [B u] upper b{d1 struck}",
    ),
]


@pytest.mark.parametrize(("start", "actions", "left"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_playing(start: str, actions: str, left: str) -> None:
    assert after(start, *actions.split(", ")) == " ".join(left.split())
