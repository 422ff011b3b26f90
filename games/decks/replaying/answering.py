"""Finished games of Clash of Decks turn by turn on the board."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.limits import Limit
from accounts.requests import SiteRequest
from contract.guide import is_moment
from engine.kernel.numbers import whole_number
from games.decks.replaying import turns as walk
from games.decks.replaying.pages import ReplayPage, replay_context
from games.decks.replaying.turns import PlayedTurn
from games.decks.state import DecksState
from tables.states import state_of
from tables.still_on import GameStillOnError
from tables.viewers import Viewer, get_viewer_or_404

# Boards that take some tenths of a second to draw, which is ten times what others take.
LARGE: Final = Limit("large-replay", times=40, seconds=60)
LARGE_FROM: Final = 3000  # cards that are to be drawn
MAX_DIGITS: Final = 6  # of a turn or a step in an address


def finished(request: SiteRequest, token: str) -> tuple[Viewer, DecksState]:
    """Who looks at a game that is over, and its state. Raises ``Http404`` and ``GameStillOnError``."""
    viewer = get_viewer_or_404(token, None, request.owner)
    return viewer, finished_state(viewer)


def finished_state(viewer: Viewer) -> DecksState:
    """The state of a game of Clash of Decks that is over. Raises ``Http404`` and ``GameStillOnError``.

    A moment of the first game, which began at no deal, has no replay.
    """
    if is_moment(viewer.game.setup):
        raise Http404("a moment of the first game has no replay or review")
    state = state_of(viewer.game)
    if not isinstance(state, DecksState):
        raise Http404("this game has no turns on the board of Clash of Decks")
    if state.result is None:
        raise GameStillOnError(viewer.game)
    return state


def turns_of(state: DecksState) -> list[PlayedTurn]:
    return [] if state.engine is None or state.engine.terms is None else walk.turns_of(state.engine)


def turn_asked(request: SiteRequest, turns: list[PlayedTurn]) -> PlayedTurn:
    """The turn that the address names, by default the first. Raises ``Http404``."""
    number = whole_number(request.GET.get("at", "1"), MAX_DIGITS) or 0
    if not 1 <= number <= len(turns):
        raise Http404(f"no turn {number} of {len(turns)}")
    return turns[number - 1]


def answer_replay(request: SiteRequest, viewer: Viewer) -> HttpResponse:
    """A turn of a finished game on the board, at one of its steps."""
    state = finished_state(viewer)
    turns = turns_of(state)
    if not turns and "at" not in request.GET:
        return render(request, "play/replay.html", replay_context(viewer, state, turns, None))
    turn = turn_asked(request, turns)
    shown = walk.resolved(turn, request.language)
    if shown.weight >= LARGE_FROM and not LARGE.allows(request):
        messages.error(request, _("Too fast. Wait a moment and try again."))
        return render(request, "play/replay.html", replay_context(viewer, state, turns, None), status=429)
    step = whole_number(request.GET.get("step", "0"), MAX_DIGITS) or 0
    page = ReplayPage(viewer.game, turn, shown, step, request.language, request.owner)
    return render(request, "play/replay.html", replay_context(viewer, state, turns, page))
