"""Who attacks what in the Assault, case by case: (ruling and what it is about, start, what is left).

Positions are written and shown as ``helpers`` describes: a bare name in a hand is a card that nobody can afford.
"""

import pytest

from engine.decks.rules.abilities import RAGE
from tests.engine.decks.helpers import after, events, play

CASES = [
    # Aerial
    (
        "5.1 Aerial on the upper line attacks the Stronghold over Creatures",
        "A summoning m0 | A [B p] upper a(c1 1/1 aerial) | B [B u v] upper b(c1 1/5)",
        "A end m0 | A [B p] upper a{activated} | B [u B v] upper b",
    ),
    (
        "5.1 Aerial on the lower line does nothing",
        "A summoning m0 | A [B p] lower a(c1 1/1 aerial) | B [B u v] lower b(c1 1/5)",
        "A end m0 | A [B p] lower a{activated} | B [B u v] lower b{d1 struck}",
    ),
    (
        "5.1 Aerial with Rage on the upper line cannot attack on arrival",
        "A summoning m0 | A [B p] upper a(c1 1/1 aerial rage){entered} | B [B u v] upper b(c1 1/5)",
        "A end m0 | A [B p] upper a{entered activated} | B [B u v] upper b",
    ),
    (
        "5.1 Aerial with Defender on the upper line never attacks",
        "A summoning m0 | A [B p] upper a(c1 1/1 aerial defender) | B [B u v] upper b(c1 1/5)",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper b",
    ),
    (
        "5.1 Aerial with Rage on the lower line attacks a Creature on arrival",
        "A summoning m0 | A [B p] lower a(c1 1/1 aerial rage){entered} | B [B u v] lower b(c1 1/5)",
        "A end m0 | A [B p] lower a{entered activated} | B [B u v] lower b{d1 struck}",
    ),
    # Aquatic
    (
        "5.2 Aquatic doubles at position 0",
        "A summoning m0 | A [B p] upper a(c1 2/1 aquatic) | B [B u v] upper b(c1 1/9)",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper b{d4 struck}",
    ),
    (
        "5.2 and not at position 1",
        "A summoning m0 | A [B p] upper c(c1 0/1) a(c1 2/1 aquatic) | B [B u v] upper b(c1 1/9)",
        "A end m0 | A [B p] upper c{activated} a{activated} | B [B u v] upper b{d2 struck}",
    ),
    (
        "5.2 Aquatic doubles the Sprint bonus too",
        "A summoning m0 | A [B p] upper c(c1 0/1) a(c1 2/1 aquatic sprint) | B [B u v] upper b(c1 1/9)",
        "A end m0 | A [B p] upper a{sprint1 activated} c{activated} | B [B u v] upper b{d6 struck}",
    ),
    (
        "5.2 Aquatic doubles damage to the Stronghold",
        "A summoning m0 | A [B p] lower a(c1 2/1 aquatic) | B [B u v w x y]",
        "A end m0 | A [B p] lower a{activated} | B [u v w x B y]",
    ),
    # Aura
    (
        "5.3 an Aura gives to its neighbours, not to its owner nor farther",
        "A summoning m0 | A [B p] upper a(c1 1/1){entered} c(c1 1/1 aura:rage){entered} d(c1 1/1){entered} "
        "e(c1 1/1){entered} lower f(c1 1/1){entered} | B [B u v] upper b(c1 1/9) lower g(c1 1/9)",
        "A end m0 | A [B p] upper a{entered activated} c{entered} d{entered activated} e{entered} lower f{entered} "
        "| B [B u v] upper b{d2 struck} lower g",
    ),
    (
        "5.3 across the Bridge there is no neighbour",
        "A summoning m0 | A [B p] upper a(c1 1/1){entered} | B [B u v] upper b(c1 1/9 aura:rage)",
        "A end m0 | A [B p] upper a{entered} | B [B u v] upper b",
    ),
    # Berserk
    (
        "5.5 Berserk attacks until nothing is destroyed",
        "A summoning m0 | A [B p] upper a(c1 2/2 berserk) | B [B u v] upper b(c1 1/1) c(c1 1/2) d(c1 1/3) e(c1 1/1)",
        "A end m0 | A [B p] upper a{activated} | B [B u v b c] upper d{d2 struck} e",
    ),
    (
        "5.5 Berserk ends with an attack on the Stronghold",
        "A summoning m0 | A [B p] upper a(c1 2/2 berserk) | B [B u v w] upper b(c1 1/1)",
        "A end m0 | A [B p] upper a{activated} | B [u v B w b] ",
    ),
    (
        "5.5 Berserk on arrival still may not attack the Stronghold",
        "A summoning m0 | A [B p] upper a(c1 2/2 berserk rage){entered} | B [B u v w] upper b(c1 1/1)",
        "A end m0 | A [B p] upper a{entered activated} | B [B u v w b]",
    ),
    (
        "5.5 without Berserk one attack",
        "A summoning m0 | A [B p] upper a(c1 2/2) | B [B u v] upper b(c1 1/1) c(c1 1/2)",
        "A end m0 | A [B p] upper a{activated} | B [B u v b] upper c",
    ),
    (
        "5.5 destroying only behind the target is enough",
        "A summoning m0 | A [B p] upper a(c1 1/2 berserk perforation) | B [B u v] upper b(c1 1/5) c(c1 1/1)",
        "A end m0 | A [B p] upper a{activated} | B [B u v c] upper b{d2 struck}",
    ),
    # Cursed and Mercenary
    (
        "5.9 Cursed returns to the leftmost place",
        "A summoning m0 | A [B p] upper a(c1 1/1) | B [u B v] upper b(c1 1/1 cursed)",
        "A end m0 | A [B p] upper a{activated} | B [b u B v]",
    ),
    (
        "5.16 Mercenary goes to the right of the enemy's hand",
        "A summoning m0 | A [B p] upper a(c1 1/1) | B [u B v] upper b(c1 1/1 mercenary)",
        "A end m0 | A [B p b] upper a{activated} | B [u B v]",
    ),
    (
        "5.16 Mercenary prevails over Cursed",
        "A summoning m0 | A [B p] upper a(c1 1/1) | B [u B v] upper b(c1 1/1 mercenary cursed)",
        "A end m0 | A [B p b] upper a{activated} | B [u B v]",
    ),
    (
        "5.9 Cursed from an Aura of a Creature destroyed by the same attack",
        "A summoning m0 | A [B p] upper a(c1 1/1 perforation) | B [u B v] upper b(c1 1/1) c(c1 1/1 aura:cursed)",
        "A end m0 | A [B p] upper a{activated} | B [b u B v c]",
    ),
    # Defender
    (
        "5.10 Defender does not attack a Stronghold",
        "A summoning m0 | A [B p] upper a(c1 1/1 defender) lower c(c1 1/1) | B [B u v w]",
        "A end m0 | A [B p] upper a{activated} lower c{activated} | B [u B v w]",
    ),
    (
        "5.10 by Berserk neither",
        "A summoning m0 | A [B p] upper a(c1 1/1 defender berserk) | B [B u v w] upper b(c1 1/1)",
        "A end m0 | A [B p] upper a{activated} | B [B u v w b]",
    ),
    (
        "5.10 by Instinct neither, when the attacker is gone",
        "A summoning m0 | A [B p] upper a(c1 1/1) | B [B u v w] upper b(c1 2/3 defender instinct)",
        "A end m0 | A [B p a] | B [B u v w] upper b{d1 struck}",
    ),
    (
        "5.10 Sharpening's excess is dealt all the same",
        "A summoning m0 | A [B p] upper a(c1 3/1 defender sharpening) | B [B u v w] upper b(c1 1/1)",
        "A end m0 | A [B p] upper a{sharpened activated} | B [u v B w b]",
    ),
    # Enchain: release
    (
        "5.11 damage releases the card to the right of the hand it came from, before destroyed cards return",
        "A summoning m0 | A [B p] upper a(c1 1/1) | B [u B v] upper b(c1 1/1){holds q(c1 1/1)}",
        "A end m0 | A [B p q] upper a{activated} | B [u B v b]",
    ),
    (
        "5.11 a card is released also where the owner survives and has no Enchain",
        "A summoning m0 | A [B p] upper a(c1 1/1) | B [u B v] upper b(c1 1/2){holds q(c1 1/1)}",
        "A end m0 | A [B p q] upper a{activated} | B [u B v] upper b{d1 struck}",
    ),
    (
        "5.11 damage that Protection prevented releases nothing",
        "A summoning m0 | A [B p] upper a(c1 1/1) | B [u B v] upper b(c1 1/2 protection){holds q(c1 1/1)}",
        "A end m0 | A [B p] upper a{activated} | B [u B v] upper b{struck holds q}",
    ),
    # Indestructible
    (
        "5.13 Indestructible does not help against an attack",
        "A summoning m0 | A [B p] upper a(c1 1/1) | B [u B v] upper b(c1 1/1 indestructible)",
        "A end m0 | A [B p] upper a{activated} | B [u B v b]",
    ),
    # Instinct
    (
        "5.14 Instinct strikes back after damage",
        "A summoning m0 | A [B p] upper a(c1 1/5) | B [B u v] upper b(c1 2/2 instinct)",
        "A end m0 | A [B p] upper a{d2 struck activated} | B [B u v] upper b{d1 struck}",
    ),
    (
        "5.14 not when it is destroyed",
        "A summoning m0 | A [B p] upper a(c1 2/5) | B [B u v] upper b(c1 2/2 instinct)",
        "A end m0 | A [B p] upper a{activated} | B [B u v b]",
    ),
    (
        "5.14 not when Protection saved it",
        "A summoning m0 | A [B p] upper a(c1 1/5) | B [B u v] upper b(c1 2/2 instinct protection)",
        "A end m0 | A [B p] upper a{activated} | B [B u v] upper b{struck}",
    ),
    (
        "5.14 it attacks what stands at position 0, not the attacker",
        "A summoning m0 | A [B p] upper c(c1 0/5) a(c1 1/5) | B [B u v] upper b(c1 2/2 instinct)",
        "A end m0 | A [B p] upper c{d2 struck activated} a{activated} | B [B u v] upper b{d1 struck}",
    ),
    (
        "5.14 it attacks the Stronghold when nobody stands there, on its turn of arrival too",
        "A summoning m0 | A [B p q] lower a(c1 1/5 splash) "
        "| B [B u v] upper b(c1 1/3 instinct){entered} lower c(c1 1/5)",
        "A end m0 | A [p B q] lower a{activated} | B [B u v] upper b{d1 entered struck} lower c{d1 struck}",
    ),
    (
        "5.14 two Instincts in the order upper before lower, far before near",
        "A summoning m0 | A [B p q r] lower a(c1 1/1 splash perforation) | B [B u v] upper b(c1 1/3 instinct) "
        "lower c(c1 1/3 instinct) d(c1 1/3 instinct)",
        "A end m0 | A [p q B r a] | B [B u v] upper b{d1 struck} lower c{d1 struck} d{d1 struck}",
    ),
    (
        "5.14 an Instinct answers an Instinct",
        "A summoning m0 | A [B p] upper a(c1 1/5 instinct) | B [B u v] upper b(c1 1/3 instinct)",
        "A end m0 | A [B p] upper a{d2 struck activated} | B [B u v b]",
    ),
    (
        "5.14 Instinct comes after Berserk is done, with all that it destroyed gone",
        "A summoning m0 | A [B p] upper a(c1 2/5 berserk perforation) | B [B u v] upper b(c1 9/1) c(c1 3/5 instinct)",
        "A end m0 | A [B p] upper a{d3 struck activated} | B [B u v b] upper c{d4 struck}",
    ),
    (
        "5.14 an Instinct with Berserk goes on",
        "A summoning m0 | A [B p q] upper a(c1 1/1) c(c1 0/1) d(c1 0/9) | B [B u v] upper b(c1 2/9 instinct berserk)",
        "A end m0 | A [B p q a c] upper d{d2 struck activated} | B [B u v] upper b{d1 struck}",
    ),
    (
        "5.14 an Instinct attack is no activation",
        "B summoning m0 | A [B p q] upper a(c1 1/9 instinct) | B [B u v] upper b(c1 1/9 instinct)",
        "B end m0 | A [B p q a] | B [B u v] upper b{d8 struck activated}",
    ),
    (
        "3.9 a Backlash by Reinforcement destroys the attacker, whose own brings one that destroys its target",
        "A summoning m0 | A [p m(c1 1/1 backlash) B q] upper a(c1 1/1 perforation reinforcement) | "
        "B [u k(c1 1/1 backlash) B v] upper c(c1 1/2 vanish) d(c1 1/1 reinforcement)",
        "A end m0 | A [p B q a] upper m{entered} | B [u B v d c] upper k{entered}",
    ),
    # The order of the Assault
    (
        "2.5 a Creature that entered does not attack",
        "A summoning m0 | A [B p] upper a(c1 1/1){entered} c(c1 2/1) | B [B u v w x]",
        "A end m0 | A [B p] upper a{entered} c{activated} | B [u v B w x]",
    ),
    (
        "2.5 each attacks once: who was activated in this Assault does not again",
        "A summoning m0 | A [B p] upper a(c1 1/1){activated} c(c1 2/1) | B [B u v w x]",
        "A end m0 | A [B p] upper a{activated} c{activated} | B [u v B w x]",
    ),
    (
        "2.7 only Creatures of its own line are in its way",
        "A summoning m0 | A [B p] upper a(c1 1/1) lower c(c1 1/1) | B [B u v w] upper b(c1 1/3)",
        "A end m0 | A [B p] upper a{activated} lower c{activated} | B [u B v w] upper b{d1 struck}",
    ),
    (
        "4.2 all amounts are dealt together, then the destroyed are found; 3.6 by Auras of then",
        "A summoning m0 | A [B p] upper a(c1 1/1 perforation) | B [B u v] upper b(c1 1/1 aura:protection) c(c1 1/1)",
        "A end m0 | A [B p] upper a{activated} | B [B u v b] upper c{struck}",
    ),
    (
        "4.4 excess damage is lost",
        "A summoning m0 | A [B p] upper a(c1 9/1) | B [B u v w] upper b(c1 1/1) c(c1 1/1)",
        "A end m0 | A [B p] upper a{activated} | B [B u v w b] upper c",
    ),
    (
        "1.3 nothing resolves after the Fort has fallen",
        "A summoning m0 | A [B p] upper a(c1 2/1 regeneration) lower c(c1 2/1) | B [F u v] lower b(c1 1/1)",
        "A over m0 | A [B p] upper a{activated} lower c | B [u v F] lower b | result A fort-destroyed",
    ),
]


@pytest.mark.parametrize(("start", "left"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_assault(start: str, left: str) -> None:
    assert after(start, "assault") == " ".join(left.split())


def test_order_of_the_attackers() -> None:
    """2.5: the upper line from far to near, then the lower line from far to near."""
    start = """A summoning m0 | A [B p] upper a(c1 0/1) b(c1 0/1) c(c1 0/1) lower d(c1 0/1) e(c1 0/1)
        | B [B u v] upper f(c1 1/1) lower g(c1 1/1)"""
    trace = events(start, "assault")
    assert [event.who[2] for event in trace if event.kind == "clearance"] == ["c", "b", "a", "e", "d"]


def test_order_of_instincts() -> None:
    """2.10, 5.14: upper before lower and far before near, in whatever order Berserk has hurt them."""
    start = """A summoning m0 | A [B p] {} a(c1 1/99 berserk splash perforation) | B [B u v]
        {} b(c1 1/1) c(c1 0/9 instinct) d(c1 0/9 instinct) {} e(c1 0/9 instinct) f(c1 0/9 instinct)"""
    for own, other, order in (("upper", "lower", "dcfe"), ("lower", "upper", "fedc")):
        trace = events(start.format(own, own, other), "assault")
        names = [event.who[2] for event in trace if event.kind == "instinct"]
        expected = [name for name in order if name in names]
        assert len(names) == 3 and names == expected, own


def test_waiting_creatures_are_named() -> None:
    start = "A summoning m0 | A [B p] upper a(c1 1/1){entered} b(c1 1/1) lower c(c1 1/1){entered} | B [B u v w x]"
    trace = events(start, "assault")
    assert [event.who[2] for event in trace if event.kind == "waits"] == ["a", "c"]


def rage_of(start: str, row: int) -> list[bool]:
    """Which Creatures of a row have Rage after an Assault."""
    return [bool(creature.abilities & RAGE) for creature in play(start, "assault").rows[row]]


def test_abilities_of_the_neighbours_follow_every_change() -> None:
    """5.3, 3.6: after Sprint, Vanish and a Creature that is gone."""
    start = """A summoning m0 | A [B p] upper a(c1 1/1)
        | B [B u v] upper b(c1 1/{}) c(c1 1/1) d(c1 1/1 aura:rage) e(c1 1/1)"""
    assert rage_of(start.format("2 vanish"), 2) == [True, False, True, False]
    assert rage_of(start.format("2"), 2) == [False, True, False, True]
    assert rage_of(start.format("1"), 2) == [True, False, True]
    start = (
        "A summoning m0 | A [B p] upper a(c1 1/1) b(c1 1/1) c(c1 1/1 aura:rage sprint) d(c1 1/1) | B [B u v w x y z]"
    )
    assert rage_of(start, 0) == [False, True, False, False]
