"""The pages of tournaments."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.db.models import Count, Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.begun import made_before, token_for, token_in
from accounts.budgets import costly
from accounts.models import Owner
from accounts.owners import get_or_create_owner
from accounts.request_rate import check_rate
from accounts.requests import SiteRequest
from cards.decks.building import builder
from cards.decks.pages import WayBack
from engine.kernel.numbers import whole_number
from games.decks.forms import built_context
from tables.limits import check_new_game
from tables.naming import PlayerNameForm, typed_name
from tables.summaries import summary_of_request
from tournaments import calendar
from tournaments.exports import FILES
from tournaments.forms import AnnouncementForm, TournamentForm
from tournaments.limits import JOINS, NEW
from tournaments.models import Entrant, Tournament
from tournaments.pages import state_context, tournament_context
from tournaments.rules.matches import OUTCOMES
from tournaments.services import entering, following, results, rounds
from tournaments.services.entering import needs_deck
from tournaments.services.reading import check_organiser, find_tournament, read_whole
from tournaments.sessions import TournamentSessionForm, may_have_sessions, start_session
from tournaments.words import outcome_choices, refusal_text, score
from web.refusals import RequestRefused

SHOWN: Final = 50
COMING: Final = 20


def _tournament(request: SiteRequest, token: str) -> Tournament:
    try:
        return find_tournament(token, request.owner)
    except RequestRefused:
        raise Http404("no such tournament, or not for this viewer") from None


def _number(request: SiteRequest, name: str) -> int:
    number = whole_number(request.POST.get(name, request.GET.get(name, "")), 6)
    return 0 if number is None else number


@never_cache
@require_GET
def index(request: SiteRequest) -> HttpResponse:
    """Tournaments that everybody finds, those that go on first; and one's own."""
    order = {"open": 0, "running": 1, "over": 2}
    own = Tournament.objects.none()
    if request.owner is not None:
        entered = Entrant.objects.filter(owner=request.owner).values("tournament")
        own = Tournament.objects.filter(Q(owner=request.owner) | Q(pk__in=entered))
    count = Count("entrants", filter=Q(entrants__is_out=False))
    listed = Tournament.objects.listed().annotate(players=count).order_by("-created")[:SHOWN]
    context = {
        "coming": list(calendar.events()[:COMING]),
        "listed": [_told(each) for each in sorted(listed, key=lambda each: order[each.phase])],
        "own": [_told(each) for each in own.annotate(players=count).order_by("-created")[:SHOWN]],
    }
    return render(request, "tournaments/index.html", context)


def _told(tournament: Any) -> tuple[Tournament, str, int, bool]:
    """``tournament`` has how many ``players`` it has; the last says whether they keep others from joining."""
    is_full = tournament.phase == Tournament.Phase.OPEN and tournament.players >= tournament.capacity
    return tournament, str(summary_of_request(tournament.asked)), tournament.players, is_full


@require_GET
@costly()
def calendar_file(request: SiteRequest) -> HttpResponse:
    """The public tournaments that are to start, for programs that keep calendars."""
    origin = request.build_absolute_uri("/").rstrip("/")
    text = calendar.written(calendar.events(), origin, request.get_host().partition(":")[0])
    response = HttpResponse(text, content_type=calendar.CONTENT_TYPE)
    response.headers["Content-Disposition"] = 'inline; filename="tournaments.ics"'
    response.headers["Cache-Control"] = "public, max-age=600"
    return response


@require_http_methods(["GET", "POST"])
@costly()
def new(request: SiteRequest) -> HttpResponse:
    is_sent = request.method == "POST"
    form = TournamentForm(request.POST if is_sent else None, request.owner)
    if is_sent and form.is_valid():
        if settings.LIMITS and not NEW.allows(request):
            form.add_error(None, _("%(limit)d new tournaments an hour. Try again later.") % {"limit": NEW.times})
        else:
            owner, values, page = get_or_create_owner(request), form.values(), token_in(request)
            with transaction.atomic():
                made = made_before(Tournament, owner, page, **values)
                if made is None:
                    made = Tournament.objects.create(owner=owner, token=token_for(Tournament, page), **values)
            return redirect(made)
    return render(request, "tournaments/new.html", {"form": form}, status=422 if is_sent else 200)


@require_GET
@costly()
def tournament(request: SiteRequest, token: str) -> HttpResponse:
    """Pairings, standings, one's own match. A page that asks ``again`` gets the part that follows, if it changed."""
    tournament = _tournament(request, token)
    following.look(tournament)
    mark = f"{tournament.version}.{_number(request, 'round')}"
    asks_again = bool(request.htmx) and "again" in request.GET
    if asks_again and request.headers.get("If-None-Match", "").removeprefix("W/") == f'"{mark}"':
        response = HttpResponse(status=304)
    else:
        context = tournament_context(tournament, request.owner, _number(request, "round"))
        context |= {"naming": PlayerNameForm(request), "mark": mark}
        context |= built_context(context["decks"], request.owner, request.GET.get("deck", ""))
        template = "tournaments/_part.html" if asks_again else "tournaments/tournament.html"
        response = render(request, template, context)
    return _kept_by_nobody(response, mark)


def _kept_by_nobody(response: HttpResponse, mark: str) -> HttpResponse:
    response.headers["ETag"] = f'"{mark}"'
    response.headers["Cache-Control"] = "no-store"
    patch_vary_headers(response, ("Cookie", "HX-Request"))
    return response


@require_GET
@costly()
def wall(request: SiteRequest, token: str) -> HttpResponse:
    """The screen for the wall: who plays whom, standings, the link. It renews itself."""
    tournament = _tournament(request, token)
    following.look(tournament)
    mark = str(tournament.version)
    asks_again = bool(request.htmx) and "again" in request.GET
    if asks_again and request.headers.get("If-None-Match", "").removeprefix("W/") == f'"{mark}"':
        response = HttpResponse(status=304)
    else:
        template = "tournaments/_wall.html" if asks_again else "tournaments/wall.html"
        response = render(request, template, {**state_context(read_whole(tournament), None), "mark": mark})
    return _kept_by_nobody(response, mark)


@require_GET
def export(request: SiteRequest, token: str, file: str) -> HttpResponse:
    tournament = _tournament(request, token)
    if file not in FILES:
        raise Http404("no such file")
    content_type, written = FILES[file]
    response = HttpResponse(written(read_whole(tournament), request.owner), content_type=content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{tournament.token}-{file}"'
    response.headers["Cache-Control"] = "no-store"
    return response


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def change(request: SiteRequest, token: str) -> HttpResponse:
    """The organiser changes what a tournament is called, when it starts, how many have room, who finds it."""
    tournament = _tournament(request, token)
    if not tournament.is_owned_by(request.owner) or tournament.phase == Tournament.Phase.OVER:
        raise Http404("not the organiser, or over")
    is_sent = request.method == "POST"
    form = AnnouncementForm(request.POST if is_sent else None, tournament)
    if is_sent and form.is_valid():
        _try(request, lambda: rounds.change(tournament, **form.changes()))
        return redirect(tournament)
    context = {"tournament": tournament, "form": form}
    return render(request, "tournaments/change.html", context, status=422 if is_sent else 200)


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def session(request: SiteRequest, token: str) -> HttpResponse:
    """The organiser starts a Mutation session of the tournament's players."""
    tournament = _tournament(request, token)
    if not tournament.is_owned_by(request.owner) or not may_have_sessions(tournament):
        raise Http404("not the organiser, or no tournament with sessions")
    is_sent = request.method == "POST"
    form = TournamentSessionForm(request.POST if is_sent else None, tournament)
    if is_sent and form.is_valid() and form.plan is not None:
        try:
            check_new_game(request)
            return redirect(start_session(tournament, form.plan, form.seated(), token_in(request)))
        except RequestRefused as refusal:
            form.add_error(None, refusal_text(refusal))
    context = {"tournament": tournament, "form": form}
    return render(request, "tournaments/session.html", context, status=422 if is_sent else 200)


@require_POST
@costly()
def join(request: SiteRequest, token: str) -> HttpResponse:
    tournament, naming = _tournament(request, token), PlayerNameForm(request)
    if settings.LIMITS and not JOINS.allows(request):
        messages.error(request, _("Too many at once. Try again later."))
    elif not naming.allows():
        messages.error(request, naming.fault)
    else:
        owner = naming.named_owner()
        _try(request, lambda: entering.join(tournament, owner, owner.name_at_tables, request.POST.get("deck", "")))
    return redirect(tournament)


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def deck(request: SiteRequest, token: str) -> HttpResponse:
    """Somebody builds a deck and comes back to the tournament with it."""
    tournament = _tournament(request, token)
    if not needs_deck(tournament):
        raise Http404("nobody brings a deck")
    return builder(request, None, WayBack(tournament.name, tournament.get_absolute_url()))


@require_POST
@costly()
def do(request: SiteRequest, token: str) -> HttpResponse:
    """What a player does (``withdraw``, ``wait``, ``report``), or the organiser (the other commands)."""
    tournament = _tournament(request, token)
    command = request.POST.get("what", "")
    by_player: dict[str, Callable[[Entrant], object]] = {
        "withdraw": lambda own: entering.withdraw(tournament, own),
        "wait": lambda own: entering.wait(tournament, own),
        "report": lambda own: results.report(
            tournament, results.find_match(tournament, _number(request, "match")), own, request.POST.get("outcome", "")
        ),
    }
    by_organiser: dict[str, Callable[[], object]] = {
        "begin": lambda: rounds.begin(tournament),
        "next": lambda: rounds.next_round(tournament, _number(request, "after")),
        "end": lambda: rounds.end(tournament),
        "add": lambda: entering.add_player(tournament, typed_name(request.POST.get("name", ""))),
        "remove": lambda: entering.withdraw(tournament, entering.find_entrant(tournament, _number(request, "number"))),
        "back": lambda: entering.bring_back(tournament, entering.find_entrant(tournament, _number(request, "number"))),
        "bots": lambda: entering.add_bots(tournament, _number(request, "count"), request.POST.get("level", "")),
    }
    owner = request.owner
    if command in by_player:
        own = None if owner is None else tournament.entrants.filter(owner=owner).first()
        if own is not None:
            _try(request, lambda: by_player[command](own))
    elif command in by_organiser:
        _try(request, partial(_organise, tournament, owner, by_organiser[command]))
    return redirect(tournament)


def _organise(tournament: Tournament, owner: Owner | None, work: Callable[[], object]) -> None:
    check_organiser(tournament, owner)
    work()


def _try(request: SiteRequest, work: Callable[[], object]) -> bool:
    """Whether something was done; else the page says why not."""
    try:
        check_rate(request)
        work()
    except RequestRefused as refusal:
        messages.error(request, refusal_text(refusal))
        return False
    return True


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def match(request: SiteRequest, token: str, number: int) -> HttpResponse:
    """The organiser decides or corrects a match, having seen what that changes."""
    tournament = _tournament(request, token)
    try:
        check_organiser(tournament, request.owner)
        shown = results.find_match(tournament, number)
    except RequestRefused:
        raise Http404("no such match, or not the organiser") from None
    if shown.second is None:
        raise Http404("a bye")
    outcome = request.POST.get("outcome", request.GET.get("outcome", ""))
    if request.method == "POST":
        _try(request, lambda: results.decide(tournament, shown, outcome, request.POST.get("seen", "")))
        return redirect(tournament)
    context = {
        "tournament": tournament,
        "match": shown,
        "now": score(shown.outcome),
        "outcome": outcome,
        "choices": outcome_choices(shown.first.called, shown.second.called),
    }
    if outcome in OUTCOMES:
        changes = results.consequences(tournament, shown, outcome)
        names = {entrant.number: entrant.called for entrant in tournament.entrants.all()}
        context |= {
            "is_asked": True,
            "becomes": score(outcome),
            "moved": [(names[each.entrant], each) for each in changes.moved],
            "paired_since": changes.paired_since,
        }
    return render(request, "tournaments/match.html", context)
