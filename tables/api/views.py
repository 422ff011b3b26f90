"""Views of the API: each view reads the request, calls one thing and answers."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse

from accounts.api_requests import owner_taking
from accounts.requests import SiteRequest
from contract.registry import GAMES
from tables.answers import serialize_game
from tables.api.schemas import ABOUT_TABLE, SCHEMAS
from tables.creation import read_request
from tables.history import steps_since
from tables.limits import check_new_game
from tables.naming import name_asked
from tables.ratings.services import check_rated
from tables.requests import first_attempt_of, seat_request, viewer_of
from tables.services import acting, bots, consent, gifts, tables
from tables.services.idempotency import KeyedRequest
from tables.states import state_of
from tables.viewers import Viewer, find_game
from web.etags import tagged, unchanged
from web.json_bodies import Form, body_of, json_response, refused, since_of, to_text
from web.refusals import RequestRefused, not_found


def create(request: SiteRequest) -> HttpResponse:
    data = body_of(request)
    owner = owner_taking(request)
    attempt = first_attempt_of(request, owner, "create", data)
    attempt.look()
    asked, about_table = _without_table(data)
    arrangement = read_request(asked, owner)
    is_rated = bool(about_table.get("rated"))
    if is_rated:
        check_rated(asked, arrangement, owner)
    player_name = name_asked(about_table.get("name"), owner)
    check_new_game(request)
    listed = ",".join(arrangement.seats) if about_table.get("listed") else ""
    game, body = tables.create(arrangement, owner, attempt, listed, name=player_name, rated=is_rated)
    return json_response(body, 201, tables.location_of(game))


def _without_table(data: Any) -> tuple[Any, dict[str, Any]]:
    """The set-up of a request without what is about its table and no game's; and that."""
    if not isinstance(data, dict):
        return data, {}
    known = ABOUT_TABLE["properties"]
    about_table = {key: value for key, value in data.items() if key in known}
    Form(about_table, ABOUT_TABLE).check()
    return {key: value for key, value in data.items() if key not in known}, about_table


def join(request: SiteRequest, token: str) -> HttpResponse:
    data = body_of(request)
    form = Form(data, SCHEMAS["Join"])
    form.check()
    invitation = form.given["invitation"]
    game = find_game(token)
    seat = tables.invited(game, invitation)
    owner = owner_taking(request)
    attempt = first_attempt_of(request, owner, f"invitation {seat.pk}", data)
    attempt.look()
    name = name_asked(form.given.get("name"), owner)
    return json_response(tables.join(game, invitation, owner, attempt, name=name))


def look(request: SiteRequest, token: str) -> HttpResponse:
    viewer = viewer_of(request, token)
    state = state_of(viewer.game)
    bots.resume(viewer.game, state, viewer.seats)
    if since_of(request) == viewer.game.version:
        return unchanged()
    return tagged(request, look_body(viewer))


def look_body(viewer: Viewer) -> str:
    """The body of *Look*, as the game stands now."""
    return to_text(serialize_game(viewer.game, viewer.seats, state_of(viewer.game), viewer.seat_name))


def steps(request: SiteRequest, token: str) -> HttpResponse:
    viewer = viewer_of(request, token)
    bots.resume(viewer.game, state_of(viewer.game), viewer.seats)
    numbered_steps = steps_since(viewer.game, viewer.seat_name, since_of(request) or 0)
    return json_response("[" + ",".join(text for _, text in numbered_steps) + "]")


def record(request: SiteRequest, token: str) -> HttpResponse:
    viewer = viewer_of(request, token)
    state = state_of(viewer.game)
    if state.engine is None or (state.result is None and not viewer.holds_all):
        raise RequestRefused(403, "not-over", "the game is not over")
    return json_response(to_text(GAMES[state.game].adapter.record(state)))


def act(request: SiteRequest, token: str) -> HttpResponse:
    viewer, form, attempt = seat_request(request, token, SCHEMAS["Actions"])
    form.check()
    return json_response(acting.act(viewer, form.given["version"], form.given["actions"], attempt))


def preview(request: SiteRequest, token: str) -> HttpResponse:
    viewer, form, _ = seat_request(request, token, SCHEMAS["Preview"])
    form.check()
    return json_response(to_text(acting.preview(viewer, form.given["version"], form.given["actions"])))


def take_back(request: SiteRequest, token: str) -> HttpResponse:
    viewer, form, attempt = seat_request(request, token, SCHEMAS["TakeBack"])
    form.check()
    version, with_help = form.given["version"], form.given.get("help", False)
    return _consent(viewer, attempt, lambda: consent.take_back(viewer, version, with_help=with_help))


def answers(request: SiteRequest, token: str) -> HttpResponse:
    viewer, form, attempt = seat_request(request, token, SCHEMAS["Answer"])
    form.check()
    return _consent(viewer, attempt, lambda: consent.answer(viewer, form.given["offer"], form.given["accept"]))


def resign(request: SiteRequest, token: str) -> HttpResponse:
    return _plainly(request, token, consent.resign)


def draw(request: SiteRequest, token: str) -> HttpResponse:
    return _plainly(request, token, consent.draw)


def rematch(request: SiteRequest, token: str) -> HttpResponse:
    return _plainly(request, token, consent.rematch)


def claim(request: SiteRequest, token: str) -> HttpResponse:
    return _plainly(request, token, consent.claim)


def give_time(request: SiteRequest, token: str) -> HttpResponse:
    viewer, form, attempt = seat_request(request, token, SCHEMAS["GiveTime"])
    form.check()
    return _consent(viewer, attempt, lambda: gifts.give_time(viewer, form.given["seat"]))


def unknown(request: SiteRequest, **_: str) -> HttpResponse:
    """There is nothing at this address, which pages of other sites may know too."""
    answer = refused(not_found())
    answer.headers["Access-Control-Allow-Origin"] = "*"
    return answer


def _plainly(request: SiteRequest, token: str, change: Any) -> HttpResponse:
    viewer, form, attempt = seat_request(request, token, SCHEMAS["Nothing"])
    form.check()
    return _consent(viewer, attempt, lambda: change(viewer))


def _consent(viewer: Viewer, attempt: KeyedRequest, change: Any) -> HttpResponse:
    """Makes a change and answers the body of *Look*; the same request sent twice is answered twice alike."""
    attempt.look()
    acting.claim_seat(viewer)
    try:
        change()
    except RequestRefused:
        attempt.look()  # the same request may have been quicker
        raise
    viewer.game.refresh_from_db()
    body = look_body(viewer)
    attempt.note(viewer.game, 200, body)
    return json_response(body)
