"""The score sheet: the schedule, the cross table, wins and places, and who has withdrawn."""

from __future__ import annotations

from typing import Any

from engine.decks.sessions.schedule import SCHEDULE, SEATS, SessionPairing
from mutation.games.pages import game_rows
from mutation.paper.requests import PaperRequest
from mutation.services.ledgers import seen


def score_context(request: PaperRequest) -> dict[str, Any]:
    """The score sheet as far as anything is known."""
    state = seen(request.viewer.session, None)["state"]
    left = {row["seat"] for row in state["standings"] if row["withdrawn"]}
    return {
        "games": [(SCHEDULE[row.game["game"] - 1], row) for row in game_rows(request.viewer, state)],
        "standings": state["standings"],
        "cross": [(letter, request.viewer.name_of(letter), _cross(state, letter), letter in left) for letter in SEATS],
        "letters": SEATS,
    }


def blank_context() -> dict[str, Any]:
    """An empty score sheet."""
    return {
        "games": [(_blank_pairing(pairing), None) for pairing in SCHEDULE],
        "letters": SEATS,
        "cross": [(letter, "", [None if rival == letter else ["", ""] for rival in SEATS], False) for letter in SEATS],
    }


def _blank_pairing(pairing: SessionPairing) -> dict[str, Any]:
    letters = {"first_letter": SEATS[pairing.first], "second_letter": SEATS[pairing.second]}
    return {"round": pairing.round, "table": pairing.table, "number": pairing.number, **letters}


def _cross(state: dict[str, Any], letter: str) -> list[list[str] | None]:
    """A row of the cross table: of each other seat both games, 1 won, 0 lost, nothing of one that does not count."""
    cells: list[list[str] | None] = []
    for rival in SEATS:
        games = [game for game in state["games"] if {game["first"], game["second"]} == {letter, rival}]
        results = ["" if game["winner"] is None else "1" if game["winner"] == letter else "0" for game in games]
        cells.append(None if rival == letter else results)
    return cells
