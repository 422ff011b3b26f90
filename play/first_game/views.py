"""The pages of the first game: its contents, and what the forms at its tables ask for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.limits import Limit
from accounts.owners import get_or_create_owner, get_owner
from board.contexts import lesson_of
from board.links import board_href
from board.samples import all_samples, find_sample
from cards.icons import FURNITURE, icon_of_ability
from config.languages import current_language
from play.faults import RequestRefused
from play.first_game import services
from play.first_game.other_moments import other_moments
from play.limits import check_new_game, check_rate
from play.models import FirstGame, LiveGame
from play.setups import DECKS
from play.showing.registry import PAGES

TABLES = Limit("first-game-tables", times=300, seconds=3600)


@dataclass(frozen=True)
class MomentEntry:
    """A moment in the contents: ``is_next`` is the one to go on with, ``table`` where it is being played now."""

    moment: services.AnyMoment
    title: str
    is_done: bool
    is_next: bool
    table: LiveGame | None


@never_cache
@require_GET
def first_game(request: HttpRequest) -> HttpResponse:
    """The contents: ten moments, the real game, the lessons of the board; how far one is."""
    progress = services.progress_of(get_owner(request))
    language = current_language()
    seen = set() if progress is None else set(progress.lessons)
    context = {
        **_contents(DECKS, progress, language),
        "game": _unfinished(progress),
        "lessons": [(sample.slug, lesson_of(sample, language), sample.slug in seen) for sample in all_samples()],
        "seen": len(seen),
        "icons": {FURNITURE.get(sample.icon) or icon_of_ability(sample.icon) for sample in all_samples()},
    }
    return render(request, "play/first_game.html", context)


@never_cache
@require_GET
def first_game_of(request: HttpRequest, name: str) -> HttpResponse:
    """The contents of the first game of Clash of Magic Schools or of Clash of the Cards."""
    if not other_moments(name):
        raise Http404(f"no first game of {name}")
    progress = services.progress_of(get_owner(request))
    context = {"name": name, "pages": PAGES[name], **_contents(name, progress, current_language())}
    return render(request, "play/other/first_game.html", context)


def _contents(game: str, progress: FirstGame | None, language: str) -> dict[str, Any]:
    """The moments of a game, how many of them are done, and the one to go on with."""
    moments = services.moments_of(game)
    done = [slug for slug in services.done_by(progress) if any(moment.slug == slug for moment in moments)]
    table = None if progress is None else progress.table
    now = None if table is None else services.moment_of(table)
    if now is not None and now.game != game:
        now = None
    following = now if now is not None and now.slug not in done else services.next_moment(game, done, now)
    entries = [
        MomentEntry(
            moment,
            moment.text(language, "title"),
            moment.slug in done,
            moment is following,
            table if moment is now and moment.slug not in done else None,
        )
        for moment in moments
    ]
    return {"entries": entries, "following": next((one for one in entries if one.is_next), None), "done": len(done)}


def _unfinished(progress: FirstGame | None) -> LiveGame | None:
    """The real game, while it is going on."""
    game = None if progress is None else progress.game
    return game if game is not None and game.status != LiveGame.Status.OVER else None


@require_POST
def sit_down(request: HttpRequest, slug: str) -> HttpResponse:
    """The table of a moment, set up anew."""
    moment = services.find_any_moment(slug)
    if moment is None:
        raise Http404(f"no moment {slug}")
    if not _may_begin(request):
        return redirect("play:first_game") if moment.game == DECKS else redirect("play:first_game_of", moment.game)
    game = services.sit_down(get_or_create_owner(request), moment)
    return redirect(f"{game.get_absolute_url()}#solve")  # on a phone the whole table is in sight then


def _may_begin(request: HttpRequest) -> bool:
    """Whether this visitor may have another table now; a message says so where not."""
    try:
        check_rate(request)
    except RequestRefused:
        allowed = False
    else:
        allowed = TABLES.allows(request)
    if not allowed:
        messages.error(request, _("That is a lot of games for now. Try again in a while."))
    return allowed


@require_POST
def begin_game(request: HttpRequest) -> HttpResponse:
    """The real game."""
    try:
        check_rate(request)
        check_new_game(request)
    except RequestRefused:
        messages.error(request, _("That is a lot of games for now. Try again in a while."))
        return redirect("play:first_game")
    return redirect("play:game", token=services.begin_game(get_or_create_owner(request)).token)


@require_POST
def explain(request: HttpRequest, token: str) -> HttpResponse:
    """Has the bot explain itself, or not; leads back to the table."""
    owner = get_owner(request)
    if owner is not None:
        services.explain(owner, request.POST.get("explains") == "1")
    return redirect("play:game", token=token)


@require_GET
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """Leads to a lesson on the board, and notes that it was looked at."""
    if find_sample(slug) is None:
        raise Http404(f"no lesson {slug}")
    services.note_lesson(get_owner(request), slug)
    return redirect(board_href({"sample": slug}))
