"""The panel of an analysis, asked for by a board at one of its steps, time and again while it gets better."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.budgets import costly, in_words
from accounts.requests import SiteRequest
from board.forms import PositionForm
from board.queries import BoardRequest, NoSuchPosition, asked_for
from board.services import BoardAddress
from engine.kernel.numbers import whole_number
from games.decks.analysing import thinking_services
from games.decks.analysing.thinking import MAX_LINES
from games.decks.analysing.thinking_gate import sealing_puzzle
from games.decks.analysing.thinking_limits import DEFAULT_LINES, is_used_up, may_queue
from games.decks.analysing.thinking_pages import Asked, ThinkingPanel, asked
from games.decks.analysing.tree import MAX_DIGITS
from grimoire import fair_play
from grimoire.proving.limits import game_running, too_often

_SENT: Final = ("position_text", "p", "sample", "a", "step", "sight", "lines")


@never_cache
@require_http_methods(["GET", "POST"])
@costly(0.25, lambda request, seconds: _refused(request, in_words(seconds), 429))
def think(request: SiteRequest) -> HttpResponse:
    """What is best at a step of a board: a part of its page, or a page of its own without a script."""
    if request.method == "GET":
        return redirect("board:board")
    try:
        wanted = _asked(request)
        fair_play.check(request.owner, wanted.start, wanted.position)
    except NoSuchPosition as wrong:
        return _refused(request, str(wrong), 400)
    except fair_play.GameRunning as running:
        return _refused(request, game_running(), 403, game=running.game)
    thinking = None
    if "stop" in request.POST:
        thinking = thinking_services.stop(wanted.position, wanted.sight)
    try:
        again = "continue" in request.POST
        thinking = thinking or thinking_services.ask(
            wanted.position, wanted.sight, lambda: may_queue(request), again=again
        )
    except thinking_services.QueueFull:
        why = _("300 positions an hour. Try again later.") if is_used_up(request) else too_often()
        return _refused(request, why, 429)
    sealed_by = sealing_puzzle(request.owner, wanted.start, wanted.actions, thinking.report)
    panel = ThinkingPanel(wanted, thinking, request.language, sealed_by)
    return _answered(request, {"panel": panel, "asked": wanted})


def _asked(request: SiteRequest) -> Asked:
    """Raises ``NoSuchPosition``."""
    parameters = request.POST
    if text := parameters.get("position_text"):
        form = PositionForm({"position_text": text, "actions_text": parameters.get("a", "")}, language=request.language)
        if not form.is_valid() or form.position is None:
            raise NoSuchPosition(_("This position can't be analyzed."))
        board_request = BoardRequest(form.position, tuple(map(str, form.actions)), BoardAddress(), 0)
    else:
        board_request = asked_for(parameters, request.language)
    count = whole_number(parameters.get("lines", ""), 1) or DEFAULT_LINES
    step = whole_number(parameters.get("step", ""), 6)
    node = whole_number(parameters.get("node", ""), MAX_DIGITS) if request.htmx else None  # its form is on that page
    return asked(board_request, parameters.get("sight", ""), min(max(count, 1), MAX_LINES), step, node)


def _answered(request: SiteRequest, context: Mapping[str, Any], status: int = 200) -> HttpResponse:
    if request.htmx:
        return render(request, "analysing/_thinking.html", context, status=status)
    sent = [(name, value) for name, value in request.POST.items() if name in _SENT]
    return render(request, "analysing/thinking.html", {**context, "sent": sent}, status=status)


def _refused(request: SiteRequest, why: str, status: int, **more: Any) -> HttpResponse:
    return _answered(request, {"why": why, **more}, status)
