"""Names of modes and editions, in the language of the moment: for lists, forms and filters."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.decks.rules.abilities import SEASON_1, SEASON_2

MODE_NAMES: Final[dict[str, str | Promise]] = {
    "duel": _("Duel"),
    "solo": _("Solo"),
    "coop": _("Co-op"),
    "ffa": _("Free-for-All"),
    "teams": _("Teams"),
}
EDITION_NAMES: Final[dict[str, str | Promise]] = {SEASON_2: _("Season 2"), SEASON_1: _("Season 1")}
