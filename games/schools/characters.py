"""The bots of Clash of Magic Schools that have a name."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from contract.characters import BotCharacter, Characters, by_slug
from engine.schools.bots.worth import SPELLBOUND, STEADY

CHARACTERS: Final[Characters] = by_slug(
    (
        BotCharacter("hexane", "Hexane", _("casts a spell whenever she can"), "greedy", SPELLBOUND),
        BotCharacter("dean-pell", "Dean Pell", _("looks after his own Students"), "greedy", STEADY),
        BotCharacter("quillon", "Quillon", _("thinks ahead, one spell after another"), "search", SPELLBOUND),
    )
)
