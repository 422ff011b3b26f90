"""The pages of a replay. Before a game is over there are none, for nobody: a record shows all that a game hides."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from accounts.begun import token_in
from accounts.budgets import costly
from accounts.owners import get_or_create_owner
from accounts.request_rate import check_rate
from accounts.requests import SiteRequest
from board.links import editor_address
from engine.decks.rules.board import MANA, SUMMONING
from engine.decks.rules.position import Position
from engine.kernel.errors import EngineError
from engine.kernel.numbers import whole_number
from games.decks.replaying import turns as walk
from games.decks.replaying.answering import MAX_DIGITS, finished, turn_asked, turns_of
from games.decks.replaying.forms import GoOnForm
from games.decks.replaying.going_on import ReplayMoment, go_on
from games.decks.replaying.pages import moment_href, turn_title
from games.decks.state import DecksState
from tables.limits import check_new_game
from tables.refusals import too_many_games
from tables.still_on import after_the_end
from tables.viewers import Viewer
from web.refusals import RequestRefused


def _moment(request: SiteRequest, state: DecksState) -> tuple[ReplayMoment, Position]:
    """The moment that the address names, with its position in the reader's language."""
    turn = turn_asked(request, turns_of(state))
    shown = walk.resolved(turn, request.language)
    step = min((whole_number(request.GET.get("step", "0"), MAX_DIGITS) or 0), len(shown.events))
    done = walk.actions_until(shown, step)
    position = walk.named(turn.position, request.language)
    for action in shown.actions[:done]:
        position.apply(walk.action_of(action))
    return ReplayMoment(turn, step, done), position


@require_GET
@costly()
@after_the_end
def edit(request: SiteRequest, token: str) -> HttpResponse:
    viewer, state = finished(request, token)
    moment, position = _moment(request, state)
    return _to_editor(request, viewer, moment, position)


@require_GET
@costly()
@after_the_end
def puzzle(request: SiteRequest, token: str) -> HttpResponse:
    """Leads into the editor with a moment's position and an objective to begin with: to win in this turn."""
    viewer, state = finished(request, token)
    moment, position = _moment(request, state)
    if position.active not in position.mode.ai_seats and not position.is_over:
        if position.phase == MANA:
            position.apply(walk.action_of(walk.MANA))
        if position.phase == SUMMONING:
            position.objective = walk.win_in_one(position.active)
    return _to_editor(request, viewer, moment, position)


def _to_editor(request: SiteRequest, viewer: Viewer, moment: ReplayMoment, position: Position) -> HttpResponse:
    try:
        return redirect(editor_address(position))
    except EngineError:
        messages.error(request, _("This position is too long for a link."))
        return redirect(moment_href(viewer.game, moment.turn.number, moment.step))


@require_http_methods(["GET", "POST"])
@costly()
@after_the_end
def continue_game(request: SiteRequest, token: str) -> HttpResponse:
    """Begins a new game at a moment of this one."""
    viewer, state = finished(request, token)
    moment, position = _moment(request, state)
    if position.is_over:
        messages.error(request, _("The game is over here: choose an earlier moment."))
        return redirect(moment_href(viewer.game, moment.turn.number, moment.step))
    letters = [seat.seat_name for seat in viewer.seats]
    own = viewer.seat_name or moment.turn.letter
    initial = {"own": own if own in letters else letters[0]}
    form = GoOnForm(request.POST or None, letters=letters, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            check_rate(request)
            check_new_game(request)
        except RequestRefused:
            form.add_error(None, too_many_games())
        else:
            owner = get_or_create_owner(request)
            again = go_on(viewer.game, state, moment, owner, form.seats(), form.is_dealt_anew, token_in(request))
            return redirect("play:game", token=again.token)
    context = {
        "form": form,
        "game": viewer.game,
        "title": turn_title(moment.turn, len(turns_of(state))),
        "back": moment_href(viewer.game, moment.turn.number, moment.step),
        "query": urlencode({"at": moment.turn.number, "step": moment.step}),
    }
    return render(request, "play/go_on.html", context)
