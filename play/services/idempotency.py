"""The same request sent twice is carried out once and answered twice, byte by byte."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.db import IntegrityError, transaction

from play.faults import RequestRefused
from play.models import IdempotentAnswer, LiveGame
from play.tokens import fill


class KeptAnswer(Exception):
    """This request has been answered before."""

    def __init__(self, answer: IdempotentAnswer) -> None:
        super().__init__(answer.key)
        self.status = answer.status
        self.body = fill(answer.game, answer.body)


class KeyedRequest:
    """A request that changes something, with its Idempotency-Key, if it has one."""

    def __init__(self, scope: str, key: str, path: str, body: Any) -> None:
        self.scope = scope
        self.key = key
        text = json.dumps([path, body], sort_keys=True)
        self.digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()

    def look(self) -> None:
        """Raises ``KeptAnswer`` where this was answered; ``RequestRefused`` for the same key of another request."""
        if not self.key:
            return
        kept = IdempotentAnswer.objects.select_related("game").filter(scope=self.scope, key=self.key).first()
        if kept is None:
            return
        if kept.digest != self.digest:
            raise RequestRefused(409, "key-reused", "this Idempotency-Key was used for another request")
        raise KeptAnswer(kept)

    def note(self, game: LiveGame, status: int, body: str) -> None:
        """Keeps the answer, in the transaction that does what it says. Raises ``KeptAnswer`` like ``look``."""
        if not self.key:
            return
        try:
            with transaction.atomic():
                IdempotentAnswer.objects.create(
                    game=game, scope=self.scope, key=self.key, digest=self.digest, status=status, body=body
                )
        except IntegrityError:
            self.look()
            raise
