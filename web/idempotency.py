"""The same request sent twice is carried out once and answered twice (``Idempotency-Key``)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import cached_property
from typing import Any, Final

from django.db import models, transaction
from django.db.models.signals import post_delete
from django.http import HttpRequest
from django.utils import timezone

from web.models import IdempotentResponse
from web.refusals import RequestRefused

MAX_KEY: Final = 64  # characters
# As long as the most patient caller needs: a phone may be offline from one evening of a tournament to the next.
KEPT_FOR: Final = timedelta(days=30)

# Where our own code puts secrets into a body: by JSON pointer, the kind of secret and what it is of.
SecretPlaces = Mapping[str, Sequence[str]]


class ReplayedResponse(Exception):
    """This request has been answered before: the answer, as JSON, with headers of its own."""

    def __init__(self, status: int, body: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status)
        self.status = status
        self.body = body
        self.headers = headers or {}


class KeyedRequest:
    """A request that changes something, with its Idempotency-Key, if it has one.

    ``scope`` says whose key it is, ``content`` what the request asks for: the same key cannot stand for another one.
    """

    def __init__(self, scope: str, key: str, content: Any) -> None:
        self.scope = scope
        self.key = key
        self._content = content

    @cached_property
    def digest(self) -> str:
        return hashlib.sha256(json.dumps(self._content, sort_keys=True).encode("utf-8", "replace")).hexdigest()

    def find(self) -> IdempotentResponse | None:
        """The answer it was given before. Raises ``RequestRefused`` (409) for the key of another request."""
        if not self.key:
            return None
        since = timezone.now() - KEPT_FOR
        stored = IdempotentResponse.objects.filter(scope=self.scope, key=self.key, at__gte=since).first()
        if stored is not None and stored.digest != self.digest:
            raise RequestRefused(409, "key-reused", "this Idempotency-Key was already used for another request")
        return stored

    def store(
        self,
        subject: models.Model,
        status: int,
        body: str,
        headers: Mapping[str, str] | None = None,
        secrets: SecretPlaces | None = None,
    ) -> None:
        """Keeps the answer, in the transaction that does what it says.

        Raises ``IntegrityError`` where the same request was quicker.
        """
        if not self.key:
            return
        old = IdempotentResponse.objects.filter(scope=self.scope, key=self.key, at__lt=timezone.now() - KEPT_FOR)
        old.delete()
        with transaction.atomic():
            IdempotentResponse.objects.create(
                scope=self.scope,
                key=self.key,
                digest=self.digest,
                subject=_name_of(subject),
                status=status,
                body=body,
                headers=dict(headers or {}),
                secrets=dict(secrets or {}),
            )


def read_key(request: HttpRequest) -> str:
    """The request's Idempotency-Key; empty without one. Raises ``RequestRefused``."""
    return checked_key(request.headers.get("Idempotency-Key", ""))


def checked_key(key: str) -> str:
    if len(key) > MAX_KEY or "\0" in key:
        raise RequestRefused(400, "bad-request", f"an Idempotency-Key has at most {MAX_KEY} characters", faults=[])
    return key


def delete_with(model: type[models.Model]) -> None:
    """Has the answers about rows of a model deleted with them."""
    post_delete.connect(_delete_answers, sender=model, dispatch_uid=f"web.idempotency {model._meta.label_lower}")


def answers_about(model: type[models.Model]) -> models.QuerySet[IdempotentResponse]:
    return IdempotentResponse.objects.filter(subject__startswith=f"{model._meta.label_lower}:")


def sweep() -> int:
    """Deletes the answers that are not kept any more; how many those were."""
    return IdempotentResponse.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()[0]


def _delete_answers(instance: models.Model, **_: Any) -> None:
    IdempotentResponse.objects.filter(subject=_name_of(instance)).delete()


def _name_of(subject: models.Model) -> str:
    return f"{subject._meta.label_lower}:{subject.pk}"
