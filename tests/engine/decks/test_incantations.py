"""Incantations and the abilities that act on them: (ruling and what it is about, start, actions, what is left)."""

import pytest

from tests.engine.decks.helpers import after

CASES = [
    (
        "2.4 an Incantation hits any Creature, its player's own too",
        "A summoning m3 | A [B i(c1 2) p] upper n(c1 1/9) o(c1 1/9) | B [B u v]",
        "1 at A upper 1",
        "A summoning m2 | A [B p i] upper n o{d2 struck} | B [B u v]",
    ),
    (
        "5.13 Indestructible stops it, and Splash and Perforation go on to the others",
        "A summoning m3 | A [B i(c1 2 splash perforation) p] | "
        "B [B u v] upper b(c1 1/9 indestructible) c(c1 1/9) lower d(c1 1/9)",
        "1 at B upper 0",
        "A summoning m2 | A [B p i] | B [B u v] upper b c{d2 struck} lower d{d2 struck}",
    ),
    (
        "5.13 what Indestructible stopped is no source: Protection is not used up",
        "A summoning m3 | A [B i(c1 2) p] upper a(c1 1/1) | B [B u v] upper b(c1 1/9 indestructible protection)",
        "1 at B upper 0, assault",
        "A end m2 | A [B p i] upper a{activated} | B [B u v] upper b{struck}",
    ),
    (
        "5.13 and Backlash too",
        "A summoning m3 | A [p k(c1 5/1 backlash) B r] | B [B u] upper b(c1 1/9 indestructible)",
        "1 upper",
        "A summoning m2 | A [p B r] upper k{entered} | B [B u] upper b",
    ),
    (
        "5.19 Protection against an Incantation",
        "A summoning m3 | A [B i(c1 2) j(c1 3) p] | B [B u v] upper b(c1 1/9 protection)",
        "1 at B upper 0, 1 at B upper 0",
        "A summoning m1 | A [B p i j] | B [B u v] upper b{d3 struck}",
    ),
    (
        "5.9 a Cursed Incantation returns to the leftmost place",
        "A summoning m3 | A [q B i(c1 1 cursed) p] | B [B u v] upper b(c1 1/9)",
        "2 at B upper 0",
        "A summoning m2 | A [i q B p] | B [B u v] upper b{d1 struck}",
    ),
    (
        "5.16 a Mercenary Incantation goes to the enemy, at its own Creature too",
        "A summoning m3 | A [q B i(c1 1 mercenary) p] upper n(c1 1/9) | B [B u v]",
        "2 at A upper 0",
        "A summoning m2 | A [q B p] upper n{d1 struck} | B [B u v i]",
    ),
    (
        "5.17 Perforation from the position of the target",
        "A summoning m3 | A [B i(c1 1 perforation) p] | B [B u v] upper b(c1 1/9) c(c1 1/9) d(c1 1/9)",
        "1 at B upper 1",
        "A summoning m2 | A [B p i] | B [B u v] upper b c{d1 struck} d{d1 struck}",
    ),
    (
        "5.24 Splash at the position of the target",
        "A summoning m3 | A [B i(c1 1 splash) p] | B [B u v] upper b(c1 1/9) lower d(c1 1/9) e(c1 1/9)",
        "1 at B lower 1",
        "A summoning m2 | A [B p i] | B [B u v] upper b lower d e{d1 struck}",
    ),
    (
        "4.6 on the side of the targeted Creature",
        "A summoning m3 | A [B i(c1 1 splash) p] upper n(c1 1/9) lower o(c1 1/9) | B [B u v] lower d(c1 1/9)",
        "1 at A upper 0",
        "A summoning m2 | A [B p i] upper n{d1 struck} lower o{d1 struck} | B [B u v] lower d",
    ),
    (
        "5.29 its Regeneration moves the Stronghold while the card is out of the hand",
        "A summoning m3 | A [p q B r i(c1 1 regeneration perforation)] | B [B u v] upper b(c1 1/9) c(c1 1/9)",
        "4 at B upper 0",
        "A summoning m2 | A [B p q r i] | B [B u v] upper b{d1 struck} c{d1 struck}",
    ),
    (
        "5.29 a Fort turned by it stands second from the right before the card comes back",
        "A summoning m3 | A [F p q i(c1 1 regeneration)] | B [B u v] upper b(c1 1/9)",
        "3 at B upper 0",
        "A summoning m2 | A [p B q i] | B [B u v] upper b{d1 struck}",
    ),
    (
        "5.23 its Sharpening deals the excess to the player of the target, and the card keeps the mark",
        "A summoning m3 | A [B i(c1 3 sharpening) p] | B [B u v w] upper b(c1 1/1)",
        "1 at B upper 0",
        "A summoning m2 | A [B p i{sharpened}] | B [u v B w b]",
    ),
    (
        "5.23 played twice it has one Sharpening",
        "A summoning m3 | A [B i(c1 3 sharpening) p] | B [B u v w] upper b(c1 1/1) c(c1 1/1)",
        "1 at B upper 0, 2 at B upper 0",
        "A summoning m1 | A [B p i{sharpened}] | B [u v B w b c]",
    ),
    (
        "5.23 the excess on an own Creature goes to the own Stronghold",
        "A summoning m3 | A [B i(c1 2 sharpening) p q r] upper n(c1 1/1) | B [B u v w]",
        "1 at A upper 0",
        "A summoning m2 | A [p B q r n i{sharpened}] | B [B u v w]",
    ),
    (
        "5.23 without a kill the card has no mark; the mark goes when the turn ends",
        "A summoning m3 | A [B i(c1 3 sharpening) j(c1 1 sharpening) p] | B [B u v w] upper b(c1 1/1) c(c1 1/9)",
        "1 at B upper 0, 1 at B upper 0, end-turn",
        "B summoning m5 | A [B p i j] | B [u v B w b] upper c",
    ),
    (
        "5.23 a mark goes with a Mercenary to the other hand",
        "A summoning m3 | A [B i(c1 3 sharpening mercenary) p q] | B [B u v w] upper b(c1 1/1)",
        "1 at B upper 0",
        "A summoning m2 | A [B p q] | B [u v B w b i{sharpened}]",
    ),
    (
        "5.28 Vulnerability on an Incantation",
        "A summoning m3 | A [B i(c1 0 vulnerability perforation) p] | B [B u v] upper b(c1 1/9){d2} c(c1 1/3)",
        "1 at B upper 0",
        "A summoning m2 | A [B p i] | B [B u v] upper b{d8 struck} c{d2 struck}",
    ),
    (
        "5.29 Aquatic, Immolation, Berserk, Enchain, Backlash, Instinct do nothing on an Incantation",
        "A summoning m3 | A [q B i(c1 1 aquatic immolation berserk enchain backlash instinct sprint rage) p] | "
        "B [B u v] upper b(c1 1/1) c(c1 1/9)",
        "2 at B upper 0",
        "A summoning m2 | A [q B p i] | B [B u v b] upper c",
    ),
    (
        "5.27 Vanish after an Incantation has returned",
        "A summoning m3 | A [B i(c1 1) p] | B [B u v] upper b(c1 1/9 vanish) c(c1 1/9)",
        "1 at B upper 0",
        "A summoning m2 | A [B p i] | B [B u v] upper c b{d1 struck}",
    ),
    (
        "5.14 no Instinct answers an Incantation",
        "A summoning m3 | A [B i(c1 1) p] upper a(c1 1/9) | B [B u v] upper b(c1 1/9 instinct)",
        "1 at B upper 0",
        "A summoning m2 | A [B p i] upper a | B [B u v] upper b{d1 struck}",
    ),
    (
        "2.8 damage of the Summoning phase is there in the Assault",
        "A summoning m3 | A [B i(c1 1) p] upper a(c1 1/9) | B [B u v] upper b(c1 1/2)",
        "1 at B upper 0, assault",
        "A end m2 | A [B p i] upper a{activated} | B [B u v b]",
    ),
]


@pytest.mark.parametrize(("start", "actions", "left"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_incantation(start: str, actions: str, left: str) -> None:
    assert after(start, *actions.split(", ")) == " ".join(left.split())
