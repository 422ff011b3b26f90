"""Solo and Co-op (rulings, part 7 and 8.3): (ruling and what it is about, start, actions, what is left)."""

import pytest

from engine.decks.formats.interchange import read_position, write_position
from engine.decks.rules.board import AISeat
from tests.engine.decks.helpers import after, brief, events, play, read

CASES = [
    # The pile
    (
        "7.1 damage discards cards from the top, the last one lying on top",
        "cod1 solo A summoning m0 | A [B p] upper a(c1 2/1) | B t1 ai [6+1] bastion pile [u v w] discard [x]",
        "assault",
        "A end m0 | A [B p] upper a{activated} | B ai [6+1] bastion pile [w] discard [v u x]",
    ),
    (
        "7.9 the last card on the Bastion side: the discard pile with it becomes the pile, the rest is lost",
        "cod1 solo A summoning m0 | A [B p] upper a(c1 5/1) | B t1 ai [6+1] bastion pile [u v] discard [x]",
        "assault",
        "A end m0 | A [B p] upper a{activated} | B ai [6+1] fort pile [v u x] discard []",
    ),
    (
        "7.9 with an empty discard pile the last card is the whole new pile",
        "cod1 solo A summoning m0 | A [B p] upper a(c1 3/1) | B t1 ai [6+1] bastion pile [u] discard []",
        "assault",
        "A end m0 | A [B p] upper a{activated} | B ai [6+1] fort pile [u] discard []",
    ),
    (
        "7.9 Price of Blood: the last card it discards is in the new pile, the card to be played is not",
        "cod1 solo B mana m0 | A t3 [B p q r] | "
        "B t3 ai [0+0] bastion pile [k(c2 1/1 price-of-blood) u] discard [x(c1 1/1)]",
        "mana",
        "A summoning m4 | A [B p q r] | B ai [0+0] fort pile [x] discard [u] upper k",
    ),
    (
        "7.6 an Immolation that the AI sets off discards its last card into the new pile",
        "cod1 solo B mana m0 | A t3 [B p q r] upper a(c1 1/1 immolation) | "
        "B t3 ai [1+0] bastion pile [k(c1 1/1) u] discard [x]",
        "mana",
        "A summoning m4 | A [B p q r] upper a | B ai [1+0] fort pile [u x] discard [] upper k",
    ),
    (
        "7.9 a card that Enchain takes is no part of the new pile",
        "cod1 solo A summoning m1 | A [k(c1 1/1 enchain) B p] | B t1 ai [6+1] bastion pile [u] discard [x]",
        "0 upper",
        "A summoning m0 | A [B p] upper k{entered holds u} | B ai [6+1] fort pile [x] discard []",
    ),
    (
        "7.1 on the Fort side the player wins at once",
        "cod1 solo A summoning m0 | A [B p] upper a(c1 2/1) b(c1 1/1) | B t1 ai [6+1] fort pile [u] discard [x]",
        "assault",
        "A over m0 | A [B p] upper a b{activated} | B ai [6+1] fort pile [] discard [u x] | result A pile-empty",
    ),
    (
        "7.1 so does an empty pile after the reshuffle",
        "cod1 solo A summoning m1 | A [k(c1 1/1 enchain) B p] | B t1 ai [6+1] bastion pile [u] discard []",
        "0 upper",
        "A over m0 | A [B p] upper k{entered holds u} | B ai [6+1] fort pile [] discard [] | result A pile-empty",
    ),
    (
        "7.8 with Resistance an attack costs 1 card",
        "cod1 solo A summoning m0 | A [B p] upper a(c1 3/1) lower b(c1 2/1) | "
        "B t1 ai [6+1 resistance] bastion pile [u v w x y] discard []",
        "assault",
        "A end m0 | A [B p] upper a{activated} lower b{activated} | "
        "B ai [6+1 resistance] bastion pile [w x y] discard [v u]",
    ),
    (
        "7.5 Resistance cuts attacks only, not Sharpening",
        "cod1 solo A summoning m0 | A [B p] upper a(c1 3/1 sharpening) | "
        "B t1 ai [6+1 resistance] bastion pile [u v w x y] discard [] upper c(c1 1/1)",
        "assault",
        "A end m0 | A [B p] upper a{sharpened activated} | B ai [6+1 resistance] bastion pile [w x y] discard [v u c]",
    ),
    (
        "7.5 Vulnerability is 0 against the AI's Stronghold",
        "cod1 solo A summoning m0 | A [B p] upper a(c1 3/1 vulnerability) "
        "| B t1 ai [6+1] bastion pile [u v w] discard []",
        "assault",
        "A end m0 | A [B p] upper a{activated} | B ai [6+1] bastion pile [u v w] discard []",
    ),
    (
        "7.5 the AI's Creatures go to the discard pile, Cursed ones on top of the pile, Mercenaries too",
        "cod1 solo A summoning m0 | A [B p] upper a(c1 1/1) lower b(c1 1/1 perforation) | "
        "B t1 ai [6+1] bastion pile [u v] discard [x] upper c(c1 1/1) lower d(c1 1/1 cursed) e(c1 1/1 mercenary)",
        "assault",
        "A end m0 | A [B p] upper a{activated} lower b{activated} | B ai [6+1] bastion pile [d e u v] discard [c x]",
    ),
    (
        "7.5 a player's Mercenary goes on top of the pile, an Incantation too",
        "cod1 solo A summoning m1 | A [i(c1 1 mercenary) B p] upper a(c1 1/1 mercenary) | "
        "B t1 ai [6+1] bastion pile [u v] discard [x]",
        "0 at A upper 0",
        "A summoning m0 | A [B p] | B ai [6+1] bastion pile [i a u v] discard [x]",
    ),
    (
        "7.5 a player's Enchain takes the top card of the pile",
        "cod1 solo A summoning m1 | A [k(c1 1/1 enchain) B p] | B t1 ai [6+1] bastion pile [u v] discard [x]",
        "0 upper",
        "A summoning m0 | A [B p] upper k{entered holds u} | B ai [6+1] bastion pile [v] discard [x]",
    ),
    (
        "7.5 and gives it back there",
        "cod1 solo A summoning m1 | A [i(c1 1) B p] upper k(c1 1/2){holds u(c9 1/1)} | "
        "B t1 ai [6+1] bastion pile [v] discard [x]",
        "0 at A upper 0",
        "A summoning m0 | A [B p i] upper k{d1 struck} | B ai [6+1] bastion pile [u v] discard [x]",
    ),
    (
        "5.12 a player's Creature with Immolation: an AI that plays there loses a card",
        "cod1 solo B mana m0 | A t3 [B p q r] upper a(c1 1/9 immolation) | "
        "B t3 ai [0+0] bastion pile [k(c3 1/1) v w] discard []",
        "mana",
        "A summoning m4 | A [B p q r] upper a | B ai [0+0] bastion pile [w] discard [v] upper k",
    ),
    (
        "7.1 the last card taken by Enchain: the reshuffle is for a pile that is empty",
        "cod1 solo A summoning m1 | A [k(c1 1/1 enchain) B p] | B t1 ai [6+1] bastion pile [u] discard [x]",
        "0 upper",
        "A summoning m0 | A [B p] upper k{entered holds u} | B ai [6+1] fort pile [x] discard []",
    ),
    (
        "7.1 and on the Fort side the end",
        "cod1 solo A summoning m1 | A [k(c1 1/1 enchain) B p] | B t1 ai [6+1] fort pile [u] discard [x]",
        "0 upper",
        "A over m0 | A [B p] upper k{entered holds u} | B ai [6+1] fort pile [] discard [x] | result A pile-empty",
    ),
    (
        "7.5 Reinforcement summons the top card of the pile on the same line when its owner goes to the discard pile",
        "cod1 solo A summoning m0 | A [B p] lower a(c1 1/1) | "
        "B t1 ai [6+1] bastion pile [u v] discard [x] lower d(c1 1/1 reinforcement) e(c1 1/1)",
        "assault",
        "A end m0 | A [B p] lower a{activated} | B ai [6+1] bastion pile [v] discard [d x] lower e u{entered}",
    ),
    (
        "7.5 not when it goes on top of the pile",
        "cod1 solo A summoning m0 | A [B p] lower a(c1 1/1) upper b(c1 1/1) | "
        "B t1 ai [6+1] bastion pile [u v] discard [x] lower d(c1 1/1 reinforcement cursed) "
        "upper e(c1 1/1 reinforcement mercenary)",
        "assault",
        "A end m0 | A [B p] upper b{activated} lower a{activated} | B ai [6+1] bastion pile [d e u v] discard [x]",
    ),
    (
        "7.7 an Incantation that Reinforcement summons hits on that line",
        "cod1 solo A summoning m0 | A [B p] lower a(c1 1/9) | "
        "B t1 ai [6+1] bastion pile [i(c5 3) v] discard [x] lower d(c1 1/1 reinforcement)",
        "assault",
        "A end m0 | A [B p] lower a{d3 struck activated} | B ai [6+1] bastion pile [v] discard [i d x]",
    ),
    (
        "7.5 a Symbiote merges by Reinforcement too",
        "cod1 solo A summoning m0 | A [B p] lower a(c1 1/9) | "
        "B t1 ai [6+1] bastion pile [s(c5 1/1 symbiote) v] discard [x] lower d(c1 1/1 reinforcement) e(c1 1/1)",
        "assault",
        "A end m0 | A [B p] lower a{activated} | B ai [6+1] bastion pile [v] discard [d x] lower e+s",
    ),
    (
        "7.6 an Immolation that its Reinforcement triggers discards 1 card",
        "cod1 solo A summoning m0 | A [B p] lower a(c1 1/9 immolation) | "
        "B t1 ai [6+1] bastion pile [k(c5 1/1) v w] discard [x] lower d(c1 1/1 reinforcement)",
        "assault",
        "A end m0 | A [B p] lower a{activated} | B ai [6+1] bastion pile [w] discard [v d x] lower k{entered}",
    ),
    # The turn
    (
        "7.5 Regeneration puts the top of the discard pile on top of the pile, once for each damaged target",
        "cod1 solo B mana m0 | A t3 [B p q r] upper a(c1 0/9) c(c1 0/9) | "
        "B t3 ai [0+0] bastion pile [k(c3 0/1) u] discard [x y z] upper d(c1 1/1 regeneration perforation)",
        "mana",
        "A summoning m4 | A [B p q r] upper a c | B ai [0+0] bastion pile [y x u] discard [z] upper d k",
    ),
    (
        "7.5 with an empty discard pile nothing happens, on the Fort side neither",
        "cod1 solo B mana m0 | A t3 [B p q r] upper a(c1 0/9) | "
        "B t3 ai [0+0] fort pile [k(c3 0/1) u] discard [] upper d(c1 1/1 regeneration)",
        "mana",
        "A summoning m4 | A [B p q r] upper a | B ai [0+0] fort pile [u] discard [] upper d k",
    ),
    (
        "7.5 a Mercenary Incantation of the AI goes on top of its pile, one in vain is discarded",
        "cod1 solo B mana m0 | A t3 [B p q r] upper a(c1 0/9) "
        "| B t3 ai [2+0] bastion pile [i(c1 0 mercenary) u v] discard [x]",
        "mana",
        "A summoning m4 | A [B p q r] upper a | B ai [2+0] bastion pile [v] discard [i x] upper u",
    ),
    (
        "7.5 Price of Blood without a target costs and discards nothing",
        "cod1 solo B mana m0 | A t3 [B p q r] | "
        "B t3 ai [1+0] bastion pile [i(c3 1 price-of-blood) k(c1 1/1) u v] discard [x]",
        "mana",
        "A summoning m4 | A [B p q r] | B ai [1+0] bastion pile [u v] discard [i x] lower k",
    ),
    (
        "7.5 a dearer Incantation from the discard pile hits on that line",
        "cod1 solo B mana m0 | A t3 [B p q r] upper a(c1 0/9) | "
        "B t3 ai [3+0] bastion pile [k(c1 1/1 counter-order) u v] discard [i(c3 2) x]",
        "mana",
        "A summoning m4 | A [B p q r] upper a | B ai [3+0] bastion pile [u v] discard [i k x]",
    ),
    (
        "7.5 with an empty discard pile the revealed card is played",
        "cod1 solo B mana m0 | A t3 [B p q r] | B t3 ai [1+0] bastion pile [k(c1 1/1 counter-order) u v] discard []",
        "mana",
        "A summoning m4 | A [B p q r] | B ai [1+0] bastion pile [u v] discard [] upper k",
    ),
    (
        "7.9 the last card revealed: the reshuffle does not include it",
        "cod1 solo B mana m0 | A t3 [B p q r] | B t3 ai [1+0] bastion pile [k(c1 1/1)] discard [x y]",
        "mana",
        "A summoning m4 | A [B p q r] | B ai [1+0] fort pile [x y] discard [] upper k",
    ),
    (
        "1.8 the last card revealed on the Fort side is nowhere",
        "cod1 solo B mana m0 | A t3 [B p q r] | B t3 ai [1+0] fort pile [k(c1 1/1)] discard [x y]",
        "mana",
        "B over m0 | A [B p q r] | B ai [1+0] fort pile [] discard [x y] | result A pile-empty",
    ),
    (
        "5.23 the mark of Sharpening is lost in the piles",
        "cod1 solo B mana m0 | A t3 [B p q r] upper a(c1 0/1) | "
        "B t3 ai [1+0] bastion pile [i(c1 2 sharpening) u v] discard [x]",
        "mana",
        "A summoning m5 | A [p B q r a] | B ai [1+0] bastion pile [u v] discard [i x]",
    ),
    (
        "6.2 a card that the AI plays readies a Champion; one in vain does not",
        "cod1 solo B mana m0 | A t3 [B p q r] champion z(c4 1/1) exhausted | "
        "B t3 ai [1+0] bastion pile [i(c4 2) k(c3 1/1) u] discard []",
        "mana",
        "A summoning m4 | A [B p q r] champion z exhausted | B ai [1+0] bastion pile [u] discard [i] lower k",
    ),
    (
        "6.2 and a Creature",
        "cod1 solo B mana m0 | A t3 [B p q r] champion z(c4 1/1) exhausted "
        "| B t3 ai [1+0] bastion pile [k(c4 1/1) u] discard []",
        "mana",
        "A summoning m4 | A [B p q r] champion z ready | B ai [1+0] bastion pile [u] discard [] upper k",
    ),
    (
        "6.2 a card that ends the game as it leaves the pile is not played: nobody is readied",
        "cod1 solo B mana m0 | A t3 [B p q r] champion z(c4 1/1) exhausted "
        "| B t3 ai [1+0] fort pile [k(c4 1/1)] discard []",
        "mana",
        "B over m0 | A [B p q r] champion z exhausted | B ai [1+0] fort pile [] discard [] | result A pile-empty",
    ),
    (
        "7.10 Price of Blood by Reinforcement discards nothing",
        "cod1 solo A summoning m0 | A [B p] upper a(c1 1/9) | B t1 ai [6+1] bastion "
        "pile [k(c2 1/3 price-of-blood) u v] discard [x] upper b(c1 1/1 reinforcement)",
        "assault",
        "A end m0 | A [B p] upper a{activated} | B ai [6+1] bastion pile [u v] discard [b x] upper k{entered}",
    ),
    (
        "7.3 upper, lower, upper, ... while the cost is below the Mana; the last may overshoot",
        "cod1 solo B mana m0 | A t3 [B p q r] | B t3 ai [5+1] bastion pile [k(c2 1/1) l(c2 1/1) m(c9 1/1) n(c1 1/1)]",
        "mana",
        "A summoning m4 | A [B p q r] | B ai [5+1] bastion pile [n] discard [] upper k m lower l",
    ),
    (
        "7.3 exactly the Mana is enough",
        "cod1 solo B mana m0 | A t3 [B p q r] | B t3 ai [4+1] bastion pile [k(c2 1/1) l(c2 1/1) m(c9 1/1) n(c1 1/1)]",
        "mana",
        "A summoning m4 | A [B p q r] | B ai [4+1] bastion pile [m n] discard [] upper k lower l",
    ),
    (
        "7.3 once at least",
        "cod1 solo B mana m0 | A t3 [B p q r] | B t3 ai [0+0] bastion pile [k(c2 1/1) l(c2 1/1)] discard []",
        "mana",
        "A summoning m4 | A [B p q r] | B ai [0+0] bastion pile [l] discard [] upper k",
    ),
    (
        "7.2 so much Mana for each Creature of the player, a stack once, Catalyst 2 more, Blackmail 1 less",
        "cod1 solo B mana m0 | A t3 [B p q r] upper a(c1 1/9)+b(c1 1/1 symbiote) lower c(c1 1/9) | "
        "B t3 ai [0+2] bastion pile [k(c4 1/1) l(c1 1/1) m(c1 1/1) n(c1 1/1)] discard [] "
        "upper d(c1 0/1 catalyst) lower e(c1 0/1 blackmail)",
        "mana",
        "A summoning m4 | A [B p q r] upper a+b lower c | B ai [0+2] bastion pile [m n] discard [] upper d k lower e l",
    ),
    (
        "7.4 an Incantation hits the player's Creature nearest the Bridge and is discarded, its cost counting",
        "cod1 solo B mana m0 | A t3 [B p q r] upper a(c1 1/9) b(c1 1/9) | "
        "B t3 ai [2+0] bastion pile [i(c2 3 perforation) k(c2 1/1) u] discard [x]",
        "mana",
        "A summoning m4 | A [B p q r] upper a b | B ai [2+0] bastion pile [k u] discard [i x]",
    ),
    (
        "7.4 without a target it costs nothing",
        "cod1 solo B mana m0 | A t3 [B p q r] lower a(c1 1/9) "
        "| B t3 ai [1+0] bastion pile [i(c2 3) k(c2 1/1) u] discard [x]",
        "mana",
        "A summoning m4 | A [B p q r] lower a | B ai [1+0] bastion pile [u] discard [i x] lower k",
    ),
    (
        "7.5 Counter-order: a dearer top of the discard pile is played instead",
        "cod1 solo B mana m0 | A t3 [B p q r] | "
        "B t3 ai [3+0] bastion pile [k(c1 1/1 counter-order) l(c1 1/1) u] discard [m(c3 2/2) x]",
        "mana",
        "A summoning m4 | A [B p q r] | B ai [3+0] bastion pile [l u] discard [k x] upper m",
    ),
    (
        "7.5 not one of equal cost",
        "cod1 solo B mana m0 | A t3 [B p q r] | "
        "B t3 ai [3+0] bastion pile [k(c3 1/1 counter-order) l(c1 1/1) u] discard [m(c3 2/2) x]",
        "mana",
        "A summoning m4 | A [B p q r] | B ai [3+0] bastion pile [l u] discard [m x] upper k",
    ),
    (
        "7.5 Price of Blood costs 0 and discards its cost",
        "cod1 solo B mana m0 | A t3 [B p q r] | "
        "B t3 ai [1+0] bastion pile [k(c2 1/1 price-of-blood) u v l(c1 1/1) w] discard []",
        "mana",
        "A summoning m4 | A [B p q r] | B ai [1+0] bastion pile [w] discard [v u] upper k lower l",
    ),
    (
        "7.5 a Symbiote merges with the Creature nearest the Bridge that can be its host",
        "cod1 solo B mana m0 | A t3 [B p q r] | B t3 ai [1+0] bastion pile [k(c1 1/1 symbiote) u] discard [] "
        "upper a(c1 1/1 symbiote) b(c1 0/1) c(c1 1/1)",
        "mana",
        "A summoning m4 | A [F p q r] | B ai [1+0] bastion pile [u] discard [] upper a b+k c",
    ),
    (
        "7.5 without one it is discarded and costs nothing",
        "cod1 solo B mana m0 | A t3 [B p q r] | B t3 ai [1+0] bastion pile [k(c1 1/1 symbiote) l(c1 1/1) u] discard []",
        "mana",
        "A summoning m4 | A [B p q r] | B ai [1+0] bastion pile [u] discard [k] lower l",
    ),
    (
        "7.5 the AI's Enchain takes the player's leftmost card",
        "cod1 solo B mana m0 | A t3 [p B q r] | B t3 ai [1+0] bastion pile [k(c1 1/1 enchain) u] discard []",
        "mana",
        "A summoning m3 | A [B q r] | B ai [1+0] bastion pile [u] discard [] upper k{holds p}",
    ),
    (
        "7.6 its Backlash deals 0",
        "cod1 solo B mana m0 | A t3 [p B q r] upper a(c1 1/1) "
        "| B t3 ai [1+0] bastion pile [k(c1 1/1 backlash) u v w] discard [x]",
        "mana",
        "A summoning m4 | A [p B q r] upper a | B ai [1+0] bastion pile [u v w] discard [x] upper k",
    ),
    (
        "7.8 abilities of all its Creatures act like an Aura",
        "cod1 solo B mana m0 | A t3 [B p q r] upper a(c1 1/9) "
        "| B t3 ai [1+0 rage] bastion pile [k(c1 2/1) u v w] discard [x]",
        "mana",
        "A summoning m4 | A [B p q r] upper a | B ai [1+0 rage] bastion pile [u v w] discard [x] upper k",
    ),
    (
        "2.9 an AI has no Exhaustion; its Creatures attack as others",
        "cod1 solo exhaustion B mana m0 | A t3 [B p q r] "
        "| B t8 ai [1+0] bastion pile [k(c1 1/1) u v w] discard [x] lower d(c1 2/1)",
        "mana",
        "A summoning m4 | A [p q B r] | B ai [1+0] bastion pile [u v w] discard [x] upper k lower d",
    ),
    (
        "1.2 the player's Fort falls",
        "cod1 solo B mana m0 | A t3 [F p] | B t3 ai [1+0] bastion pile [k(c1 1/1) u v w] discard [x] lower d(c1 2/1)",
        "mana",
        "B over m0 | A [p F] | B ai [1+0] bastion pile [u v w] discard [x] upper k{entered} lower d{activated} "
        "| result B fort-destroyed",
    ),
]


@pytest.mark.parametrize(("start", "actions", "left"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_ai(start: str, actions: str, left: str) -> None:
    assert after(start, *actions.split(", ")) == " ".join(left.split())


def test_an_ai_that_is_not_described_is_that_of_quick_play() -> None:
    data = write_position(
        read("cod1 solo A summoning m0 | A [B p] | B t1 ai [1+2 resistance rage] fort pile [u] discard [x]")
    )
    data["players"]["B"] = {"ai": {}, "pile": data["players"]["B"]["pile"]}
    assert brief(read_position(data)) == "A summoning m0 | A [B p] | B ai [6+1] bastion pile [u] discard []"


def test_rage_of_all_creatures_lets_them_attack_on_arrival() -> None:
    start = """cod1 solo B mana m0 | A t3 [B p q r] upper a(c1 1/9)
        | B t3 ai [1+0 rage] bastion pile [k(c1 2/1) u v w] discard [x]"""
    assert [event.amount for event in events(start, "mana") if event.kind == "damage"] == [2]
    assert [event.amount for event in events(start.replace(" rage", ""), "mana") if event.kind == "damage"] == []


def test_first_turns_against_an_ai() -> None:
    """2.1: 6 when the player begins; the full amount when the AI does. In Co-op the AIs' seats count."""
    start = "cod1 solo {}A mana m0 | A t1 [B p q r] | B t{} ai [6+1] bastion pile [u v w] discard []"
    assert play(start.format("", 0), "mana").mana == 6
    assert play(start.format("first:B ", 1), "mana").mana == 4
    ai = "t1 ai [6+1] bastion pile [u v w] discard []"
    start = f"cod1 coop {{}} mana m0 | A t1 [B p q r] | B {ai} | C t1 [B p q r] | D {ai}"
    for words, mana in (("A", 6), ("C", 8), ("first:B A", 4), ("first:B C", 7), ("first:D A", 7), ("first:D C", 4)):
        assert play(start.format(words), "mana").mana == mana, words


def test_a_game_shuffles_with_its_seed() -> None:
    """7.1: without one the order is kept; the same seed gives the same order, in copies too."""
    start = read("""cod1 solo A summoning m0 | A [B p] upper a(c1 1/1) | B t1 ai [6+1] bastion pile [z]
        discard [a b c d e f g h i j k l]""")
    piles = {}
    for seed in (None, 1, 2, 1):
        position = start.copy()
        position.seed = seed
        after_it = play(position.copy(), "assault").seats[1]
        assert isinstance(after_it, AISeat)
        pile = "".join(card.name for card in after_it.pile)
        assert piles.setdefault(seed, pile) == pile and sorted(pile) == list("abcdefghijklz")
    assert piles[None] == "zabcdefghijkl" and len(set(piles.values())) == 3


COOP = "| A t3 [B p q] {} | B t3 ai [0+1] {} discard [x] {} | C t3 [B r s] {} | D t3 ai [0+1] {} discard [y] {}"


def test_an_ai_counts_the_creatures_that_face_it() -> None:
    """8.3: B faces A on the upper line and C on the lower."""
    pile = "bastion pile [k(c2 0/1) l(c2 0/1) m(c1 0/1) n(c1 0/1)]"
    board = COOP.format(
        "upper a(c1 0/1) lower b(c1 0/1)", pile, "", "upper c(c1 0/1) lower d(c1 0/1) e(c1 0/1)", pile, ""
    )
    position = play(f"cod1 coop B mana m0 {board}", "mana")
    assert [len(row) for row in position.rows[2:4]] == [1, 1]  # 3 Mana: 2 and 2
    assert (position.active, position.phase) == (2, 1)
    position = play(f"cod1 coop D mana m0 {board}", "mana")
    assert [len(row) for row in position.rows[6:8]] == [1, 0]  # 2 Mana: one on C's side, one on A's


def test_the_ends_of_coop() -> None:
    """8.3: the first AI to fall wins the game for the players, the first player's Fort to fall loses it."""
    pile = "fort pile [z(c1 0/1)]"
    board = COOP.format("upper a(c1 1/1)", pile, "", "", "fort pile [u v]", "lower b(c1 1/1)")
    result = play(f"cod1 coop A summoning m0 {board}", "assault").result
    assert result is not None and (result.winners, result.reason) == ((0, 2), "pile-empty")
    board = board.replace("[B p q]", "[F p]").replace("[u v]", "[u w(c0 0/1)]")
    result = play(f"cod1 coop D mana m0 {board}", "mana").result
    assert result is not None and (result.winners, result.reason) == ((1, 3), "fort-destroyed")


def test_mercenaries_in_coop() -> None:
    """7.5: an AI's own on its own pile, a player's on that of the enemy of 5.16."""
    start = "cod1 coop A summoning m9 " + COOP.format(
        "upper a(c1 1/1 mercenary) lower b(c1 1/1 mercenary)",
        "bastion pile [u]",
        "upper c(c1 1/1 mercenary)",
        "",
        "bastion pile [v]",
        "lower d(c1 1/1 mercenary)",
    ).replace("[B p q]", "[i(c1 1) B p q]")
    for target, pile in (("A upper", "[a u]"), ("A lower", "[b v]"), ("B upper", "[c u]"), ("D lower", "[d v]")):
        assert f"pile {pile}" in after(start, f"0 at {target} 0"), target
