"""Season 1 (rulings, part 10), case by case: (ruling and what it is about, start, what the Assault leaves)."""

import pytest

from tests.engine.decks.helpers import after

SEASON_1 = [
    (
        "10.1 without Aim the next Creature that is not Aerial is attacked",
        "A summoning m0 | A [B p] upper a(c1 1/1) | B [B u v] upper b(c1 1/9 aerial) c(c1 1/9) d(c1 1/9)",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper b c{d1 struck} d",
    ),
    (
        "10.1 Aim attacks the Aerial one",
        "A summoning m0 | A [B p] lower a(c1 1/1 aim) | B [B u v] lower b(c1 1/9 aerial) c(c1 1/9)",
        "A end m0 | A [B p] lower a{activated} | B [B u v] lower b{d1 struck} c",
    ),
    (
        "10.3 with only Aerial ones the Stronghold",
        "A summoning m0 | A [B p] upper a(c1 1/1) | B [B u v] upper b(c1 1/9 aerial)",
        "A end m0 | A [B p] upper a{activated} | B [u B v] upper b",
    ),
    (
        "10.3 but not on arrival",
        "A summoning m0 | A [B p] upper a(c1 1/1 rage){entered} | B [B u v] upper b(c1 1/9 aerial)",
        "A end m0 | A [B p] upper a{entered activated} | B [B u v] upper b",
    ),
    (
        "10.1 an Aerial attacker is as any other",
        "A summoning m0 | A [B p] upper a(c1 1/1 aerial) | B [B u v] upper b(c1 1/9)",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper b{d1 struck}",
    ),
    (
        "10.1 Aerial from an Aura",
        "A summoning m0 | A [B p] upper a(c1 1/1) | B [B u v] upper b(c1 1/9) c(c1 1/9 aura:aerial) d(c1 1/9)",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper b c{d1 struck} d",
    ),
    (
        "10.1 Splash and Perforation without Aim leave out Aerial ones",
        "A summoning m0 | A [B p] upper a(c1 1/1 splash perforation) "
        "| B [B u v] upper b(c1 1/9) c(c1 1/9 aerial) d(c1 1/9) "
        "lower e(c1 1/9 aerial)",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper b{d1 struck} c d lower e",
    ),
    (
        "10.1 and with Aim do not",
        "A summoning m0 | A [B p] upper a(c1 1/1 splash perforation aim) | B [B u v] upper b(c1 1/9) c(c1 1/9 aerial) "
        "lower e(c1 1/9 aerial)",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper b{d1 struck} c{d1 struck} lower e{d1 struck}",
    ),
    (
        "10.3 they start from the Creature really attacked",
        "A summoning m0 | A [B p] upper a(c1 1/1 splash perforation) "
        "| B [B u v] upper b(c1 1/9 aerial) c(c1 1/9) d(c1 1/9) "
        "lower e(c1 1/9) f(c1 1/9)",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper b c{d1 struck} d{d1 struck} lower e f{d1 struck}",
    ),
    (
        "10.1 Wrecker attacks only the Stronghold",
        "A summoning m0 | A [B p] upper a(c1 1/1 wrecker) | B [B u v] upper b(c1 1/9)",
        "A end m0 | A [B p] upper a{activated} | B [u B v] upper b",
    ),
    (
        "10.1 Wrecker with Rage does not on arrival",
        "A summoning m0 | A [B p] upper a(c1 1/1 wrecker rage){entered} | B [B u v] upper b(c1 1/9)",
        "A end m0 | A [B p] upper a{entered activated} | B [B u v] upper b",
    ),
    (
        "10.2 everything else as in season 2",
        "A summoning m0 | A [B p] upper c(c1 0/1) a(c1 1/1 sprint aquatic berserk) "
        "| B [B u v] upper b(c1 1/1 protection) d(c1 1/1)",
        "A end m0 | A [B p] upper a{sprint1 activated} c{activated} | B [B u v] upper b{struck} d",
    ),
]


@pytest.mark.parametrize(("start", "left"), [case[1:] for case in SEASON_1], ids=[case[0] for case in SEASON_1])
def test_season_1(start: str, left: str) -> None:
    assert after(f"cod1 duel season-1 {start}", "assault") == " ".join(left.split())


def test_season_1_cards_played() -> None:
    start = """cod1 duel season-1 A summoning m9 | A [f(c1 1/1 focus) B i(c1 1 splash perforation) g(c1 1/1) p]
        upper a(c1 1/1) b(c1 1/1 aura:focus) | B [B u v] upper c(c1 1/9 aerial) d(c1 1/9 aerial)
        lower e(c1 1/9 indestructible)"""
    assert "upper f{entered} a b |" in after(start, "0 upper")  # 10.1: Focus enters at position 0
    assert "upper a b g{entered} |" in after(start, "3 upper")  # not by an Aura, which it has not met yet
    # Incantations hit Aerial Creatures as any other, with Perforation too; Indestructible stops the Splash.
    assert after(start, "2 at B upper 0").endswith("upper c{d1 struck} d{d1 struck} lower e")
