"""The page from which a session is printed, and its PDFs."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from config.languages import current_language
from engine.decks.sessions.schedule import SCHEDULE, SEATS
from mutation.faces import SessionFaces
from mutation.pages import session_context
from mutation.paper.papers import PAPER_WORKS, ROUNDS
from mutation.paper.requests import PaperRequest
from mutation.paper.sheets import PAPERS, SIZES, TRUE_SIZE, size_names
from mutation.requests import back, session_viewer
from mutation.services.ledgers import ledger_of
from mutation.words import refusal_text
from play.faults import RequestRefused
from play.limits import check_rate

PDF = "application/pdf"
GAMES = len(SCHEDULE)


@require_GET
def papers(request: HttpRequest, token: str) -> HttpResponse:
    """The page that lists what can be printed."""
    viewer = session_viewer(request, token)
    if not ledger_of(viewer.session).state.all_have_chosen:
        return back(viewer)
    context = session_context(viewer) | {
        "works": [(key, name) for key, (name, _work) in PAPER_WORKS.items()],
        "numbers": range(1, GAMES + 1),
        "rounds": range(1, ROUNDS + 1),
        "sizes": list(size_names().items()),
    }
    response = render(request, "mutation/paper/papers.html", context)
    response.headers["Cache-Control"] = "no-store"
    return response


@require_GET
def pdf(request: HttpRequest, token: str, what: str) -> HttpResponse:
    """A PDF: ``paper`` a4 or letter, ``of`` one seat instead of all, cards of a ``size``, ``plain`` a deck as it was,
    ``since`` a game, patches of a ``round``, a booklet ``folded``."""
    viewer = session_viewer(request, token)
    ledger = ledger_of(viewer.session)
    given = request.GET
    paper, of, size = given.get("paper", "a4"), given.get("of", ""), given.get("size", TRUE_SIZE)
    since, of_round = _number(given.get("since", ""), GAMES), _number(given.get("round", ""), ROUNDS)
    if what not in PAPER_WORKS or paper not in PAPERS or (of and of not in SEATS) or size not in SIZES:
        raise Http404
    if not ledger.state.all_have_chosen:
        raise Http404
    try:
        check_rate(request)
    except RequestRefused as refusal:
        messages.error(request, refusal_text(refusal))
        return back(viewer, to="paper/")
    faces = SessionFaces(viewer.session, ledger.header, current_language())
    seats = (of,) if of else tuple(SEATS)
    plain, folded = "plain" in given, "folded" in given
    asked = PaperRequest(viewer, ledger, faces, seats, paper, size, plain, since, of_round, folded)
    response = HttpResponse(PAPER_WORKS[what][1](asked), content_type=PDF)
    response.headers["Content-Disposition"] = f'inline; filename="{viewer.session.token}-{what}.pdf"'
    response.headers["Cache-Control"] = "no-store"
    return response


def _number(text: str, most: int) -> int:
    """A number of an address up to ``most``; none is 0. Raises ``Http404``."""
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 3 and int(text) <= most):
        raise Http404
    return int(text)
