"""What a game is played for, where it is more than a game: the pages to go back to. Rooms above register theirs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from accounts.models import Owner
from tables.models import LiveGame
from tables.viewers import Viewer
from web.registry import Registry

Links = list[tuple[str, str]]  # (words, address), the main one first

occasions: Final[Registry[Callable[[LiveGame, Owner | None], Links]]] = Registry()


def ways_back(viewer: Viewer) -> Links:
    """The links to what a game is played for, as far as its viewer may know of it; none for other games."""
    owner = viewer.seat.owner if viewer.seat is not None else None
    return next((links for of_game in occasions if (links := of_game(viewer.game, owner))), [])
