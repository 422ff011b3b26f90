"""Requests for papers of a session."""

from __future__ import annotations

from dataclasses import dataclass

from engine.decks.sessions.ledger import SessionLedger
from engine.decks.sessions.schedule import SEATS
from mutation.faces import SessionFaces
from mutation.paper.sheets import TRUE_SIZE
from mutation.viewers import SessionViewer


@dataclass(frozen=True)
class PaperRequest:
    """What is to be printed: for which seats, on which paper, cards in which ``size`` of ``SIZES``; a deck as it was
    (``plain``), or what changed ``since`` a game; patches of one ``round`` alone (0: of all); a booklet ``folded``."""

    viewer: SessionViewer
    ledger: SessionLedger
    faces: SessionFaces
    seats: tuple[str, ...] = tuple(SEATS)
    paper: str = "a4"
    size: str = TRUE_SIZE
    plain: bool = False
    since: int = 0
    round: int = 0
    folded: bool = False
