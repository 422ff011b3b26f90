"""Timelines of decks, the story of a session, and its files."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from accounts.requests import SiteRequest
from mutation.faces import SessionFaces
from mutation.history.exports import FILES, export_of, may_export
from mutation.history.telling import story_of
from mutation.history.timelines import timelines
from mutation.pages import session_context
from mutation.requests import back, session_viewer
from mutation.services.ledgers import ledger_of


@require_GET
def timeline(request: SiteRequest, token: str) -> HttpResponse:
    """The timelines of each deck and each card, once the decks are open to all."""
    viewer = session_viewer(request, token)
    ledger = ledger_of(viewer.session)
    if not ledger.state.all_have_chosen:
        return back(viewer)
    faces = SessionFaces(viewer.session, ledger.header, request.language)
    context = session_context(viewer) | {"decks": list(timelines(ledger.state, faces)), "files": FILES}
    return _fresh(render(request, "mutation/history/timeline.html", context))


@require_GET
def story(request: SiteRequest, token: str) -> HttpResponse:
    """The session for friends: who led when, turning points, the most mutated card."""
    viewer = session_viewer(request, token)
    ledger = ledger_of(viewer.session)
    if not ledger.state.all_have_chosen:
        return back(viewer)
    faces = SessionFaces(viewer.session, ledger.header, request.language)
    context = session_context(viewer) | {
        "story": story_of(ledger.state, faces),
        "address": request.build_absolute_uri(request.path),
    }
    return _fresh(render(request, "mutation/history/story.html", context))


@require_GET
def export(request: SiteRequest, token: str, file: str) -> HttpResponse:
    """A file of the session, for whoever may know what is in it."""
    viewer = session_viewer(request, token)
    ledger = ledger_of(viewer.session)
    if file not in FILES or not may_export(viewer, ledger):
        raise Http404("no such file, or not for this viewer")
    content, kind = export_of(ledger, file)
    response = HttpResponse(content, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{viewer.session.token}-{file}"'
    return _fresh(response)


def _fresh(response: HttpResponse) -> HttpResponse:
    response.headers["Cache-Control"] = "no-store"
    return response
