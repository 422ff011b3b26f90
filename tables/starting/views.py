"""Pages that lead into a game: the start pages of games, invitations."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.budgets import costly
from accounts.requests import SiteRequest
from contract.registry import GAMES, setup_form_of
from contract.simple import SimpleTableConfig
from contract.simple_form import SimpleSetupForm
from tables.creation import read_request
from tables.first_game.contents import contents_of
from tables.first_game.services import progress_of
from tables.inviting.links import invitation_picture
from tables.limits import check_new_game
from tables.lobby.listing import count_open_games
from tables.naming import PlayerNameForm
from tables.refusals import add_refusal, start_refusal_words
from tables.services import tables
from tables.services.idempotency import UNKEYED
from tables.starting.beginning import begin, challenge_field
from tables.summaries import holder_name, summary_of
from tables.viewers import find_game
from web.refusals import RequestRefused


@require_http_methods(["GET", "POST"])
@costly()
def another_game(request: SiteRequest, name: str) -> HttpResponse:
    """The start page of a game of seats and options: one press begins it."""
    kind = _setup_form(name)
    is_sent = request.method == "POST"
    form = kind(request.POST if is_sent else request.GET, is_sent=is_sent)
    naming = PlayerNameForm(request)
    if is_sent and form.is_valid() and naming.allows():
        begun = _begin_plain(request, form, naming)
        if begun is not None:
            return begun
    pages = GAMES[name].faces
    context = {
        "form": form,
        "naming": naming,
        "name": name,
        "game": GAMES[name],
        "pages": pages,
        "open_games": count_open_games(),
        "challenge": challenge_field(request),
    }
    return render(request, "play/other/start.html", context, status=422 if is_sent else 200)


@require_POST
@costly()
def first_game(request: SiteRequest, name: str) -> HttpResponse:
    """Begins a game against bots that says what each moment is about."""
    kind = _setup_form(name)
    form = kind(QueryDict("spectators=on"), is_sent=True)
    form.is_valid()
    begun = _begin_plain(request, form, PlayerNameForm(request), explains=True)
    if begun is not None:
        return begun
    for error in form.non_field_errors():
        messages.error(request, str(error))
    return redirect("play:another_game", name=name)


@never_cache
@require_safe
def first_game_of(request: SiteRequest, name: str) -> HttpResponse:
    _setup_form(name)
    if not GAMES[name].moments():
        raise Http404(f"no first game of {name}")
    progress = progress_of(request.owner)
    context = {"name": name, "pages": GAMES[name].faces, **contents_of(name, progress, request.language)}
    return render(request, "play/other/first_game.html", context)


@require_safe
def cards_of_game(request: SiteRequest, name: str) -> HttpResponse:
    """All cards of such a game, as they are drawn here."""
    _setup_form(name)
    return render(request, "play/other/cards.html", {"name": name, "pages": GAMES[name].faces})


def _setup_form(name: str) -> type[SimpleSetupForm]:
    """The form that begins a game. Raises ``Http404`` where there is no such game, or it has a page of its own."""
    try:
        return setup_form_of(name)
    except KeyError:
        raise Http404("no such game") from None


def _begin_plain(
    request: SiteRequest, form: SimpleSetupForm, naming: PlayerNameForm, *, explains: bool = False
) -> HttpResponse | None:
    try:
        check_new_game(request)
        owner = naming.named_owner()
        arrangement = read_request(form.arrangement(), owner)
        if explains and isinstance(arrangement, SimpleTableConfig):
            arrangement = replace(arrangement, explains=True)
        begun = begin(request, naming, owner, form.arrangement(), arrangement, form.listed())
    except RequestRefused as refusal:
        add_refusal(form, refusal)
        return None
    return redirect("play:game", token=begun.token)


@require_http_methods(["GET", "POST"])
def join(request: SiteRequest, token: str, invitation: str) -> HttpResponse:
    """An invitation: it is taken by the form alone, since previews of links open its address."""
    naming = PlayerNameForm(request)
    try:
        game = find_game(token)
        seat = tables.invited(game, invitation)
        if request.method == "POST" and naming.allows():
            tables.join(game, invitation, naming.named_owner(), UNKEYED)
            return redirect("play:game", token=game.token)
    except RequestRefused as refusal:
        if refusal.status == 404:
            raise Http404(refusal.code) from None
        messages.error(request, start_refusal_words(refusal))
        return redirect("play:game", token=token)
    seats = [(joined_seat, holder_name(joined_seat)) for joined_seat in game.seats.select_related("owner__user")]
    picture = invitation_picture({"game": game.game, "mode": game.mode}, request.language)
    context = {"game": game, "seat": seat, "seats": seats, "summary": summary_of(game), "picture": picture}
    status = 422 if request.method == "POST" else 200
    return render(request, "play/join.html", {**context, "naming": naming}, status=status)
