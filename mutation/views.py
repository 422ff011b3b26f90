"""The page of a session, and its events for programs and for phones that were offline."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods

from accounts.api_requests import owner_asking, seat_secret
from accounts.request_rate import check_rate
from accounts.requests import SiteRequest
from engine.decks.sessions.document import MAX_EVENTS
from engine.decks.sessions.secrecy import events_seen_by
from mutation.drafting.pages import decks_context, draft_context, part_mark
from mutation.faces import SessionFaces
from mutation.games.pages import games_context
from mutation.models import MutationSession
from mutation.organising.entries import shown_texts
from mutation.pages import seen_mark, session_context
from mutation.requests import session_viewer
from mutation.services import acting, bots
from mutation.services.ledgers import ledger_of, seen
from mutation.services.session_messages import note_look
from mutation.viewers import SessionViewer, find_session_viewer
from mutation.words import refusal_text
from web.json_bodies import body_of, refused
from web.languages import current_language
from web.refusals import RequestRefused

Phase = MutationSession.Phase


@require_GET
def session(request: SiteRequest, token: str) -> HttpResponse:
    """How a session stands. A page that asks ``again`` gets what has changed since its ETag, or 304."""
    viewer = session_viewer(request, token)
    note_look(viewer)
    bots.resume(viewer.session, viewer.seats)
    asks_again = bool(request.htmx) and "again" in request.GET
    tag = f'"{seen_mark(viewer.session)}"'
    if asks_again and request.headers.get("If-None-Match", "").removeprefix("W/") == tag:
        return _private(HttpResponse(status=304, headers={"ETag": tag}))
    context = session_context(viewer)
    hidden = viewer.session.phase in MutationSession.HIDDEN
    context["part"] = _short(part_mark(viewer)) if hidden else context["status"]
    context["is_hidden"] = hidden
    renews_part = not asks_again or request.GET.get("part") != context["part"]
    if renews_part:
        context |= _part(viewer)
    context["renews_part"] = renews_part
    response = render(request, "mutation/_renewed.html" if asks_again else "mutation/session.html", context)
    if asks_again:
        response.headers["ETag"] = tag
    return _private(response)


def _part(viewer: SessionViewer) -> dict[str, Any]:
    if viewer.session.phase == Phase.DRAFT:
        return draft_context(viewer, current_language())
    if viewer.session.phase == Phase.DECKS:
        return decks_context(viewer, current_language())
    return games_context(viewer)


def _short(mark: str) -> str:
    return hashlib.sha256(mark.encode()).hexdigest()[:16]


def _private(response: HttpResponse) -> HttpResponse:
    """For this browser alone, and not to be kept: a hand may stand in it."""
    response.headers["Cache-Control"] = "no-store"
    patch_vary_headers(response, ("Cookie", "HX-Request"))
    return response


@csrf_exempt  # ``owner_asking`` checks those that come with a cookie
@require_http_methods(["GET", "POST"])
def events(request: SiteRequest, token: str) -> HttpResponse:
    """The events as JSON: what a viewer may see of them, or with POST more of them.

    ``{"expected": NUMBER, "seat": LETTER, "events": [...]}`` with an Idempotency-Key: sent twice it counts once. What
    has come in between is in the answer, or (409) refuses it and is in the refusal. ``known`` are numbers after the
    expected one that the sender has entered itself, and so has seen. Refusals say why, and what has happened meanwhile,
    in the language of the address too (``says``, ``meanwhile``).
    """
    secret, viewer, body = seat_secret(request), None, None
    try:
        check_rate(request)
        owner = None if secret is not None else owner_asking(request)
        viewer = find_session_viewer(token, owner, request.GET.get("seat", ""), secret)
        if request.method == "GET":
            shown = events_seen_by(ledger_of(viewer.session), viewer.sees)
            payload = {"number": len(shown), "events": shown, **seen(viewer.session, viewer.sees)}
            return _private(JsonResponse(payload))
        body = body_of(request)
        return _private(JsonResponse(_entered(viewer, body, request.headers.get("Idempotency-Key", ""))))
    except RequestRefused as refusal:
        numbers = refusal.more.pop("numbers", None)
        if viewer is not None and body is not None:
            between = _shown(viewer, _unseen(viewer, body) if numbers is None else numbers)
            refusal.more |= {"between": between} if numbers is not None else {}
            refusal.more |= _said(viewer, refusal, between)
        return _private(refused(refusal))


def _entered(viewer: SessionViewer, body: Any, key: str) -> dict[str, Any]:
    if not isinstance(body, dict) or set(body) - {"expected", "seat", "events", "known"}:
        raise RequestRefused(400, "bad-request", "an object with expected, seat, events and known")
    expected, letter, sent = body.get("expected"), body.get("seat", ""), body.get("events")
    known = body.get("known", [])
    if type(expected) is not int or not isinstance(letter, str) or not isinstance(sent, list):
        raise RequestRefused(400, "bad-request", "expected is a number, seat a letter, events a list")
    if not isinstance(known, list) or len(known) > MAX_EVENTS or any(type(number) is not int for number in known):
        raise RequestRefused(400, "bad-request", "known is a list of numbers", "/known")
    entered = acting.act(viewer, sent, expected, letter, key, frozenset(known))
    viewer.session.refresh_from_db(fields=["version", "phase"])
    return {
        "first": entered.first,
        "last": entered.last,
        "again": entered.is_again,
        "number": viewer.session.version,
        "between": _shown(viewer, entered.between),
    }


def _unseen(viewer: SessionViewer, body: Any) -> list[int]:
    """The numbers that whoever sends this has not seen."""
    expected, known = (body.get("expected"), body.get("known")) if isinstance(body, dict) else (None, None)
    viewer.session.refresh_from_db(fields=["version", "phase"])
    if type(expected) is not int or expected < 0 or not isinstance(known, list | None):
        return []
    return [number for number in range(expected + 1, viewer.session.version + 1) if number not in (known or ())]


def _said(viewer: SessionViewer, refusal: RequestRefused, between: list[dict[str, Any]]) -> dict[str, Any]:
    """A refusal for people to read."""
    faces = SessionFaces(viewer.session, ledger_of(viewer.session).header, current_language())
    return {
        "number": viewer.session.version,
        "says": refusal_text(refusal),
        "meanwhile": shown_texts(between, viewer, faces),
    }


def _shown(viewer: SessionViewer, numbers: Collection[int]) -> list[dict[str, Any]]:
    """The events with these numbers, as the viewer may see them."""
    viewer.session.refresh_from_db(fields=["version", "phase"])
    wanted = set(numbers)
    return [event for event in events_seen_by(ledger_of(viewer.session), viewer.sees) if event["n"] in wanted]
