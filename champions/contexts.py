"""Contexts of the Champions' templates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Visibility
from accounts.requests import SiteRequest
from cards.details import card_details
from cards.models import Card
from champions import services
from champions.forms import DealForm
from champions.models import Trial
from champions.trials import TrialTally
from engine.decks.game.errors import SetUpError


@dataclass(frozen=True, slots=True)
class TrialReport:
    """How a trial stands, in the numbers of the page: shares and points in hundredths."""

    trial: Trial
    tally: TrialTally
    is_outdated: bool  # it tells of a Champion that has changed since

    @property
    def without(self) -> float:
        return 100 * self.tally.bare.share

    @property
    def with_it(self) -> float:
        return 100 * self.tally.crowned.share

    @property
    def gain(self) -> float:
        return 100 * self.tally.gain

    @property
    def error(self) -> float:
        return 100 * self.tally.error

    @property
    def summoned(self) -> float:
        arm = self.tally.crowned
        return 100 * arm.summoned / arm.games if arm.games else 0.0

    @property
    def turns(self) -> tuple[float, float]:
        """The mean length of a game in turns of the player: without, with."""
        bare, crowned = (arm.turns / arm.games if arm.games else 0.0 for arm in (self.tally.bare, self.tally.crowned))
        return bare, crowned

    @property
    def is_settled(self) -> bool:
        """Whether the gain differs from nothing by more than chance."""
        return abs(self.tally.gain) > self.tally.error


def report_of(card: Card) -> TrialReport | None:
    trial = card.trials.first()
    return TrialReport(trial, TrialTally.of_json(trial.tally), services.is_outdated(trial=trial)) if trial else None


def trial_context(request: SiteRequest, card: Card) -> dict[str, Any]:
    report = report_of(card)
    may_stop = report is not None and services.may_stop(trial=report.trial, owner=request.owner)
    return {"card": card, "may_stop": may_stop, "report": report}


def champion_context(request: SiteRequest, card: Card, form: DealForm) -> dict[str, Any]:
    """The context of a Champion's page."""
    details = card_details(card, request)
    language = request.language
    return {
        **trial_context(request, card),
        "details": details,
        "deal_form": form,
        "is_of_old": card.editions == (1,),
        "preview": "" if card.visibility == Visibility.PRIVATE else preview_url(card, language),
        "share_url": request.build_absolute_uri(card.get_absolute_url()),
    }


def preview_url(card: Card, language: str) -> str:
    """Where the picture is that goes along with the link."""
    return reverse("champion_files:preview", args=[card.token, language])


def why_not(wrong: SetUpError) -> str:
    """Why these cards cannot meet, in the reader's language."""
    words = {
        "champion-in-deck": _("“%(name)s” is in the deck, so it can't be the Champion too."),
        "card-of-other-edition": _("“%(name)s” has an ability of the other season."),
        "duplicate-card": _("“%(name)s” is in the deck twice."),
    }
    return words.get(wrong.code, _("The rules don't allow this game.")) % {"name": wrong.detail}
