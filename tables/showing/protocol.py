"""What a room of pages has to know of a game: how its table, its actions and its replay are answered."""

from __future__ import annotations

from typing import Protocol

from django.http import HttpResponse

from tables.viewers import Viewer
from web.http import HtmxHttpRequest


class GamePages(Protocol):
    def table(self, request: HtmxHttpRequest, viewer: Viewer) -> HttpResponse:
        """The table, or with ``HX-Request`` the part of it that changes."""
        ...

    def act(self, request: HtmxHttpRequest, viewer: Viewer, version: int) -> HttpResponse:
        """Does what a form of the table asks for, then the table again."""
        ...

    def replay(self, request: HtmxHttpRequest, viewer: Viewer) -> HttpResponse:
        """The replay of a game that is over."""
        ...
