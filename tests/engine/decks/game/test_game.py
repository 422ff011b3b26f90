"""Games from their set-up to their end: stages, actions, copies, keys."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from engine.decks.game.drafts import DraftPick
from engine.decks.game.errors import SetUpError
from engine.decks.game.game import DecksGame
from engine.decks.game.setup import CONSTRUCTED, SetUp
from engine.decks.game.terms import Terms
from engine.decks.rules.actions import BEGIN_TURN
from engine.decks.rules.modes import DUEL
from engine.kernel.errors import IllegalAction
from tests.engine.decks.game.helpers import (
    decks,
    drafted,
    finished,
    mutation_draft,
    pool,
    setups,
    steps,
    terms_for,
    terms_of,
)

NAMES = tuple(setups(0))
CONSTRUCTED_DUEL = SetUp(DUEL, CONSTRUCTED, 1, decks=decks(2))


@pytest.mark.parametrize("name", NAMES)
def test_from_the_set_up_to_the_end(name: str) -> None:
    setup = setups(2)[name]
    game = DecksGame(setup)
    stages = [game.stage]
    for _ in steps(game, random.Random(2)):
        stages += [game.stage] if game.stage != stages[-1] else []
    assert game.stage == "terms" and game.active == -1 and game.legal_actions() == []
    game.settle(terms_for(setup))
    for _ in steps(game, random.Random(2), 2000):
        stages += [game.stage] if game.stage != stages[-1] else []
    assert stages == (["draft"] if game.draft else ["terms"]) + ["play", "over"]
    assert game.is_over and game.position is not None and game.position.result is not None
    assert game.legal_actions() == [] and game.active == -1
    assert len(game.seen) == len(game.actions)


def test_terms_given_at_once() -> None:
    for name, setup in setups(3).items():
        at_once, later = DecksGame(setup, terms_for(setup)), DecksGame(setup)
        for game in (at_once, later):
            while game.stage == "draft":
                game.apply(game.active, game.legal_actions()[0])
        later.settle(terms_for(setup))
        assert at_once.key() == later.key() and at_once.stage == "play", name


def test_wrong_terms_given_at_once() -> None:
    setup = setups(1)["draft duel"]
    game = DecksGame(setup, Terms((setup.pool[0],)))
    while game.stage == "draft" and len(game.draft_actions) < 15:
        game.apply(game.active, game.legal_actions()[0])
    with pytest.raises(SetUpError, match="each player chooses one Champion"):
        game.apply(game.active, game.legal_actions()[0])
    assert game.stage == "terms" and game.terms is None
    game.settle(Terms())
    assert game.stage == "play"


def test_the_draft_of_a_mutation_session_ends_by_itself() -> None:
    game = finished(DecksGame(mutation_draft(1)), 1)
    assert game.is_over and len(game.draft_actions) == 16 * 4 + 8 * 4
    assert [len(deck) for deck in game.decks.players] == [8] * 4
    for terms in (Terms(), terms_for(game.setup)):
        with pytest.raises(SetUpError) as caught:
            game.settle(terms)
        assert caught.value.code == "no-game-yet"
        with pytest.raises(SetUpError):
            DecksGame(mutation_draft(1), terms)


def test_a_duel_of_a_mutation_session() -> None:
    drafted = finished(DecksGame(mutation_draft(1)), 1).decks.players
    game = DecksGame(replace(setups(1)["mutation duel"], decks=(drafted[0], drafted[2]), first=1), Terms())
    assert game.position is not None and game.position.active == 1
    assert set(game.position.seats[1].hand) == set(drafted[2])


def test_what_may_not_be_done() -> None:
    game = DecksGame(setups(1)["draft duel"])
    wrong: list[tuple[object, str]] = [("B pick 0", "not-your-turn"), ("A pick 4", "no-such-card")]
    wrong += [("A keep 0", "no-such-card"), ("assault", "bad-action"), ("", "bad-action"), (BEGIN_TURN, "bad-action")]
    for action, code in wrong:
        before = game.key()
        with pytest.raises(IllegalAction) as caught:
            game.apply(game.active, action)  # type: ignore[arg-type]
        assert caught.value.code == code and game.key() == before and game.draft_actions == []
    with pytest.raises(SetUpError):
        game.settle(Terms())
    while game.stage == "draft":
        game.apply(game.active, game.legal_actions()[0])
    with pytest.raises(IllegalAction) as caught:
        game.apply(game.active, "mana")
    assert caught.value.code == "wrong-phase"
    game.settle(Terms())
    for action, code in [("A pick 0", "bad-action"), (DraftPick(0, 0), "bad-action"), ("assault", "wrong-phase")]:
        with pytest.raises(IllegalAction) as caught:
            game.apply(game.active, action)  # type: ignore[arg-type]
        assert caught.value.code == code and game.actions == []
    finished(game, 1)
    with pytest.raises(IllegalAction) as caught:
        game.apply(game.active, "mana")
    assert caught.value.code == "game-over"


def test_only_the_active_seat_may_act() -> None:
    game = DecksGame(CONSTRUCTED_DUEL, Terms())
    first = game.active
    assert game.legal_actions(first) == [BEGIN_TURN] and game.legal_actions(1 - first) == []
    draft = DecksGame(setups(1)["draft duel"])
    assert len(draft.legal_actions(0)) == 4 and draft.legal_actions(1) == []


@pytest.mark.parametrize("name", NAMES)
def test_copies_and_keys(name: str) -> None:
    setup = setups(4)[name]
    game, rng = DecksGame(setup, terms_of(setup, 1)), random.Random(4)
    copies = []
    for _ in steps(game, rng, 80):
        copies.append((game.copy(), game.key(), game.actions[:]))
    for copy, key, actions in copies:
        assert copy.key() == key and copy.actions == actions and len(copy.seen) == len(actions)
    for (copy, _, _), (_, after, _) in list(pairwise(copies))[::7]:
        action = [*game.draft_actions, *game.actions][len(copy.draft_actions) + len(copy.actions)]
        copy.apply(copy.active, action)
        assert copy.key() == after


def test_games_with_other_seeds_have_other_keys() -> None:
    assert DecksGame(CONSTRUCTED_DUEL).key() != DecksGame(replace(CONSTRUCTED_DUEL, seed=2)).key()


def test_after_the_deal_the_seed_matters_only_where_an_ai_will_shuffle() -> None:
    for name, matters in (("draft solo", True), ("draft duel", False)):
        game = drafted(setups(1)[name], Terms(), 1)
        copy = game.copy()
        copy.setup = replace(game.setup, seed=2)
        assert (copy.key() != game.key()) is matters


def test_before_the_deal_the_key_holds_all_that_was_settled() -> None:
    other = [
        replace(CONSTRUCTED_DUEL, exhaustion=True),
        replace(CONSTRUCTED_DUEL, first=0),
        replace(CONSTRUCTED_DUEL, decks=decks(3)[1:]),
        replace(CONSTRUCTED_DUEL, format="mutation"),
        replace(CONSTRUCTED_DUEL, format="preconstructed"),
    ]
    keys = {DecksGame(setup).key() for setup in (CONSTRUCTED_DUEL, *other)}
    draft = setups(1)["draft solo"]
    keys |= {DecksGame(draft, terms).key() for terms in (None, Terms(), terms_for(draft))}
    assert len(keys) == 9
    turned = replace(CONSTRUCTED_DUEL, decks=tuple(deck[::-1] for deck in CONSTRUCTED_DUEL.decks))
    assert DecksGame(turned).key() == DecksGame(CONSTRUCTED_DUEL).key()


def test_the_first_turn_gives_what_the_rules_say() -> None:
    """6 Mana to the first player; with four players 6, 7 and 8 (ruling 2.1)."""
    game = DecksGame(CONSTRUCTED_DUEL, Terms())
    game.apply(game.active, "mana")
    assert game.position is not None and game.position.mana == 6
    game = DecksGame(SetUp(setups(1)["draft ffa"].mode, CONSTRUCTED, 1, decks=decks(4)), Terms())
    gained = []
    game.apply(game.active, "mana")
    for _ in range(4):
        assert game.position is not None
        gained.append(game.position.mana)
        game.apply(game.active, "end-turn")
    assert gained == [6, 7, 8, 9]


def test_global_randomness_is_neither_used_nor_disturbed() -> None:
    setup = SetUp(DUEL, CONSTRUCTED, 1, decks=(pool(8), pool(8)))
    ends = []
    for seed in (1, 2):
        random.seed(seed)
        before = random.getstate()
        game = finished(DecksGame(setup, Terms()), 9)
        assert random.getstate() == before
        ends.append(game.key())
    assert ends[0] == ends[1]
