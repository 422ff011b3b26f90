"""Trials of Champions of one's own: asked for, looked at, stopped; each is a job."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import reverse

from accounts.budgets import check_jobs
from accounts.requests import SiteRequest
from api.own.doors import Caller
from api.own.problems import conflict, used_up
from api.own.states import changed_response, json_with_etag
from background import services as background
from cards.models import Card, Kind
from champions import services
from champions.contexts import report_of
from champions.limits import TRIALS
from web.refusals import not_found


def look(request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    """How a Champion's latest trial stands; one that stood still goes on."""
    champion = _one(caller, token)
    if (running := champion.trials.first()) is not None:
        background.go_on(job=running)
    return json_with_etag(request, serialize_trial(champion))


def ask(request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    """Asks for the trial of a Champion as it is now, which is waited for at this address."""
    champion = _one(caller, token)
    if not TRIALS.allows(request):
        raise used_up(TRIALS, "too many trials.")
    check_jobs()
    try:
        services.ask(champion=champion)
    except services.NotEnoughCards:
        raise conflict("not-ready", "this season has too few cards to play with") from None
    trial_data = serialize_trial(champion)
    is_busy = trial_data["state"] in ("waiting", "running")
    response = changed_response(trial_data, 202 if is_busy else 200, reverse("api:own-champions-trial", args=[token]))
    if is_busy:
        response.headers["Retry-After"] = "5"
    return response


def stop(_request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    """Stops what is being played; what has been counted stays."""
    for trial in _one(caller, token).trials.all():
        background.cancel(job=trial)
    return HttpResponse(status=204)


def _one(caller: Caller, token: str) -> Card:
    champion = Card.objects.owned_by(caller.owner).with_set().filter(kind=Kind.CHAMPION, token=token).first()
    if champion is None:
        raise not_found("Champion")
    return champion


def serialize_trial(champion: Card) -> dict[str, Any]:
    """A Champion's latest trial: shares of games that were won without and with it, each from 0 to 1.

    ``error`` is how far ``gain`` may be off by chance (two standard errors); they are null before there are games.
    """
    report = report_of(champion)
    if report is None:
        return {"state": "none"}
    trial, tally, has_games = report.trial, report.tally, report.tally.pairs > 0
    shares = {"without": tally.bare.share, "with": tally.crowned.share, "gain": tally.gain, "error": tally.error}
    return {
        "state": str(trial.state),
        "asked": trial.asked.isoformat(),
        "games": trial.games,
        "played": trial.played,
        "outdated": report.is_outdated,
        **{name: round(share, 4) if has_games else None for name, share in shares.items()},
    }
