"""What games are played for, where that is more than a game: a session, a score sheet. Rooms above register theirs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from accounts.models import Owner
from tables.models import LiveGame, WebhookEvent
from tables.viewers import Viewer
from web.registry import Registry

SESSION_WAITS: Final = "session.waits"  # a kind of event: a session has something to do for somebody

Links = list[tuple[str, str]]  # (words, address), the main one first


@dataclass(frozen=True, slots=True)
class EventWords:
    """The part of an event that differs by kind: ``address`` is a path on the site, ``seats`` are the owner's seats
    that are meant; ``title`` and ``summary`` are in the language of the moment. Nothing that a seat may not know."""

    title: str
    summary: str
    address: str
    seats: list[str]
    more: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened to an account: the same one has the same ``name`` whenever it is told."""

    kind: str
    name: str
    at: datetime
    data: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        return {"id": f"{self.kind}:{self.name}", "type": self.kind, "at": self.at.isoformat(), **self.data}


class Occasion:
    """What a room above has to do with tables; where it has no part in something, as it is here."""

    def ways_back(self, game: LiveGame, owner: Owner | None) -> Links:
        """The links from a game to what it is played for, as far as its owner may know of it."""
        return []

    def turns(self, owner: Owner) -> list[dict[str, Any]]:
        """What waits for somebody, as ``own_games.views.turns`` tells scripts of it."""
        return []

    def words_of(self, event: WebhookEvent) -> EventWords | None:
        """What an address is told of an event of this occasion's; None where there is nothing to be told any more."""
        return None

    def waiting(self, owner: Owner, root: str) -> list[dict[str, Any]]:
        """The sessions that wait for somebody, for the stream of their account; ``root`` is the site's address."""
        return []

    def happened(self, owner: Owner, root: str, since: datetime) -> Iterable[Happening]:
        """What has happened to somebody since, beside what has in games."""
        return ()


occasions: Final[Registry[Occasion]] = Registry()


def ways_back(viewer: Viewer) -> Links:
    """The links to what a game is played for, as far as its viewer may know of it; none for other games."""
    owner = viewer.seat.owner if viewer.seat is not None else None
    return next((links for occasion in occasions if (links := occasion.ways_back(viewer.game, owner))), [])
