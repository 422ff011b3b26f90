"""What readers find on pages that were published without a proof."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Owner
from grimoire.models.puzzles import Puzzle


class ChallengeFind(models.Model):
    """A line by which somebody has reached the objective of an open challenge, as the first to play it so.

    ``line`` is all of it in text form, with the enemies' turns; ``plays`` are those of the first turn
    (``challenges.finds``). ``is_cook``: it is not what the author meant, or, where that is not said, another was known
    before. Where it is not ``is_proven``, not all replies of the enemies could be searched.
    """

    owner = models.ForeignKey(Owner, models.CASCADE, related_name="+")
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="finds")
    line = models.JSONField()
    plays = models.JSONField()
    is_cook = models.BooleanField(default=False)
    is_proven = models.BooleanField(default=True)
    created = models.DateTimeField(auto_now_add=True)

    part_of = "owner"
    names = (_("solution of an open challenge"), _("solutions of open challenges"))

    class Meta:
        ordering = ("created", "pk")

    def __str__(self) -> str:
        return f"{self.owner}: {self.puzzle}"
