"""Reviews of games that are over."""

from __future__ import annotations

from django.db import models

from background.models import Job
from play.models.games import LiveGame


class GameReview(Job):
    """What the engine says of a game's turns: one for each game.

    ``report`` holds the turns that have been looked at so far, see ``play.reviewing.judging``; ``done`` counts them,
    ``whole`` is how many there are.
    """

    task = "play.tasks.review_game"

    game = models.OneToOneField(LiveGame, models.CASCADE, related_name="review")
    done = models.PositiveIntegerField(default=0)
    whole = models.PositiveIntegerField(default=0)
    report = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"{self.game}: {self.done} of {self.whole}"

    @property
    def progress(self) -> tuple[float, float]:
        """Turns that have been looked at, and all of them."""
        return self.done, self.whole
