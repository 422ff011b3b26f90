"""The pages of the first game: its contents, the real game after it, its lessons."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.begun import token_in
from accounts.budgets import costly
from accounts.owners import get_or_create_owner
from accounts.request_rate import check_rate
from accounts.requests import SiteRequest
from board.contexts import lesson_of
from board.links import board_href
from board.samples import all_samples, find_sample
from cards.icons import FURNITURE, icon_of_ability
from games.decks.first_game import services
from games.decks.setups import DECKS
from tables.first_game.contents import contents_of
from tables.first_game.services import progress_of
from tables.limits import check_new_game
from tables.models import FirstGame, LiveGame
from tables.refusals import too_many_games
from web.refusals import RequestRefused


@never_cache
@require_GET
@costly()
def first_game(request: SiteRequest) -> HttpResponse:
    """The contents: ten moments, the real game, the lessons of the board; how far one is."""
    progress = progress_of(request.owner)
    language = request.language
    seen = set() if progress is None else set(progress.lessons)
    context = {
        **contents_of(DECKS, progress, language),
        "game": _unfinished(progress),
        "lessons": [(sample.slug, lesson_of(sample, language), sample.slug in seen) for sample in all_samples()],
        "seen": len(seen),
        "icons": {FURNITURE.get(sample.icon) or icon_of_ability(sample.icon) for sample in all_samples()},
    }
    return render(request, "play/first_game.html", context)


def _unfinished(progress: FirstGame | None) -> LiveGame | None:
    """The real game, while it is going on."""
    game = None if progress is None else progress.game
    return game if game is not None and game.status != LiveGame.Status.OVER else None


@require_POST
@costly()
def begin_game(request: SiteRequest) -> HttpResponse:
    """The real game."""
    try:
        check_rate(request)
        check_new_game(request)
    except RequestRefused:
        messages.error(request, too_many_games())
        return redirect("play:first_game")
    return redirect("play:game", token=services.begin_game(get_or_create_owner(request), token_in(request)).token)


@require_POST
@costly()
def explain(request: SiteRequest, token: str) -> HttpResponse:
    """Has the bot explain itself, or not; leads back to the table."""
    owner = request.owner
    if owner is not None:
        services.explain(owner, request.POST.get("explains") == "1")
    return redirect("play:game", token=token)


@require_GET
@costly()
def lesson(request: SiteRequest, slug: str) -> HttpResponse:
    """Leads to a lesson on the board, and notes that it was looked at."""
    if find_sample(slug) is None:
        raise Http404(f"no lesson {slug}")
    services.note_lesson(request.owner, slug)
    return redirect(board_href({"sample": slug}))
