"""An analysis as it is kept."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Owned

MAX_TITLE: Final = 80


class Analysis(Owned):
    """A position and a tree of what could be played from there.

    ``start`` holds the ``position`` (``clash-position/1``), and of a game its ``seed`` and ``turn_limit``; ``nodes``
    are those of the tree by number (``games.decks.analysing.tree``), ``last_node`` the highest number that was given.
    ``undo`` are the former nodes of what each of the last changes has changed, the latest change last; ``redo`` those
    of the changes that were undone, until the next change. ``seat`` is the letter of the seat through whose eyes it is
    shown, "" where all hands are open.
    """

    title = models.CharField(max_length=MAX_TITLE, blank=True)
    start = models.JSONField()
    nodes = models.JSONField()
    last_node = models.PositiveIntegerField(default=0)
    undo = models.JSONField(default=list, blank=True)
    redo = models.JSONField(default=list, db_default=[], blank=True)
    seat = models.CharField(max_length=1, blank=True, default="")
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        ordering = ("-updated",)
        indexes = (models.Index(fields=("owner", "-updated"), name="analyses_of_an_owner"),)

    def __str__(self) -> str:
        return self.heading

    def get_absolute_url(self) -> str:
        return reverse("analysing:analysis", args=[self.token])

    @property
    def heading(self) -> str:
        return self.title or gettext("Untitled analysis")

    @property
    def plays(self) -> int:
        """How many nodes there are beside the beginning."""
        return len(self.nodes) - 1
