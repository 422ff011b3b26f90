"""The solver: whether a puzzle's objective can be reached, and by which lines.

``solve`` is the way in; position.md (Objectives, Command line) says what it answers. One turn is searched as a graph of
positions (``graph``), on which winning lines are counted (``lines``) and the minimal ones picked (``minimal``); what
comes after the first turn is an AND/OR search over whole turns (``replies``). The rules are only asked, never copied.
"""

from __future__ import annotations

from engine import compiled

compiled.use_below(__path__, "decks/solving")  # before any of its modules is imported

from engine.decks.solving.objective import Objective  # noqa: E402
from engine.decks.solving.result import Answer  # noqa: E402
from engine.decks.solving.solver import solve  # noqa: E402
from engine.kernel.budget import Budget  # noqa: E402

__all__ = ["Answer", "Budget", "Objective", "solve"]
