"""Answers to requests that may be sent again."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class IdempotentResponse(models.Model):
    """The answer to a request with an Idempotency-Key (``web.idempotency``)."""

    scope = models.CharField(max_length=120)  # whose key it is
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)  # of the request
    subject = models.CharField(max_length=80, db_index=True)  # the row that it goes with: "play.livegame:7"
    status = models.PositiveSmallIntegerField()
    headers = models.JSONField(default=dict)
    body = models.TextField()
    secrets = models.JSONField(default=dict)  # what is not kept, and where it belongs in the body, by JSON pointer
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("scope", "key"), name="one_response_to_a_key"),)

    def __str__(self) -> str:
        return f"{self.scope}: {self.key}"
