"""Models of Mutation sessions."""

from mutation.models.ledger import LedgerLine
from mutation.models.messages import SessionMessage
from mutation.models.seat_changes import SeatChange
from mutation.models.sessions import MutationSession, SessionDeal, SessionSeat
from mutation.models.tables import SessionTable

__all__ = [
    "LedgerLine",
    "MutationSession",
    "SeatChange",
    "SessionDeal",
    "SessionMessage",
    "SessionSeat",
    "SessionTable",
]
