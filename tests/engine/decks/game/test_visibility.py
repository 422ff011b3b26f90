"""Views: a seat sees what it may and nothing more. Two games that differ only in the rest look the same to the byte."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from engine.decks.game.drafts import RowDraft
from engine.decks.game.errors import SetUpError
from engine.decks.game.game import DecksGame
from engine.decks.game.knowledge import Knowledge
from engine.decks.game.mutation_draft import MutationDraft
from engine.decks.game.setup import CONSTRUCTED, SetUp
from engine.decks.game.terms import Terms
from engine.decks.rules.actions import Action
from engine.decks.rules.board import AISeat
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import DUEL
from engine.decks.rules.trace import events as ev
from engine.kernel.errors import IllegalAction
from tests.engine.decks.game.helpers import (
    decks,
    drafted,
    eyes,
    mutation_draft,
    setups,
    shown,
    steps,
    terms_for,
    terms_of,
)

pytestmark = pytest.mark.slow("plays whole games")

NAMES = tuple(setups(0))


# Games that differ in what is hidden


def rearranged(game: DecksGame, seat: int | None, rng: random.Random) -> DecksGame:
    """The game as it might be for all that a seat knows: the hidden cards change places, and the seed is another."""
    copy = game.copy()
    assert copy.position is not None and copy.knowledge is not None
    scene = copy.knowledge.scene
    copy.position.seed = scene.seed = rng.randrange(2**128)
    for shuffle in copy.knowledge.shuffles:
        if shuffle.seats == (seat,):
            continue
        passed = [token for token in shuffle.tokens if token in copy.knowledge.passed]
        others = [token for token in shuffle.tokens if token not in copy.knowledge.passed]
        for tokens in (passed, others):
            cards = [scene.cards[token] for token in tokens]
            rng.shuffle(cards)
            for token, card in zip(tokens, cards, strict=True):
                scene.cards[token] = card
    for player, hand in zip(copy.position.seats, scene.hands, strict=True):
        player.hand = [scene.cards[token] for token in hand.tokens]
        if isinstance(player, AISeat):
            player.pile = [scene.cards[token] for token in hand.pile]
    return copy


@pytest.mark.parametrize("name", NAMES)
def test_hidden_cards_that_change_places_are_not_seen(name: str) -> None:
    rng = random.Random(name)
    changed = 0
    for seed in range(3):
        setup = setups(seed)[name]
        for game in steps(drafted(setup, terms_of(setup, seed), seed), rng, 120):
            if rng.random() < 0.4:
                continue
            for seat in eyes(game):
                copy = rearranged(game, seat, rng)
                assert shown(copy, seat) == shown(game, seat)
                assert copy.position is not None and game.position is not None
                changed += copy.position.key() != game.position.key()
    assert changed > 50


def swapped(game: DecksGame, seat: int | None, rng: random.Random) -> DecksGame:
    """A game about to begin, dealt otherwise than ``game`` where a seat cannot see it."""
    copy = game.copy()
    assert copy.position is not None
    for other, player in enumerate(copy.position.seats):
        if other == seat or (not player.is_ai and rng.random() < 0.3):
            continue
        cards = player.pile if isinstance(player, AISeat) else player.hand
        first, second = rng.randrange(len(cards)), rng.randrange(len(cards))
        cards[first], cards[second] = cards[second], cards[first]
    copy.position.seed = rng.randrange(100)
    copy.knowledge = Knowledge(copy.position)
    return copy


def seen_by_all(game: DecksGame) -> list[Any]:
    """The last action's events, without whatever may be hidden in them; made otherwise than the views."""
    public = []
    for event, _ in game.seen[-1]:
        written = ev.to_dict(event)
        if isinstance(event, ev.CounterOrdered):
            del written["card"]
        if isinstance(event, ev.PileMade):
            written["cards"] = sorted(card.key for card in event.cards)
        if isinstance(event, ev.Reinforced) and event.player in game.setup.mode.ai_seats:
            del written["card"]
        public.append(written)
    return public


@pytest.mark.parametrize("name", NAMES)
def test_two_games_that_go_alike_look_alike(name: str) -> None:
    """Dealt differently, played with the same actions: while everybody sees the same happen, all views are the same."""
    rng = random.Random(name)
    alike = apart = 0
    for seed in range(24):
        setup = setups(seed)[name]
        start = drafted(setup, terms_of(setup, seed), seed)
        seat = rng.choice(eyes(start))
        copy = swapped(start, seat, rng)
        assert shown(start, seat) == shown(copy, seat)
        for game in steps(start, rng, 60):
            if len(game.actions) > len(copy.actions):
                try:
                    copy.apply(copy.active, game.actions[-1])
                except IllegalAction:
                    apart += 1
                    break
                if seen_by_all(game) != seen_by_all(copy):
                    apart += 1
                    break
                alike += 1
            assert shown(game, seat) == shown(copy, seat)
    assert alike > 20 and apart


# Drafts


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith(("draft", "season"))])
def test_what_a_draft_will_reveal_is_hidden(name: str) -> None:
    rng = random.Random(name)
    game = DecksGame(setups(1)[name], Terms())
    while game.stage == "draft":
        copy = game.copy()
        assert isinstance(copy.draft, RowDraft) and isinstance(game.draft, RowDraft)
        rng.shuffle(copy.draft.stock)
        for seat in eyes(game):
            assert shown(copy, seat) == shown(game, seat)
            seen = game.view(seat)["draft"]
            assert seen["stock"] == len(game.draft.stock)
            assert len(seen["unseen"]) >= seen["stock"]
        assert copy.draft.key() != game.draft.key() or len(game.draft.stock) < 2 or copy.draft.stock == game.draft.stock
        game.apply(game.active, rng.choice(list(game.legal_actions())))


def test_all_that_was_taken_in_a_draft_stays_visible() -> None:
    game = DecksGame(setups(1)["draft solo"])
    row = game.view(None)["draft"]["row"]
    game.apply(game.active, "A pick 2")
    for seat in (0, None):
        seen = game.view(seat)["draft"]
        assert seen["taken"] == {"A": [row[2]]}
        assert seen["left"] == [row[0], row[1], row[3]]
        assert len(seen["unseen"]) == 36 - 8
    game = DecksGame(setups(1)["draft duel"])
    row = game.view(1)["draft"]["row"]
    game.apply(game.active, "A pick 1")
    assert game.view(1)["draft"]["row"] == [row[0], None, row[2], row[3]]


def test_choices_at_the_same_time_are_hidden() -> None:
    """In the draft of a Mutation session a seat sees its own hand and cards, and how many the others have."""
    rng = random.Random(1)
    game = DecksGame(mutation_draft(1))
    changes = 0
    while not game.is_over:
        for seat in eyes(game):
            copy = game.copy()
            draft = copy.draft
            assert isinstance(draft, MutationDraft)
            others = [other for other in range(4) if other != seat]
            for cards in (*(draft.hands[other] for other in others), *(draft.drafted[other] for other in others)):
                rng.shuffle(cards)
            first, second = rng.sample(others, 2)
            if draft.hands[first] and draft.drafted[second]:
                draft.hands[first][0], draft.drafted[second][0] = draft.drafted[second][0], draft.hands[first][0]
            if draft.round == 16 and draft.chosen[first]:
                draft.chosen[first][0] = next(place for place in range(16) if place not in draft.chosen[first])
            changes += game.draft is not None and draft.key() != game.draft.key()
            assert shown(copy, seat) == shown(game, seat)
        for _ in range(rng.randrange(1, 6)):
            waiting = [] if game.draft is None else list(game.draft.to_act())
            if waiting:
                chooser = rng.choice(waiting)
                game.apply(chooser, rng.choice(list(game.legal_actions(chooser))))
    assert changes > 50


def test_a_choice_of_another_seat_is_hidden_but_that_it_was_made_is_not() -> None:
    first, second = DecksGame(mutation_draft(1)), DecksGame(mutation_draft(1))
    first.apply(1, "B pick 0")
    second.apply(1, "B pick 7")
    for seat in (0, 2, 3, None):
        assert shown(first, seat) == shown(second, seat)
    assert shown(first, 1) != shown(second, 1)
    seen = first.view(0)
    assert seen["to_act"] == ["A", "C", "D"] and seen["draft"]["drafted"]["B"] == 1
    assert len(seen["actions"]) == 16 and first.view(1)["actions"] == [] == first.view(None)["actions"]


# What is seen


def test_a_seat_sees_its_own_hand_and_the_backs_of_the_others() -> None:
    setup = SetUp(DUEL, CONSTRUCTED, 1, decks=decks(2))
    game = DecksGame(setup, terms_for(setup))
    assert game.position is not None
    hands = [["bastion", *(card.to_json() for card in player.hand)] for player in game.position.seats]
    backs = ["bastion", *[None] * 8]
    for seat, expected in ((0, [hands[0], backs]), (1, [backs, hands[1]]), (None, [backs, backs])):
        players = game.view(seat)["position"]["players"]
        assert [players["A"]["hand"], players["B"]["hand"]] == expected
        assert all(player["champion"]["state"] == "ready" for player in players.values())
    hidden = game.view(0)["position"]["hidden"]
    assert [part["in"] for part in hidden] == [["B"]]
    assert sorted(map(str, hidden[0]["cards"])) == sorted(map(str, hands[1][1:]))
    assert [part["in"] for part in game.view(None)["position"]["hidden"]] == [["A"], ["B"]]


def test_piles_are_hidden_and_what_went_to_them_is_not() -> None:
    game = drafted(setups(1)["draft coop"], Terms(), 1)
    seen = game.view(2)["position"]
    assert seen["players"]["B"]["pile"] == seen["players"]["D"]["pile"] == [None] * 24
    assert [part["in"] for part in seen["hidden"]] == [["A"], ["B", "D"]]
    assert [len(part["cards"]) for part in seen["hidden"]] == [8, 48]
    for state in steps(game, random.Random(3)):
        seen = state.view(None)["position"]
        nulls = sum(player.get("pile", []).count(None) + player.get("hand", []).count(None)
                    for player in seen["players"].values())  # fmt: skip
        assert nulls == sum(len(part["cards"]) for part in seen["hidden"])
        assert all(None not in player.get("discard", []) for player in seen["players"].values())


def test_places_that_reinforcement_passed_over() -> None:
    dear, cheap = (Card(name, True, cost, 1, 1, ()) for name, cost in (("dear", 5), ("cheap", 4)))
    others = tuple(Card(f"{cost}", True, cost, 1, 1, ()) for cost in (1, 2, 6, 7, 8, 9))
    game = DecksGame(SetUp(DUEL, CONSTRUCTED, 1, decks=((dear, cheap, *others), decks(1)[0])), Terms())
    assert game.position is not None and game.knowledge is not None
    player = game.position.seats[0]
    player.hand = [dear, cheap, *others]
    game.knowledge = Knowledge(game.position)
    assert all("passed" not in part for part in game.view(None)["position"]["hidden"])
    base: tuple[Any, ...] = ("summoning", None, None, ())
    for event in (ev.Reinforced(*base, 0, 0, cheap), ev.LeftHand(*base, 0, cheap, 2)):
        game.knowledge.see(event)
    player.hand.remove(cheap)
    for seat, expected in ((0, []), (1, [[1]]), (None, [[1], None])):
        hidden = game.view(seat)["position"]["hidden"]
        assert [part.get("passed") for part in hidden if part["in"] == ["A"] or seat is None] == expected


def test_decks_are_revealed_before_they_are_shuffled() -> None:
    game = DecksGame(setups(1)["constructed teams"])
    for seat in eyes(game):
        seen = game.view(seat)
        assert seen["stage"] == "terms" and seen["to_act"] == []
        assert {name: len(deck) for name, deck in seen["decks"].items()} == dict.fromkeys("ABCD", 8)
    solo = DecksGame(setups(1)["preconstructed solo"])
    solo.apply(0, "A pick 0")
    assert {name: len(deck) for name, deck in solo.view(0)["decks"].items()} == {"A": 8, "ai": 24}


def test_a_seat_is_told_what_it_may_do() -> None:
    setup = SetUp(DUEL, CONSTRUCTED, 1, decks=decks(2), first=1)
    game = DecksGame(setup, Terms())
    assert [game.view(seat)["actions"] for seat in (0, 1, None)] == [[], ["mana"], []]
    game.apply(game.active, "mana")
    assert game.position is not None
    assert game.view(1)["actions"] == [str(action) for action in game.position.legal_actions()]
    assert game.view(0)["to_act"] == ["B"]


def test_the_seed_is_in_no_view() -> None:
    seed = 987654321987654321987654321
    for setup in [*setups(seed).values(), mutation_draft(seed)]:
        game = DecksGame(setup, None if setup.is_mutation_draft else Terms())
        for state in steps(game, random.Random(1), 60):
            for seat in eyes(state):
                text = shown(state, seat).decode()
                assert str(seed) not in text and "seed" not in text


def test_who_may_not_look() -> None:
    for name, seats in (("draft duel", (2, -1)), ("draft solo", (1,)), ("draft coop", (1, 3, 4))):
        game = drafted(setups(1)[name], Terms(), 1)
        for seat in seats:
            with pytest.raises(SetUpError) as caught:
                game.view(seat)
            assert caught.value.code == "unknown-seat"
            with pytest.raises(SetUpError):
                game.view_of_events(seat)
    assert DecksGame(mutation_draft(1)).view(3)


# Events


def counter_order_game() -> DecksGame:
    """B is the first to play; its leftmost card has Counter-order."""

    def card(name: str, cost: int, *slugs: str) -> Card:
        return Card(name, True, cost, 1, 1, slugs)

    both = tuple(tuple(card(f"{seat}{n}", 1, "counter-order") for n in range(8)) for seat in "AB")
    return DecksGame(SetUp(DUEL, CONSTRUCTED, 1, decks=both, first=1), Terms())


def test_the_card_that_counter_order_moves_is_seen_by_its_owner() -> None:
    game = counter_order_game()
    for action in ("mana", "1 upper"):
        game.apply(game.active, action)
    [event] = [event for event in game.view_of_events(1) if event["kind"] == "counter-order"]
    assert event["card"]["name"].startswith("B")
    for seat in (0, None):
        [event] = [event for event in game.view_of_events(seat) if event["kind"] == "counter-order"]
        assert event["card"] is None
    assert game.view(0)["position"]["players"]["B"]["hand"] == ["bastion", *[None] * 7]


def test_an_event_tells_of_a_card_that_is_known() -> None:
    """Seven plays later every card but one has been seen, so the last one is known too."""
    game = counter_order_game()
    assert game.position is not None
    game.apply(game.active, "mana")
    for _ in range(6):
        game.apply(game.active, "1 upper")
    events = [event for event in game.view_of_events(0) if event["kind"] == "counter-order"]
    assert [event["card"] for event in events] == [None]
    game.position.mana = 1
    game.apply(game.active, "1 upper")
    events = [event for event in game.view_of_events(0) if event["kind"] == "counter-order"]
    assert [event["card"]["name"] for event in events] == [game.position.seats[1].hand[0].name]


def test_a_new_pile_and_what_an_ai_will_reveal_are_not_told() -> None:
    made = reinforced = 0
    for seed in range(12):
        setup = setups(seed)["draft solo"]
        for game in steps(drafted(setup, terms_of(setup, seed), seed), random.Random(seed)):
            for event in game.view_of_events(0) if game.seen else []:
                if event["kind"] == "new-pile":
                    made += 1
                    assert event["cards"] is None
                if event["kind"] == "reinforcement" and event["player"] == "B":
                    reinforced += 1
                    assert event["card"] is None
                json.dumps(event)
    assert made and reinforced


def test_the_events_of_an_earlier_action() -> None:
    game = counter_order_game()
    for action in ("mana", "1 upper", "end-turn"):
        game.apply(game.active, action)
    assert game.view_of_events(0, 0)[0]["kind"] == "mana"
    assert game.view_of_events(0, -1) == game.view_of_events(0, 2) == game.view_of_events(0)
    assert any(isinstance(action, Action) for action in game.legal_actions())
