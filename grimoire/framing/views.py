"""A page inside another site. It neither reads nor sets a cookie."""

from __future__ import annotations

from csp.constants import NONE, SELF
from csp.decorators import csp_replace
from django.http import HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from accounts.budgets import address_alone, costly, in_words
from accounts.requests import SiteRequest
from background.unwritten import written_or
from engine.kernel.errors import IllegalAction
from grimoire.community.embedding import KEPT_SECONDS
from grimoire.community.queries import open_page
from grimoire.framing.contexts import embed_context, read_theme
from grimoire.framing.line import JUDGE, FramedLine, can_be_framed, read_line
from grimoire.models import Puzzle
from grimoire.puzzle_games import game_of
from grimoire.solving.judging import has_ended
from grimoire.solving.limits import JUDGED, JUDGED_LONG


def _wait(_request: SiteRequest, seconds: int) -> HttpResponse:
    """The answer, in the frame, to an address at which too much was judged."""
    headers = {"Retry-After": str(seconds), "Cache-Control": "no-store"}
    return HttpResponse(format_html("<p>{}</p>", in_words(seconds)), status=429, headers=headers)


@xframe_options_exempt
# django-csp has types only for views that are given a request and nothing else.
@csp_replace(  # type: ignore[arg-type]
    {
        "frame-ancestors": ["*"],
        "default-src": [NONE],
        "style-src": [SELF],
        "font-src": [SELF],
        "img-src": [SELF],
        "form-action": [NONE],
    }
)
@require_safe
@costly(refused=_wait, whom=address_alone)
def embed(request: SiteRequest, token: str) -> HttpResponse:
    """The board of a page for a frame on another site: the only page of ours that may stand in one.

    What is played in it are links: ``a`` holds the line, ``do=judge`` asks for the verdict.
    """
    puzzle = open_page(token)
    line, problem, status = _line_of(request, puzzle)
    if line is not None and line.goes_on and line.judgement is not None:
        response: HttpResponse = HttpResponseRedirect(line.href(line.judgement.line))
    else:
        origin = request.build_absolute_uri("/").rstrip("/")
        context = embed_context(puzzle, request.language, request.GET.get("theme", ""), origin, line)
        # Drawn without the request: no visitor, no session, no token can get into it.
        page = render_to_string("grimoire/framing/frame.html", {**context, "problem": problem})
        response = HttpResponse(page, status=status)
    response["Cache-Control"] = f"public, max-age={KEPT_SECONDS}" if status == 200 else "no-store"
    response["X-Robots-Tag"] = "noindex"
    response["Referrer-Policy"] = "no-referrer"
    return response


def _line_of(request: SiteRequest, puzzle: Puzzle) -> tuple[FramedLine | None, str, int]:
    """What was played in the frame; what is wrong with it in words, then it is the start; and the answer's status."""
    if not can_be_framed(puzzle):
        return None, "", 200
    language, theme = request.language, read_theme(request.GET.get("theme", ""))
    start = FramedLine(puzzle, (), language, theme, is_judged=False)
    is_judged = request.GET.get("do") == JUDGE
    try:
        actions = read_line(request.GET.get("a", ""))
        if not actions and not is_judged:
            return start, "", 200
        if (is_judged or has_ended(actions)) and not _may_judge(request, puzzle):
            return start, _("Too fast. Wait a moment and try again."), 429
        return FramedLine(puzzle, actions, language, theme, is_judged), "", 200
    except IllegalAction as error:
        return start, game_of(puzzle).refusal(error, language), 400


def _may_judge(request: SiteRequest, puzzle: Puzzle) -> bool:
    """Whether something more may be judged at this visitor's address: a frame knows nobody by a cookie."""
    limit = JUDGED_LONG if puzzle.is_long else JUDGED
    bounds = dict.fromkeys(address_alone(request), limit.times)
    return written_or(True, lambda: limit.allows_each(bounds))
