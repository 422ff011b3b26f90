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
from background.services import go_on
from contract.guide import is_moment
from games.decks.reviewing.pages import review_context
from games.decks.reviewing.services import ask
from games.decks.state import decks_state_of
from tables.models import GameReview, LiveGame
from tables.still_on import GameStillOnError, after_the_end
from tables.viewers import get_viewer_or_404

REVIEWS: Final = Limit("game-review", times=30, seconds=3600)


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
@after_the_end
def review(request: SiteRequest, token: str) -> HttpResponse:
    """The review of a game, or how far it is; the form has it made."""
    viewer = get_viewer_or_404(token, None, request.owner)
    if is_moment(viewer.game.setup):
        raise Http404("a moment of the first game has no review")
    state = decks_state_of(viewer.game)
    if state.result is None:
        raise GameStillOnError(viewer.game)
    if request.method == "POST":
        _ask(request, viewer.game)
        return redirect("play:review", token=viewer.game.token)
    game_review = GameReview.objects.filter(game=viewer.game).first()
    if game_review is not None:
        go_on(job=game_review)
    context = review_context(viewer, state, game_review, request.language)
    return render(request, "play/_review.html" if request.htmx else "play/review.html", context)


def _ask(request: SiteRequest, game: LiveGame) -> None:
    if GameReview.objects.filter(game=game, state=GameReview.State.DONE).exists() or REVIEWS.allows(request):
        check_jobs()
        ask(game)
    else:
        messages.error(request, _("Too fast. Wait a moment and try again."))
