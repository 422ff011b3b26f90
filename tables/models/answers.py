"""Answers that are given again, byte by byte, to a request that is sent again."""

from __future__ import annotations

from django.db import models

from tables.models.games import LiveGame


class IdempotentAnswer(models.Model):
    """The answer to a request with an Idempotency-Key.

    ``scope`` says whose key it is. The seats' secrets are not kept: ``body`` is null there, and ``secrets`` says by
    JSON pointer which of them belongs where (``tables.services.idempotency``).
    """

    game = models.ForeignKey(LiveGame, models.CASCADE, related_name="+")
    scope = models.CharField(max_length=80)
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)  # of the request
    status = models.PositiveSmallIntegerField()
    body = models.TextField()
    secrets = models.JSONField(default=dict, db_default={})
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("scope", "key"), name="one_answer_to_a_key"),)

    def __str__(self) -> str:
        return f"{self.scope}: {self.key}"
