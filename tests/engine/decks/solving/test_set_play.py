"""Set play: what follows a pass, beside a search without cleverness."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.decks.formats.interchange import read_position, write_position
from engine.decks.rules.actions import BEGIN_TURN, END_TURN
from engine.decks.rules.board import END, MANA
from engine.decks.rules.position import Position
from engine.decks.solving import Budget
from engine.decks.solving.set_play import after_pass, set_play
from engine.kernel.errors import EngineError
from tests.engine.decks.solving.oracle import Game, Oracle, TooMuch
from tests.engine.decks.solving.positions import Maker
from tests.engine.decks.solving.reading import puzzle


def passed(position: Position) -> Game:
    """The game after a pass, in which the goal may be reached in the turns that are left, at least one."""
    data = write_position(position)
    if data["objective"]["goal"] != "survive":
        data["objective"] = {**data["objective"], "turns": max(2, data["objective"]["turns"])}
    game = Game(read_position(data))
    if game.position.phase == MANA:
        game = game.after(BEGIN_TURN)
    if game.position.is_over:
        raise TooMuch
    game.position.phase = END
    return game.after(END_TURN)


def replies(oracle: Oracle, game: Game, met: list[Any]) -> Iterator[Game]:
    """The game after every turn of the enemy."""
    if game.reached() or game.position.is_over or game.too_late() or not game.is_enemy(game.position.active):
        yield game
        return
    seat = game.position.active
    for action in game.position.legal_actions():
        after = oracle._step(game, action)
        if after.position.active != seat or after.reached() or after.position.is_over:
            yield after
        elif after.key() not in met:
            yield from replies(oracle, after, [*met, after.key()])


def outcomes_of(position: Position, nodes: int) -> dict[Any, bool]:
    """For every position after the enemy's turn whether the goal is still forced."""
    oracle = Oracle.__new__(Oracle)
    oracle.left = nodes
    game = passed(position)
    return {
        (after.position.key(), after.reached()): oracle._forced(after, [after.key()])
        for after in replies(oracle, game, [game.key()])
    }


@pytest.mark.parametrize(("part", "mode"), [(0, "duel"), (1, "duel"), (2, "solo"), (3, "teams")])
def test_beside_a_search_without_cleverness(part: int, mode: str) -> None:
    compared, answered, refuted = 0, 0, 0
    for number in range(60):
        maker = Maker(f"set play {part} {number}", mode, cards=2, creatures=1, mana=3)
        position = maker.puzzle(phase="mana" if number % 5 == 0 else "summoning")
        try:
            expected = outcomes_of(position, 1500)
        except (TooMuch, RecursionError):
            continue
        found = set_play(position, Budget())
        assert found.complete
        outcomes: dict[Any, bool] = {}
        for group in found.groups:
            for reply in group.replies:
                end = after_pass(position)
                for action in reply:
                    end.apply(action)
                outcomes[end.key()] = group.answer is not None
                if group.answer and reply is group.replies[0]:
                    for action in group.answer:
                        end.apply(action)
        ends = {key: forced for (key, reached), forced in expected.items() if not reached}
        assert {key: outcomes[key] for key in ends} == ends
        assert len(outcomes) <= len(expected)
        compared += 1
        answered += any(outcomes.values())
        refuted += not all(outcomes.values())
    assert compared > 15
    assert answered > 3
    assert refuted > 3


def test_replies_with_one_answer_are_one_group() -> None:
    """The Imp wins the next turn unless B plays the Guard in front of it."""
    position = puzzle("A summoning m0 | A t2 [B x] upper Imp(c1 2/1) | B t2 [F x Guard(c1 0/3)]", "A win in 1")
    found = set_play(position, Budget())
    assert after_pass(position).seats[1].turn == 3
    answers = [
        (group.answer is not None, [" ".join(map(str, reply)) for reply in group.replies]) for group in found.groups
    ]
    assert answers == [
        (True, ["assault end-turn", "2 lower assault end-turn"]),
        (False, ["2 upper assault end-turn"]),
    ]
    written = found.to_json(1)
    assert (written["player"], written["replies"], written["answered"], written["complete"]) == ("B", 3, 2, True)
    assert [(len(group["replies"]), group["count"]) for group in written["groups"]] == [(1, 2), (1, 1)]
    assert written["groups"][1]["answer"] is None
    assert not set_play(position, Budget(nodes=2)).complete


@pytest.mark.parametrize("objective", ["A predict in 1", "A win in 1"])
def test_there_has_to_be_a_turn_to_pass(objective: str) -> None:
    phase = "summoning" if "predict" in objective else "end"
    position = puzzle(f"A {phase} m0 | A t2 [B x] | B t2 [F x]", objective)
    with pytest.raises(EngineError, match="there is no turn to pass"):
        set_play(position, Budget())
