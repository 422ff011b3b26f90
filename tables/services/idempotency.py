"""The same request sent twice to a game is carried out once and answered twice, byte by byte."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from django.db import IntegrityError

from tables.models import LiveGame
from tables.tokens import invitation, seat_token
from web import idempotency
from web.idempotency import ReplayedResponse, SecretPlaces
from web.json_bodies import to_text

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
    for pointer, (kind, seat_name) in places.items():
        *path, key = pointer.removeprefix("/").split("/")
        holder = answer
        for part in path:
            holder = holder[part]
        holder[key] = _secret(game, kind, seat_name)
    return to_text(answer)


def _secret(game: LiveGame, kind: str, seat_name: str) -> str:
    if kind == SEAT_TOKEN:
        return seat_token(game, seat_name)
    if kind == SEAT_LINK:
        return f"/play/{game.token}/t/{seat_token(game, seat_name)}/"
    assert kind == INVITATION_LINK, kind
    return f"/play/{game.token}/join/{invitation(game, seat_name)}/"


class KeyedRequest(idempotency.KeyedRequest):
    def look(self) -> None:
        """Raises ``ReplayedResponse`` where it was answered, ``RequestRefused`` for the key of another request."""
        stored = self.find()
        if stored is None:
            return
        body = stored.body
        if stored.secrets:
            game = LiveGame.objects.get(pk=stored.subject.rpartition(":")[2])
            body = fill(game, body, stored.secrets)
        raise ReplayedResponse(stored.status, body, stored.headers)

    def note(
        self,
        game: LiveGame,
        status: int,
        body: str,
        secrets: SecretPlaces | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Keeps the answer, in the transaction that does what it says. Raises ``ReplayedResponse`` like ``look``."""
        try:
            self.store(game, status, body, headers, secrets)
        except IntegrityError:
            self.look()
            raise


UNKEYED: Final = KeyedRequest("", "", None)  # of pages, whose forms have a version instead
