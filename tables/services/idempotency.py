"""The same request sent twice is carried out once and answered twice, byte by byte."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db import IntegrityError, transaction

from tables.models import IdempotentAnswer, LiveGame
from tables.tokens import invitation, seat_token
from web.idempotency import ReplayedResponse
from web.json_bodies import to_text
from web.refusals import RequestRefused

# Where our own code puts secrets into an answer: by JSON pointer, the kind of secret and the name of its seat.
SecretPlaces = Mapping[str, Sequence[str]]
SEAT_TOKEN: Final = "seat-token"
SEAT_LINK: Final = "seat-link"
INVITATION_LINK: Final = "invitation-link"


def fill(game: LiveGame, body: str, places: SecretPlaces) -> str:
    """A JSON text with the secrets at their places.

    The places alone say where: no text within the body is looked at, since players write card names and their own.
    """
    if not places:
        return body
    answer = json.loads(body)
    for pointer, (kind, letter) in places.items():
        *path, key = pointer.removeprefix("/").split("/")
        holder = answer
        for part in path:
            holder = holder[part]
        holder[key] = _secret(game, kind, letter)
    return to_text(answer)


def _secret(game: LiveGame, kind: str, letter: str) -> str:
    if kind == SEAT_TOKEN:
        return seat_token(game, letter)
    if kind == SEAT_LINK:
        return f"/play/{game.token}/t/{seat_token(game, letter)}/"
    assert kind == INVITATION_LINK, kind
    return f"/play/{game.token}/join/{invitation(game, letter)}/"


class KeyedRequest:
    """A request that changes something, with its Idempotency-Key, if it has one."""

    def __init__(self, scope: str, key: str, path: str, body: Any) -> None:
        self.scope = scope
        self.key = key
        text = json.dumps([path, body], sort_keys=True)
        self.digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()

    def look(self) -> None:
        """Raises ``ReplayedResponse`` where it was answered, ``RequestRefused`` for the key of another request."""
        if not self.key:
            return
        kept = IdempotentAnswer.objects.select_related("game").filter(scope=self.scope, key=self.key).first()
        if kept is None:
            return
        if kept.digest != self.digest:
            raise RequestRefused(409, "key-reused", "this Idempotency-Key was used for another request")
        raise ReplayedResponse(kept.status, fill(kept.game, kept.body, kept.secrets))

    def note(self, game: LiveGame, status: int, body: str, secrets: SecretPlaces | None = None) -> None:
        """Keeps the answer, in the transaction that does what it says. Raises ``ReplayedResponse`` like ``look``."""
        if not self.key:
            return
        try:
            with transaction.atomic():
                IdempotentAnswer.objects.create(
                    game=game,
                    scope=self.scope,
                    key=self.key,
                    digest=self.digest,
                    status=status,
                    body=body,
                    secrets=secrets or {},
                )
        except IntegrityError:
            self.look()
            raise
