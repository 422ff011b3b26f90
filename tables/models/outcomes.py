"""How games ended, by what was played in them: nothing of who played."""

from __future__ import annotations

from django.db import models


class CountedGame(models.Model):
    """A finished game as the statistics know it. It stays when the game itself is swept away.

    ``token`` is the game's. ``seats`` has an object for each player's seat: ``score`` (1, 0.5, 0) and the names of its
    ``cards``, ``deck`` and ``champion``, those of the site alone.
    """

    token = models.CharField(max_length=16, unique=True)
    mode = models.CharField(max_length=24)
    format = models.CharField(max_length=24)
    edition = models.CharField(max_length=16)
    people_only = models.BooleanField()
    seats = models.JSONField()

    def __str__(self) -> str:
        return f"{self.mode}, {self.format}: {self.token}"


class OutcomeCount(models.Model):
    """How often seats with a card, a deck or a Champion won, in games of one sort: the sums over ``CountedGame``."""

    class Kind(models.TextChoices):
        CARD = "card"
        DECK = "deck"
        CHAMPION = "champion"

    kind = models.CharField(max_length=8, choices=Kind)
    name = models.CharField(max_length=80)  # ``set/card``, ``set/deck``, or a Champion's slug
    mode = models.CharField(max_length=24)
    format = models.CharField(max_length=24)
    edition = models.CharField(max_length=16)
    people_only = models.BooleanField()
    seats = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("kind", "name", "mode", "format", "edition", "people_only"), name="one_count_of_outcomes"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.name}, {self.mode}: {self.wins} of {self.seats}"
