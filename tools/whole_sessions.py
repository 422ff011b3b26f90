"""Whole sessions of bots, from the draft to the end, played in this process through the site's own services."""

from __future__ import annotations

from accounts.models import Owner
from engine.decks.sessions.ledger_events import END, ORGANISER
from engine.decks.sessions.schedule import SCHEDULE, SEATS
from mutation.models import LedgerLine, MutationSession
from mutation.services import bots, tables
from mutation.services.creating import DRAFT, SessionPlan, create, playable_set
from mutation.services.entering import NewEvents, enter
from mutation.services.ledgers import ledger_of
from tables.services import bots as play_bots
from web.refusals import RequestRefused


def make(owner: Owner, sets: tuple[str, str], edition: str, level: str = "greedy", way: str = DRAFT) -> MutationSession:
    """A session of four bots. Raises ``RequestRefused``: a set that there is not."""
    first, second = (playable_set(slug, edition, owner) for slug in sets)
    if first is None or second is None:
        raise RequestRefused(422, "unknown-set", f"there are no sets {sets[0]} and {sets[1]}")
    names = {letter: f"Bot {letter}" for letter in SEATS}
    return create(SessionPlan("", edition, names, dict.fromkeys(SEATS, level), (first, second), way), owner)


def play_whole(session: MutationSession) -> MutationSession:
    """Plays a session of bots to its end."""
    bots.run(session)
    for _ in range(len(SCHEDULE) * tables.BOTS_TRIES):
        session.refresh_from_db()
        if ledger_of(session).state.all_settled:
            break
        for table in session.tables.filter(outcome=tables.OPENED).select_related("game"):
            if table.game is not None:
                play_bots.finish(table.game)
        bots.run(session)
    session.refresh_from_db()
    event = {"by": ORGANISER, "kind": END}
    enter(session, NewEvents([event], session.version, LedgerLine.Source.ORGANISER, session.owner))
    return session
