"""The start page, and the form for the points of the AI."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts.begun import FIELD, token_in
from accounts.budgets import costly
from accounts.requests import SiteRequest
from board.mode_names import MODE_NAMES
from engine.decks.game.custom_play import DEFAULT_PRICES, LEVELS
from engine.decks.rules.abilities import SEASON_2
from games.decks.custom_forms import CustomForm
from games.decks.forms import FORMAT_HINTS, MODE_HINTS, NewGameForm, formats_of
from games.decks.gathering.services import gather
from tables.creation import read_request
from tables.limits import check_new_game
from tables.lobby.listing import count_open_games
from tables.naming import FIELD as NAME_FIELD
from tables.naming import PlayerNameForm
from tables.own_games.queries import games_of, waiting_games
from tables.refusals import add_refusal
from tables.starting.beginning import begin, challenge_field, is_challenge
from tables.summaries import summary_of
from web.refusals import RequestRefused

LATEST: Final = 5  # games of one's own beside the form


@require_http_methods(["GET", "POST"])
@costly()
def index(request: SiteRequest) -> HttpResponse:
    """The start page: how a game is to be, all chosen already; one press begins it."""
    owner = request.owner
    is_sent = request.method == "POST"
    form = NewGameForm(request.POST if is_sent else request.GET, owner, is_sent=is_sent)
    naming = PlayerNameForm(request)
    if is_sent and form.is_valid() and naming.allows():
        if form.is_custom:
            naming.named_owner()  # else the name would stand in the address
            return redirect(f"{reverse('play:custom')}?{_kept(request.POST).urlencode()}")
        begun = _begin(request, form, form.arrangement(), naming)
        if begun is not None:
            return begun
    waiting = waiting_games(owner)[:LATEST]
    context = {
        "form": form,
        "naming": naming,
        "tiles": {"modes": _tiles(form, request), "formats": _format_tiles(form)},
        "waiting": [(game, summary_of(game)) for game in waiting],
        "latest": [(game, summary_of(game)) for game in games_of(owner)[:LATEST] if game not in waiting],
        "open_games": count_open_games(),
        "challenge": challenge_field(request),
    }
    return render(request, "play/index.html", context, status=422 if is_sent else 200)


@require_http_methods(["GET", "POST"])
@costly()
def custom(request: SiteRequest) -> HttpResponse:
    """The form for the points of the AI. The game's other choices come along in the query."""
    owner = request.owner
    chosen = NewGameForm(request.GET, owner, is_sent=True)
    if not chosen.is_valid() or not chosen.is_custom:
        return redirect(f"{reverse('play:index')}?{_kept(request.GET).urlencode()}")
    sent = request.POST if request.method == "POST" else None
    champions = chosen.cleaned_data["champions"]
    form = CustomForm(sent, chosen.chosen("level"), chosen.cleaned_data.get("edition") or SEASON_2, champions=champions)
    is_begun = sent is not None and sent.get("what") != "count"
    if is_begun and form.is_valid():
        begun = _begin(request, chosen, chosen.arrangement() | {"custom": form.written()}, PlayerNameForm(request))
        if begun is not None:
            return begun
        for error in chosen.non_field_errors():
            form.add_error(None, error)
    context = {
        "form": form,
        "mode": MODE_NAMES[chosen.mode.name],
        "levels": list(_levels(request.GET, form.level, champions=champions)),
        "here": request.get_full_path(),
        "back": f"{reverse('play:index')}?{_kept(request.GET).urlencode()}",
        "champion_price": DEFAULT_PRICES.champion if champions else 0,
    }
    return render(request, "play/custom.html", context, status=422 if is_begun else 200)


def _levels(params: QueryDict, chosen: int, *, champions: bool) -> Iterator[tuple[int, str, bool]]:
    """Each level that can be chosen: its number, its address, whether it is the one."""
    for level in LEVELS:
        if level > (DEFAULT_PRICES.champion if champions else 0):
            query = _kept(params)
            query["level"] = str(level)
            yield level, f"?{query.urlencode()}", level == chosen


def _begin(
    request: SiteRequest, form: NewGameForm, request_data: dict[str, Any], naming: PlayerNameForm
) -> HttpResponse | None:
    """Begins the game and leads to it; None where it cannot be, which the form says."""
    try:
        check_new_game(request)
        owner = naming.named_owner()
        if form.brought() and not naming.is_rated and not is_challenge(request):
            seats = request_data.pop("seats")
            decks = request_data.pop("decks")
            return redirect(
                gather(request_data, seats, decks, owner, form.listed(), token_in(request)).get_absolute_url()
            )
        arrangement = read_request(request_data, owner)
        begun = begin(request, naming, owner, request_data, arrangement, form.listed())
    except RequestRefused as refusal:
        add_refusal(form, refusal)
        return None
    return redirect("play:game", token=begun.token)


def _kept(params: QueryDict) -> QueryDict:
    """The query that is sent on: all but what belongs to one form."""
    query = params.copy()
    for name in ("csrfmiddlewaretoken", "what", FIELD, NAME_FIELD):
        query.pop(name, None)
    return query


def _tiles(form: NewGameForm, request: SiteRequest) -> list[dict[str, Any]]:
    """The modes to choose from, each an address of the start page; the format stays where the mode has it."""
    return [
        {
            "value": value,
            "name": name,
            "hint": MODE_HINTS[value],
            "href": f"{request.path}?mode={value}&format={form.format}",
            "is_chosen": value == form.mode.name,
        }
        for value, name in MODE_NAMES.items()
    ]


def _format_tiles(form: NewGameForm) -> list[dict[str, Any]]:
    return [
        {
            "value": value,
            "name": name,
            "hint": FORMAT_HINTS[value],
            "href": f"{reverse('play:index')}?mode={form.mode.name}&format={value}",
            "is_chosen": value == form.format,
        }
        for value, name in formats_of(form.mode)
    ]
