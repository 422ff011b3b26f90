"""Answers that are kept for a day, for programs that did not get them."""

from __future__ import annotations

from django.db import models

from accounts.models import Owner


class OwnAnswer(models.Model):
    """The answer to a request of an account's program with an Idempotency-Key.

    ``digest`` is of the request, so that the same key cannot stand for another one.
    """

    owner = models.ForeignKey(Owner, models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    headers = models.JSONField(default=dict)
    body = models.TextField()
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("owner", "key"), name="one_answer_of_a_key"),)

    def __str__(self) -> str:
        return f"{self.owner}: {self.key}"
