"""The page of a review. Like a replay it is there when the game is over, for whoever may see the game."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.budgets import check_jobs, costly
from accounts.limits import Limit
from accounts.requests import SiteRequest
from accounts.too_many import with_limit
from background.services import go_on
from contract.guide import is_moment
from contract.registry import GAMES
from tables.models import GameReview, LiveGame
from tables.reviewing.services import ask
from tables.showing.reviews import deciding_context, review_context
from tables.showing.tables import table_of
from tables.states import GameState, state_of
from tables.still_on import GameStillOnError, after_the_end
from tables.viewers import Viewer, get_viewer_or_404

REVIEWS: Final = Limit("game-review", times=30, seconds=3600)


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
@after_the_end
def review(request: SiteRequest, token: str) -> HttpResponse:
    """The review of a game, or how far it is; the form has it made."""
    viewer = get_viewer_or_404(token, None, request.owner)
    state = _finished_state(viewer)
    if request.method == "POST":
        if problem := _ask(request, viewer.game):
            messages.error(request, problem)
        return redirect("play:review", token=viewer.game.token)
    context = review_context(viewer, state, _review_of(viewer.game), _seat_words(viewer, state), request.language)
    return render(request, "play/_review.html" if request.htmx else "play/review.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
@after_the_end
def deciding(request: SiteRequest, token: str) -> HttpResponse:
    """The turn that decided a game, for its table, or how far the search is; the form begins it."""
    viewer = get_viewer_or_404(token, None, request.owner)
    if not request.htmx and request.method == "GET":
        return redirect("play:game", token=token)
    state = _finished_state(viewer)
    problem = ""
    if request.method == "POST":
        problem = _ask(request, viewer.game)
        if not request.htmx:
            if problem:
                messages.error(request, problem)
            return redirect("play:game", token=token)
    context = deciding_context(viewer, state, _review_of(viewer.game), _seat_words(viewer, state), request.language)
    return render(request, "play/table/_deciding.html", {**context, "problem_of_review": problem})


def _finished_state(viewer: Viewer) -> GameState:
    """The state of a game that is over. Raises ``Http404`` where there is no review of it, and ``GameStillOnError``."""
    if GAMES[viewer.game.game].reviewer is None or is_moment(viewer.game.setup):
        raise Http404("no review of this game")
    state = state_of(viewer.game)
    if state.result is None:
        raise GameStillOnError(viewer.game)
    return state


def _seat_words(viewer: Viewer, state: GameState) -> dict[str, str]:
    table = table_of(viewer.game)
    return {seat: table.seat_word(seat) for seat in state.seat_names}


def _review_of(game: LiveGame) -> GameReview | None:
    """The review of a game, which goes on if it waits."""
    game_review = GameReview.objects.filter(game=game).first()
    if game_review is not None:
        go_on(job=game_review)
    return game_review


def _ask(request: SiteRequest, game: LiveGame) -> str:
    """Has a game reviewed; the problem in words where that is too much."""
    if GameReview.objects.filter(game=game, state=GameReview.State.DONE).exists() or REVIEWS.allows(request):
        check_jobs()
        ask(game)
        return ""
    return with_limit(request, _("Too many reviews."))
