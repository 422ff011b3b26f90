"""Why something was not done in a session, for whoever reads the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext as _

from mutation.models import SeatChange, SessionSeat
from web.refusals import RequestRefused

_WORDS: Final[dict[str, Callable[[], str]]] = {
    # What the engine says.
    "bad-event": lambda: _("The log doesn't accept this entry."),
    "organiser-only": lambda: _("Only the organiser can do this."),
    "session-over": lambda: _("The session is over. You can only correct entries."),
    "wrong-phase": lambda: _("You can't do this in this phase of the session."),
    "withdrawn": lambda: _("One of its players has withdrawn."),
    "draft-over": lambda: _("The draft is over."),
    "not-your-turn": lambda: _("A card has already been picked from this hand. The others are still choosing."),
    "no-such-card": lambda: _("That card isn't in this hand."),
    "deck-chosen": lambda: _("You've already chosen this seat's deck."),
    "wrong-deck-size": lambda: _("A deck has exactly eight cards."),
    "duplicate-card": lambda: _("A card is in the deck twice."),
    "not-drafted": lambda: _("One of the cards isn't among this seat's sixteen."),
    "no-such-game": lambda: _("Games are numbered from 1 to 12."),
    "not-your-game": lambda: _("This seat doesn't play in that game."),
    "no-more-games": lambda: _("This seat has no more games: none of its cards can mutate."),
    "game-played": lambda: _("This game is already played, or won't be played."),
    "wrong-order": lambda: _("One of its players has another game to play first."),
    "phase-closed": lambda: _("This seat is ready: its Mutation Phase is closed."),
    "not-in-deck": lambda: _("That card isn't in this deck."),
    "only-creatures-mutate": lambda: _("Only Creatures mutate."),
    "not-in-laboratory": lambda: _("That card isn't in this Laboratory."),
    "not-on-that-card": lambda: _("The card of the Laboratory never had that element."),
    "element-already-cut": lambda: _("That element has already been cut out."),
    "already-mutated": lambda: _("A mutation never covers another one."),
    "value-lowered": lambda: _("You can't lower attack value or HP."),
    "value-too-high": lambda: _("Attack value and HP are 9 at most."),
    "covers-nothing": lambda: _(
        "An ability covers one that the card has; an Aura covers two that aren't Auras, or another Aura."
    ),
    "ability-twice": lambda: _("The card would have that ability twice."),
    "second-aura": lambda: _("The card would have two Auras."),
    "not-for-sale": lambda: _("The price list doesn't include it."),
    "no-points-left": lambda: _("Not enough points left."),
    "no-such-winner": lambda: _("The winner must be one of the players."),
    "not-ready": lambda: _("Both players must be ready first."),
    "already-settled": lambda: _("That game is already settled."),
    "no-result": lambda: _("That game has no result yet."),
    "result-disputed": lambda: _("That result is disputed: the organiser decides."),
    "own-report": lambda: _("You reported it. The other player confirms or disputes."),
    "prices-locked": lambda: _("Prices can't change once they've been used."),
    "reason-needed": lambda: _("Give a reason. It stays in the log."),
    "no-such-event": lambda: _("No earlier entry has this number."),
    "not-correctable": lambda: _("You can't correct a correction. Correct the original entry again."),
    # What the site says.
    "stale": lambda: _("The session has moved on. Nothing was saved: review it and try again."),
    "key-reused": lambda: _("Already sent with different content. Nothing was saved."),
    "not-your-seat": lambda: _("This isn't your seat."),
    "hidden-hand": lambda: _("You're playing, so you can't see this hand or choose from it."),
    "organiser-sees": lambda: _("As organiser you see every hand. You can take a seat once decks are chosen."),
    "seat-was-anothers": lambda: _(
        "Another player had this seat. You organise or have another seat, so you can't take it while cards are hidden."
    ),
    "seat-taken": lambda: _("This seat is taken."),
    "seat-free": lambda: _("This seat is free."),
    "ledger-full": lambda: _("The log is full (2000 entries)."),
    "too-many-requests": lambda: _("Too many requests. Try again in a few minutes."),
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
    return _("Your seat %(seat)s, %(name)s, was taken by another player.") % words


def refusal_text(refusal: RequestRefused) -> str:
    """Why something was not done, in a sentence."""
    return code_text(refusal.code)


def code_text(code: str) -> str:
    if code in _WORDS:
        return _WORDS[code]()
    return _("You can't do that now: %(code)s.") % {"code": code}
