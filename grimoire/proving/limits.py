"""How often the solver may be asked, and what somebody is told whom it refuses."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from accounts.budgets import ProcessorBudget, RateLimited, check_jobs, in_words
from accounts.limits import Limit
from accounts.requests import SiteRequest

ASKS: Final = Limit("proof", times=120, seconds=3600)
LONG: Final = Limit("long-proof", times=20, seconds=3600)
# Of solutions beside the editor, after each edit: whoever edits for long can still open pages.
COUNTS: Final = ProcessorBudget("counts", seconds=30, every=180)


def may_queue(request: SiteRequest) -> bool:
    """Whether a visitor may have a worker search for long; counts it."""
    try:
        check_jobs()
    except RateLimited:
        return False
    return LONG.allows(request)


def too_often() -> str:
    """The message for somebody who asks the solver too much, with the time to come back where it is known."""
    try:
        check_jobs()
    except RateLimited as spent:
        return _("You've used up your solver time.") + " " + in_words(spent.seconds)
    return _("The solver is busy. Try again in a few minutes.")


def game_running() -> str:
    """The message for a player of a running game or championship who asks about its position."""
    return _("You're playing this game or championship. Analysis opens when it's over.")


def no_objective() -> str:
    """The message for a position without an objective that means something."""
    return _("The objective must be that of the player whose turn it is, and its target must be on the board.")
