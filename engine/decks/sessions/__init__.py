"""Mutation sessions: the ledger of a session, and everything that is computed from it (``clash-session/1``).

Nothing is stored beside a ledger: decks, points, schedule, standings and warnings are its fold, the same for the site,
the command line and a file from elsewhere. Seats are the letters ``A`` to ``D`` wherever a method takes or answers one;
points in JSON are numbers, in Python ``Decimal``. A program that keeps sessions needs these:

``SessionLedger.open(document, catalogue=None)`` reads a whole document (``{"format", "header", "events"}``) and folds
it; raises ``BadSession``. Illegal events are kept and named in ``faults``. Copies (``copy()``) are cheap: states are
shared. ``read_header(header)`` checks a header by itself.

``ledger.refuses(event)`` says what is against an event (``LedgerFault``, None when it is legal), without entering it;
``event`` is written like those of a document, without ``n``. ``ledger.append(event)`` enters it when it is legal and
answers None, else answers the fault and changes nothing. ``len(ledger)`` is the number of the last event.

``answer(ledger)`` is the answer of the contract, ``{"state", "faults"}``: the organiser's. ``seen_by(ledger, viewer)``
is the same as a seat, a spectator (None) or ``ORGANISER`` may see it, ``events_seen_by`` and ``header_seen_by`` the
events and the header with what is still hidden left out. ``ledger.document()`` is the document, secrets and all.

``legal_mutations(ledger.state, seat)`` is the answer of ``session legal``; ``bench(ledger.state, seat)`` every
conceivable mutation with its price or the code why not; ``mutation_sets(ledger.state, seat, gain)`` what could be done
for the points. ``decks_csv``, ``ledger_csv``, ``standings_csv`` and ``games_csv`` (of ``tables``) write tables.

A plan on a bench: ``plan = ledger.copy()``, ``plan.append(...)`` for each mutation, ``seen_by(plan, seat)`` for what
comes of it; undone by forgetting the copy. What a correction would make illegal is learnt in the same way.
"""

from __future__ import annotations

from engine.decks.sessions.answers import answer
from engine.decks.sessions.document import SessionHeader, read_header
from engine.decks.sessions.ledger import LedgerEntry, SessionLedger
from engine.decks.sessions.ledger_events import ORGANISER
from engine.decks.sessions.ledger_state import SessionState
from engine.decks.sessions.mutation_sets import MutationSet, MutationSets, mutation_sets
from engine.decks.sessions.offers import MutationBench, MutationOffer, bench, legal_mutations
from engine.decks.sessions.schedule import SCHEDULE, SEATS
from engine.decks.sessions.secrecy import events_seen_by, header_seen_by, seen_by
from engine.decks.sessions.session_errors import BadSession, LedgerFault
from engine.decks.sessions.tables import decks_csv, games_csv, ledger_csv, standings_csv

__all__ = [
    "ORGANISER",
    "SCHEDULE",
    "SEATS",
    "BadSession",
    "LedgerEntry",
    "LedgerFault",
    "MutationBench",
    "MutationOffer",
    "MutationSet",
    "MutationSets",
    "SessionHeader",
    "SessionLedger",
    "SessionState",
    "answer",
    "bench",
    "decks_csv",
    "events_seen_by",
    "games_csv",
    "header_seen_by",
    "ledger_csv",
    "legal_mutations",
    "mutation_sets",
    "read_header",
    "seen_by",
    "standings_csv",
]
