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
_DECKS: Final = (
    ("A pick 2", _("Draft: seat A takes the third card of the row, or the third deck. Everything is counted from 0.")),
    ("mana", _("Start the turn: receive Mana.")),
    ("2 upper", _("Play the third card of the hand on the upper line.")),
    ("1 at B lower 0", _("Play an Incantation on the Creature of B nearest to the Bridge on the lower line.")),
    ("3 onto upper 1", _("Play a Symbiote onto your second Creature from the Bridge on the upper line.")),
    ("champion lower", _("Play your Champion on the lower line.")),
    ("assault", _("End Summoning: the Assault follows.")),
    ("end-turn", _("End the turn after the Assault.")),
)
_SCHOOLS: Final = (
    ("move earth", _("Discard an Earth card from your hand: your Emblem goes to the Arena of Earth.")),
    ("assign fire water", _("Put cards from your hand on your column in the Arena of your Emblem, in this order.")),
    ("pass dragombre", _("Pass a Trial with the top card of that school's column.")),
    ("summon earth fire", _("Move your top 3 Students from the Arena of Earth to that of Fire.")),
    ("cast 2 batrax air", _("Your third Student from the bottom, in the Arena of your Emblem, casts the spell. Batrax "
                            "names an Element, Inundatio a school.")),
    ("discard earth fire", _("Your answer to Maleficio: half your hand.")),
    ("end", _("End the turn.")),
)  # fmt: skip
_CARDS: Final = (
    ("deal", _("Shuffle and deal; Bonus cards that were dealt are laid down.")),
    ("draw", _("Draw cards.")),
    ("battle 7.3", _("Start a battle with this card, one of number 7.")),
    ("battle spy 7", _("Start a battle with a Spy that names a number from 1 to 10.")),
    ("champion 7.3", _("Set your champion.")),
    ("stand", _("Defend; “surrender” if you don't.")),
    ("join", _("Join the battle with a Spy; “pass” if you stay out.")),
    ("guard", _("Save your champion with a Guardian; “decline” if you don't.")),
    ("thief ask C wild", _("Ask seat C for a card: a number from 1 to 10, or a kind.")),
    ("thief bonus C", _("Steal a Bonus from seat C.")),
    ("give 7.3", _("Give the Thief this card.")),
    ("allow", _("Let the Thief take the Bonus.")),
    ("castle", _("Stop the Thief with a Castle.")),
    ("chest 7.1 7.2 7.3 7.4", _("Put these cards under the Chest.")),
    ("gravedigger 7.3", _("Take this card from the discard pile.")),
    ("lay-down", _("Lay down your armies: the hand ends.")),
    ("end-turn", _("End the turn.")),
)
ACTIONS: Final = (
    ("Clash of Decks", _DECKS),
    ("Clash of Magic Schools", _SCHOOLS),
    ("Clash of the Cards", _CARDS),
)  # fmt: skip
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
