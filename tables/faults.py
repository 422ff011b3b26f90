"""What is wrong with a game."""

from __future__ import annotations

from web.refusals import RequestRefused


class GameUnreadable(RequestRefused):
    """The log of a game has an entry that its rules cannot follow: nothing of it can be shown, to anybody."""

    def __init__(self) -> None:
        super().__init__(409, "game-unreadable", "this game can't be read: an entry of its log makes no sense")
