"""The requirements of a composed puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.decks.rules.abilities import SEASON_2

GOALS: Final = ("win", "bastion", "damage", "destroy", "survive", "predict")
HARDEST: Final = 5
MOST_PLAYS: Final = 99
MOST_CREATURES: Final = 99
MOST_CARDS: Final = 999
DECK: Final = 8  # cards of each player in the games from which positions are taken


@dataclass(frozen=True, slots=True)
class Wishes:
    """The requirements of a puzzle.

    One of ``goals``; ``abilities`` without each of which it would be another puzzle; at least so many ``plays`` in the
    solution (of a prediction none are asked); a difficulty from ``level`` to ``most_level`` (1 to 5); so many
    ``turns``; a ``mode`` and an ``edition`` by their names. ``deck`` is how many cards each player of the game has at
    most: few of them make easy positions. ``nodes`` is what one proof may cost, ``edits`` how many changes a draft is
    worth. ``tidy``: whether what plays no part is taken away. At most ``most_plays`` in the solution, ``luck`` as the
    chance that random play reaches the goal, and so many ``creatures`` in play where something is to be foretold;
    at least so many kinds of ``merits`` (see ``composing.merits``). ``cards`` are references of cards that must each
    play a part, ``most_cards`` how many there are at most in hands, piles and play.
    """

    goals: tuple[str, ...] = GOALS
    abilities: tuple[str, ...] = ()
    plays: int = 2
    level: int = 1
    most_level: int = HARDEST
    turns: int = 1
    nodes: int = 20_000
    mode: str = "duel"
    edition: str = SEASON_2
    deck: int = DECK
    edits: int = 12
    tidy: bool = True
    most_plays: int = MOST_PLAYS
    luck: float = 1.0
    creatures: int = MOST_CREATURES
    merits: int = 0
    cards: tuple[str, ...] = ()
    most_cards: int = MOST_CARDS
