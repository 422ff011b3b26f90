"""How much of it a visitor may ask for."""

from __future__ import annotations

from typing import Final

from accounts.budgets import RateLimited, check_jobs
from accounts.limits import Limit
from accounts.requests import SiteRequest

NEW: Final = Limit("analyses", times=60, seconds=3600)
JOBS: Final = Limit("analysis", times=300, seconds=3600)  # positions that a worker looks at
DEFAULT_LINES: Final = 3


def may_queue(request: SiteRequest) -> bool:
    """Whether a visitor may have a worker look at a position; counts it."""
    try:
        check_jobs()
    except RateLimited:
        return False
    return JOBS.allows(request)


def is_used_up(request: SiteRequest) -> bool:
    """Whether that limit is what a visitor has just been refused for; else workers are busy."""
    return getattr(request, "spent_limit", None) is JOBS
