"""Where others act in a player's turn there is no bound, and nothing is overlooked; nor is there for what is new."""

from __future__ import annotations

import random

import pytest

from engine.decks.rules.abilities import AURA_PREFIX, FLAG_OF_SLUG, SEASON_1
from engine.decks.rules.board import END, SUMMONING, AISeat, Creature
from engine.decks.rules.cards import NO_CHAMPION, Body, Card
from engine.decks.rules.modes import CO_OP, DUEL, FREE_FOR_ALL, MODES, SOLO, TEAMS, Mode
from engine.decks.rules.position import Position
from engine.decks.solving import solve
from engine.decks.solving.damage import most_moved
from engine.decks.solving.destroying import cannot_destroy
from engine.decks.solving.means import Means
from tests.engine.decks.solving.comparing import same_answer
from tests.engine.decks.solving.reading import lines, puzzle
from tests.engine.decks.solving.variants import means_something, variant

PILE = "pile [x(c9 0/1) y(c9 0/1) z(c9 0/1)] discard []"
OVERLOOKED = {
    "an enemy's Reinforcement brings Instinct, which sets off the player's Reinforcement": (
        # X kills R, for which K comes; it survives Pawn and kills it; for that comes M, which kills K.
        "A summoning m0 | A [M(c4 9/1 rage sharpening) B x]"
        " upper Pawn(c1 1/1 reinforcement defender){entered} X(c1 1/1){entered}"
        " | B [B K(c4 2/3 instinct) y] upper R(c1 0/1 reinforcement)",
        "A bastion in 2",
        ["assault, end-turn"],
    ),
    "a survivor's Reinforcement brings Backlash, which sets off the enemy's Reinforcement": (
        # In the enemy's turn: X kills R, for which K comes; its Backlash kills Pawn; for that comes M, which kills K.
        "A summoning m0 | A [q K(c4 0/1 backlash) F y z] upper R(c1 0/1 reinforcement)"
        " | B [M(c4 9/1 rage sharpening) B x] upper Pawn(c1 1/1 reinforcement defender) X(c1 1/1)",
        "A survive in 1",
        [],
    ),
    "a third player's Instinct hits another enemy": (
        # Splash hurts Fury in each of the turns, and it hits the Stronghold of C; so it does in its own turn.
        "cod1 ffa A summoning m0 | A [B x] upper Hawk(c1 1/2 splash)"
        " | B [B x y] upper Wall(c1 0/2) lower Fury(c1 1/3 instinct) | C [B x y z v] | D [B x y]",
        "A damage 3 in 2",
        ["assault, end-turn"],
    ),
    "an enemy's Instinct sets off an ally's": (
        # Zap takes the Protection off Lion; then Splash hurts Fury, and it and Lion hit each other to the end.
        "cod1 teams A summoning m1 | A [Hawk(c1 1/2 splash) Zap(c2 1) B x]"
        " | B [B x y] upper Wall(c1 0/9) lower Fury(c1 1/9 instinct)"
        " | C [B x y] lower Lion(c1 2/20 instinct protection) | D [B x y]",
        "A destroy B lower 0 in 2",
        ["0 upper, assault, end-turn"],
    ),
    "an AI's Instinct sets off an ally's": (
        "cod1 coop A summoning m1 | A [Hawk(c1 1/2 splash) Zap(c2 1) B x]"
        f" | B ai [1+0] bastion {PILE} upper Wall(c1 0/9) lower Fury(c1 1/9 instinct)"
        f" | C [B x y] lower Lion(c1 2/20 instinct protection) | D ai [1+0] bastion {PILE}",
        "A destroy B lower 0 in 2",
        ["0 upper, assault, end-turn"],
    ),
    "a second solution": (
        # With Ram it is its own attack on D that brings 2 more, with Hawk on the upper line that of Fury on C.
        "cod1 ffa A summoning m1 | A [Ram(c1 2/2) Hawk(c1 1/2 splash) B x]"
        " | B [B x y] upper Wall(c1 0/2) lower Fury(c1 2/3 instinct) | C [B x y z v w u] | D [B x y z]",
        "A damage 4 in 2",
        ["0 lower, assault, end-turn", "1 upper, assault, end-turn"],
    ),
}


@pytest.mark.parametrize("what", OVERLOOKED)
def test_what_others_bring_about_is_found(what: str) -> None:
    text, objective, solutions = OVERLOOKED[what]
    position = puzzle(text, objective)
    answer = solve(position)
    assert answer.complete
    assert lines(answer) == solutions
    assert same_answer(position, 5_000) is not None


def compare_variants(part: object, count: int) -> int:
    """Searches variants of these puzzles with the bounds and without; how many of them were small enough."""
    starts = [puzzle(text, objective) for text, objective, _ in OVERLOOKED.values()]
    rng = random.Random(f"variants {part}")
    compared = 0
    for n in range(count):
        position = variant(starts[n % len(starts)], rng, rng.randint(1, 6))
        if position is not None and means_something(position):
            compared += same_answer(position, 4_000) is not None
    return compared


@pytest.mark.parametrize("part", range(4))
def test_variants_are_searched_alike(part: int) -> None:
    assert compare_variants(part, 120) > 100


@pytest.mark.long
@pytest.mark.parametrize("part", range(50))
def test_many_variants_are_searched_alike(part: int) -> None:
    assert compare_variants(f"many {part}", 1_100) > 1_000


NEW = "unheard-of"  # an ability that no list knows
PLACES = (
    *("own hand", "own row", "own stack", "own Champion", "own, under a Creature"),
    *("another's row", "another's stack", "another's Champion", "another's hand", "another's, under a Creature"),
    *("a pile", "a discard pile", "all Creatures of an AI"),
)


def quiet(mode: Mode) -> Position:
    """A's Summoning phase, in which a bound is known: everybody has tough Creatures, and cards, without abilities."""
    plain = Card("Plain", True, 1, 1, 50, ())
    position = Position(mode)
    position.phase = SUMMONING
    for number, seat in enumerate(position.seats):
        seat.turn = 3
        if isinstance(seat, AISeat):
            seat.pile, seat.discard = [plain] * 3, [plain]
        else:
            seat.hand = [plain] * 3
        for row in (2 * number, 2 * number + 1):
            position.rows[row].append(Creature(plain.body, row))
    return position


def put(position: Position, card: Card, place: str) -> bool:
    """Puts a card somewhere into a quiet position; False where there is no such place."""
    own = position.seats[0]
    facing = position.mode.facing[0]
    other = position.seats[facing >> 1]
    mine, theirs = position.rows[0], position.rows[facing]
    if place.startswith("own"):
        seat, row, held_by = own, mine, theirs
    else:
        seat, row, held_by = other, theirs, mine
    what = place.split(maxsplit=1)[-1].removeprefix("another's ")
    if what == "hand":
        seat.hand.append(card)
        return not seat.is_ai
    if what == "row":
        row.append(Creature(card.body, row[0].row))
    elif what == "stack":
        row[0].body = Body(row[0].body.card, card, NO_CHAMPION)
    elif what == "Champion":
        seat.champion = card
        return not seat.is_ai
    elif what.endswith("under a Creature"):
        held_by[0].enchained = card
    elif not isinstance(other, AISeat):
        return False
    elif what == "pile":
        other.pile.append(card)
    elif what == "discard pile":
        other.discard.append(card)
    else:
        position.bestowed = tuple(card.abilities if seat.is_ai else 0 for seat in position.seats)
        return bool(card.abilities)
    return True


@pytest.mark.parametrize("prefix", ["", AURA_PREFIX])
@pytest.mark.parametrize("mode", [DUEL, SOLO, CO_OP, FREE_FOR_ALL, TEAMS])
def test_an_ability_that_is_new_means_no_bound(mode: Mode, prefix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FLAG_OF_SLUG, NEW, 1 << len(FLAG_OF_SLUG))
    tried = 0
    for place in PLACES:
        position = quiet(mode)
        target = position.rows[position.mode.facing[0]][0]
        if put(position, Card("Known", True, 1, 1, 2, (prefix + "defender",)), place):
            assert most_moved(Means(position)) is not None, place
            assert cannot_destroy(Means(position), target, 0), place
        position = quiet(mode)
        target = position.rows[position.mode.facing[0]][0]
        if put(position, Card("New", True, 1, 1, 2, (prefix + NEW,)), place):
            tried += 1
            assert most_moved(Means(position)) is None, place
            assert not cannot_destroy(Means(position), target, 0), place
    assert tried >= 8


@pytest.mark.parametrize("name", sorted(MODES))
def test_only_known_modes_editions_and_phases_have_a_bound(name: str) -> None:
    known = MODES[name]
    assert most_moved(Means(quiet(known))) is not None
    new = Mode("royal", known.facing, known.first_mana, known.team_of, known.ai_seats)
    assert most_moved(Means(quiet(new))) is None
    position = quiet(known)
    position.edition = SEASON_1
    assert most_moved(Means(position)) is not None
    position.edition = "season-3"
    assert most_moved(Means(position)) is None
    position = quiet(known)
    position.phase = END
    assert most_moved(Means(position)) is None


def test_an_ais_own_turn_has_no_bound() -> None:
    position = quiet(SOLO)
    position.active = 1
    assert most_moved(Means(position)) is None


@pytest.mark.parametrize(
    ("mode", "own", "others", "is_known"),
    [
        ("duel", "plain", "instinct", True),
        ("solo", "plain", "instinct", True),
        ("ffa", "plain", "instinct", False),
        ("teams", "plain", "instinct", False),
        ("coop", "plain", "instinct", False),
        ("duel", "instinct", "plain", True),
        ("duel", "reinforcement", "plain", True),
        ("duel", "instinct", "instinct", True),
        ("duel", "reinforcement", "instinct", True),
        ("duel", "plain", "reinforcement", True),
        ("duel", "reinforcement", "reinforcement", True),
        ("solo", "plain", "reinforcement", False),
        ("teams", "plain", "reinforcement", False),
        ("ffa", "reinforcement", "mercenary", True),
    ],
)
def test_who_may_act_in_a_turn(mode: str, own: str, others: str, is_known: bool) -> None:
    """The abilities are tried on the board and in the hand: what lies in another's hand does nothing."""
    for last in range(1, MODES[mode].seats):
        for place in ("row", "hand"):
            position = quiet(MODES[mode])
            abilities = () if own == "plain" else (own,)
            card = Card("Own", True, 1, 1, 2, abilities)
            if place == "row":
                position.rows[0].append(Creature(card.body, 0))
            else:
                position.seats[0].hand.append(card)
            theirs = Card("Other", True, 1, 1, 2, () if others == "plain" else (others,))
            position.rows[2 * last].append(Creature(theirs.body, 2 * last))
            assert (most_moved(Means(position)) is not None) is is_known
            if place == "hand" and not position.seats[last].is_ai:
                position.rows[2 * last].pop()
                position.seats[last].hand.append(theirs)
                assert most_moved(Means(position)) is not None
