"""The models of the Grimoire: puzzles and their proofs, books, attempts at solving, and what readers make of them."""

from __future__ import annotations

from grimoire.models.attempts import Attempt, Solver
from grimoire.models.books import Book, BookPage
from grimoire.models.challenges import ChallengeFind
from grimoire.models.championships import (
    Championship,
    ChampionshipAnswer,
    ChampionshipPuzzle,
    ChampionshipRun,
)
from grimoire.models.community import Comment, CommentsRead, DailyPage, Favourite, Opinion, Vote
from grimoire.models.compositions import Composition
from grimoire.models.contests import Contest, ContestEntry, ContestFollow, ContestNews
from grimoire.models.departed import Departed
from grimoire.models.following import NewsMessage, NewsSettings
from grimoire.models.proofs import Proof
from grimoire.models.puzzles import Puzzle, PuzzleAbility, PuzzleSolution
from grimoire.models.training import PuzzleRace, TrainingRun

__all__ = [
    "Attempt",
    "Book",
    "BookPage",
    "ChallengeFind",
    "Championship",
    "ChampionshipAnswer",
    "ChampionshipPuzzle",
    "ChampionshipRun",
    "Comment",
    "CommentsRead",
    "Composition",
    "Contest",
    "ContestEntry",
    "ContestFollow",
    "ContestNews",
    "DailyPage",
    "Departed",
    "Favourite",
    "NewsMessage",
    "NewsSettings",
    "Opinion",
    "Proof",
    "Puzzle",
    "PuzzleAbility",
    "PuzzleRace",
    "PuzzleSolution",
    "Solver",
    "TrainingRun",
    "Vote",
]
