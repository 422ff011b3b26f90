"""The pages of Clash of Decks."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from accounts.request_rate import check_rate
from accounts.requests import SiteRequest
from games.decks.replaying.answering import answer_replay
from games.decks.table.context import game_page
from games.decks.table.ending import NothingPlayedError, end_turn
from games.decks.table.page import TableQuery
from tables.services import acting
from tables.services.idempotency import UNKEYED
from tables.showing.refusals import refusal_words
from tables.showing.sharing import own_seats
from tables.viewers import Viewer, get_viewer_or_404
from web.refusals import RequestRefused


class DecksPages:
    def table(self, request: SiteRequest, viewer: Viewer) -> HttpResponse:
        return _shown(request, viewer, TableQuery.of(request.GET))

    def act(self, request: SiteRequest, viewer: Viewer, version: int) -> HttpResponse:
        """An action of the form, or the end of a turn with the plays that were laid down."""
        skipped, problem = 0, ""
        query = TableQuery.of(request.POST)
        try:
            check_rate(request)
            if "action" in request.POST:
                acting.act(viewer, version, [request.POST["action"]], UNKEYED)
                query = replace(query, seat="")  # whoever holds several seats chooses for the next of them
            else:
                plan = end_turn(viewer, version, query.line, is_sure="sure" in request.POST)
                skipped, query = len(plan.opening) + len(plan.line), replace(query, line=())
        except NothingPlayedError:
            query = replace(query, asks_to_end=True)
        except RequestRefused as refusal:
            problem = refusal_words(refusal)
        if request.htmx:
            seat = request.POST.get("seat", request.GET.get("seat", ""))
            viewer = get_viewer_or_404(viewer.game.token, None, request.owner, seat)
            since = query.since if query.asks_to_end else max(version, 0)
            shown = replace(query, since=since, view="", skipped=skipped)
            return _shown(request, viewer, shown, problem)
        if problem:
            messages.error(request, problem)
        return redirect(_address(viewer, query))

    def replay(self, request: SiteRequest, viewer: Viewer) -> HttpResponse:
        """See ``GamePages``: turn by turn on the board."""
        return answer_replay(request, viewer)


def _shown(request: SiteRequest, viewer: Viewer, query: TableQuery, problem: str = "") -> HttpResponse:
    """The page, or with ``HX-Request`` what stands beside the board, with the board if it has gone on."""
    language = request.language
    context = game_page(viewer, query, language, problem)
    if not request.htmx:
        template = "play/game.html"
    elif context["side"] is not None:
        template = "play/table/_side.html"
        context["with_board"] = query.version != context["state"].version
    else:
        template = "play/table/_choosing.html"
    response = render(request, template, context)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Cookie, HX-Request"
    return response


def _address(viewer: Viewer, table_query: TableQuery) -> str:
    """The table again, with what is still laid down."""
    query = {"seat": table_query.seat} if len(own_seats(viewer)) > 1 and table_query.seat else {}
    if table_query.is_turned:
        query["turned"] = "1"
    if table_query.line:
        query["line"] = ";".join(table_query.line)
        if table_query.version is not None:
            query["version"] = str(table_query.version)
    if table_query.asks_to_end:
        query["end"] = "1"
    path = viewer.game.get_absolute_url()
    return f"{path}?{urlencode(query, safe=';')}" if query else path
