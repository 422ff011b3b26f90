"""The pages of live games, for people without scripts too."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from accounts.owners import get_or_create_owner, get_owner
from board.fault_text import error_text
from board.texts import MissingText
from config.http import HtmxHttpRequest
from config.languages import current_language
from engine.kernel.numbers import whole_number
from engine.kernel.reading import Reader
from play.cardpool import card_named
from play.faults import RequestRefused
from play.limits import check_rate
from play.pages import decks_page, game_page
from play.services import acting, bots, consent
from play.services.idempotency import KeyedRequest
from play.states import state_of
from play.table.choosing import gallery_champion
from play.table.ending import end_turn
from play.table.page import Asked, own_seats
from play.viewers import Viewer, get_viewer_or_404

_NO_KEY = ("", "", "", None)
MAX_VERSION_DIGITS: Final = 9


def _viewer(request: HttpRequest, token: str) -> Viewer:
    seat = request.POST.get("seat", request.GET.get("seat", ""))
    return get_viewer_or_404(token, None, get_owner(request), seat)


@require_GET
def game(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """How a game stands."""
    viewer = _viewer(request, token)
    bots.resume(viewer.game, state_of(viewer.game), viewer.seats)
    return _shown(request, viewer, Asked.of(request.GET))


def _shown(request: HtmxHttpRequest, viewer: Viewer, asked: Asked, problem: str = "") -> HttpResponse:
    """The page, or with ``HX-Request`` what stands beside the board, with the board if it has gone on."""
    language = current_language()
    context = game_page(viewer, asked, language, problem)
    if not request.htmx:
        template = "play/game.html"
    elif context["side"] is not None:
        template = "play/table/_side.html"
        context["with_board"] = asked.version != context["state"].version
    else:
        template = "play/table/_choosing.html"
    response = render(request, template, context)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Cookie, HX-Request"
    return response


@require_GET
def decks(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """The decks with their faces, as they are revealed before they are shuffled: a page, or the table's part."""
    viewer = _viewer(request, token)
    context = decks_page(viewer, current_language())
    if not context["heaps"]:
        raise Http404("no decks that were revealed")
    response = render(request, "play/table/_decks.html" if request.htmx else "play/decks.html", context)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Cookie, HX-Request"
    return response


@require_GET
def take(request: HttpRequest, token: str, secret: str) -> HttpResponse:
    """A seat's own link: this browser takes the seat over."""
    viewer = get_viewer_or_404(token, secret, None)
    if viewer.seat is None:
        raise Http404("the link of no seat")
    viewer.seat.owner = get_or_create_owner(request)
    viewer.seat.save(update_fields=["owner"])
    return redirect("play:game", token=token)


@require_POST
def act(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """An action of the form, or the end of a turn with the plays that were laid down."""
    viewer = _viewer(request, token)
    seen, skipped, problem = _version(request), 0, ""
    asked = Asked.of(request.POST)
    try:
        check_rate(request)
        if "action" in request.POST:
            acting.act(viewer, seen, [request.POST["action"]], KeyedRequest(*_NO_KEY))
            asked = replace(asked, seat="")  # whoever holds several seats chooses for the next of them
        else:
            plan = end_turn(viewer, seen, asked.line)
            skipped, asked = len(plan.opening) + len(plan.line), replace(asked, line=())
    except RequestRefused as refusal:
        problem = refusal_words(refusal)
    if request.htmx:
        viewer = _viewer(request, token)
        return _shown(request, viewer, replace(asked, since=max(seen, 0), view="", skipped=skipped), problem)
    if problem:
        messages.error(request, problem)
    return redirect(_address(viewer, asked))


def _address(viewer: Viewer, asked: Asked) -> str:
    """The table again, with what is still laid down."""
    query = {"seat": asked.seat} if len(own_seats(viewer)) > 1 and asked.seat else {}
    if asked.is_turned:
        query["turned"] = "1"
    if asked.line:
        query["line"] = ";".join(asked.line)
        if asked.version is not None:
            query["version"] = str(asked.version)
    path = viewer.game.get_absolute_url()
    return f"{path}?{urlencode(query, safe=';')}" if query else path


@require_POST
def terms(request: HttpRequest, token: str) -> HttpResponse:
    """Names a Champion."""
    viewer = _viewer(request, token)
    reader = Reader()
    edition = viewer.game.setup["edition"]
    try:
        named = request.POST.get("champion", "")
        card = gallery_champion(named, edition)
        if card is None:
            card = card_named(reader, named, "/champion", edition, get_owner(request))
        if card is not None and not reader.faults:
            acting.name_champion(viewer, _version(request), card, KeyedRequest(*_NO_KEY))
    except RequestRefused as refusal:
        messages.error(request, refusal_words(refusal))
    return redirect("play:game", token=viewer.game.token)


@require_POST
def ask(request: HttpRequest, token: str) -> HttpResponse:
    """Asks for consent, gives or refuses it, or leaves."""
    viewer, what = _viewer(request, token), request.POST.get("what", "")
    plain = {"draw": consent.draw, "rematch": consent.rematch, "resign": consent.resign, "claim": consent.claim}
    try:
        if what == "take-back":
            consent.take_back(viewer, _version(request))
        elif what in ("accept", "refuse"):
            consent.answer(viewer, request.POST.get("offer", ""), what == "accept")
        elif what in plain:
            plain[what](viewer)
    except RequestRefused as refusal:
        messages.error(request, refusal_words(refusal))
    if viewer.game.rematch is not None and viewer.seat is not None:
        return redirect("play:game", token=viewer.game.rematch.token)
    return redirect("play:game", token=viewer.game.token)


def _version(request: HttpRequest) -> int:
    version = whole_number(request.POST.get("version", ""), MAX_VERSION_DIGITS)
    return -1 if version is None else version


_REFUSALS: Final = {
    "not-your-turn": gettext_lazy("It is not your turn."),
    "no-seat": gettext_lazy("You have no seat in this game: you are watching."),
    "barrier": gettext_lazy("It cannot be taken back: something hidden was shown since, or chance was asked."),
    "nothing-to-take-back": gettext_lazy("You have done nothing yet that could be taken back."),
    "offer-open": gettext_lazy("This has been asked already: the others are to answer."),
    "no-offer": gettext_lazy("Nobody asks for this any more."),
    "not-late": gettext_lazy("The turn is not late yet."),
    "game-over": gettext_lazy("The game is over."),
    "not-over": gettext_lazy("The game is not over yet."),
    "not-begun": gettext_lazy("The game has not begun: not all seats are taken."),
    "has-left": gettext_lazy("You have left this game."),
    "rematch-made": gettext_lazy("The next game is there already."),
}


def refusal_words(refusal: RequestRefused) -> str:
    """Why something was not done, for whoever reads the page."""
    if refusal.code == "too-many-requests":
        return _("That is a lot of games for now. Try again in a while.")
    if refusal.code == "stale":
        return _("The game has gone on meanwhile. Nothing was done.")
    if refusal.code in _REFUSALS:
        return str(_REFUSALS[refusal.code])
    with suppress(MissingText):
        return error_text(refusal.code, current_language())
    return _("This cannot be done now: %(code)s.") % {"code": refusal.code}
