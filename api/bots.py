"""The page for authors of bots: a whole program, what a game is made of, the limits."""

from __future__ import annotations

import json
from typing import Any, Final

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from accounts.requests import SiteRequest
from api.own.events import GAME_ENDED, OFFER_MADE, OFFER_OVER, QUESTION_ANSWERED
from api.writing import root_of
from tables.occasions import SESSION_WAITS
from tables.webhooks.kinds import GAME_BEGAN, TURN_BEGAN

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
# Another game to play instead, as ``POST /games`` takes it.
_ME: Final = {"kind": "me"}
_BOT: Final = {"kind": "bot", "level": "greedy"}
STARTS: Final[tuple[dict[str, Any], ...]] = (
    {"game": "magic-schools", "seats": {"dragombre": _ME, "blancgriffon": _BOT}},
    {"game": "clash-of-the-cards", "seats": {"A": _ME, "B": _BOT}},
)
EVENTS: Final = (
    (TURN_BEGAN, _("It's your turn in “game”; “seats” are your seats that are to act.")),
    (GAME_BEGAN, _("A game has started: all its seats are taken.")),
    (GAME_ENDED, _("A game is over; its result is in “game”.")),
    (OFFER_MADE, _("A player asks for a takeback, a draw or a rematch. Answer with POST /api/v1/games/GAME/answers.")),
    (OFFER_OVER, _("An offer was accepted, refused or withdrawn, or it lapsed.")),
    (SESSION_WAITS, _("A Mutation session has something for you to do: “tasks” of “session”. Told within 20 seconds.")),
    (QUESTION_ANSWERED, _("Your question about the rules has an answer. Needs the scope “read:own” too.")),
)


def bots(request: SiteRequest) -> HttpResponse:
    context = {
        "program": PROGRAM,
        "actions": ACTIONS,
        "events": EVENTS,
        "starts": [json.dumps(start) for start in STARTS],
        "root": root_of(request),
    }
    return render(request, "api/bots.html", context)
