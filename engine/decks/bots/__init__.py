"""The bots: players for the seats of people, in every mode.

``LEVELS`` names them from weak to strong. A bot is given a ``BotView``, which is all that its seat may know;
what is hidden it can only sample. ``worth`` is the evaluation that they share, ``selfplay`` lets them play games.
"""

from __future__ import annotations

from engine.decks.bots.bot_view import BotView
from engine.decks.bots.levels import LEVELS, make_bot
from engine.decks.bots.players import Bot

__all__ = ["LEVELS", "Bot", "BotView", "make_bot"]
