"""Tournaments in words: results, points, and why something cannot be."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.refusals import start_refusal_words
from tournaments.rules.matches import BYE, DRAW, FIRST, NEITHER, SECOND
from web.refusals import RequestRefused

# Each in one line: a word joiner keeps the dash and what follows it together.
SCORES: Final = {FIRST: "1\u2013\u20600", SECOND: "0\u2013\u20601", DRAW: "½\u2013\u2060½", NEITHER: "0\u2013\u20600"}
REFUSALS: Final = {
    "rated-account": gettext_lazy("This tournament is rated: sign in to play."),
    "closed": gettext_lazy("Registration is closed."),
    "full": gettext_lazy("This tournament is full."),
    "no-deck": gettext_lazy("Choose the deck you'll play."),
    "no-bots": gettext_lazy("Bots can't play in this tournament."),
    "too-few": gettext_lazy("It takes at least two players."),
    "still-open": gettext_lazy("A match of this round is still open."),
    "no-round": gettext_lazy("There is no next round."),
    "not-yours": gettext_lazy("Only the two players report this result."),
    "on-site": gettext_lazy("The result comes from the game itself."),
    "no-such-result": gettext_lazy("Choose a result."),
    "settled": gettext_lazy("This match is already settled. Only the organiser can change it."),
    "over": gettext_lazy("The tournament is over."),
    "no-name": gettext_lazy("Enter a name."),
    "stale": gettext_lazy("This match has another result by now. Look at it again."),
    "not-entered": gettext_lazy("You don't play in this tournament."),
    "not-organiser": gettext_lazy("Only the organiser can do this."),
}


def refusal_text(refusal: RequestRefused) -> str:
    if refusal.code == "name-refused":
        return refusal.message  # in the reader's language already
    text = REFUSALS.get(refusal.code)
    return start_refusal_words(refusal) if text is None else str(text)


def halves(points: int) -> str:
    """Points that are counted in halves: "2½"."""
    whole, half = divmod(points, 2)
    return f"{whole or (0 if not half else '')}{'½' * half}"


def quarters(points: int) -> str:
    """A Sonneborn-Berger number, which is counted in quarters."""
    whole, part = divmod(points, 4)
    return f"{whole or ('' if part else 0)}{('', '¼', '½', '¾')[part]}"


def score(outcome: str) -> str:
    """A result as it is written; "" while there is none."""
    return _("bye") if outcome == BYE else SCORES.get(outcome, "")


def outcome_choices(first: str, second: str) -> list[tuple[str, str]]:
    """The results of a match of two, in words."""
    return [
        (FIRST, _("%(name)s won") % {"name": first}),
        (SECOND, _("%(name)s won") % {"name": second}),
        (DRAW, _("Draw")),
        (NEITHER, _("Neither: no points")),
    ]
