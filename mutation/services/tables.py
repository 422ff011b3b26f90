"""Tables of ``play`` for the games of a session: begun with the decks as they stand, their results entered."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any, Final

from django.db import transaction

from accounts.locks import lock_row
from contract.seating import BOT, ME, OPEN
from engine.decks.game.setup import CONSTRUCTED, SetUp
from engine.decks.rules.modes import DUEL, SEAT_NAMES
from engine.decks.sessions.ledger_events import CONFIRM, ORGANISER, RESULT, RULE
from engine.decks.sessions.ledger_state import OPEN as UNDECIDED
from engine.decks.sessions.schedule import SCHEDULE, SEATS, SessionPairing
from engine.kernel.chance import SEED_BITS
from games.decks.setups import GameSetup
from mutation.models import LedgerLine, MutationSession, SessionSeat, SessionTable
from mutation.services import seating
from mutation.services.entering import NewEvents, enter
from mutation.services.ledgers import ledger_of
from mutation.viewers import is_open_to_all
from tables.models import LiveGame
from tables.services.tables import new_game
from web.refusals import RequestRefused

Outcome = SessionTable.Outcome
OPENED: Final = Outcome.OPEN
BOTS_TRIES: Final = 3  # of two bots to win a game: then it is void, for some decks cannot beat each other
_FAILED: Final = (Outcome.NO_WINNER, Outcome.REFUSED)


def open_table(session: MutationSession, number: int) -> SessionTable | None:
    """The table at which a game of the session is being played."""
    tables = SessionTable.objects.select_related("game").filter(session=session, number=number, outcome=OPENED)
    return tables.exclude(game=None).last()


@transaction.atomic
def begin(session: MutationSession, number: int) -> SessionTable:
    """The table of a game that can be played now, both being ready; the one that is there already, if there is one.

    Raises ``RequestRefused`` with the codes of a result: ``no-such-game``, ``game-played``, ``wrong-order``,
    ``not-ready``; those of the rules for decks that they do not take.
    """
    lock_row(MutationSession, session.pk)
    session.refresh_from_db(fields=["version", "phase", "waits_for"])
    if not 1 <= number <= len(SCHEDULE):
        raise RequestRefused(422, "no-such-game", f"there are the games 1 to {len(SCHEDULE)}", "/game")
    pairing = SCHEDULE[number - 1]
    existing = open_table(session, number)
    if existing is not None:
        return existing
    state = ledger_of(session).state
    if not state.can_be_played(number):
        code = "wrong-order" if state.status(number) == "open" else "game-played"
        raise RequestRefused(422, code, f"game {number} cannot be played now", "/game")
    if len(state.games[number - 1].ready) < len(pairing.seats):
        raise RequestRefused(422, "not-ready", "both players have to be ready", "/game")
    decks = tuple(tuple(card.mutant.card for card in state.seats[seat].deck) for seat in pairing.seats)
    setup = SetUp(DUEL, CONSTRUCTED, secrets.randbits(SEED_BITS), decks=decks, edition=state.header.edition, first=0)
    for fault in setup.faults():
        raise RequestRefused(422, fault.code, fault.message, fault.at)
    game = _seated(session, pairing, setup)
    seating.changed(session)
    return SessionTable.objects.create(session=session, number=number, game=game)


def _seated(session: MutationSession, pairing: SessionPairing, setup: SetUp) -> LiveGame:
    """The game with its seats: A is whoever begins."""
    seats = {seat.letter: seat for seat in session.seats.select_related("owner")}
    sides = {SEAT_NAMES[side]: seats[SEATS[seat]] for side, seat in enumerate(pairing.seats)}
    owners = {side: seat.owner for side, seat in sides.items()}
    creator = next((owner for owner in owners.values() if owner is not None), session.owner)
    arrangement = GameSetup(
        setup=setup,
        champions=False,
        custom=None,
        seats={side: (_kind(seat), seat.level) for side, seat in sides.items()},
        spectators=is_open_to_all(session),
    )
    apart = [side for side, owner in owners.items() if owner is not None and owner != creator]
    return new_game(arrangement, creator, owners, apart)


def _kind(seat: SessionSeat) -> str:
    if seat.is_bot:
        return BOT
    return ME if seat.is_taken and seat.owner_id is not None else OPEN


def letters_of(number: int) -> list[str]:
    """The seats of a game, whoever begins first; none for a number that no game has."""
    return [SEATS[seat] for seat in SCHEDULE[number - 1].seats] if 1 <= number <= len(SCHEDULE) else []


def of_bots_alone(seats: Iterable[SessionSeat], number: int) -> bool:
    """Whether of a session's seats only bots play a game."""
    return set(letters_of(number)) <= {seat.letter for seat in seats if seat.is_bot}


def failed_tables(session: MutationSession, number: int) -> int:
    """At how many tables a game of the session came to nothing."""
    return session.tables.filter(number=number, outcome__in=_FAILED).count()


def finish(game: LiveGame, result: dict[str, Any]) -> MutationSession | None:
    """Enters the result of a game that has ended, if it is one of a session: reported by the winner, confirmed by the
    other, since the site has seen it. The session, if it was one."""
    table = SessionTable.objects.select_related("session__deal").filter(game=game, outcome=OPENED).first()
    if table is None:
        return None
    session, pairing = table.session, SCHEDULE[table.number - 1]
    winners = [SEATS[pairing.seats[SEAT_NAMES.index(side)]] for side in result["winners"]]
    if len(winners) == 1:
        table.outcome, table.code = _enter(
            session, _reported(table.number, winners[0], pairing, f"/play/{game.token}/replay/")
        )
    else:
        table.outcome = Outcome.NO_WINNER
    table.save(update_fields=["outcome", "code"])
    if table.outcome in _FAILED and of_bots_alone(session.seats.all(), table.number):
        failed = failed_tables(session, table.number)
        if failed >= BOTS_TRIES and ledger_of(session).state.status(table.number) == UNDECIDED:
            _enter(session, [_void(table.number, failed)])
    seating.changed(session)
    return session


def _reported(number: int, winner: str, pairing: SessionPairing, record: str) -> list[dict[str, Any]]:
    loser = next(SEATS[seat] for seat in pairing.seats if SEATS[seat] != winner)
    return [
        {"by": winner, "kind": RESULT, "game": number, "winner": winner, "record": record},
        {"by": loser, "kind": CONFIRM, "game": number},
    ]


def _void(number: int, failed: int) -> dict[str, Any]:
    reason = f"{failed} games of two bots without a winner"
    return {"by": ORGANISER, "kind": RULE, "game": number, "winner": None, "reason": reason}


def _enter(session: MutationSession, events: list[dict[str, Any]]) -> tuple[SessionTable.Outcome, str]:
    try:
        with transaction.atomic():
            lock_row(MutationSession, session.pk)
            session.refresh_from_db(fields=["version"])
            enter(session, NewEvents(events, session.version, LedgerLine.Source.SITE))
    except RequestRefused as refusal:  # ruled, corrected or ended meanwhile: the table says so
        return Outcome.REFUSED, refusal.code[:24]
    return Outcome.ENTERED, ""
