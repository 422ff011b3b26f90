"""Views of the API of tournaments. Whoever asks is known by an API token with the scope "games", or by a cookie."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.conf import settings
from django.db.models import BigIntegerField, Count, F, Q, QuerySet, Value
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import override

from accounts.api_requests import owner_asking, owner_taking
from accounts.models import Owner
from accounts.requests import SiteRequest
from api.writing import root_of
from tables.naming import name_asked
from tournaments.api.schemas import SCHEMAS
from tournaments.calendar import events
from tournaments.exports import standings_rows
from tournaments.limits import JOINS
from tournaments.models import Entrant, Match, Tournament
from tournaments.services import entering, following, results, rounds
from tournaments.services.games import seats_of
from tournaments.services.reading import WholeTournament, check_organiser, find_tournament, read_whole
from web.etags import tagged, unchanged
from web.json_bodies import Form, body_of, since_of, to_text
from web.lists import paginated_response, reject_unknown_params, slice_of
from web.refusals import RequestRefused, too_many

_FAR: Final = 2**40  # beyond all keys
_PLAYERS: Final = Count("entrants", filter=Q(entrants__is_out=False))


# Reading


def index(request: SiteRequest) -> HttpResponse:
    """Those that everybody finds, the latest first; ``phase`` chooses."""
    page = slice_of(request, "phase")
    rows, phase, root = Tournament.objects.listed(), request.GET.get("phase"), root_of(request)
    if phase is not None:
        if phase not in Tournament.Phase.values:
            message = f"'phase' is one of {', '.join(Tournament.Phase.values)}"
            raise RequestRefused(400, "bad-request", message, "/phase", faults=[])
        rows = rows.filter(phase=phase)
    rows = rows.annotate(place=Value(_FAR, BigIntegerField()) - F("pk"), players=_PLAYERS)
    return paginated_response(request, rows, page, lambda each: _head(each, each.players, root), by="place")


def coming(request: SiteRequest) -> HttpResponse:
    """Those that say when they start, the next one first: what the calendar has."""
    reject_unknown_params(request)
    root, listed = root_of(request), list(events())
    rows: QuerySet[Any] = Tournament.objects.filter(pk__in=[each.pk for each in listed])
    counts = dict(rows.annotate(players=_PLAYERS).values_list("pk", "players"))
    return tagged(request, to_text({"items": [_head(each, counts.get(each.pk, 0), root) for each in listed]}))


def look(request: SiteRequest, token: str) -> HttpResponse:
    owner = owner_asking(request)
    tournament = find_tournament(token, owner)
    following.look(tournament)
    if since_of(request) == tournament.version:
        return unchanged()
    return _whole(request, tournament, owner)


def _whole(request: SiteRequest, tournament: Tournament, owner: Owner | None) -> HttpResponse:
    whole, root = read_whole(tournament), root_of(request)
    body = {
        **_head(tournament, len(whole.active), root),
        "standings": [{**row, "bot": bool(whole.entrants[row["number"]].bot)} for row in standings_rows(whole)],
        "matches": [_match(whole, match) for match in whole.matches],
        "own": None if owner is None else _own(whole, owner, root),
    }
    response = tagged(request, to_text(body))
    response.headers["Cache-Control"] = "no-store"
    return response


def _head(tournament: Tournament, players: int, root: str) -> dict[str, Any]:
    with override("en"):  # addresses of the API's answers are those of the English pages
        url = root + tournament.get_absolute_url()
    moments = {name: getattr(tournament, name) for name in ("starts", "began", "ends")}
    return {
        "id": tournament.token,
        "name": tournament.name,
        "kind": tournament.kind,
        "game": tournament.asked["game"],
        "request": tournament.asked,
        "phase": tournament.phase,
        "round": tournament.round,
        "rounds": tournament.rounds,
        "players": players,
        "capacity": tournament.capacity,
        "rated": tournament.rated,
        "on_site": tournament.on_site,
        "minutes": tournament.minutes if tournament.is_arena else None,
        "no_show": tournament.no_show,
        **{name: None if at is None else at.isoformat() for name, at in moments.items()},
        "version": tournament.version,
        "url": url,
        "updated": tournament.updated.isoformat(),
    }


def _match(whole: WholeTournament, match: Match) -> dict[str, Any]:
    result = whole.result_of(match)
    return {
        "id": match.pk,
        "round": match.round,
        "table": match.table,
        "first": result.first,
        "second": result.second,
        "result": match.outcome,
        "reported": "" if match.outcome else match.reported,
        "settled_by": match.source,
        "game": match.game_token or None,
    }


def _own(whole: WholeTournament, owner: Owner, root: str) -> dict[str, Any]:
    entrant, is_organiser = whole.entrant_of(owner), whole.tournament.is_owned_by(owner)
    return {
        "number": None if entrant is None else entrant.number,
        "name": None if entrant is None else entrant.name,
        "withdrawn": entrant is not None and entrant.is_out,
        "waiting": entrant is not None and entrant.is_waiting,
        "organiser": is_organiser,
        "match": None if entrant is None else _own_match(whole, entrant, root),
    }


def _own_match(whole: WholeTournament, entrant: Entrant, root: str) -> dict[str, Any] | None:
    match = next((each for each in whole.open_matches if entrant.pk in (each.first_id, each.second_id)), None)
    if match is None:
        return None
    data = _match(whole, match)
    is_first, token = match.first_id == entrant.pk, match.game_token
    with override("en"):
        page = root + reverse("play:game", args=[token]) if token else None
    return {
        **data,
        "opponent": data["second"] if is_first else data["first"],
        "seat": seats_of(whole.tournament.asked)[0 if is_first else 1] if token else None,
        "api": root + reverse("play-api:game", args=[token]) if token else None,
        "url": page,
    }


# Playing


def _asker(request: SiteRequest) -> Owner:
    """Raises ``RequestRefused`` (401) where nobody is known to ask."""
    owner = owner_asking(request)
    if owner is None:
        raise _unknown_asker()
    return owner


def _unknown_asker() -> RequestRefused:
    message = "send a token: Authorization: Bearer cod_..."
    return RequestRefused(401, "no-token", message, headers={"WWW-Authenticate": 'Bearer realm="Grimoire"'})


def _read_body(request: SiteRequest, schema: str) -> Mapping[str, Any]:
    form = Form(body_of(request), SCHEMAS[schema])
    form.check()
    return form.given


def join(request: SiteRequest, token: str) -> HttpResponse:
    body, owner = _read_body(request, "JoinTournament"), owner_taking(request)
    if owner is None:
        raise _unknown_asker()
    tournament = find_tournament(token, owner)
    if settings.LIMITS and not JOINS.allows(request):
        raise too_many(f"{JOINS.times} places an hour are allowed", JOINS.seconds_left())
    name_asked(body.get("name"), owner)
    entering.join(tournament, owner, owner.name_at_tables, body.get("deck", ""))
    return _whole(request, tournament, owner)


def withdraw(request: SiteRequest, token: str) -> HttpResponse:
    return _played(request, token, entering.withdraw)


def wait(request: SiteRequest, token: str) -> HttpResponse:
    return _played(request, token, entering.wait)


def _played(request: SiteRequest, token: str, work: Callable[[Tournament, Entrant], object]) -> HttpResponse:
    owner = _asker(request)
    tournament = find_tournament(token, owner)
    _read_body(request, "Nothing")
    work(tournament, _own_entrant(tournament, owner))
    return _whole(request, tournament, owner)


def _own_entrant(tournament: Tournament, owner: Owner) -> Entrant:
    entrant = tournament.entrants.filter(owner=owner).first()
    if entrant is None:
        raise RequestRefused(403, "not-entered", "you don't play in this tournament")
    return entrant


def report(request: SiteRequest, token: str, number: int) -> HttpResponse:
    owner = _asker(request)
    tournament = find_tournament(token, owner)
    body, entrant = _read_body(request, "MatchReport"), _own_entrant(tournament, owner)
    results.report(tournament, results.find_match(tournament, number), entrant, body["result"])
    return _whole(request, tournament, owner)


# Organising


def start(request: SiteRequest, token: str) -> HttpResponse:
    return _organised(request, token, "Nothing", lambda tournament, _body: rounds.begin(tournament))


def pair(request: SiteRequest, token: str) -> HttpResponse:
    return _organised(
        request, token, "NextRound", lambda tournament, body: rounds.next_round(tournament, body["after"])
    )


def end(request: SiteRequest, token: str) -> HttpResponse:
    return _organised(request, token, "Nothing", lambda tournament, _body: rounds.end(tournament))


def decide(request: SiteRequest, token: str, number: int) -> HttpResponse:
    def work(tournament: Tournament, body: Mapping[str, Any]) -> None:
        results.decide(tournament, results.find_match(tournament, number), body["result"], body["seen"])

    return _organised(request, token, "Decision", work)


def _organised(
    request: SiteRequest, token: str, schema: str, work: Callable[[Tournament, Mapping[str, Any]], object]
) -> HttpResponse:
    owner = _asker(request)
    tournament = find_tournament(token, owner)
    check_organiser(tournament, owner)
    work(tournament, _read_body(request, schema))
    return _whole(request, tournament, owner)
