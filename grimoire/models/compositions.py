"""Searches of the composer: what somebody has asked for in the editor, and what was found so far."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Owner, new_token
from background.models import Job

MAX_SECONDS: Final = 60.0  # of work that a search may take before somebody asks for more


class Composition(Job):
    """A search for positions. Whoever asked for it sees it; what it finds is kept for some days.

    ``tried`` counts settings (changes, cards or attempts of the composer) and is where the search goes on; ``counts``
    is what ``mending`` noted of single changes, or the places whose cards tidying has found to be needed. ``base`` is
    what the solver says of ``position``, ``found`` what ``composing.searching`` writes. ``problem`` is a code: why
    there is nothing to be found.
    """

    class Kind(models.TextChoices):
        UNIQUE = "unique", _("Make unique")
        TIDY = "tidy", _("Remove idle cards")
        FIND = "find", _("Find puzzles")

    task = "grimoire.composing.tasks.compose"

    # Who asked over the network; those who ask on pages have the token in their session.
    by = models.ForeignKey(Owner, models.CASCADE, null=True, related_name="+")
    token = models.CharField(max_length=16, unique=True, default=new_token, editable=False)
    kind = models.CharField(max_length=8, choices=Kind)
    position = models.JSONField(null=True)  # clash-position/1 with its objective; none where any may be found
    wishes = models.JSONField(default=dict)  # of ``engine.decks.composing.Wishes``
    base = models.JSONField(default=dict)
    tried = models.PositiveIntegerField(default=0)
    counts = models.JSONField(default=dict)
    found = models.JSONField(default=list)
    found_count = models.PositiveIntegerField(default=0)  # those that were not kept too
    problem = models.CharField(max_length=16, blank=True)
    is_exhausted = models.BooleanField(default=False)  # there is nothing more to try
    seconds = models.FloatField(default=0)
    max_seconds = models.FloatField(default=MAX_SECONDS)
    asked = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        ordering = ("-asked", "-pk")

    def __str__(self) -> str:
        return f"{self.token}: {self.kind}"

    @property
    def progress(self) -> tuple[float, float]:
        """Seconds: used up, and all that it may use."""
        return self.seconds, self.max_seconds
