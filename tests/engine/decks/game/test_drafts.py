"""Drafts: who takes when, to the letter, and what everyone has in the end."""

from __future__ import annotations

import random

import pytest

from engine.decks.game.decks import in_order
from engine.decks.game.drafts import KEEP, Draft, DraftPick, RowDraft, new_draft, parse_pick
from engine.decks.game.mutation_draft import MutationDraft
from engine.decks.game.setup import DRAFT, PRECONSTRUCTED, SetUp
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import CO_OP, DUEL, FREE_FOR_ALL, MODES, SOLO, TEAMS
from engine.kernel.errors import IllegalAction
from tests.engine.decks.game.helpers import decks, mutation_draft, pool

FOUR = "ABCDDCBA BCDAADCB CDABBADC DABCCBAD"
# The seat and the number of cards that it chooses among, choice by choice (rulebook: Draft, Solo, Multiplayer, Co-op).
ORDERS = {
    "duel": ("ABBA BAAB ABBA BAAB", "4321 4321 4321 4321"),
    "solo": ("A A A A A A A A", "4 4 4 4 4 4 4 4"),
    "coop": ("AC CA AC CA AC CA AC CA", "87 87 87 87 87 87 87 87"),
    "ffa": (FOUR, "87654321 87654321 87654321 87654321"),
    "teams": (FOUR, "87654321 87654321 87654321 87654321"),
}


def drafting(mode: str, seed: int = 1, size: int = 64) -> RowDraft:
    draft = new_draft(SetUp(MODES[mode], DRAFT, seed, pool=pool(size)))
    assert isinstance(draft, RowDraft)
    return draft


def every_draft(seed: int = 1) -> list[Draft]:
    made: list[Draft] = [drafting(mode, seed) for mode in ORDERS]
    for mode in (DUEL, SOLO, CO_OP, FREE_FOR_ALL):
        choice = new_draft(SetUp(mode, PRECONSTRUCTED, seed, decks=decks(8 if mode is CO_OP else 4)))
        assert choice is not None
        made.append(choice)
    return [*made, MutationDraft(mutation_draft(seed))]


def played(draft: Draft, seed: int) -> Draft:
    rng = random.Random(seed)
    while not draft.is_over:
        draft.apply(rng.choice(draft.legal_actions()))
    return draft


def keys(cards: list[Card] | tuple[Card, ...]) -> list[str]:
    return sorted(card.key for card in cards)


@pytest.mark.parametrize("mode", ORDERS)
def test_the_order(mode: str) -> None:
    draft, rng = drafting(mode), random.Random(1)
    seats, counts = "", ""
    while not draft.is_over:
        seats += " " * (draft.take == 0) + "ABCD"[draft.active]
        counts += " " * (draft.take == 0) + str(len(draft.legal_actions()))
        draft.apply(rng.choice(draft.legal_actions()))
    assert (seats.strip(), counts.strip()) == ORDERS[mode]
    assert draft.active == -1 and draft.to_act() == () and draft.legal_actions() == []


@pytest.mark.parametrize("mode", ORDERS)
def test_every_player_gets_8_and_each_ai_24(mode: str) -> None:
    size = {"duel": 36, "solo": 32, "coop": 64, "ffa": 32, "teams": 32}[mode]
    draft = played(drafting(mode, 3, size), 3)
    drafted = draft.decks()
    assert [len(deck) for deck in drafted.players] == [8] * (MODES[mode].seats - len(MODES[mode].ai_seats))
    assert len(drafted.ai) == 24 * len(MODES[mode].ai_seats)
    everything = [card for deck in drafted.players for card in deck] + list(drafted.ai)
    assert len(set(keys(everything))) == len(everything) == {"duel": 16}.get(mode, size)


def test_the_ai_gets_what_lies_there_after_the_last_choice_of_a_round() -> None:
    draft = drafting("coop")
    row = [parcel[0] for parcel in draft.row if parcel]
    draft.apply(parse_pick("A pick 2"))
    assert draft.left == []
    draft.apply(parse_pick("C pick 7"))
    assert [parcel[0] for parcel in draft.left] == [row[at] for at in (0, 1, 3, 4, 5, 6)]
    assert draft.taken[0] == [(row[2],)] and draft.taken[2] == [(row[7],)]
    assert len(draft.row) == 8 and draft.active == 2


def test_places_of_a_row_stay_the_same_throughout_a_round() -> None:
    draft = drafting("duel")
    draft.apply(DraftPick(0, 1))
    assert [pick.at for pick in draft.legal_actions()] == [0, 2, 3]
    draft.apply(DraftPick(1, 3))
    assert [str(pick) for pick in draft.legal_actions()] == ["B pick 0", "B pick 2"]


def test_a_pool_with_more_cards_than_needed_is_drawn_from_by_chance() -> None:
    drawn = [{parcel[0] for parcel in [*draft.stock, *filter(None, draft.row)]} for draft in
             (drafting("solo", seed) for seed in range(4))]  # fmt: skip
    assert all(len(cards) == 32 for cards in drawn)
    assert len({frozenset(cards) for cards in drawn}) == 4


def test_the_order_of_the_pool_does_not_matter() -> None:
    setup = SetUp(DUEL, DRAFT, 9, pool=pool(36))
    other = SetUp(DUEL, DRAFT, 9, pool=pool(36)[::-1])
    first, second = new_draft(setup), new_draft(other)
    assert first is not None and second is not None and first.key() == second.key()


def test_chance_decides_what_comes() -> None:
    assert len({drafting("duel", seed).key() for seed in range(50)}) == 50
    assert drafting("duel", 7).key() == drafting("duel", 7).key()


# The choice among preconstructed decks


@pytest.mark.parametrize(("mode", "order"), [(DUEL, "AB"), (SOLO, "A"), (CO_OP, "AC"), (FREE_FOR_ALL, "ABCD"),
                                             (TEAMS, "ABCD")])  # fmt: skip
def test_choosing_a_deck(mode: object, order: str) -> None:
    offered = decks(8 if mode is CO_OP else 4)
    choice = new_draft(SetUp(mode, PRECONSTRUCTED, 1, decks=offered))  # type: ignore[arg-type]
    assert choice is not None
    for seat in order:
        assert "ABCD"[choice.active] == seat
        choice.apply(choice.legal_actions()[-1])
    chosen = choice.decks()
    assert chosen.players == offered[::-1][: len(order)]
    rest = [card for deck in offered[: len(offered) - len(order)] for card in deck]
    assert keys(chosen.ai) == (keys(rest) if mode in (SOLO, CO_OP) else [])


def test_a_deck_is_chosen_once() -> None:
    choice = new_draft(SetUp(DUEL, PRECONSTRUCTED, 1, decks=decks(4)))
    assert choice is not None
    choice.apply(DraftPick(0, 2))
    assert [pick.at for pick in choice.legal_actions()] == [0, 1, 3]
    with pytest.raises(IllegalAction, match="nothing that could be chosen"):
        choice.apply(DraftPick(1, 2))


# Mutation


def test_hands_of_16_go_to_the_left() -> None:
    draft = MutationDraft(mutation_draft(4))
    hands = [cards[:] for cards in draft.hands]
    assert [len(cards) for cards in hands] == [16] * 4
    assert keys([card for cards in hands for card in cards]) == keys(pool(64))
    assert draft.to_act() == (0, 1, 2, 3)
    for seat in (2, 0, 3):
        draft.apply(DraftPick(seat, 5))
    assert draft.to_act() == (1,) and draft.active == 1
    assert draft.hands[0] == hands[0][:5] + hands[0][6:], "nothing goes on before everyone has chosen"
    draft.apply(DraftPick(1, 5))
    assert draft.hands[1] == hands[0][:5] + hands[0][6:], "A's hand goes to B"
    assert draft.hands[0] == hands[3][:5] + hands[3][6:], "D's hand goes to A"
    assert [cards[0] for cards in draft.drafted] == [cards[5] for cards in hands]
    assert draft.to_act() == (0, 1, 2, 3)


def test_16_rounds_then_8_of_16_and_a_laboratory() -> None:
    draft, rng = MutationDraft(mutation_draft(4)), random.Random(4)
    for left in range(16, 0, -1):
        for seat in range(4):
            assert len(draft.legal_actions(seat)) == left
            draft.apply(rng.choice(draft.legal_actions(seat)))
            assert draft.legal_actions(seat) == [] or draft.to_act() == (0, 1, 2, 3)
    assert draft.hands == [[], [], [], []] and draft.verb == KEEP
    assert all(cards == in_order(cards) and len(cards) == 16 for cards in draft.drafted)
    for seat in (3, 1, 0, 2):
        for left in range(16, 8, -1):
            actions = draft.legal_actions(seat)
            assert len(actions) == left and str(actions[0]).startswith(f"{'ABCD'[seat]} keep ")
            draft.apply(rng.choice(actions))
        assert draft.legal_actions(seat) == []
    assert draft.is_over
    for seat, deck in enumerate(draft.decks().players):
        assert len(deck) == len(draft.laboratory(seat)) == 8
        assert keys([*deck, *draft.laboratory(seat)]) == keys(draft.drafted[seat])


def test_the_order_in_which_players_choose_at_the_same_time_does_not_matter() -> None:
    first, second = MutationDraft(mutation_draft(4)), MutationDraft(mutation_draft(4))
    for seat in (0, 1, 2, 3):
        first.apply(DraftPick(seat, seat))
        second.apply(DraftPick(3 - seat, 3 - seat))
    assert first.key() == second.key()


# What holds for all of them


@pytest.mark.parametrize("number", range(10))
def test_like_a_game(number: int) -> None:
    """Lists without doubles, copies on their own, keys that tell states apart, and the same end from the same start."""
    draft, rng = every_draft(number)[number], random.Random(number)
    seen = set()
    done = []
    while not draft.is_over:
        assert draft.key() not in seen
        seen.add(draft.key())
        actions = draft.legal_actions()
        assert len(set(actions)) == len(actions) > 0 and {action.seat for action in actions} == {draft.active}
        before, copy = draft.key(), draft.copy()
        action = rng.choice(actions)
        copy.apply(action)
        assert draft.key() == before != copy.key()
        assert parse_pick(str(action)) == action and eval(repr(action)) == action
        draft.apply(action)
        done.append(action)
        assert draft.key() == copy.key() and hash(draft.key()) == hash(copy.key())
    again = every_draft(number)[number]
    for action in done:
        again.apply(action)
    assert again.key() == draft.key() and again.decks() == draft.decks()


@pytest.mark.parametrize("mode", ["duel", "ffa"])
def test_the_order_of_ones_own_choices_does_not_matter(mode: str) -> None:
    first, second = drafting(mode), drafting(mode)
    before = {"duel": [DraftPick(0, 0)], "ffa": [DraftPick(0, 0), DraftPick(1, 1), DraftPick(2, 2)]}[mode]
    seat = {"duel": 1, "ffa": 3}[mode]
    for action in (*before, DraftPick(seat, 3), DraftPick(seat, 2 if mode == "duel" else 4)):
        first.apply(action)
    for action in (*before, DraftPick(seat, 2 if mode == "duel" else 4), DraftPick(seat, 3)):
        second.apply(action)
    assert first.key() == second.key()


def test_what_may_not_be_done() -> None:
    for draft in every_draft():
        before = draft.key()
        waiting = draft.active
        wrong = [(DraftPick(waiting, 99), "no-such-card"), (DraftPick(waiting, -1), "no-such-card"),
                 (DraftPick(waiting, 0, KEEP), "no-such-card")]  # fmt: skip
        if draft.to_act() == (waiting,):
            wrong.append((DraftPick(waiting + 1, 0), "not-your-turn"))
        for action, code in wrong:
            with pytest.raises(IllegalAction) as caught:
                draft.apply(action)
            assert caught.value.code == code and draft.key() == before
        played(draft, 1)
        with pytest.raises(IllegalAction) as caught:
            draft.apply(DraftPick(0, 0))
        assert caught.value.code == "draft-over"


@pytest.mark.parametrize("text", ["", "A", "A pick", "E pick 1", "A take 1", "A pick -1", "A pick 1000", "A pick ٣",
                                  "AB pick 1", "A pick 1 2", "a pick 1"])  # fmt: skip
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(ValueError, match="not an action of a draft"):
        parse_pick(text)
