"""The page that tells how programs read and write here, with commands that can be typed as they stand."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from accounts.limits import Limit
from accounts.models import ApiToken
from accounts.requests import SiteRequest
from api.own import examples
from api.own.doors import CHANGES
from api.own.problems import CODES
from api.writing import root_of
from cards.decks.forms import SAVES
from cards.workshop.requests import NEW_CARDS, PUBLISHED, SAVED_SETS, UPLOADS
from champions.limits import TRIALS
from grimoire.authoring.forms import NEW_PAGES
from grimoire.proving.limits import ASKS, LONG

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
    Command(_("A new deck"), "/own/decks", f"-X POST {_SEND}", examples.DECK),
    Command(_("A draft puzzle"), "/own/puzzles", f"-X POST {_SEND}", examples.PUZZLE),
    Command(_("Its proof: 202 means try the same URL again later"), "$PLACE/proof", f"-X POST {_SEND}"),
    Command(_("The result"), "$PLACE"),
)  # fmt: skip
LIMITS: Final[tuple[tuple[StrPromise, Limit], ...]] = (
    (_("Changes per token"), CHANGES),
    (_("New cards and Champions"), NEW_CARDS),
    (_("Cards made public"), PUBLISHED),
    (_("Sets saved"), SAVED_SETS),
    (_("Decks saved"), SAVES),
    (_("Pictures"), UPLOADS),
    (_("New puzzles"), NEW_PAGES),
    (_("Proofs requested"), ASKS),
    (_("of which long ones"), LONG),
    (_("Trials of Champions"), TRIALS),
)


def guide(request: SiteRequest) -> HttpResponse:
    """How programs read and write here."""
    root = root_of(request)
    context = {
        "commands": [(command.about, command.text(root)) for command in COMMANDS],
        "scopes": ApiToken.Scope.choices,
        "limits": [(what, limit.times, limit.seconds // 3600) for what, limit in LIMITS],
        "codes": CODES.items(),
    }
    return render(request, "api/guide.html", context)
