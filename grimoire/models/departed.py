"""Addresses of pages and books that are there no more: what is said at them, and what their author can still undo."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Owner
from grimoire.models.books import Book
from grimoire.models.puzzles import Puzzle


class Departed(models.Model):
    """A page or a book that has left its address: it was deleted, or ``successor`` corrects it.

    What was deleted is nobody's until it is gone for good: ``puzzle`` or ``book`` is that, ``by`` who may have it back
    and ``was`` how it stood. The address itself is remembered for ever, without a word of what was there.
    """

    class Kind(models.TextChoices):
        PAGE = "page", _("page")
        BOOK = "book", _("book")

    kind = models.CharField(max_length=4, choices=Kind)
    address = models.CharField(max_length=40)
    at = models.DateTimeField()
    successor = models.ForeignKey(Puzzle, models.SET_NULL, null=True, blank=True, related_name="+")
    by = models.ForeignKey(Owner, models.SET_NULL, null=True, blank=True, related_name="+")
    puzzle = models.ForeignKey(Puzzle, models.SET_NULL, null=True, blank=True, related_name="+")
    book = models.ForeignKey(Book, models.SET_NULL, null=True, blank=True, related_name="+")
    was = models.JSONField(default=dict, blank=True)

    objects: ClassVar = models.Manager["Departed"]()

    class Meta:
        verbose_name = _("old address")
        verbose_name_plural = _("old addresses")
        ordering = ("-at", "-pk")
        constraints = (models.UniqueConstraint(fields=("kind", "address"), name="left_once"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.address}"

    @property
    def thing(self) -> Puzzle | Book | None:
        """What was deleted, as long as it can be had back."""
        return self.puzzle or self.book
