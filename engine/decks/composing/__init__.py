"""Composing puzzles: natural positions, an objective that just one solution reaches, and the proof.

An attempt is settled by its seed and number, so that a search can be gone on with, on any number of processes. Bots
play a game with the wanted abilities in their decks (``sampling``); all that a turn of it can bring is looked through
(``scouting``), and what only few lines bring becomes the objective (``proposals``); small edits make of it the puzzle
that was wished for (``composer``, ``editing``, ``assessment``), and what plays no part is taken away (``tidying``).
``mending`` finds the small changes that leave a puzzle of somebody's own with one solution.
"""

from __future__ import annotations

from engine.decks.composing.composer import attempt
from engine.decks.composing.wishes import GOALS, Wishes

__all__ = ["GOALS", "Wishes", "attempt"]
