"""Properties of every game, checked on random walks from random positions of every kind."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings

from engine.decks.cli.main import resolve
from engine.decks.formats.compact import pack, unpack
from engine.decks.formats.interchange import read_action, read_position, write_action, write_position
from engine.decks.formats.notation import parse, write
from engine.decks.rules.abilities import flags_of
from engine.decks.rules.actions import (
    ASSAULT,
    BEGIN_TURN,
    CHAMPION,
    END_TURN,
    PLAY_LINE,
    PLAY_ONTO,
    PLAY_TARGET,
    Action,
    parse_action,
)
from engine.decks.rules.board import END, MANA, SUMMONING, AISeat
from engine.decks.rules.cards import NO_CHAMPION, SYMBIOTE_IS_CHAMPION
from engine.decks.rules.legality import fault
from engine.decks.rules.position import Position
from engine.decks.rules.scene_position import position_of
from engine.decks.rules.trace import events as ev
from engine.decks.rules.trace.recorder import Trace
from engine.decks.rules.trace.scenes import Scene
from engine.kernel.errors import BadPosition, IllegalAction
from tests.engine.decks.changes import changes
from tests.engine.decks.profiles import LONG, QUICK
from tests.engine.decks.strategies import CATALOGUE, Walk, positions, walks

pytestmark = pytest.mark.slow("plays games and checks every position")

CODES = {
    *("game-over", "wrong-phase", "not-available", "champion-not-ready", "bad-line", "bad-host"),
    *("needs-target", "bad-target", "not-enough-mana"),
}


def played(before: Position, action: Action) -> tuple[Position, list[Any]]:
    """The position that an action leads to, with its events."""
    position, trace = before.copy(), Trace()
    position.push(action, trace)
    return position, trace.events


# What is where


def all_cards(position: Position) -> Counter[str]:
    """Every card of a position, the marks of Sharpening aside."""
    cards = []
    for seat in position.seats:
        cards += seat.hand
        if isinstance(seat, AISeat):
            cards += seat.pile + seat.discard
        if seat.champion is not None:
            cards.append(seat.champion)
    for row in position.rows:
        for creature in row:
            body = creature.body
            if body.champion in (NO_CHAMPION, SYMBIOTE_IS_CHAMPION):
                cards.append(body.card)
            if body.symbiote is not None and body.champion != SYMBIOTE_IS_CHAMPION:
                cards.append(body.symbiote)
            if creature.enchained is not None:
                cards.append(creature.enchained)
    return Counter(card.unmarked().key for card in cards)


def cards_are_conserved(walk: Walk) -> None:
    for before, action in walk.steps():
        after, events = played(before, action)
        missing = all_cards(before) - all_cards(after)
        assert not all_cards(after) - all_cards(before)
        missing -= Counter(event.card.unmarked().key for event in events if isinstance(event, ev.Exhausted))
        if missing:
            # 1.8: what had left a hand or a pile when the game ended is nowhere.
            held = [card for seat in before.seats for card in seat.hand if card.unmarked().key in missing]
            revealed = [event for event in events if isinstance(event, ev.LeftPile)]
            assert after.is_over and missing.total() <= (2 if revealed else 1)
            assert revealed or not held[0].is_creature


def strongholds_stand(walk: Walk) -> None:
    for before, action in walk.steps():
        after, _ = played(before, action)
        seats = write_position(after)["players"].values()
        assert after.is_over or all(seat["pile"] for seat in seats if "ai" in seat)
        hands = [seat["hand"] for seat in seats if "ai" not in seat]
        assert all(hand.count("bastion") + hand.count("fort") == 1 for hand in hands)
        assert after.is_over or all(hand[-1] not in ("bastion", "fort") for hand in hands)


def creatures_are_sound(walk: Walk) -> None:
    """Damage stays below the HP, abilities are those of the body and of the neighbours' Auras, rows are kept."""
    for before, action in walk.steps():
        after, _ = played(before, action)
        for index, row in enumerate(after.rows):
            for place, creature in enumerate(row):
                seat = after.seats[index >> 1]
                abilities = creature.body.abilities
                abilities |= flags_of(seat.abilities)[0] if isinstance(seat, AISeat) else 0
                for at in (place - 1, place + 1):
                    abilities |= row[at].body.auras if 0 <= at < len(row) else 0
                assert creature.abilities == abilities
                assert creature.row == index
                assert after.is_over or creature.damage < creature.body.hp


def endings_have_a_result(walk: Walk) -> None:
    for before, action in walk.steps():
        after, events = played(before, action)
        assert after.is_over == (after.result is not None) == any(isinstance(event, ev.Over) for event in events)
        if after.is_over:
            assert after.legal_actions() == []
            assert after.result is not None and after.result.winners == tuple(sorted(set(after.result.winners)))
            assert isinstance(events[-1], ev.Over)
            fallen = after.seats[events[-1].player]
            assert fallen.hp == 0
            assert after.mode.team_of[events[-1].player] not in [after.mode.team_of[w] for w in after.result.winners]


# Copies, keys, forms


def copies_are_independent(walk: Walk) -> None:
    start = walk.position()
    key, written = start.key(), write_position(start)
    copied = start.copy()
    assert copied.key() == key and hash(copied.key()) == hash(key)
    for before, action in walk.steps():
        copy = before.copy()
        kept = before.key()
        copy.apply(action)
        assert before.key() == kept
        assert copy.copy().key() == copy.key() and write_position(copy.copy()) == write_position(copy)
    for row in copied.rows:
        for creature in row:
            creature.damage, creature.marks, creature.sprint, creature.enchained = 99, 15, 99, None
        row.clear()
    for seat in copied.seats:
        seat.hand.clear()
        seat.turn += 1
        if isinstance(seat, AISeat):
            seat.pile.clear()
            seat.discard.clear()
    assert (start.key(), write_position(start)) == (key, written)


def round_trips(walk: Walk) -> None:
    for before, action in walk.steps():
        after, _ = played(before, action)
        written = write_position(after)
        for again in (
            read_position(json.loads(json.dumps(written)), CATALOGUE),
            parse(write(after), CATALOGUE),
            unpack(pack(after), CATALOGUE),
        ):
            assert again.key() == after.key() and write_position(again) == written
            assert again.legal_actions() == after.legal_actions()
        assert write(parse(write(after), CATALOGUE)) == write(after)


def shuffled(data: Any) -> Any:
    """The same position with keys and abilities the other way round, and defaults written out."""
    if isinstance(data, dict):
        return {key: shuffled(data[key]) for key in reversed(data)}
    if isinstance(data, list):
        slugs = all(isinstance(part, str) and part not in ("bastion", "fort") for part in data)
        return [shuffled(part) for part in (reversed(data) if slugs and "/" not in "".join(data) else data)]
    return data


def equal_positions_have_equal_keys(walk: Walk) -> None:
    position = walk.position()
    assert read_position(shuffled(walk.start), CATALOGUE).key() == position.key()
    assert read_position({**walk.start, "objective": None}, CATALOGUE).key() == position.key()


def keys_differ(start: dict[str, Any]) -> None:
    """Whatever is changed in a position, its key changes too (and no two of the changes are taken for one another)."""
    key = read_position(start, CATALOGUE).key()
    seen = 0
    for where, changed in changes(start):
        try:
            other = read_position(changed, CATALOGUE)
        except BadPosition:
            continue
        seen += 1
        assert other.key() != key, where
    assert seen > 10


# Actions


def order_of(action: Action) -> tuple[int, ...]:
    """Where the contract puts an action in the list."""
    if action in (BEGIN_TURN, END_TURN, ASSAULT):
        return (200,)
    place = 100 if action.place == CHAMPION else action.place
    return (place, action.kind != PLAY_LINE, action.seat, action.line, action.at)


def conceivable(position: Position) -> Iterator[Action]:
    """Every action that could be thought of, and many that could not."""
    hand = position.seats[position.active].hand
    longest = max(len(row) for row in position.rows)
    yield from (BEGIN_TURN, ASSAULT, END_TURN)
    for place in range(-2, len(hand) + 3):
        for line in range(-1, 3):
            yield Action(PLAY_LINE, place, line)
            for at in range(-1, longest + 1):
                yield Action(PLAY_ONTO, place, line, -1, at)
                for seat in range(-1, position.mode.seats + 1):
                    yield Action(PLAY_TARGET, place, line, seat, at)


def legal_actions_are_all_there_are(walk: Walk) -> None:
    for before, _ in walk.steps():
        key, legal = before.key(), before.legal_actions()
        assert len(set(legal)) == len(legal)
        assert legal == sorted(legal, key=order_of)
        assert dict.fromkeys(legal).keys() <= set(conceivable(before))
        for action in conceivable(before):
            code = fault(before, action)
            if action in legal or (action == END_TURN and before.phase == SUMMONING):
                assert code is None
            else:
                assert code in CODES
                with pytest.raises(IllegalAction) as refused:
                    before.apply(action)
                assert refused.value.code == code
        assert before.key() == key
        assert before.phase != END or legal == [END_TURN]
        assert before.phase != MANA or legal == [BEGIN_TURN]


def actions_have_two_forms(walk: Walk) -> None:
    for before, _ in walk.steps():
        for action in before.legal_actions():
            assert parse_action(str(action)) == action
            assert eval(repr(action), {"parse_action": parse_action}) == action
            assert read_action(before, json.loads(json.dumps(write_action(action)))) == action
            assert len({action, parse_action(str(action))}) == 1


def every_legal_action_applies(walk: Walk) -> None:
    for before, _ in walk.steps():
        for action in before.legal_actions():
            after = before.copy()
            after.apply(action)
            assert after.phase >= before.phase or action == END_TURN
            assert after.is_over or all(seat.hp for seat in after.seats)


# Traces


def traces_change_nothing(walk: Walk) -> None:
    for before, action in walk.steps():
        with_trace, _ = played(before, action)
        without = before.copy()
        without.apply(action)
        assert with_trace.key() == without.key()
        assert write_position(with_trace) == write_position(without)


def traces_redraw_the_board(walk: Walk) -> None:
    scene = Scene(walk.position())
    for before, action in walk.steps():
        after, events = played(before, action)
        for event in events:
            scene.apply(event)
        assert write_position(position_of(scene)) == write_position(after)
        assert position_of(scene).key() == after.key()
        assert after.is_over or not scene.limbo


def traces_are_well_formed(walk: Walk) -> None:
    for before, action in walk.steps():
        _, events = played(before, action)
        assert events
        for event in events:
            written = ev.to_dict(event)
            assert json.loads(json.dumps(written)) == written
            assert written["phase"] in ("mana", "summoning", "assault", "end")
            assert written["step"] is None or 1 <= written["step"] <= 20
            assert all(isinstance(ruling, str) for ruling in written["rulings"])


def resolving_is_repeatable(walk: Walk) -> None:
    actions = [write_action(action) for _, action in walk.steps()]
    request = json.dumps({"position": walk.start, "actions": actions})
    first, second = (json.dumps(resolve(json.loads(request), CATALOGUE)) for _ in range(2))
    assert first == second and "error" not in json.loads(first)


CHECKS = [
    cards_are_conserved,
    strongholds_stand,
    creatures_are_sound,
    endings_have_a_result,
    copies_are_independent,
    round_trips,
    equal_positions_have_equal_keys,
    legal_actions_are_all_there_are,
    actions_have_two_forms,
    every_legal_action_applies,
    traces_change_nothing,
    traces_redraw_the_board,
    traces_are_well_formed,
    resolving_is_repeatable,
]


def everything_holds(walk: Walk) -> None:
    """All the checks on one walk, since making up walks costs more than checking them."""
    for check in CHECKS:
        check(walk)


@settings(QUICK, max_examples=100)
@given(walks())
def test_everything_holds(walk: Walk) -> None:
    everything_holds(walk)


@pytest.mark.long
@settings(LONG)
@given(walks())
def test_everything_holds_on_many(walk: Walk) -> None:
    everything_holds(walk)


@settings(QUICK, max_examples=15)
@given(positions())
def test_different_positions_have_different_keys(start: dict[str, Any]) -> None:
    keys_differ(start)


@pytest.mark.long
@settings(LONG, max_examples=300)
@given(positions())
def test_different_positions_have_different_keys_on_many(start: dict[str, Any]) -> None:
    keys_differ(start)
