"""Reviews of games that are over."""

from __future__ import annotations

from typing import Final

from django.db import models

from background.models import Job
from tables.models.games import LiveGame

LAST: Final = -50


class GameReview(Job):
    """The engine's review of a game's turns: one for each game.

    ``report`` holds the turns that have been looked at so far, see ``contract.reviews.JudgedTurn``;
    ``done`` counts them, ``whole`` is how many there are. One that ``is_automatic`` has begun by itself, for ``asker``
    (a lane of ``background``), and comes after all that somebody has asked for.
    """

    task = "tables.tasks.review_game"

    game = models.OneToOneField(LiveGame, models.CASCADE, related_name="review")
    done = models.PositiveIntegerField(default=0)
    whole = models.PositiveIntegerField(default=0)
    report = models.JSONField(default=dict)
    is_automatic = models.BooleanField(default=False)
    asker = models.CharField(max_length=32, blank=True, default="")
    begun = models.DateTimeField(auto_now_add=True, null=True)

    class Meta:
        indexes = (
            models.Index(fields=("asker", "begun"), condition=models.Q(is_automatic=True), name="begun_by_itself"),
        )

    def __str__(self) -> str:
        return f"{self.game}: {self.done} of {self.whole}"

    @property
    def priority(self) -> int:
        """The priority in the queue: a review that nobody has asked for waits for everything else."""
        return LAST if self.is_automatic else super().priority

    @property
    def progress(self) -> tuple[float, float]:
        """Turns that have been looked at, and all of them."""
        return self.done, self.whole
