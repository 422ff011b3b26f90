"""How often the composer may be asked, and what somebody is told whom it refuses."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from accounts.budgets import RateLimited, check_jobs, in_words
from accounts.limits import Limit
from accounts.requests import SiteRequest
from grimoire.composing.services import MAX_BUSY, TooManySearches

SEARCHES: Final = Limit("composition", times=40, seconds=3600)


def refusal_of(request: SiteRequest) -> str:
    """Why a visitor may not search at the moment; empty where they may. Counts it."""
    try:
        check_jobs()
    except RateLimited as spent:
        return _("You've used up your solver time.") + " " + in_words(spent.seconds)
    if SEARCHES.allows(request):
        return ""
    limit = _("%(count)d searches an hour.") % {"count": SEARCHES.times}
    return f"{limit} {in_words(SEARCHES.seconds_left())}"


def too_many(refused: TooManySearches) -> str:
    if refused.own:
        return _("You have %(count)d searches running. Stop one first.") % {"count": MAX_BUSY}
    return _("The solver is busy. Try again in a few minutes.")
