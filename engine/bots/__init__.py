"""The bots: players for the seats of people, in every mode.

``levels.LEVELS`` names them from weak to strong. A bot is given a ``sight.Sight``, which is all that its seat may know;
what is hidden it can only sample. ``worth`` is the judgement that they share, ``selfplay`` lets them play games.
"""

from __future__ import annotations

from engine.bots.levels import LEVELS, make_bot
from engine.bots.players import Bot
from engine.bots.sight import Sight

__all__ = ["LEVELS", "Bot", "Sight", "make_bot"]
