"""Searches of the composer: asked for, looked at, stopped, gone on with; each is a job, and of whoever asked alone."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpResponse
from django.urls import reverse

from accounts.budgets import check_jobs
from accounts.requests import SiteRequest
from api.own.doors import Caller
from api.own.problems import ContentRefused, WrongPart, conflict, position_refused, refuse_parts, used_up
from api.own.reading import input_schema, read_body, refuse_errors
from api.own.states import changed_response, json_with_etag
from api.writing import page_of, root_of
from background import services as background
from board.services import site_cards
from engine.decks.composing.wishes import Wishes
from engine.decks.formats.interchange import read_position
from engine.decks.rules.position import Position
from engine.kernel.errors import EngineError, Fault
from grimoire import fair_play
from grimoire.composing import services
from grimoire.composing.access import open_part, sealing_at_once
from grimoire.composing.forms import WishesForm
from grimoire.composing.limits import SEARCHES
from grimoire.models import Composition
from grimoire.proving.limits import no_objective
from web.json_bodies import Form
from web.openapi import COUNT, TEXT, Schema, list_of, object_schema, one_of, ref
from web.refusals import busy, not_found, refuse_form

PAIRS: Final = {"abilities": ("ability", "other_ability"), "cards": ("card", "other_card")}  # of the form's fields
_NUMBERS: Final = ("turns", "plays", "most_plays", "level", "most_level", "most_cards")
_LANGUAGE: Final = "en"
_FOUND: Final = ("position", "changes", "level", "plays", "cards", "only_moves", "near_misses", "keeps")
_SHORT: Final[Schema] = {**TEXT, "maxLength": 100}
WISHES: Final[Schema] = object_schema(
    {
        **{name: {**TEXT, "maxLength": 20} for name in ("goal", "mode", "edition")},
        **{name: {**COUNT, "maximum": 999} for name in _NUMBERS},
        "abilities": {**list_of(_SHORT, "Without each of them it would be another puzzle."), "maxItems": 2},
        "cards": {**list_of(_SHORT, "Each plays a part: references of the site's cards."), "maxItems": 2},
    },
    [],
    closed=True,
)
INPUT: Final = input_schema(
    {
        "kind": one_of(Composition.Kind),
        "position": {**ref("ClashPosition"), "description": "With an objective, of 'unique' and 'tidy'."},
        "wishes": {**WISHES, "description": "Of 'find': what is not said is as in the editor."},
    },
    ["kind"],
)


def look(request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    """How far a search is, and what it has found; one that stood still goes on."""
    row = _one(caller, token)
    background.go_on(job=row)
    return json_with_etag(request, serialize_composition(request, row))


def ask(request: SiteRequest, caller: Caller) -> HttpResponse:
    """Asks for a search, which is looked at where Location says."""
    body = read_body(request, INPUT)
    kind = body["kind"]
    wanted, other = ("wishes", "position") if kind == Composition.Kind.FIND else ("position", "wishes")
    refuse_parts(WrongPart(f"/{name}", "bad-content", f"'{kind}' has none.") for name in (other,) if name in body)
    position, wishes = None, None
    if kind == Composition.Kind.FIND:
        wishes = _wishes(body.get(wanted, {}))
    elif wanted in body:
        position = _position(request, body[wanted])
    else:
        raise ContentRefused([WrongPart(f"/{wanted}", "bad-content", "It is missing.")])
    _count(request)
    try:
        row = services.ask(kind=kind, position=position, wishes=wishes, owner=caller.owner)
    except services.TooManySearches as refused:
        raise _too_many(refused) from None
    return _begun(request, row)


def search_on(request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    """Goes on with a search that has rested, was stopped or failed; of one that has tried all there is nothing more."""
    row = _one(caller, token)
    _count(request)
    try:
        services.search_on(row=row)
    except services.TooManySearches as refused:
        raise _too_many(refused) from None
    return _begun(request, row)


def stop(_request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    """Stops a search; what it has found stays."""
    background.cancel(job=_one(caller, token))
    return HttpResponse(status=204)


def _one(caller: Caller, token: str) -> Composition:
    row = Composition.objects.filter(by=caller.owner, token=token).first()
    if row is None:
        raise not_found("search")
    return row


def _begun(request: SiteRequest, row: Composition) -> HttpResponse:
    location = reverse("api:own-compositions-one", args=[row.token])
    response = changed_response(
        serialize_composition(request, row), 202 if row.is_busy else 200, location if row.is_busy else ""
    )
    if row.is_busy:
        response.headers["Retry-After"] = "1"
    return response


def _position(request: SiteRequest, data: Any) -> Position:
    """Raises ``RequestRefused`` where it cannot be read, or its solutions are not for whoever asks."""
    try:
        position = read_position(data, site_cards())
    except EngineError as wrong:
        raise position_refused(wrong, "/position") from None
    try:
        puzzle = sealing_at_once(request, position)
    except fair_play.GameRunning:
        raise conflict("not-over", "you have a seat in a game with this position") from None
    except EngineError as wrong:
        part = WrongPart("/position/objective", wrong.code, f"{no_objective()} {wrong.message}")
        raise ContentRefused([part], code="bad-position") from None
    if puzzle is not None:
        raise conflict("sealed", f"it would give away a puzzle: solve {root_of(request)}{page_of(puzzle)} first")
    return position


def _wishes(asked: Any) -> Wishes:
    """Raises ``RequestRefused``."""
    faults = Form(asked, WISHES).faults
    refuse_form([Fault(fault.name, f"/wishes{fault.at}", fault.detail) for fault in faults])
    values = {**WishesForm.INITIAL, **asked}
    pointers = {name: f"/wishes/{name}" for name in WishesForm.base_fields}
    for name, fields in PAIRS.items():
        for place, (field, value) in enumerate(zip(fields, values.pop(name, ()), strict=False)):
            values[field], pointers[field] = value, f"/wishes/{name}/{place}"
    form = WishesForm(values, language=_LANGUAGE)
    refuse_errors(form, pointers)
    return form.wishes


def _count(request: SiteRequest) -> None:
    check_jobs()
    if not SEARCHES.allows(request):
        raise used_up(SEARCHES, "too many searches.")


def _too_many(refused: services.TooManySearches) -> Exception:
    if not refused.own:
        return busy()
    return conflict("quota", f"{services.MAX_BUSY} searches of yours are running: stop one first")


def serialize_composition(request: SiteRequest, row: Composition) -> dict[str, Any]:
    """A search with what it has found, as far as its owner may see that: see ``composing.access``."""
    sealed_by, entries = open_part(request, row)
    return {
        "token": row.token,
        "kind": str(row.kind),
        "state": str(row.state),
        "seconds": [round(part, 1) for part in row.progress],
        "tried": row.tried,
        "exhausted": row.is_exhausted,
        "problem": row.problem,
        "sealed_by": root_of(request) + page_of(sealed_by) if sealed_by is not None else None,
        "found": [
            {**{name: entry[name] for name in _FOUND}, "solutions": entry["answer"]["solutions"]} for entry in entries
        ],
        "asked": row.asked.isoformat(),
    }
