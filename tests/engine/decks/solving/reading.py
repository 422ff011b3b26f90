"""Short ways to write puzzles and to look at answers."""

from __future__ import annotations

import re

from engine.decks.formats.notation import parse
from engine.decks.rules.actions import parse_action
from engine.decks.rules.position import Position
from engine.decks.solving import Answer, solve

_BARE = re.compile(r"(?<=[\[ ])([a-z])(?=[ \]])")


def puzzle(text: str, objective: str) -> Position:
    """A position of a Duel in the notation, its head left out as far as ``cod1 duel``, and an objective.

    A bare letter in a hand is a Creature that nobody can afford; every seat is in its second turn.
    """
    text = " ".join(text.split())
    if not text.startswith("cod1"):
        text = f"cod1 duel {text}"
    text = re.sub(r"\[[^]]*\]", lambda hand: _BARE.sub(r"\1(c9 1/1)", hand.group()), text)
    text = re.sub(r"\| ([A-D])(?! t\d)", r"| \1 t2", text)
    return parse(f"{text} | objective {objective}")


def lines(answer: Answer) -> list[str]:
    """The solutions in words."""
    return [", ".join(str(action) for action in line) for line in answer.solutions]


def solved(text: str, objective: str) -> list[str]:
    """The solutions of a puzzle in words; the search has to be exhaustive, and every solution is tried out."""
    position = puzzle(text, objective)
    before = position.key()
    answer = solve(position)
    assert answer.complete
    assert position.key() == before
    for line in answer.solutions:
        reached = position.copy()
        for action in line:
            reached.apply(parse_action(str(action)))
    return lines(answer)
