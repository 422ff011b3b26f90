"""What the pages of a table read from a request."""

from __future__ import annotations

from typing import Final

from django.http import Http404

from accounts.models import Owner
from accounts.requests import SiteRequest
from engine.kernel.numbers import whole_number
from tables.services import seats
from tables.services.timeouts import look_at_clocks
from tables.viewers import Viewer, find_game, find_viewer
from web.http import PageClosed
from web.refusals import RequestRefused

MAX_VERSION_DIGITS: Final = 9


def viewer_at_table(request: SiteRequest, token: str) -> Viewer:
    owner, seat_name = request.owner, request.POST.get("seat", request.GET.get("seat", ""))
    try:
        viewer = look_at_clocks(find_viewer(token, None, owner, seat_name))
    except RequestRefused as refusal:
        viewer = None
        if refusal.status != 404:
            raise
    if (viewer is None or viewer.seat is None) and owner is not None and "watch" not in request.GET:
        _tell_of_lost_seats(token, owner)
    if viewer is None:
        raise Http404("no such game, or not for this viewer")
    return viewer


def _tell_of_lost_seats(token: str, owner: Owner) -> None:
    """Raises ``PageClosed`` where another browser holds what was this one's; ``Http404`` where there is no game."""
    try:
        game = find_game(token)
    except RequestRefused as refusal:
        raise Http404(refusal.code) from None
    if lost := seats.lost_seats(game, owner):
        raise PageClosed("play/seat_lost.html", {"game": game, "lost": lost})


def version_sent(request: SiteRequest) -> int:
    version = whole_number(request.POST.get("version", ""), MAX_VERSION_DIGITS)
    return -1 if version is None else version
