"""Set-ups: what the rules allow, and what is dealt."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine.decks.formats.interchange import read_position, write_position
from engine.decks.game.custom_play import Custom
from engine.decks.game.decks import AI_DECK_SIZE, in_order
from engine.decks.game.game import DecksGame
from engine.decks.game.setup import CONSTRUCTED, DRAFT, MUTATION, PRECONSTRUCTED, SetUp
from engine.decks.game.terms import Terms
from engine.decks.rules.abilities import SEASON_1
from engine.decks.rules.board import CHAMPION_READY, MANA, AISeat
from engine.decks.rules.cards import Card
from engine.decks.rules.hands import check
from engine.decks.rules.modes import CO_OP, DUEL, FREE_FOR_ALL, SOLO, TEAMS
from engine.decks.rules.position import Position
from engine.decks.rules.stack import Resolution
from engine.kernel.chance import Chance
from tests.engine.decks.game.helpers import CUSTOM, decks, drafted, mutation_draft, pool, setups, terms_for

DUEL_SETUP = SetUp(DUEL, CONSTRUCTED, 1, decks=decks(2))
DRAFT_SETUP = SetUp(DUEL, DRAFT, 1, pool=pool(16))
TWIN = Card("twin", True, 1, 1, 1, ())


def codes(setup: SetUp) -> list[str]:
    return [fault.code for fault in setup.faults()]


def deck_with(*cards: Card) -> tuple[Card, ...]:
    return (*cards, *pool(8 - len(cards)))


def test_every_format_in_every_mode_that_allows_it() -> None:
    for setup in [*setups(1).values(), mutation_draft(1)]:
        assert setup.faults() == []


def test_co_op_takes_the_decks_of_two_packs() -> None:
    """7.11: every deck is there twice, both players may choose the same, and the six left make the AIs' piles."""
    packs = decks(4) * 2
    game = DecksGame(SetUp(CO_OP, PRECONSTRUCTED, 3, decks=packs), Terms())
    game.apply(game.active, "A pick 1")
    game.apply(game.active, "C pick 5")
    position = game.position
    assert position is not None
    first, other = (seat for seat in position.seats if not seat.is_ai)
    assert in_order(first.hand) == in_order(other.hand) == in_order(packs[1])
    piles = [card for seat in position.seats if isinstance(seat, AISeat) for card in seat.pile]
    left = Counter(card for deck in (*packs[:1], *packs[2:5], *packs[6:]) for card in deck)
    assert Counter(piles) == left and set(left.values()) == {2}


@pytest.mark.parametrize(("level", "expected"), [(8, []), (6, ["points-not-spent"]), (10, ["points-not-spent"])])
def test_champions_in_co_op_take_2_points_off_each_ais_level(level: int, expected: list[str]) -> None:
    """7.11: 2 once, although there are two Champions; ``CUSTOM`` spends 6, on each AI alike."""
    setup = SetUp(CO_OP, PRECONSTRUCTED, 1, decks=decks(8))
    terms = Terms((CHAMPION, CHAMPION), replace(CUSTOM, level=level))
    assert fault_of_terms(setup, terms) == expected


@pytest.mark.parametrize(
    ("setup", "expected"),
    [
        (replace(DUEL_SETUP, format="pauper"), ["unknown-format"]),
        (replace(DUEL_SETUP, edition="season-3"), ["unknown-edition"]),
        (replace(DUEL_SETUP, seed=-1), ["bad-seed"]),
        (replace(DUEL_SETUP, seed=2**128), ["bad-seed"]),
        (SetUp(SOLO, CONSTRUCTED, 1, decks=decks(1)), ["format-not-in-mode"]),
        (SetUp(CO_OP, CONSTRUCTED, 1, decks=decks(2)), ["format-not-in-mode"]),
        (SetUp(SOLO, MUTATION, 1, pool=pool(64)), ["format-not-in-mode"]),
        (SetUp(FREE_FOR_ALL, MUTATION, 1, decks=decks(4)), ["format-not-in-mode"]),
        (replace(DRAFT_SETUP, pool=pool(15)), ["too-few-cards"]),
        (SetUp(SOLO, DRAFT, 1, pool=pool(31)), ["too-few-cards"]),
        (SetUp(CO_OP, DRAFT, 1, pool=pool(63)), ["too-few-cards"]),
        (SetUp(TEAMS, DRAFT, 1, pool=pool(31)), ["too-few-cards"]),
        (SetUp(DUEL, MUTATION, 1, pool=pool(63)), ["too-few-cards"]),
        (SetUp(DUEL, MUTATION, 1), ["too-few-cards"]),
        (replace(DRAFT_SETUP, pool=(*pool(16), pool(16)[3])), ["duplicate-card"]),
        (replace(DRAFT_SETUP, decks=decks(2)), ["decks-not-used"]),
        (replace(DUEL_SETUP, pool=pool(3)), ["pool-not-used"]),
        (replace(DUEL_SETUP, decks=decks(3)), ["wrong-number-of-decks"]),
        (SetUp(DUEL, PRECONSTRUCTED, 1, decks=decks(1)), ["wrong-number-of-decks"]),
        (SetUp(TEAMS, PRECONSTRUCTED, 1, decks=decks(3)), ["wrong-number-of-decks"]),
        (SetUp(SOLO, PRECONSTRUCTED, 1, decks=decks(3)), ["wrong-number-of-decks"]),
        (SetUp(SOLO, PRECONSTRUCTED, 1, decks=decks(5)), ["wrong-number-of-decks"]),
        (SetUp(CO_OP, PRECONSTRUCTED, 1, decks=decks(4)), ["wrong-number-of-decks"]),
        (replace(DUEL_SETUP, decks=(decks(2)[0], pool(7))), ["wrong-deck-size"]),
        (replace(DUEL_SETUP, decks=(decks(2)[0], pool(9))), ["wrong-deck-size"]),
        (replace(DUEL_SETUP, decks=(decks(2)[0], deck_with(TWIN, TWIN))), ["duplicate-card"]),
        (replace(DUEL_SETUP, edition=SEASON_1), ["card-of-other-edition"] * 12),
        (replace(DUEL_SETUP, first=2), ["unknown-seat"]),
        (SetUp(SOLO, DRAFT, 1, pool=pool(32), first=0), ["first-is-settled"]),
        (SetUp(DUEL, MUTATION, 1, pool=pool(64), first=0), ["first-is-settled"]),
        (replace(DUEL_SETUP, decks=(deck_with(Card("s", False, 1, 1, 0, (), None, True)), pool(8))), ["marked-card"]),
    ],
)
def test_faults_have_names(setup: SetUp, expected: list[str]) -> None:
    if setup.edition == SEASON_1:
        expected = expected[:1] * len(setup.faults())
    assert codes(setup) == expected
    with pytest.raises(ValueError) as caught:
        DecksGame(setup)
    assert getattr(caught.value, "code", None) == expected[0]


def test_two_cards_are_the_same_when_they_are_printed_alike() -> None:
    reprint = Card("twin", True, 1, 1, 1, (), "other/twin")
    namesake = Card("twin", True, 2, 1, 1, ())
    assert codes(replace(DUEL_SETUP, decks=(deck_with(TWIN, reprint), pool(8)))) == ["duplicate-card"]
    assert codes(replace(DUEL_SETUP, decks=(deck_with(TWIN, namesake), pool(8)))) == []
    assert codes(replace(DUEL_SETUP, decks=(pool(8), pool(8)))) == [], "both players may have the same cards"


def test_a_fault_says_where() -> None:
    [fault] = replace(DUEL_SETUP, decks=(pool(8), deck_with(TWIN, TWIN))).faults()
    assert (fault.at, fault.message) == ("/decks/1/1", "'twin' is there twice: duplicates are forbidden")


# Champions and the AI's level


def fault_of_terms(setup: SetUp, terms: Terms) -> list[str]:
    game = drafted(setup, None, 1)
    return [fault.code for fault in terms.faults(setup, game.decks)]


CHAMPION = Card("Champion", True, 3, 3, 3, ("rage",))
SPARK = Card("Spark", False, 1, 1, 0, ())
SOLO_SETUP = SetUp(SOLO, PRECONSTRUCTED, 1, decks=decks(4))


@pytest.mark.parametrize(
    ("setup", "terms", "expected"),
    [
        (DUEL_SETUP, Terms((CHAMPION, CHAMPION)), []),
        (DUEL_SETUP, Terms((CHAMPION,)), ["champion-missing"]),
        (DUEL_SETUP, Terms((CHAMPION, SPARK)), ["champion-not-a-creature"]),
        (DUEL_SETUP, Terms((CHAMPION, decks(2)[0][1])), []),
        (DUEL_SETUP, Terms((decks(2)[0][1], CHAMPION)), ["champion-in-deck"]),
        (DUEL_SETUP, Terms((CHAMPION, Card("Aim", True, 1, 1, 1, ("aim",)))), ["card-of-other-edition"]),
        (DUEL_SETUP, Terms(custom=CUSTOM), ["no-ai"]),
        (SOLO_SETUP, Terms((CHAMPION,)), ["champion-in-quick-play"]),
        (SOLO_SETUP, Terms((CHAMPION,), CUSTOM), []),
        (SOLO_SETUP, Terms((), CUSTOM), ["points-not-spent"]),
        (SOLO_SETUP, Terms((CHAMPION, CHAMPION), CUSTOM), ["champion-missing"]),
        (SetUp(CO_OP, PRECONSTRUCTED, 1, decks=decks(8)), Terms((CHAMPION, CHAMPION)), ["champion-in-quick-play"]),
        (SetUp(CO_OP, PRECONSTRUCTED, 1, decks=decks(8)), Terms((CHAMPION, CHAMPION), CUSTOM), []),
        (SetUp(CO_OP, PRECONSTRUCTED, 1, decks=decks(8)), Terms((CHAMPION,), CUSTOM), ["champion-missing"]),
    ],
)
def test_terms(setup: SetUp, terms: Terms, expected: list[str]) -> None:
    assert fault_of_terms(setup, terms) == expected


# The deal


def every_game(seed: int, plain: bool = False) -> dict[str, DecksGame]:
    return {name: drafted(setup, Terms() if plain else terms_for(setup), seed) for name, setup in setups(seed).items()}


def all_cards(game: DecksGame) -> list[Card]:
    return [*game.setup.pool, *(card for deck in game.setup.decks for card in deck), *pool(4, prefix="champion ")]


def written_out(card: Card) -> dict[str, Any]:
    plain = Card(card.name, card.is_creature, card.cost, card.av, card.hp, card.slugs).to_json()
    assert isinstance(plain, dict)
    return plain


def test_the_start_of_a_game() -> None:
    for name, game in every_game(3).items():
        position = game.position
        assert position is not None and game.terms is not None, name
        assert position.phase == MANA and position.mana == 0 and not any(position.rows)
        assert position.active == position.first and position.exhaustion == game.setup.exhaustion
        assert [player.turn for player in position.seats] == [
            int(s == position.first) for s in range(len(position.seats))
        ]
        assert position.seed == game.setup.seed
        humans = [player for player in position.seats if not player.is_ai]
        for player, deck, champion in zip(humans, game.decks.players, game.terms.champions, strict=True):
            assert in_order(player.hand) == in_order(deck) and len(player.hand) == 8
            assert player.stronghold == 0 and not player.fort
            assert player.champion == champion and player.champion_state == CHAMPION_READY
        piles = [player.pile for player in position.seats if isinstance(player, AISeat)]
        assert all(len(pile) == AI_DECK_SIZE for pile in piles)
        assert in_order(card for pile in piles for card in pile) == in_order(game.decks.ai)
        catalogue = {card.reference: written_out(card) for card in all_cards(game) if card.reference}
        assert read_position(write_position(position), catalogue).key() == position.key()


def test_hands_and_piles_are_shuffled_by_the_seed() -> None:
    starts = [drafted(setups(seed)["preconstructed coop"], Terms(), 1).position for seed in range(30)]
    hands = {tuple(card.name for card in start.seats[0].hand) for start in starts if start}
    piles = {tuple(card.name for card in start.seats[1].pile) for start in starts if start}  # type: ignore[attr-defined]
    assert len(hands) == len(piles) == 30
    again = drafted(setups(5)["preconstructed coop"], Terms(), 1).position
    assert starts[5] is not None and again is not None and starts[5].key() == again.key()


@pytest.mark.parametrize("seat", [1, 3])
def test_an_ai_reshuffles_its_discard_pile_by_the_seed(seat: int) -> None:
    position = Position(CO_OP)
    position.seed = 5
    player = position.seats[seat]
    assert isinstance(player, AISeat)
    player.discard = list(pool(9))
    check(Resolution(position, None), seat, 0)
    expected = list(pool(9))
    Chance(5, f"reshuffle {'ABCD'[seat]}").shuffle(expected)
    assert player.pile == expected and player.discard == [] and player.fort


def test_hands_are_shuffled_from_the_one_order() -> None:
    game = DecksGame(DUEL_SETUP, Terms())
    expected = in_order(DUEL_SETUP.decks[1])
    Chance(1, "hand B").shuffle(expected)
    assert game.position is not None and game.position.seats[1].hand == expected
    other = DecksGame(replace(DUEL_SETUP, decks=tuple(deck[::-1] for deck in DUEL_SETUP.decks)), Terms())
    assert other.position is not None and other.position.key() == game.position.key()


def firsts(setup: SetUp, terms: Terms = Terms(), seeds: int = 200) -> Counter[str]:  # noqa: B008
    games = [drafted(replace(setup, seed=seed), terms, seed) for seed in range(seeds)]
    return Counter("ABCD"[game.position.first] for game in games if game.position is not None)


def test_a_coin_is_tossed_for_the_first_player() -> None:
    tossed = firsts(DUEL_SETUP)
    assert set(tossed) == {"A", "B"} and 70 < tossed["A"] < 130
    tossed = firsts(SetUp(TEAMS, CONSTRUCTED, 1, decks=decks(4)))
    assert set(tossed) == set("ABCD") and min(tossed.values()) > 25


def test_players_may_settle_who_begins() -> None:
    assert firsts(replace(DUEL_SETUP, first=1), seeds=9) == {"B": 9}


@pytest.mark.parametrize(("mode", "count"), [(SOLO, 4), (CO_OP, 8)])
def test_against_an_ai_the_player_begins_unless_the_ai_has_been_given_the_first_turn(mode: Any, count: int) -> None:
    setup = SetUp(mode, PRECONSTRUCTED, 1, decks=decks(count))
    assert firsts(setup, seeds=9) == {"A": 9}
    assert firsts(setup, Terms((), Custom(1, ai_first=True)), 9) == {"B": 9}
    assert firsts(setup, Terms((), Custom(1, fixed_mana=7)), 9) == {"A": 9}


def test_in_season_1_the_player_who_took_the_last_card_begins() -> None:
    assert firsts(setups(1)["season 1"], seeds=9) == {"B": 9}
    assert firsts(replace(setups(1)["season 1"], first=0), seeds=3) == {"A": 3}


def test_an_ai_of_custom_play() -> None:
    for name in ("draft solo", "draft coop"):
        game = drafted(setups(1)[name], terms_for(setups(1)[name]), 1)
        assert game.position is not None
        for seat, player in enumerate(game.position.seats):
            if isinstance(player, AISeat):
                assert (player.fixed_mana, player.variable_mana, player.resistance) == (7, 2, False)
                assert player.abilities == ("rage", "vanish") and game.position.bestowed[seat]
            else:
                assert not game.position.bestowed[seat]
    quick = drafted(setups(1)["draft solo"], Terms(), 1).position
    assert quick is not None and isinstance(quick.seats[1], AISeat)
    assert (quick.seats[1].fixed_mana, quick.seats[1].variable_mana, quick.seats[1].abilities) == (6, 1, ())
