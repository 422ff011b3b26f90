"""The page for authors of bots: a whole program, what a game is made of, the limits."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from accounts.requests import SiteRequest
from api.writing import root_of

PROGRAM: Final = (settings.BASE_DIR / "docs" / "programmer" / "first_bot.py").read_text("utf-8")
ACTIONS: Final = (
    ("A pick 2", _("Draft: seat A takes the third card of the row, or the third deck. Everything is counted from 0.")),
    ("mana", _("Start the turn: receive Mana.")),
    ("2 upper", _("Play the third card of the hand on the upper line.")),
    ("1 at B lower 0", _("Play an Incantation on the Creature of B nearest to the Bridge on the lower line.")),
    ("3 onto upper 1", _("Play a Symbiote onto your second Creature from the Bridge on the upper line.")),
    ("champion lower", _("Play your Champion on the lower line.")),
    ("assault", _("End Summoning: the Assault follows.")),
    ("end-turn", _("End the turn after the Assault.")),
)


def bots(request: SiteRequest) -> HttpResponse:
    return render(request, "api/bots.html", {"program": PROGRAM, "actions": ACTIONS, "root": root_of(request)})
