"""Solutions played out to the goal, against the toughest defence, and how many cards that takes the solver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.decks.formats.interchange import read_action
from engine.decks.rules.actions import PLAY_LINE
from grimoire.lines import StartingPosition, read_start, replay_line
from grimoire.solving.judging import played_out

DEEP: Final = range(4, 9)  # own plays of a whole line that takes an evening
MIN_CARDS: Final = 3  # different ones among them: the same card again and again is no plan


def own_plays(position: Mapping[str, Any], answer: Mapping[str, Any]) -> list[str]:
    """The cards that the solver plays until the goal is reached, by name, against the toughest defence."""
    start, line = whole_line(position, answer)
    whole = replay_line(start.position, line)
    return [
        state.position.card_at(action.place).name
        for state, action in zip(whole.states, whole.actions, strict=False)
        if action.kind >= PLAY_LINE and whole.walker.objective.helps(state.position.active)
    ]


def whole_line(position: Mapping[str, Any], answer: Mapping[str, Any]) -> tuple[StartingPosition, tuple[str, ...]]:
    """Where a page begins, and its solution played out to the goal against the toughest defence, in text form."""
    start = read_start(dict(position))
    walked, line = start.position.copy(), list[str]()
    for written in answer["solutions"][0]:
        if walked.is_over:
            break
        action = read_action(walked, written)
        walked.push(action)
        line.append(str(action))
    return start, played_out(start, line[len(start.opening) :])


def takes_an_evening(plays: Sequence[str]) -> bool:
    """Whether a solver who plays these cards has to have a plan."""
    return len(plays) in DEEP and len(set(plays)) >= MIN_CARDS
