"""The page on which a puzzle is solved. Everything is a link or a form; the script asks for the side panel alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limits import Limit
from accounts.models import Owner
from accounts.owners import owner_for, owner_of
from config.http import HtmxHttpRequest
from engine.errors import IllegalAction
from grimoire.browsing.trails import trail_of
from grimoire.community.contexts import below
from grimoire.models import Attempt, Puzzle
from grimoire.secrecy import gate_for
from grimoire.services import BAD_ACTION, split_actions
from grimoire.solving import services
from grimoire.solving.back import Asked
from grimoire.solving.contexts import Side, page_context
from grimoire.solving.foretelling import read_said
from grimoire.solving.queries import place_in_book, puzzle_for
from rulings.wording import error_text

JUDGED: Final = Limit("solving", times=90, seconds=60)
PLAYED: Final = Limit("playing", times=600, seconds=60)
MOST_LINE: Final = 3000  # characters


@require_safe
def puzzle(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """The page, or with ``HX-Request`` what stands beside the board."""
    owner = owner_of(request)
    found = puzzle_for(token, owner)
    return _shown(request, found, owner, _asked(request.GET, found, owner))


@require_POST
def change_line(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """Plays a card, takes one back, begins again, or has the line judged."""

    def change(owner: Owner, found: Puzzle) -> None:
        seen = _seen(request.POST)
        if "action" in request.POST:
            services.play(owner=owner, puzzle=found, seen=seen, action=request.POST["action"][:40])
            return
        _CHANGES.get(request.POST.get("do", ""), services.undo)(owner=owner, puzzle=found, seen=seen)

    limit = JUDGED if request.POST.get("do") == "judge" else PLAYED
    return _changed(request, token, change, limit)


_CHANGES: Final[dict[str, Callable[..., Attempt]]] = {
    "undo": services.undo,
    "reset": services.reset,
    "judge": services.judge,
}


@require_POST
def foretell(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """Has judged what was foretold."""
    said, missing = read_said(puzzle_for(token, owner_of(request)), request.POST)

    def change(owner: Owner, found: Puzzle) -> None:
        if missing:
            raise Incomplete
        services.foretell(owner=owner, puzzle=found, seen=_seen(request.POST), said=said)

    return _changed(request, token, change, JUDGED)


@require_POST
def hint(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """Takes the next hint."""
    rung = request.POST.get("rung", "")

    def change(owner: Owner, found: Puzzle) -> None:
        services.take_hint(owner=owner, puzzle=found, rung=int(rung) if rung in "1234" and rung else 0)

    return _changed(request, token, change, PLAYED)


@require_http_methods(["GET", "POST"])
def solution(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """Shows the solution: after a try or a hint at once, else to those who confirm it."""
    if request.method == "GET":
        return redirect("grimoire:puzzle", token=token)

    def change(owner: Owner, found: Puzzle) -> None:
        attempt = Attempt.objects.filter(owner=owner, puzzle=found).first()
        has_tried = attempt is not None and (attempt.tries or attempt.rung)
        if has_tried or request.POST.get("confirm") == "yes":
            services.surrender(owner=owner, puzzle=found)

    return _changed(request, token, change, PLAYED, view="way-0")


class Incomplete(Exception):
    """Not every part of an outcome was foretold."""


def _changed(
    request: HtmxHttpRequest, token: str, change: Callable[[Owner, Puzzle], None], limit: Limit, view: str = ""
) -> HttpResponse:
    """Makes a change and shows how things stand: the side panel for the script, a redirect without one."""
    found = puzzle_for(token, owner_of(request))
    status, problem = 200, ""
    if not limit.allows(request):
        status, problem = 429, _("That is very fast. Please wait a moment and try again.")
    else:
        try:
            change(owner_for(request), found)
        except services.Elsewhere:
            status, problem = 409, _("This page went on in another window. This is how it stands there.")
        except Incomplete:
            status, problem = 400, _("Something is still missing: say how each part ends.")
        except IllegalAction as wrong:
            status, problem = 400, _why_not(wrong)
    owner = owner_of(request)
    asked = _asked(request.POST, found, owner, view=view if status == 200 else "")
    if status == 200 and not request.htmx:
        query = {**asked.query, **({"view": asked.view} if asked.view else {})}
        return redirect(f"{found.get_absolute_url()}{'?' if query else ''}{urlencode(query)}#board")
    found.refresh_from_db()
    return _shown(request, found, owner, asked, problem, status)


def _why_not(wrong: IllegalAction) -> str:
    why = (
        _("this is no action that the page knows") if wrong.code == BAD_ACTION else error_text(wrong.code, _language())
    )
    return _("That cannot be played: %(why)s") % {"why": why}


def _shown(
    request: HtmxHttpRequest, found: Puzzle, owner: Owner | None, asked: Asked, problem: str = "", status: int = 200
) -> HttpResponse:
    gate = gate_for(found, owner, as_solver=asked.as_solver)
    side = Side(found, gate, asked, _language(), problem)
    book = place_in_book(found, owner, asked.book)
    context = page_context(side, book, owner)
    if request.htmx:
        response = render(request, "grimoire/solving/_side.html", context, status=status)
    else:
        context |= below(found, owner, gate, request) | {"trail": trail_of(found, owner, wanted=asked.again)}
        response = render(request, "grimoire/solving/puzzle.html", context, status=status)
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _asked(given: QueryDict, found: Puzzle, owner: Owner | None, view: str | None = None) -> Asked:
    step = given.get("step", "")
    return Asked(
        view=given.get("view", "")[:20] if view is None else view,
        step=int(step) if step.isascii() and step.isdigit() and len(step) < 6 else None,
        book=given.get("book", "")[:60],
        as_solver=given.get("as") == "solver" and found.is_owned_by(owner),
        again=bool(given.get("again")),
    )


def _seen(given: QueryDict) -> services.Seen:
    revision = given.get("revision", "")
    number = int(revision) if revision.isascii() and revision.isdigit() and len(revision) < 9 else -1
    return services.Seen(number, tuple(split_actions(given.get("line", "")[:MOST_LINE])))


def _language() -> str:
    return get_language() or "en"
