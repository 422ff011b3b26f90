"""The page that tells how programs read and write here, with commands that can be typed as they stand."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.budgets import API, PAGES, TABLES, ProcessorBudget
from accounts.limits import Limit
from accounts.models import ApiToken
from accounts.request_rate import BURST, POLICY, RATE, SIGNED_IN
from accounts.requests import SiteRequest
from accounts.too_many import bound_words
from api.discord.commands import commands
from api.discord.limits import PERSON_LIMIT as DISCORD
from api.oembed.limits import RATE_LIMIT as OEMBED
from api.own import examples
from api.own.doors import CHANGES
from api.own.problems import CODES
from api.writing import root_of
from cards.decks.forms import SAVES
from cards.workshop.requests import NEW_CARDS, PUBLISHED, SAVED_SETS, UPLOADS
from champions.limits import TRIALS
from contract.registry import GAMES
from grimoire.authoring.forms import NEW_PAGES
from grimoire.composing.limits import SEARCHES
from grimoire.proving.limits import ASKS, LONG
from grimoire.solving.limits import JUDGED, JUDGED_LONG
from tables.limits import NEW_GAMES
from tables.stream_limits import MAX_STREAMS
from web.rate_headers import LimitState

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_SEND: Final = '-H "Authorization: Bearer $TOKEN"'


@dataclass(frozen=True, slots=True)
class Command:
    """What is typed for something: the options of ``curl``, an address after ``/api/v1``, a body.

    In it stand ``$TOKEN``, and what an answer before has told: ``$TAG``, its ETag, and ``$PLACE``, its Location.
    """

    about: StrPromise
    address: str
    options: str = _SEND
    body: Any = None

    def text(self, root: str) -> str:
        """The command, in lines that a shell takes for one."""
        lines = [f"curl -i {self.options}".rstrip()]
        if self.body is not None:
            lines += ["-H 'Content-Type: application/json'", f"--data '{json.dumps(self.body, ensure_ascii=False)}'"]
        host = root if self.address.startswith("$") else f"{root}/api/v1"
        return " \\\n  ".join([*lines, f'"{host}{self.address}"'])


_CHANGED: Final = {**examples.CARD, "set": None, "visibility": "private"}
COMMANDS: Final = (
    Command(_("Public cards need no token"), "/cards?q=cost%3C3&limit=5", ""),
    Command(_("Token's owner and permissions"), "/own"),
    Command(_("A new card"), "/own/cards", f'-X POST {_SEND} -H "Idempotency-Key: lamp-1"', examples.CARD),
    Command(_("The same card, with its ETag"), "$PLACE"),
    Command(
        _("Replace it: send the whole card with the ETag you read"), "$PLACE",
        f"-X PUT {_SEND} -H 'If-Match: '\"$TAG\"", _CHANGED,
    ),
    Command(_("Delete it"), "$PLACE", f"-X DELETE {_SEND}"),
    Command(_("What you have deleted"), "/own/deletions"),
    Command(_("A new deck"), "/own/decks", f"-X POST {_SEND}", examples.DECK),
    Command(_("Many changes at once"), "/own/batch", f"-X POST {_SEND}", examples.BATCH),
    Command(_("A draft puzzle"), "/own/puzzles", f"-X POST {_SEND}", examples.PUZZLE),
    Command(_("Its proof: 202 means try the same URL again later"), "$PLACE/proof", f"-X POST {_SEND}"),
    Command(_("The result"), "$PLACE"),
)  # fmt: skip
LIMITS: Final[tuple[tuple[StrPromise, Limit], ...]] = (
    (_("New games, without an account"), NEW_GAMES),
    (_("Changes per token"), CHANGES),
    (_("New cards and Champions"), NEW_CARDS),
    (_("Cards made public"), PUBLISHED),
    (_("Sets saved"), SAVED_SETS),
    (_("Decks saved"), SAVES),
    (_("Pictures"), UPLOADS),
    (_("New puzzles"), NEW_PAGES),
    (_("Proofs requested"), ASKS),
    (_("of which long ones"), LONG),
    (_("Searches of the composer"), SEARCHES),
    (_("Trials of Champions"), TRIALS),
    (_("Answers to puzzles"), JUDGED),
    (_("of which those of several turns"), JUDGED_LONG),
    (_("oEmbed"), OEMBED),
    (_("Discord commands of one person"), DISCORD),
)
BUDGETS: Final[tuple[tuple[StrPromise, ProcessorBudget], ...]] = (
    (_("Processor time of the reading API"), API),
    (_("Processor time of your own things, with pages"), PAGES),
    (_("Processor time of games"), TABLES),
)


def limit_rows() -> list[tuple[str, Promise | str, str]]:
    """Each limit: the name that ``RateLimit-Policy`` calls it by, what it is for, how much."""
    rate = _("%(rate)d a second, %(burst)d at once; signed in %(more)d times that")
    streams = _("%(count)d of games at once; in each process of the server %(count)d of your account")
    of_games = [limit for game in GAMES.values() for limit in game.api_limits]
    return [
        (POLICY, _("Requests to games and your own things"), rate % {"rate": RATE, "burst": BURST, "more": SIGNED_IN}),
        ("", _("Streams"), streams % {"count": MAX_STREAMS}),
        *((f"processor-{budget.name}", what, _seconds(budget)) for what, budget in BUDGETS),
        *((limit.name, what, bound_words(limit.times, limit.seconds)) for what, limit in (*LIMITS, *of_games)),
    ]


def _seconds(budget: ProcessorBudget) -> str:
    minutes = int(budget.every // 60)
    words = ngettext("%(seconds)d seconds a minute", "%(seconds)d seconds in %(count)d minutes", minutes)
    return words % {"seconds": budget.seconds, "count": minutes}


def discord_rows(language: str) -> list[tuple[str, str, list[tuple[str, str, list[str]]]]]:
    """Each command of Discord: what is typed, what it does, and its options with what can be chosen."""

    def said(part: dict[str, Any], name: str) -> str:
        text: str = part[f"{name}_localizations"].get(language, part[name])
        return text

    return [
        (
            said(command, "name"),
            said(command, "description"),
            [
                (
                    said(option, "name"),
                    said(option, "description"),
                    [said(choice, "name") for choice in option.get("choices", ())],
                )
                for option in command["options"]
            ],
        )
        for command in commands()
    ]


def guide(request: SiteRequest) -> HttpResponse:
    """How programs read and write here."""
    root = root_of(request)
    context = {
        "commands": [(command.about, command.text(root)) for command in COMMANDS],
        "scopes": ApiToken.Scope.choices,
        "limits": limit_rows(),
        "example": LimitState(POLICY, int(BURST), round(BURST / RATE), int(BURST) - 1, 1),
        "codes": CODES.items(),
        "discord": discord_rows(get_language() or settings.LANGUAGE_CODE) if settings.DISCORD_PUBLIC_KEY else [],
    }
    return render(request, "api/guide.html", context)
