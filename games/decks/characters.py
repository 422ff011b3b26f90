"""The bots of Clash of Decks that have a name."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from contract.characters import BotCharacter, Characters, by_slug
from engine.kernel.temper import AGGRESSIVE, CAREFUL

CHARACTERS: Final[Characters] = by_slug(
    (
        BotCharacter("cinder", "Cinder", _("strikes first and asks later"), "greedy", AGGRESSIVE, "ember-riders"),
        BotCharacter("old-burr", "Old Burr", _("keeps the gate shut"), "greedy", CAREFUL, "oak-wardens"),
        BotCharacter("marisol", "Marisol", _("takes what the tide brings"), "greedy", None, "tide-watch"),
        BotCharacter(
            "vesper", "Vesper", _("goes for the Fort, whatever it costs"), "search-small", AGGRESSIVE, "night-flock"
        ),
        BotCharacter("brother-lim", "Brother Lim", _("waits for your mistake"), "search-small", CAREFUL, "tide-watch"),
    )
)
