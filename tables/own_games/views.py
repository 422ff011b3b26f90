"""Pages about one's own games: the list, and what waits for one, for scripts."""

from __future__ import annotations

from typing import Any, Final

from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Q
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.models import Owner
from accounts.requests import SiteRequest
from contract.registry import GAMES
from tables.lobby.listing import gatherings_of
from tables.models import GameSeat, LiveGame
from tables.occasions import occasions
from tables.own_games.days_off import days_off_context
from tables.own_games.queries import count_turns, games_of, waiting_games
from tables.people.rematches import rematches_for
from tables.people.services import challenges_to
from tables.summaries import holder_name, summary_of

PAGE_SIZE: Final = 20
MAX_TURNS: Final = 20  # told to a script at once
STATES: Final = (
    ("", gettext_lazy("All")),
    ("turn", gettext_lazy("My turn")),
    ("running", gettext_lazy("In progress")),
    ("over", gettext_lazy("Over")),
)
OPPONENTS: Final = (
    ("", gettext_lazy("Anyone")),
    ("people", gettext_lazy("People")),
    ("bots", gettext_lazy("Bots and AIs only")),
)


@never_cache
@require_GET
def mine(request: SiteRequest) -> HttpResponse:
    """One's own games, by mode, by how they stand, by against whom."""
    owner = request.owner
    chosen = {name: request.GET.get(name, "") for name in ("mode", "state", "against")}
    turns = set() if owner is None else set(waiting_games(owner).values_list("pk", flat=True))
    games = _chosen(games_of(owner), chosen, turns, owner)
    page = Paginator(games.prefetch_related("seats__owner__user"), PAGE_SIZE).get_page(request.GET.get("page"))
    rows = [_row(game, owner, is_turn=game.pk in turns) for game in page]
    filters = [
        ("mode", _("Mode"), (("", _("All")), *_modes().items()), chosen["mode"]),
        ("state", _("Status"), STATES, chosen["state"]),
        ("against", _("Against"), OPPONENTS, chosen["against"]),
    ]
    context = {"page": page, "rows": rows, "filters": filters, "chosen": chosen, "is_filtered": any(chosen.values())}
    context["gatherings"] = gatherings_of(owner)
    context["incoming"] = [(challenge, summary_of(challenge.seat.game)) for challenge in challenges_to(owner)]
    context["rematches"] = [(game, name, summary_of(game)) for game, name in rematches_for(owner)]
    return render(request, "play/mine.html", {**context, **days_off_context(owner)})


def _modes() -> dict[str, str | Promise]:
    return {mode.name: mode.title for game in GAMES.values() for mode in game.modes}


def _chosen(games: Any, chosen: dict[str, str], turns: set[int], owner: Owner | None) -> Any:
    """The games that the filters leave; a filter of no known value leaves all."""
    if chosen["mode"] in _modes():
        games = games.filter(mode=chosen["mode"])
    if chosen["state"] == "turn":
        games = games.filter(pk__in=turns)
    elif chosen["state"] == "running":
        games = games.exclude(status=LiveGame.Status.OVER)
    elif chosen["state"] == "over":
        games = games.filter(status=LiveGame.Status.OVER)
    if chosen["against"] in ("people", "bots"):
        people = GameSeat.objects.filter(game=OuterRef("pk"), kind=GameSeat.Kind.PERSON)
        others = Exists(people.filter(Q(owner=None) | ~Q(owner=owner)))
        games = games.filter(others) if chosen["against"] == "people" else games.filter(~others)
    return games


def _row(game: LiveGame, owner: Owner | None, *, is_turn: bool) -> dict[str, Any]:
    seats = list(game.seats.all())
    own = {seat.seat_name for seat in seats if owner is not None and seat.owner_id == owner.pk}
    others = [holder_name(seat) or _("no one yet") for seat in seats if seat.seat_name not in own]
    return {
        "game": game,
        "summary": summary_of(game),
        "others": others,
        "is_turn": is_turn,
        "is_open": game.status != LiveGame.Status.OVER,
        "outcome": _outcome(game, own),
        "helped": game.helped,
    }


def _outcome(game: LiveGame, own: set[str]) -> str:
    """How a game ended for the one who looks; else how it stands."""
    if game.status != LiveGame.Status.OVER or game.result is None:
        return game.get_status_display()
    winners = set(game.result["winners"])
    if not winners:
        return _("Draw")
    if not own or (winners & own and own - winners):  # one has both sides
        return _("Won by %(seats)s") % {"seats": ", ".join(sorted(winners))}
    return _("Won") if winners & own else _("Lost")


@never_cache
@require_GET
def turns(request: SiteRequest) -> HttpResponse:
    """The games that wait for the one who asks, for notifications; ``key`` changes with each new turn."""
    owner = request.owner
    games = [
        {
            "key": f"{game.token} {game.version}",
            "game": game.token,
            "url": game.get_absolute_url(),
            "title": _("It's your turn."),
            "body": str(summary_of(game)),
        }
        for game in waiting_games(owner)[:MAX_TURNS]
    ]
    games += [
        {
            "key": f"challenge {challenge.pk}",
            "game": challenge.seat.game.token,
            "url": reverse("play:people"),
            "title": _("%(name)s challenges you.") % {"name": challenge.challenger.name},
            "body": str(summary_of(challenge.seat.game)),
        }
        for challenge in challenges_to(owner)
    ]
    games += [
        {
            "key": f"rematch {game.token}",
            "game": game.token,
            "url": game.get_absolute_url(),
            "title": _("%(name)s wants a rematch.") % {"name": name},
            "body": str(summary_of(game)),
        }
        for game, name in rematches_for(owner)
    ]
    if owner is not None:
        games += [turn for occasion in occasions for turn in occasion.turns(owner)]
    return JsonResponse({"count": count_turns(owner), "games": games[:MAX_TURNS]})
