"""Composing pages "win this turn": natural positions out of self-play, edited until one solution is left, and proved.

An attempt is settled by its seed and number. Bots play a game; the beginnings of its turns in which the game can be
won are looked for (``scouting``); small edits take away what gives other solutions (``editing``); ``measures`` says
what the page is worth and how hard it is. ``attempt`` is the way in.
"""

from __future__ import annotations

from engine.schools.composing.composer import RECIPES, ComposedTurn, TurnRecipe, attempt
from engine.schools.composing.measures import TurnMeasures, measure

__all__ = ["RECIPES", "ComposedTurn", "TurnMeasures", "TurnRecipe", "attempt", "measure"]
