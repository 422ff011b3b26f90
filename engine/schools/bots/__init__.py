"""The bots: players for both seats, of three levels.

``SCHOOLS_LEVELS`` names them from weak to strong. A bot is given a ``SchoolsBotView``, which is all that its seat may
know; what is hidden it can only sample.
"""

from __future__ import annotations

from engine.schools.bots.bot_view import SchoolsBotView
from engine.schools.bots.levels import SCHOOLS_LEVELS, make_schools_bot
from engine.schools.bots.players import SchoolsBot

__all__ = ["SCHOOLS_LEVELS", "SchoolsBot", "SchoolsBotView", "make_schools_bot"]
