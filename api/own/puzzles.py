"""Puzzles of one's own: drafts, proofs as jobs, publishing; what the author's page does, by its form and services."""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.urls import reverse

from accounts.models import Owner, Visibility
from accounts.quotas import QuotaExceeded
from accounts.requests import SiteRequest
from accounts.text_cleaning import readable
from api.own.creating import created
from api.own.doors import Caller
from api.own.problems import ContentRefused, WrongPart, check_left, conflict, position_refused, refuse_parts, used_up
from api.own.reading import REMIX, input_schema, read_body, refuse_errors, replacement
from api.own.states import changed_response, check_state, get_for_update, json_with_etag, require_state
from api.writing import page_of, root_of
from background import services as background
from board.services import site_cards
from engine.decks.formats.interchange import read_position
from engine.decks.rules.position import Position
from engine.kernel.errors import EngineError
from grimoire.authoring import services
from grimoire.authoring.authoring_text import missing_text
from grimoire.authoring.checks import what_is_missing
from grimoire.authoring.contexts import report_of
from grimoire.authoring.forms import NEW_PAGES, PuzzleForm, initial_of
from grimoire.authoring.pins import MAX_PINS, WHY_LENGTH, WORDS, set_pins
from grimoire.authoring.queries import remixable
from grimoire.fair_play import GameRunning
from grimoire.gate import sealing_puzzle
from grimoire.models import Puzzle
from grimoire.proving.limits import ASKS, LONG, may_queue, no_objective, too_often
from grimoire.proving.near_misses import near_misses_for
from grimoire.proving.reports import MAX_SHOWN
from grimoire.proving.services import QueueFull
from grimoire.twins import MAX_TWINS
from web.lists import paginated_response, slice_of
from web.openapi import FLAG, OPEN_OBJECT, TEXT, Schema, object_schema, one_of, ref
from web.refusals import not_found

_WORDS: Final = ("title", "title_fr", "words", "words_fr", "afterword", "afterword_fr")
_SHORT: Final = {**TEXT, "maxLength": 100}
_SAYS: Final[Schema] = {
    **dict.fromkeys(_WORDS, TEXT),
    "answer_by": {**TEXT, "description": ", ".join(Puzzle.AnswerBy)},
    "licence": {**TEXT, "description": ", ".join(Puzzle.Licence)},
    "questions": {"type": "array", "items": _SHORT, "maxItems": 100},
    "intended": {
        **{"type": "array", "items": _SHORT, "maxItems": 400},
        "description": "Your own solution: actions of the first turn in text form.",
    },
    "allows_several": FLAG,
}
_PINS: Final[Schema] = {
    "type": "array",
    "maxItems": MAX_PINS,
    "description": "Near misses that readers see first, with why they fail.",
    "items": object_schema(
        {
            "line": {"type": "array", "items": OPEN_OBJECT, "maxItems": 100},
            **{name: {**TEXT, "maxLength": WHY_LENGTH} for name in WORDS},
        },
        ["line"],
        closed=True,
    ),
}
INPUT: Final = input_schema(
    {"position": {**ref("ClashPosition"), "description": "With an objective."}, **_SAYS, "pinned_tries": _PINS},
    ["position"],
    (
        *("token", "kind", "goal", "visibility", "published", "hidden", "flagged", "remixed", "twin_of", "revision"),
        *("proof", "url", "created", "updated"),
    ),
)
REPLACEMENT: Final = replacement(INPUT)
REPLACEMENT["required"].remove("pinned_tries")  # programs that do not know them leave them as they are
PUBLISHING: Final = input_schema({"visibility": one_of([Visibility.PUBLIC, Visibility.UNLISTED])}, [])
_FIELDS: Final = {"intended": "intended_text"}  # of the site's form, where it is called otherwise
_POINTERS: Final = {field: f"/{name}" for name, field in _FIELDS.items()}
_LANGUAGE: Final = "en"
TOO_MANY: Final = "too many new puzzles."


def index(request: SiteRequest, caller: Caller) -> HttpResponse:
    root = root_of(request)
    return paginated_response(request, rows(caller), slice_of(request), lambda page: serialize_puzzle(page, root))


def look(request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    return json_with_etag(request, serialize_puzzle(_one(caller, token), root_of(request)))


def create(request: SiteRequest, caller: Caller) -> HttpResponse:
    """Makes a draft of a position with an objective."""
    check_left(request, NEW_PAGES, TOO_MANY)
    body, position, content = _read(request, whole=False)
    if not NEW_PAGES.allows(request):
        raise used_up(NEW_PAGES, TOO_MANY)

    def make() -> HttpResponse:
        try:
            puzzle = services.create_draft(owner=caller.owner, position=position)
        except QuotaExceeded:
            raise conflict("quota", "you have reached the limit of puzzles") from None
        except GameRunning:
            raise _not_over() from None
        except EngineError as wrong:
            raise _no_objective(wrong) from None
        return _done(request, caller, _pin(_say(puzzle, content), caller, body), 201)

    return created(request, caller, body, make)


def remix(request: SiteRequest, caller: Caller) -> HttpResponse:
    """Makes a draft that starts as a published page does, or one of one's own; nothing of its solution comes along."""
    check_left(request, NEW_PAGES, TOO_MANY)
    body = read_body(request, REMIX)
    try:
        page = remixable(caller.owner, body["of"])
    except Http404:
        raise ContentRefused([WrongPart("/of", "bad-content", "It doesn't exist, or you can't see it.")]) from None
    if not NEW_PAGES.allows(request):
        raise used_up(NEW_PAGES, TOO_MANY)

    def make() -> HttpResponse:
        try:
            return _done(request, caller, services.remix(puzzle=page, owner=caller.owner), 201)
        except QuotaExceeded:
            raise conflict("quota", "you have reached the limit of puzzles") from None
        except GameRunning:
            raise _not_over() from None

    return created(request, caller, body, make)


def add_twin(request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    """Makes a draft that starts as one of one's own drafts is, and is published with it."""
    puzzle = _one(caller, token)
    if not NEW_PAGES.allows(request):
        raise used_up(NEW_PAGES, TOO_MANY)

    def make() -> HttpResponse:
        try:
            return _done(request, caller, services.add_twin(puzzle=puzzle, owner=caller.owner), 201)
        except QuotaExceeded:
            raise conflict("quota", "you have reached the limit of puzzles") from None
        except services.TooManyTwins:
            raise conflict("quota", f"a puzzle has at most {MAX_TWINS} twins, itself included") from None
        except services.Fixed:
            raise conflict("fixed", "it is published: its twins can't change") from None
        except GameRunning:
            raise _not_over() from None

    return created(request, caller, None, make)


def change(request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    """Makes one of them say what is sent, a draft with another position too."""
    _one(caller, token)
    require_state(request)
    body, position, content = _read(request, whole=True)
    with transaction.atomic():
        puzzle = _held(request, caller, token)
        before = serialize_puzzle(puzzle, root_of(request))
        try:
            puzzle = services.place(puzzle=puzzle, position=position, seen=puzzle.revision)
        except services.Fixed:
            raise conflict("fixed", "others may have solved it: its position can't change") from None
        except GameRunning:
            raise _not_over() from None
        except EngineError as wrong:
            raise _no_objective(wrong) from None
        return _done(request, caller, _pin(_say(puzzle, content), caller, body), before=before)


def delete(request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    """Throws one of them away, with all that was done with it."""
    with transaction.atomic():
        services.delete(puzzle=_held(request, caller, token))
    return HttpResponse(status=204)


def publish(request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    """Makes a draft a page for others, if all is well with it; of a page, says whether it is listed."""
    _one(caller, token)
    visibility = read_body(request, PUBLISHING).get("visibility", str(Visibility.PUBLIC))
    with transaction.atomic():
        puzzle = _held(request, caller, token)
        try:
            if puzzle.is_published:
                services.change_visibility(puzzle=puzzle, visibility=visibility)
            else:
                services.publish(puzzle=puzzle, visibility=visibility, seen=puzzle.revision)
        except services.NotReady as refused:
            parts = [WrongPart("", code, missing_text(code)) for code in refused.reasons]
            raise ContentRefused(parts, 409, "not-ready") from None
        return _done(request, caller, puzzle)


def unpublish(request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    with transaction.atomic():
        return _done(request, caller, services.unpublish(puzzle=_held(request, caller, token)))


def ask_proof(request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    """Asks the solver for the proof of one of them; what takes longer is waited for at the address that is told."""
    puzzle = _one(caller, token)
    if not ASKS.allows(request):
        raise used_up(ASKS, too_often())
    try:
        services.prove(puzzle=puzzle, may_queue=lambda: may_queue(request))
    except QueueFull:
        raise used_up(LONG, too_often()) from None
    except GameRunning:
        raise _not_over() from None
    proof_data = serialize_proof(_one(caller, token), caller.owner, root_of(request))
    is_busy = proof_data["state"] in ("waiting", "running")
    location = reverse("api:own-puzzles-proof", args=[token])
    response = changed_response(proof_data, 202 if is_busy else 200, location)
    if is_busy:
        response.headers["Retry-After"] = "1"
    return response


def look_at_proof(request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    """How far the proof of one of them is, and what came of it."""
    puzzle = _one(caller, token)
    if puzzle.proof is not None:
        background.go_on(job=puzzle.proof)
    return json_with_etag(request, serialize_proof(puzzle, caller.owner, root_of(request)))


def rows(caller: Caller) -> QuerySet[Puzzle]:
    return Puzzle.objects.of_decks().owned_by(caller.owner).select_related("proof", "owner__user", "twin_of")


def _one(caller: Caller, token: str) -> Puzzle:
    puzzle = rows(caller).filter(token=token).first()
    if puzzle is None:
        raise not_found("puzzle")
    return puzzle


def _held(request: SiteRequest, caller: Caller, token: str) -> Puzzle:
    puzzle = get_for_update(rows(caller), "puzzle", token=token)
    check_state(request, serialize_puzzle(puzzle, root_of(request)))
    return puzzle


def _done(
    request: SiteRequest, caller: Caller, puzzle: Puzzle, status: int = 200, before: dict[str, Any] | None = None
) -> HttpResponse:
    location = reverse("api:own-puzzles-one", args=[puzzle.token]) if status == 201 else ""
    now = serialize_puzzle(rows(caller).get(pk=puzzle.pk), root_of(request))
    return changed_response(now, status, location, before)


def _read(request: SiteRequest, whole: bool) -> tuple[dict[str, Any], Position, dict[str, Any]]:
    """The body, its position, and what it says besides. Raises ``RequestRefused``."""
    body = read_body(request, REPLACEMENT if whole else INPUT)
    content = {name: body[name] for name in _SAYS if name in body}
    try:
        return body, read_position(body["position"], site_cards()), content
    except EngineError as wrong:
        raise position_refused(wrong, "/position") from None


def _not_over() -> Exception:
    return conflict("not-over", "you have a seat in a game with this position")


def _no_objective(wrong: EngineError) -> Exception:
    part = WrongPart("/position/objective", wrong.code, f"{no_objective()} {wrong.message}")
    return ContentRefused([part], code="bad-position")


def _say(puzzle: Puzzle, content: dict[str, Any]) -> Puzzle:
    """Notes what an author says of a page. What a page of its kind has not, or keeps, may only be said as it is."""
    values = {**initial_of(puzzle), **{_FIELDS.get(name, name): value for name, value in content.items()}}
    values["intended_text"] = "; ".join(content.get("intended", puzzle.intended))
    form = PuzzleForm({key: value for key, value in values.items() if value}, puzzle=puzzle, language=_LANGUAGE)
    refuse_parts(
        WrongPart(f"/{name}", "fixed", "A published puzzle keeps it." if puzzle.is_published else "It has none.")
        for name, value in content.items()
        if _FIELDS.get(name, name) not in form.fields and value != getattr(puzzle, name)
    )
    refuse_errors(form, _POINTERS)
    return services.save(puzzle=puzzle, content=form.content(), seen=None)


def _pin(puzzle: Puzzle, caller: Caller, body: dict[str, Any]) -> Puzzle:
    """Pins near misses. Raises ``ContentRefused`` for a new one that does not fail, or that somebody else keeps."""
    pins = body.get("pinned_tries")
    if pins is None or _pins_of(puzzle) == pins:
        return puzzle
    known = [pin["line"] for pin in puzzle.pinned_tries]
    if sealing_puzzle(puzzle.position_key, caller.owner, puzzle.proof) is not None:
        raise ContentRefused([WrongPart("/pinned_tries", "sealed", "Solve the puzzle with this position first.")])
    words = [{name: readable(pin.get(name, "")) for name in WORDS} for pin in pins]
    set_pins(puzzle=puzzle, pins=[{"line": pin["line"], **said} for pin, said in zip(pins, words, strict=True)])
    refuse_parts(
        WrongPart("/pinned_tries", "bad-content", "One of these lines doesn't fail, or can't be played.")
        for pin in puzzle.pinned_tries
        if pin.get("is_stale") and pin["line"] not in known
    )
    return puzzle


def _pins_of(puzzle: Puzzle) -> list[dict[str, Any]]:
    return [{name: pin[name] for name in ("line", *WORDS) if name in pin} for pin in puzzle.pinned_tries]


def serialize_puzzle(puzzle: Puzzle, root: str) -> dict[str, Any]:
    """A page for its author; what the solver found is at the address ``proof``."""
    return {
        "token": puzzle.token,
        "position": puzzle.position,
        **{name: getattr(puzzle, name) for name in _SAYS},
        "pinned_tries": _pins_of(puzzle),
        "kind": puzzle.kind,
        "goal": puzzle.goal,
        "visibility": puzzle.visibility,
        "published": puzzle.published_at.isoformat() if puzzle.published_at else None,
        "hidden": puzzle.hidden_at is not None,
        "flagged": puzzle.flag_reason if puzzle.flagged_at else "",
        "remixed": puzzle.remixed_from_id is not None,
        "twin_of": puzzle.twin_of.token if puzzle.twin_of is not None else None,
        "revision": puzzle.revision,
        "proof": root + reverse("api:own-puzzles-proof", args=[puzzle.token]),
        "url": root + page_of(puzzle),
        "created": puzzle.created.isoformat(),
        "updated": puzzle.updated.isoformat(),
    }


def serialize_proof(puzzle: Puzzle, owner: Owner, root: str) -> dict[str, Any]:
    """What the solver found out of a page for its author: all of it, unless somebody else's page keeps that."""
    report = report_of(puzzle, owner, _LANGUAGE)
    data: dict[str, Any] = {
        "state": "none" if report is None else str(report.proof.state),
        "verdict": report.proof.verdict if report is not None and report.proof.is_done else "",
        "sealed_by": None,
        "missing": [] if puzzle.is_published else what_is_missing(puzzle),
    }
    if report is None:
        return data
    data["seconds"] = [round(part, 1) for part in report.proof.progress]
    if not report.is_open:
        data["sealed_by"] = root + page_of(report.page)
    elif report.proof.is_done:
        answer = report.proof.answer
        data |= {
            "complete": report.proof.complete,
            "level": report.proof.level,
            "lines": report.lines,
            "solutions": answer.get("solutions", [])[:MAX_SHOWN],
            "more": report.left_out,
            "tries": list(near_misses_for(owner, report.proof).tries),
            "variations": [variations.to_json() for variations in report.variations],
        }
    return data
