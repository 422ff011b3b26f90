"""The games that have puzzles, as the contract has them."""

from __future__ import annotations

from contract.puzzles import PuzzleGame
from contract.registry import GAMES
from grimoire.models import Book, Puzzle


def puzzle_games() -> dict[str, PuzzleGame]:
    return {name: game.puzzles for name, game in GAMES.items() if game.puzzles is not None}


def game_of(thing: Puzzle | Book) -> PuzzleGame:
    return puzzle_games()[thing.game]
