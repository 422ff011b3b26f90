"""Bots that think for longer than a request may take."""

from __future__ import annotations

from django.db import models

from background.models import Job
from tables.models.games import LiveGame


class BotTurn(Job):
    """That a bot of a game is to move: one for each game. ``moves`` counts what was done so far."""

    task = "tables.tasks.move_bots"

    game = models.OneToOneField(LiveGame, models.CASCADE, related_name="bot_turn")
    moves = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.game}: {self.moves}"

    @property
    def progress(self) -> tuple[float, float]:
        """Nobody knows how many moves there will be."""
        return 0, 0
