"""The bots of Clash of the Cards that have a name."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from contract.characters import BotCharacter, Characters, by_slug
from engine.kernel.temper import AGGRESSIVE, CAREFUL

CHARACTERS: Final[Characters] = by_slug(
    (
        BotCharacter("red-hroswith", "Red Hroswith", _("picks fights with the leader"), "greedy", AGGRESSIVE),
        BotCharacter("tallow", "Tallow", _("collects quietly and lays down early"), "greedy", CAREFUL),
        BotCharacter("lady-corvin", "Lady Corvin", _("remembers every card, and takes yours"), "search", AGGRESSIVE),
    )
)
