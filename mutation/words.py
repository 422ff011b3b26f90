"""Why something was not done in a session, for whoever reads the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext as _

from mutation.models import SeatChange, SessionSeat
from web.refusals import RequestRefused

_WORDS: Final[dict[str, Callable[[], str]]] = {
    # What the engine says.
    "bad-event": lambda: _("The ledger does not take such an entry."),
    "organiser-only": lambda: _("Only the organiser may do this."),
    "session-over": lambda: _("The session is over. Only corrections can be entered."),
    "wrong-phase": lambda: _("This cannot be done in this phase of the session."),
    "withdrawn": lambda: _("One of its players has withdrawn."),
    "draft-over": lambda: _("The draft is over."),
    "not-your-turn": lambda: _("A card has already been picked from this hand. The others are still choosing."),
    "no-such-card": lambda: _("That card isn't in this hand."),
    "deck-chosen": lambda: _("This deck has already been chosen. It is chosen once."),
    "wrong-deck-size": lambda: _("A deck has eight cards, no more and no fewer."),
    "duplicate-card": lambda: _("A card is in the deck twice."),
    "not-drafted": lambda: _("One of the cards isn't among this seat's sixteen."),
    "no-such-game": lambda: _("Games are numbered from 1 to 12."),
    "not-your-game": lambda: _("This seat doesn't play in that game."),
    "no-more-games": lambda: _("This seat has no more games to play: none of its cards can mutate."),
    "game-played": lambda: _("That game has been played, or will not be."),
    "wrong-order": lambda: _("Another game of one of its players comes first."),
    "phase-closed": lambda: _("This Mutation Phase is closed: the seat has said that it is ready."),
    "not-in-deck": lambda: _("That card isn't in this deck."),
    "only-creatures-mutate": lambda: _("Only Creatures mutate."),
    "not-in-laboratory": lambda: _("That card isn't in this Laboratory."),
    "not-on-that-card": lambda: _("The card of the Laboratory never had that element."),
    "element-already-cut": lambda: _("That element has already been cut out."),
    "already-mutated": lambda: _("A mutation never covers another one."),
    "value-lowered": lambda: _("Attack value and HP are never lowered."),
    "value-too-high": lambda: _("Attack value and HP are 9 at most."),
    "covers-nothing": lambda: _(
        "An ability covers one that the card has; an Aura covers two that aren't Auras, or another Aura."
    ),
    "ability-twice": lambda: _("The card would have that ability twice."),
    "second-aura": lambda: _("The card would have two Auras."),
    "not-for-sale": lambda: _("The price table does not have it."),
    "no-points-left": lambda: _("It costs more than the points that are left."),
    "no-such-winner": lambda: _("The winner has to be one of its players."),
    "not-ready": lambda: _("Both players have to be ready first."),
    "already-settled": lambda: _("That game is settled."),
    "no-result": lambda: _("That game has no result yet."),
    "result-disputed": lambda: _("That result is disputed: the organiser decides."),
    "own-report": lambda: _("You have reported it yourself: the other player confirms or disputes."),
    "prices-locked": lambda: _("Prices are settled once something has been done by them."),
    "reason-needed": lambda: _("Please give a reason: it stays in the ledger."),
    "no-such-event": lambda: _("There is no such entry before this one."),
    "not-correctable": lambda: _("A correction is not corrected itself: correct the entry again."),
    # What the site says.
    "stale": lambda: _("The session has gone on meanwhile. Nothing was entered: have a look, then do it again."),
    "key-reused": lambda: _("This was sent before, with something else in it. Nothing was entered."),
    "not-your-seat": lambda: _("This is not your seat."),
    "hidden-hand": lambda: _("You play yourself, so you do not see this hand and cannot choose from it."),
    "organiser-sees": lambda: _("You see every hand as the organiser, so you can take a seat only after the choice."),
    "seat-was-anothers": lambda: _(
        "Another player had this seat. While cards are hidden, you can't take it: you organise, or have another seat."
    ),
    "seat-taken": lambda: _("This seat is taken."),
    "seat-free": lambda: _("Nobody has this seat."),
    "ledger-full": lambda: _("The ledger is full: it has 2000 entries."),
    "too-many-requests": lambda: _("That is a lot for now. Try again in a while."),
}


def lost_seat_text(seat: SessionSeat) -> str:
    """What became of a seat, for whoever had it."""
    words = {"seat": seat.letter, "name": seat.session.players[seat.letter]}
    latest = seat.session.seat_changes.filter(letter=seat.letter).last()
    if seat.is_bot:
        return _("A bot now plays your seat %(seat)s, %(name)s.") % words
    if latest is not None and latest.kind == SeatChange.Kind.MOVED:
        return _("Your seat %(seat)s, %(name)s, moved to another device.") % words
    if seat.is_free:
        return _("Your seat %(seat)s, %(name)s, is free now.") % words
    return _("Another player now has your seat %(seat)s, %(name)s.") % words


def refusal_text(refusal: RequestRefused) -> str:
    """Why something was not done, in a sentence."""
    return code_text(refusal.code)


def code_text(code: str) -> str:
    if code in _WORDS:
        return _WORDS[code]()
    return _("You can't do that now: %(code)s.") % {"code": code}
