"""Symbiote stacks and Reinforcement: (ruling and what it is about, start, actions, what is left)."""

import pytest

from tests.engine.decks.helpers import after

CASES = [
    # Reinforcement
    (
        "5.22 Reinforcement plays the leftmost fitting card on the same line without paying",
        "A summoning m1 | A [B i(c1 1) p] | B [B u(c5 1/1) v(c1 1) w(c4 1/1 reinforcement) x(c4 1/1) y(c1 1/1)] "
        "lower b(c1 1/1 reinforcement)",
        "1 at B lower 0",
        "A summoning m0 | A [B p i] | B [B u v w y b] lower x{entered}",
    ),
    (
        "2.2 only from the 4 leftmost",
        "A summoning m1 | A [B i(c1 1) p] | B [B u(c5 1/1) v(c1 1) w(c4 1/1 reinforcement) z(c7 1/1) x(c4 1/1)] "
        "lower b(c1 1/1 reinforcement)",
        "1 at B lower 0",
        "A summoning m0 | A [B p i] | B [B u v w z x b]",
    ),
    (
        "5.6 narrowed by Blackmail",
        "A summoning m1 | A [B i(c1 1) p] "
        "| B [B u v w x(c4 1/1)] upper d(c1 1/1 blackmail) lower b(c1 1/1 reinforcement)",
        "1 at B lower 0",
        "A summoning m0 | A [B p i] | B [B u v w x b] upper d",
    ),
    (
        "5.22 behind the farthest, with its own consequences",
        "A summoning m1 | A [B i(c1 1) p q] upper n(c1 1/9) | B [u x(c4 1/1 backlash counter-order enchain) v B w] "
        "upper b(c1 1/1 reinforcement) c(c1 1/1)",
        "1 at B upper 0",
        "A summoning m0 | A [B q i] upper n{d2 struck} | B [v B w b u] upper c x{entered holds p}",
    ),
    (
        "5.22 a card that went to another hand triggers nothing",
        "A summoning m1 | A [B i(c1 1) p] | B [B u(c1 1/1) v] lower b(c1 1/1 reinforcement mercenary)",
        "1 at B lower 0",
        "A summoning m0 | A [B p b i] | B [B u v]",
    ),
    (
        "5.22 several at once: all return first, then each plays in the order of 2.10",
        "A summoning m1 | A [B i(c1 1 splash perforation) p] | B [B u(c1 1/1) v(c1 1/1) w(c1 1/1) x y] "
        "upper b(c1 1/1 reinforcement) c(c1 1/1 reinforcement) lower d(c1 1/1 reinforcement)",
        "1 at B upper 0",
        "A summoning m0 | A [B p i] | B [B x y c b d] upper u{entered} v{entered} lower w{entered}",
    ),
    (
        "5.22 in the Assault: who enters does not attack, an Incantation is not played",
        "B summoning m0 | A [B i(c1 1) x(c1 1/1 rage) p] upper n(c1 1/1 reinforcement) | B [B u v] upper b(c1 1/9)",
        "assault",
        "B end m0 | A [B i p n] upper x{entered} | B [B u v] upper b{activated}",
    ),
    (
        "5.22 Berserk goes on to what Reinforcement brought",
        "B summoning m0 | A [B x(c1 1/1) p] upper n(c1 1/1 reinforcement) | B [B u v w] upper b(c1 1/9 berserk)",
        "assault",
        "B end m0 | A [p B n x] | B [B u v w] upper b{activated}",
    ),
    (
        "5.22 given by an Aura",
        "A summoning m1 | A [B i(c1 1) p] | B [B x(c1 1/1) v] lower b(c1 1/1) c(c1 1/1 aura:reinforcement)",
        "1 at B lower 0",
        "A summoning m0 | A [B p i] | B [B v b] lower c x{entered}",
    ),
    # Symbiote
    (
        "5.26 onto a Creature: it stands where the host stood, marks and damage stay",
        "A summoning m3 | A [k(c1 2/3 symbiote) B p] upper n(c1 1/2) o(c1 1/2){d1 sprint1 entered struck} | B [B u]",
        "0 onto upper 1",
        "A summoning m2 | A [B p] upper n o+k{d1 sprint1 entered struck} | B [B u]",
    ),
    (
        "5.26 or as a Creature of its own",
        "A summoning m3 | A [k(c1 2/3 symbiote) B p] upper n(c1 1/2) | B [B u]",
        "0 upper",
        "A summoning m2 | A [B p] upper n k{entered} | B [B u]",
    ),
    (
        "5.26 attack values, HP and abilities add up; a stack whose host was there before attacks",
        "A summoning m3 | A [k(c1 2/3 symbiote perforation) B p] upper o(c1 1/2 splash) | "
        "B [B u] upper b(c1 1/9) c(c1 1/9) lower d(c1 1/9)",
        "0 onto upper 0, assault",
        "A end m2 | A [B p] upper o+k{activated} | B [B u] upper b{d3 struck} c{d3 struck} lower d{d3 struck}",
    ),
    (
        "5.26 and one whose host has just entered does not",
        "A summoning m3 | A [o(c1 1/2) k(c1 2/3 symbiote) B p] | B [B u]",
        "0 upper, 0 onto upper 0, assault",
        "A end m1 | A [B p] upper o+k{entered} | B [B u]",
    ),
    (
        "5.26 the Symbiote returns first, then the host",
        "A summoning m3 | A [i(c1 9) B p] upper o(c1 1/2)+k(c1 1/1 symbiote) | B [B u]",
        "0 at A upper 0",
        "A summoning m2 | A [B p k o i] | B [B u]",
    ),
    (
        "5.26 printed Mercenary and Cursed act on their card alone",
        "A summoning m3 | A [i(c1 9) B p] upper o(c1 1/2 mercenary)+k(c1 1/1 symbiote cursed) | B [B u]",
        "0 at A upper 0",
        "A summoning m2 | A [k B p i] | B [B u o]",
    ),
    (
        "5.26 given by an Aura on both",
        "A summoning m3 | A [i(c1 9) B p] upper o(c1 1/2)+k(c1 1/1 symbiote) n(c1 1/1 aura:cursed) | B [B u]",
        "0 at A upper 0",
        "A summoning m2 | A [o k B p i] upper n | B [B u]",
    ),
    (
        "5.22 in a stack the bearer in print must have come back",
        "A summoning m3 | A [i(c1 9) x(c1 1/1) B p] upper o(c1 1/2 reinforcement mercenary)+k(c1 1/1 symbiote) "
        "| B [B u]",
        "0 at A upper 0",
        "A summoning m2 | A [x B p k i] | B [B u o]",
    ),
    (
        "5.22 one trigger in all",
        "A summoning m3 | A [i(c1 9) x(c1 1/1) y(c1 1/1) B p] upper "
        "o(c1 1/2)+k(c1 1/1 symbiote reinforcement) n(c1 1/1 aura:reinforcement) | B [B u]",
        "0 at A upper 0",
        "A summoning m2 | A [y B p k o i] upper n x{entered} | B [B u]",
    ),
    (
        "5.26 abilities of the host under it do not trigger again",
        "A summoning m3 | A [p k(c1 2/3 symbiote) B q] upper n(c1 1/2 counter-order backlash enchain) | "
        "B [B u v] upper b(c1 1/9)",
        "1 onto upper 0",
        "A summoning m2 | A [p B q] upper n+k | B [B u v] upper b",
    ),
    (
        "5.26 its own do, with those of its new place, dealt by the stack",
        "A summoning m3 | A [p k(c1 2/3 symbiote backlash) B q] "
        "upper n(c1 1/2 perforation) o(c1 1/1 aura:counter-order) | "
        "B [B u v] upper b(c1 1/9) c(c1 1/9)",
        "1 onto upper 0",
        "A summoning m2 | A [B q p] upper n+k o | B [B u v] upper b{d1 struck} c{d1 struck}",
    ),
    (
        "5.26 its Aura counts at once, and the neighbour's for it",
        "A summoning m3 | A [k(c1 2/3 symbiote aura:rage) B q] upper n(c1 1/2) o(c1 1/1){entered} "
        "| B [B u v] upper b(c1 1/9)",
        "0 onto upper 0, assault",
        "A end m2 | A [B q] upper n+k{activated} o{entered activated} | B [B u v] upper b{d4 struck}",
    ),
]


@pytest.mark.parametrize(("start", "actions", "left"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_stacks_and_reinforcement(start: str, actions: str, left: str) -> None:
    assert after(start, *actions.split(", ")) == " ".join(left.split())
