"""Names of what lists sort and filter by, in the language of the moment."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

LEVEL_NAMES: Final[dict[int, str | Promise]] = {
    1: pgettext_lazy("level", "Very easy"),
    2: pgettext_lazy("level", "Easy"),
    3: pgettext_lazy("level", "Medium"),
    4: pgettext_lazy("level", "Hard"),
    5: pgettext_lazy("level", "Very hard"),
}
GOAL_NAMES: Final[dict[str, str | Promise]] = {
    "win": pgettext_lazy("objective", "Win"),
    "bastion": pgettext_lazy("objective", "Bring down the Bastion"),
    "destroy": pgettext_lazy("objective", "Destroy a Creature"),
    "damage": pgettext_lazy("objective", "Deal damage"),
    "survive": pgettext_lazy("objective", "Survive"),
    "predict": pgettext_lazy("objective", "Predict the outcome"),
}


def level_name(level: int | None) -> str:
    """How hard a page is in words; empty where nobody knows."""
    return str(LEVEL_NAMES[level]) if level in LEVEL_NAMES else ""
