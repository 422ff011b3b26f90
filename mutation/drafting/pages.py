"""The pages of the draft and of the choice of decks, for the seat that is spoken for; the curtain between several."""

from __future__ import annotations

from typing import Any, Final

from engine.decks.game.mutation_draft import HAND
from engine.decks.sessions.schedule import SEATS
from mutation.faces import SessionFaces
from mutation.models import MutationSession
from mutation.services.ledgers import ledger_of, seen
from mutation.viewers import SessionViewer

DECK: Final = 8


def draft_context(viewer: SessionViewer, language: str) -> dict[str, Any]:
    """The hand of the seat, what it has drafted, and how far the draft is."""
    state = seen(viewer.session, viewer.sees)["state"]
    faces = SessionFaces(viewer.session, ledger_of(viewer.session).header, language)
    letter = viewer.seat
    player = state["players"][letter] if letter else None
    sizes = [player["drafted_size"] for player in state["players"].values()]
    has_picked = player is not None and len(player["drafted"]) > min(sizes)
    waits = [seat for seat in SEATS if state["players"][seat]["drafted_size"] == min(sizes)]
    return {
        "edition": faces.header.edition,
        "round": min(sizes) + 1,
        "rounds": HAND,
        "has_picked": has_picked,
        "hand": faces.many(player["hand"]) if player is not None and not has_picked else [],
        "drafted": faces.many(player["drafted"]) if player is not None else [],
        "from_name": viewer.name_of(_before(letter)) if letter else "",
        "to_name": viewer.name_of(_after(letter)) if letter else "",
        "curtains": curtains(viewer, [seat for seat in viewer.held if seat in waits]),
        "others": [viewer.name_of(seat) for seat in waits if seat != letter],
    }


def decks_context(viewer: SessionViewer, language: str) -> dict[str, Any]:
    """The sixteen cards of the seat to choose from, or its choice."""
    state = seen(viewer.session, viewer.sees)["state"]
    faces = SessionFaces(viewer.session, ledger_of(viewer.session).header, language)
    letter = viewer.seat
    player = state["players"][letter] if letter else None
    waits = [seat for seat in SEATS if not state["players"][seat]["has_chosen"]]
    chosen = player is not None and player["has_chosen"]
    return {
        "edition": faces.header.edition,
        "deck_size": DECK,
        "has_chosen": chosen,
        "choice": faces.many(player["drafted"]) if player is not None and not chosen else [],
        "deck": faces.many(card["id"] for card in player["deck"]) if player is not None and chosen else [],
        "laboratory": faces.many(card["id"] for card in player["laboratory"]) if player is not None and chosen else [],
        "curtains": curtains(viewer, [seat for seat in viewer.held if seat in waits]),
        "others": [viewer.name_of(seat) for seat in waits if seat != letter],
    }


def curtains(viewer: SessionViewer, waited: list[str]) -> list[tuple[str, str]]:
    """(letter, name) of the seats on this device that are to do something, behind whose curtain nobody looks yet."""
    if len(viewer.held) < 2 or viewer.seat:
        return []
    return [(letter, viewer.name_of(letter)) for letter in waited]


def part_mark(viewer: SessionViewer) -> str:
    """Another text whenever the hand, or the choice, of the one who looks has changed: not for what others do."""
    session = viewer.session
    state = seen(session, viewer.sees)["state"]
    players = state["players"]
    own = players[viewer.seat] if viewer.seat else None
    if session.phase == MutationSession.Phase.DRAFT:
        least = min(player["drafted_size"] for player in players.values())
        mine = len(own["drafted"]) if own is not None else -1
        waits = "".join(seat for seat in viewer.held if players[seat]["drafted_size"] == least)
        return f"draft {least} {mine} {viewer.seat} {waits}"
    chosen = own is not None and own["has_chosen"]
    waits = "".join(seat for seat in viewer.held if not players[seat]["has_chosen"])
    return f"decks {viewer.seat} {chosen} {waits}"


def _before(letter: str) -> str:
    return SEATS[SEATS.index(letter) - 1]


def _after(letter: str) -> str:
    return SEATS[(SEATS.index(letter) + 1) % len(SEATS)]
