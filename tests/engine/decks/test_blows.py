"""Blows in the Assault, case by case: (ruling and what it is about, start, what is left)."""

import pytest

from tests.engine.decks.helpers import after

CASES = [
    # Perforation and Splash
    (
        "5.17 Perforation hits the Creature behind the target only",
        "A summoning m0 | A [B p] upper a(c1 1/1 perforation) "
        "| B [B u v] upper b(c1 1/3) c(c1 1/3) d(c1 1/3) lower e(c1 1/3)",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper b{d1 struck} c{d1 struck} d lower e",
    ),
    (
        "5.17 and never a Stronghold",
        "A summoning m0 | A [B p] upper a(c1 1/1 perforation) | B [B u v] upper b(c1 1/3)",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper b{d1 struck}",
    ),
    (
        "5.24 Splash hits the same position on the other line",
        "A summoning m0 | A [B p] upper a(c1 1/1 splash) "
        "| B [B u v] upper b(c1 1/3) c(c1 1/3) lower d(c1 1/3) e(c1 1/3)",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper b{d1 struck} c lower d{d1 struck} e",
    ),
    (
        "5.24 and nothing where nobody stands there",
        "A summoning m0 | A [B p] lower a(c1 1/1 splash) | B [B u v] lower b(c1 1/3)",
        "A end m0 | A [B p] lower a{activated} | B [B u v] lower b{d1 struck}",
    ),
    (
        "5.24 Splash of an attack on the Stronghold hits nobody",
        "A summoning m0 | A [B p] upper a(c1 1/1 splash perforation) | B [B u v] lower b(c1 1/3)",
        "A end m0 | A [B p] upper a{activated} | B [u B v] lower b",
    ),
    (
        "5.24 in season 2 Aerial saves nobody from Splash and Perforation",
        "A summoning m0 | A [B p] upper a(c1 1/1 splash perforation) | B [B u v] upper b(c1 1/3) c(c1 1/3 aerial) "
        "lower d(c1 1/3 aerial)",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper b{d1 struck} c{d1 struck} lower d{d1 struck}",
    ),
    (
        "5.17 with both at most three, counted from the target",
        "A summoning m0 | A [B p] lower a(c1 1/1 splash perforation) | B [B u v] upper b(c1 1/3) c(c1 1/3) "
        "lower d(c1 1/3) e(c1 1/3)",
        "A end m0 | A [B p] lower a{activated} | B [B u v] upper b{d1 struck} c lower d{d1 struck} e{d1 struck}",
    ),
    (
        "2.10 the destroyed return upper line first, far before near",
        "A summoning m0 | A [B p] lower a(c1 3/1 splash perforation) "
        "| B [B u v] upper b(c1 1/3) lower d(c1 1/3) e(c1 1/3)",
        "A end m0 | A [B p] lower a{activated} | B [B u v b e d]",
    ),
    (
        "2.10 and from the upper line",
        "A summoning m0 | A [B p] upper a(c1 3/1 splash perforation) "
        "| B [B u v] upper b(c1 1/3) c(c1 1/3) lower d(c1 1/3)",
        "A end m0 | A [B p] upper a{activated} | B [B u v c b d]",
    ),
    # Protection
    (
        "5.19 Protection stops the first source of the turn, not the second",
        "A summoning m0 | A [B p] upper a(c1 3/1) c(c1 1/1) | B [B u v] upper b(c1 1/5 protection)",
        "A end m0 | A [B p] upper a{activated} c{activated} | B [B u v] upper b{d3 struck}",
    ),
    (
        "5.19 an amount of 0 is no source",
        "A summoning m0 | A [B p] upper a(c1 3/1) c(c1 0/1) | B [B u v] upper b(c1 1/5 protection)",
        "A end m0 | A [B p] upper a{activated} c{activated} | B [B u v] upper b{struck}",
    ),
    (
        "5.19 who was struck this turn has none left",
        "A summoning m0 | A [B p] upper a(c1 3/1) | B [B u v] upper b(c1 1/5 protection){struck}",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper b{d3 struck}",
    ),
    (
        "5.19 each of several targets has its own",
        "A summoning m0 | A [B p] upper a(c1 3/1 perforation) "
        "| B [B u v] upper b(c1 1/5 protection) c(c1 1/5 protection)",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper b{struck} c{struck}",
    ),
    # Rage
    (
        "5.20 Rage attacks a Creature on arrival",
        "A summoning m0 | A [B p] upper a(c1 2/1 rage){entered} lower c(c1 2/1){entered} "
        "| B [B u v] upper b(c1 1/5) lower d(c1 1/5)",
        "A end m0 | A [B p] upper a{entered activated} lower c{entered} | B [B u v] upper b{d2 struck} lower d",
    ),
    (
        "5.20 and never the Stronghold then",
        "A summoning m0 | A [B p] upper a(c1 2/1 rage){entered} | B [B u v w]",
        "A end m0 | A [B p] upper a{entered activated} | B [B u v w]",
    ),
    (
        "5.20 but later it does",
        "A summoning m0 | A [B p] upper a(c1 2/1 rage) | B [B u v w]",
        "A end m0 | A [B p] upper a{activated} | B [u v B w]",
    ),
    (
        "2.11 Rage gained from an Aura that comes next to it during the Assault",
        "A summoning m0 | A [B p] upper a(c1 1/1){entered} c(c1 1/1) d(c1 1/1 aura:rage sprint) "
        "| B [B u v] upper b(c1 1/9)",
        "A end m0 | A [B p] upper d{sprint2 activated} a{entered activated} c{activated} "
        "| B [B u v] upper b{d5 struck}",
    ),
    (
        "2.11 Rage lost after the first attack does not stop Berserk",
        "A summoning m0 | A [B p] upper x(c1 0/1) c(c1 0/1 aura:rage) a(c1 2/1 berserk sprint){entered} | "
        "B [B u v] upper b(c1 1/1) d(c1 1/9)",
        "A end m0 | A [B p] upper a{sprint2 entered activated} x{activated} c{activated} | "
        "B [B u v b] upper d{d4 struck}",
    ),
    # Regeneration
    (
        "5.21 Regeneration moves the Stronghold 1 to the left for each Creature damaged",
        "A summoning m0 | A [p q r B s] upper a(c1 1/1 regeneration perforation) | B [B u v] upper b(c1 1/3) c(c1 1/3)",
        "A end m0 | A [p B q r s] upper a{activated} | B [B u v] upper b{d1 struck} c{d1 struck}",
    ),
    (
        "5.21 and once for a Stronghold",
        "A summoning m0 | A [p q r B s] upper a(c1 2/1 regeneration) | B [B u v w]",
        "A end m0 | A [p q B r s] upper a{activated} | B [u v B w]",
    ),
    (
        "5.21 not for an amount of 0, nor for damage prevented",
        "A summoning m0 | A [p q B s] upper a(c1 0/1 regeneration) c(c1 1/1 regeneration) "
        "| B [B u v] upper b(c1 1/3 protection)",
        "A end m0 | A [p q B s] upper a{activated} c{activated} | B [B u v] upper b{struck}",
    ),
    (
        "5.21 a Fort leftmost turns to its Bastion side, second from the right",
        "A summoning m0 | A [F p q r] upper a(c1 1/1 regeneration) | B [B u v w]",
        "A end m0 | A [p q B r] upper a{activated} | B [u B v w]",
    ),
    (
        "5.21 a Fort leftmost in a hand of two just turns",
        "A summoning m0 | A [F p] upper a(c1 1/1 regeneration) | B [B u v w]",
        "A end m0 | A [B p] upper a{activated} | B [u B v w]",
    ),
    (
        "5.21 a Fort that is not leftmost moves as a Fort",
        "A summoning m0 | A [p F q r] upper a(c1 1/1 regeneration) | B [B u v w]",
        "A end m0 | A [F p q r] upper a{activated} | B [u B v w]",
    ),
    (
        "5.21 a Bastion leftmost stays",
        "A summoning m0 | A [B p q r] upper a(c1 1/1 regeneration) | B [B u v w]",
        "A end m0 | A [B p q r] upper a{activated} | B [u B v w]",
    ),
    (
        "5.21 the damage of Sharpening does not count, that of the kill does",
        "A summoning m0 | A [p q r B s] upper a(c1 3/1 regeneration sharpening) | B [B u v w] upper b(c1 1/1)",
        "A end m0 | A [p q B r s] upper a{sharpened activated} | B [u v B w b]",
    ),
    # Sharpening
    (
        "5.23 Sharpening deals the excess of the first kill to the Stronghold",
        "A summoning m0 | A [B p] upper a(c1 4/1 sharpening) | B [B u v w] upper b(c1 1/2)",
        "A end m0 | A [B p] upper a{sharpened activated} | B [u v B w b]",
    ),
    (
        "5.23 summed over all destroyed by the attack",
        "A summoning m0 | A [B p] upper a(c1 2/1 sharpening perforation splash) "
        "| B [B u v w x] upper b(c1 1/1) c(c1 1/1) "
        "lower d(c1 1/1)",
        "A end m0 | A [B p] upper a{sharpened activated} | B [u v w B x c b d]",
    ),
    (
        "5.23 survivors add nothing to the excess",
        "A summoning m0 | A [B p] upper a(c1 3/1 sharpening perforation) | B [B u v w] upper b(c1 1/2) c(c1 1/9)",
        "A end m0 | A [B p] upper a{sharpened activated} | B [u B v w b] upper c{d3 struck}",
    ),
    (
        "5.23 a first kill without excess uses it up",
        "A summoning m0 | A [B p] upper a(c1 2/1 sharpening berserk) | B [B u v w] upper b(c1 1/2) c(c1 1/1) d(c1 1/9)",
        "A end m0 | A [B p] upper a{sharpened activated} | B [B u v w b c] upper d{d2 struck}",
    ),
    (
        "5.23 one that was used before this turn deals nothing",
        "A summoning m0 | A [B p] upper a(c1 4/1 sharpening){sharpened} | B [B u v w] upper b(c1 1/2)",
        "A end m0 | A [B p] upper a{sharpened activated} | B [B u v w b]",
    ),
    (
        "5.23 without a kill it is not used",
        "A summoning m0 | A [B p] upper a(c1 4/1 sharpening) | B [B u v w] upper b(c1 1/9)",
        "A end m0 | A [B p] upper a{activated} | B [B u v w] upper b{d4 struck}",
    ),
    (
        "5.23 damage of earlier sources counts for the excess",
        "A summoning m0 | A [B p] upper a(c1 2/1 sharpening) | B [B u v w] upper b(c1 1/3){d2 struck}",
        "A end m0 | A [B p] upper a{sharpened activated} | B [u B v w b]",
    ),
    # Sprint
    (
        "5.25 Sprint moves to the Bridge and adds what it passed",
        "A summoning m0 | A [B p] upper c(c1 0/1) d(c1 0/1) a(c1 1/1 sprint) e(c1 0/1) | B [B u v] upper b(c1 1/9)",
        "A end m0 | A [B p] upper a{sprint2 activated} c{activated} d{activated} e{activated} "
        "| B [B u v] upper b{d3 struck}",
    ),
    (
        "5.25 at position 0 it passes nobody",
        "A summoning m0 | A [B p] upper a(c1 1/1 sprint) c(c1 0/1) | B [B u v] upper b(c1 1/9)",
        "A end m0 | A [B p] upper a{activated} c{activated} | B [B u v] upper b{d1 struck}",
    ),
    (
        "5.25 the bonus is for the Stronghold too",
        "A summoning m0 | A [B p] lower c(c1 0/1) a(c1 1/1 sprint) | B [B u v w x]",
        "A end m0 | A [B p] lower a{sprint1 activated} c{activated} | B [u v B w x]",
    ),
    (
        "5.25 a bonus of this turn counts without Sprint too, and adds up",
        "A summoning m0 | A [B p] lower c(c1 0/1) a(c1 1/1 sprint){sprint2} upper d(c1 1/1){sprint3} | B [B u v w x] "
        "upper b(c1 1/9) lower e(c1 1/9)",
        "A end m0 | A [B p] upper d{sprint3 activated} lower a{sprint3 activated} c{activated} | B [B u v w x] "
        "upper b{d4 struck} lower e{d4 struck}",
    ),
    (
        "3.3 who finds no target does not sprint",
        "A summoning m0 | A [B p] upper c(c1 0/1) a(c1 1/1 sprint defender) | B [B u v w x]",
        "A end m0 | A [B p] upper c{activated} a{activated} | B [B u v w x]",
    ),
    (
        "2.6 the order is looked at afresh: a sprinter of the far end does not shut others out",
        "A summoning m0 | A [B p] upper c(c1 1/1) d(c1 1/1 sprint) | B [B u v] upper b(c1 1/1) e(c1 1/2) g(c1 1/2)",
        "A end m0 | A [B p] upper d{sprint1 activated} c{activated} | B [B u v b] upper e{d1 struck} g",
    ),
    (
        "3.2 targets are fixed before Sprint, damage after: Splash lost, Aquatic gained",
        "A summoning m0 | A [B p] upper c(c1 0/1 aura:splash) d(c1 0/1) a(c1 1/1 sprint) "
        "| B [B u v] upper b(c1 1/9) lower e(c1 1/9)",
        "A end m0 | A [B p] upper a{sprint2 activated} c{activated} d{activated} "
        "| B [B u v] upper b{d3 struck} lower e",
    ),
    # Vanish
    (
        "5.27 Vanish moves to the far end after damage",
        "A summoning m0 | A [B p] upper a(c1 1/1) | B [B u v] upper b(c1 1/3 vanish) c(c1 1/3) d(c1 1/3)",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper c d b{d1 struck}",
    ),
    (
        "5.27 not when the damage was prevented",
        "A summoning m0 | A [B p] upper a(c1 1/1) | B [B u v] upper b(c1 1/3 vanish protection) c(c1 1/3)",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper b{struck} c",
    ),
    (
        "5.27 several: the one nearest the Bridge ends up farthest",
        "A summoning m0 | A [B p] upper a(c1 1/1 perforation) "
        "| B [B u v] upper b(c1 1/3 vanish) c(c1 1/3 vanish) d(c1 1/3)",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper d c{d1 struck} b{d1 struck}",
    ),
    (
        "5.27 several are asked together, before an Aura moves away",
        "A summoning m0 | A [B p] upper a(c1 1/1 perforation) "
        "| B [B u v] upper b(c1 1/3) c(c1 1/3 vanish aura:vanish) d(c1 1/3)",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper d c{d1 struck} b{d1 struck}",
    ),
    (
        "5.27 on both lines",
        "A summoning m0 | A [B p] lower a(c1 1/1 splash) "
        "| B [B u v] upper b(c1 1/3 vanish) c(c1 1/3) lower d(c1 1/3 vanish) e(c1 1/3)",
        "A end m0 | A [B p] lower a{activated} | B [B u v] upper c b{d1 struck} lower e d{d1 struck}",
    ),
    (
        "5.14 Instinct after Vanish attacks from the far end all the same",
        "A summoning m0 | A [B p] upper a(c1 1/5) | B [B u v] upper b(c1 2/3 vanish instinct) c(c1 1/3)",
        "A end m0 | A [B p] upper a{d2 struck activated} | B [B u v] upper c b{d1 struck}",
    ),
    # Vulnerability
    (
        "5.28 Vulnerability leaves 1 Health Point",
        "A summoning m0 | A [B p] upper a(c1 1/1 vulnerability) | B [B u v] upper b(c1 1/7)",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper b{d6 struck}",
    ),
    (
        "5.28 of what remains",
        "A summoning m0 | A [B p] upper a(c1 5/1 vulnerability) | B [B u v] upper b(c1 1/7){d4 struck}",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper b{d6 struck}",
    ),
    (
        "5.28 for each target on its own",
        "A summoning m0 | A [B p] upper a(c1 1/1 vulnerability perforation) | B [B u v] upper b(c1 1/7) c(c1 1/3)",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper b{d6 struck} c{d2 struck}",
    ),
    (
        "5.28 against a Stronghold",
        "A summoning m0 | A [B p] upper a(c1 1/1 vulnerability) | B [u B v w x]",
        "A end m0 | A [B p] upper a{activated} | B [u v w B x]",
    ),
    (
        "5.28 Sprint and Aquatic come on top",
        "A summoning m0 | A [B p] upper c(c1 0/1) a(c1 1/1 vulnerability sprint aquatic) "
        "| B [u B v w x] upper b(c1 1/5)",
        "A end m0 | A [B p] upper a{sprint1 activated} c{activated} | B [u B v w x b]",
    ),
    (
        "5.28 with 1 Health Point left it deals nothing, and is no source",
        "A summoning m0 | A [B p] upper a(c1 9/1 vulnerability) | B [u B v] upper b(c1 1/1 protection)",
        "A end m0 | A [B p] upper a{activated} | B [u B v] upper b",
    ),
]


@pytest.mark.parametrize(("start", "left"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_blow(start: str, left: str) -> None:
    assert after(start, "assault") == " ".join(left.split())
