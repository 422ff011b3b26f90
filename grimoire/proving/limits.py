"""How often the solver may be asked, and what somebody is told whom it refuses."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from accounts.limits import Limit

ASKS: Final = Limit("proof", times=120, seconds=3600)
LONG: Final = Limit("long-proof", times=20, seconds=3600)


def too_often() -> str:
    """The message for somebody who asks the solver too much."""
    return _("The solver has a lot to do just now, or you have asked it very often. Please try again in a while.")


def no_objective() -> str:
    """The message for a position without an objective that means something."""
    return _("The solver needs an objective of the player whose turn it is, and a target that is there.")
