"""The page of the games: what is to be played, what was, who stands where, and what the viewer may do about it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine.decks.sessions.ledger_state import (
    ANNULLED,
    CONFIRMED,
    DISPUTED,
    OPEN,
    REPORTED,
    RULED,
    UNPLAYED,
    VOID,
    WALKOVER,
)
from engine.decks.sessions.schedule import SEATS
from mutation.models import MutationSession, SessionTable
from mutation.services.ledgers import ledger_of, seen
from mutation.services.tables import OPENED, Outcome
from mutation.viewers import SessionViewer


@dataclass(frozen=True)
class GameRow:
    """A game of the schedule, with what the viewer may do: ``acts`` for which of their seats, by kind."""

    game: dict[str, Any]
    first: str
    second: str
    status: str
    winner: str
    loser: str
    reason: str
    record: str
    table: str  # address of the table where it is being played
    is_now: bool
    is_own: bool
    waiting: tuple[str, ...]
    acts: dict[str, tuple[tuple[str, str], ...]]  # (letter, name) by kind
    acts_for_others: dict[str, tuple[tuple[str, str], ...]]  # the organiser's, which are asked about first
    note: str = ""


def games_context(viewer: SessionViewer) -> dict[str, Any]:
    """Schedule, next games, standings, and the forms of the viewer."""
    session = viewer.session
    state = seen(session, viewer.sees)["state"]
    rows = list(game_rows(viewer, state))
    return {
        "games": rows,
        "rounds": [(number, rows[2 * number - 2 : 2 * number]) for number in range(1, len(rows) // 2 + 1)],
        "now": sorted((row for row in rows if row.is_now or row.acts["ready"]), key=lambda row: not row.is_own),
        "to_settle": [row for row in rows if row.game["status"] in (REPORTED, DISPUTED)],
        "standings": [_standing(row) for row in state["standings"]],
        "is_final": state["final"],
        "winners": [viewer.name_of(letter) for letter in state["winners"]],
        "is_over": session.phase == MutationSession.Phase.OVER,
        "points": [(letter, viewer.name_of(letter), state["players"][letter]) for letter in viewer.held],
        "may_withdraw": [
            (letter, viewer.name_of(letter))
            for letter in viewer.held
            if state["players"][letter]["withdrawn"] is None and session.phase == MutationSession.Phase.GAMES
        ],
        "settled": sum(row.game["status"] in (CONFIRMED, RULED, VOID, WALKOVER, ANNULLED) for row in rows),
    }


def game_rows(viewer: SessionViewer, state: dict[str, Any]) -> Iterator[GameRow]:
    """All twelve games."""
    facts = _facts(viewer.session)
    tables = {table.number: table for table in _tables(viewer.session)}
    now = {line["game"]: line for line in state["next"]}
    for game in state["games"]:
        number = game["game"]
        following = now.get(number)
        winner = game["winner"]
        loser = {game["first"], game["second"]} - {winner} if winner else set()
        table = tables.get(number)
        reason, record = facts.get(number, ("", ""))
        yield GameRow(
            game=game,
            first=viewer.name_of(game["first"]),
            second=viewer.name_of(game["second"]),
            status=status_text(game["status"]),
            winner=viewer.name_of(winner) if winner else "",
            loser=viewer.name_of(loser.pop()) if loser else "",
            reason=reason,
            record=record,
            table=table.game.get_absolute_url() if _is_open(table) else "",  # type: ignore[union-attr]
            is_now=following is not None,
            is_own=game["first"] in viewer.held or game["second"] in viewer.held,
            waiting=tuple(viewer.name_of(letter) for letter in (following or {}).get("waiting", ())),
            acts=_acts(viewer, game, state, following, viewer.held),
            acts_for_others=_acts(viewer, game, state, following, _others(viewer)),
            note=_("The online game ended without a winner. Replay it, or ask the organiser.")
            if table is not None and table.outcome == Outcome.NO_WINNER and game["status"] == OPEN
            else "",
        )


def _is_open(table: SessionTable | None) -> bool:
    return table is not None and table.game is not None and table.outcome == OPENED


def _tables(session: MutationSession) -> list[SessionTable]:
    """The latest table of each game last."""
    return list(session.tables.select_related("game").order_by("number", "pk"))


def _facts(session: MutationSession) -> dict[int, tuple[str, str]]:
    """(reason, record) of each game's latest result or ruling that is in force."""
    facts: dict[int, tuple[str, str]] = {}
    for entry in ledger_of(session).entries():
        if entry.event is not None and entry.code is None and entry.event.kind in ("result", "rule", "dispute"):
            event = entry.event
            earlier = facts.get(event.game, ("", ""))
            facts[event.game] = (event.reason or earlier[0], event.record or earlier[1])
    return facts


def _acts(
    viewer: SessionViewer,
    game: dict[str, Any],
    state: dict[str, Any],
    following: dict[str, Any] | None,
    letters: Collection[str],
) -> dict[str, tuple[tuple[str, str], ...]]:
    """Which of these seats may do what about a game now."""
    players = [letter for letter in (game["first"], game["second"]) if state["players"][letter]["withdrawn"] is None]
    own = [letter for letter in players if letter in letters]
    status = game["status"]
    acts: dict[str, list[str]] = {
        "ready": [letter for letter in own if _mutates(state, letter, game["game"])],
        "result": [],
        "confirm": [],
    }
    if following is not None and not following["waiting"]:
        acts["result"] = own
    if status == REPORTED:
        acts["confirm"] = [letter for letter in own if letter != game["reported_by"]]
    return {kind: tuple((letter, viewer.name_of(letter)) for letter in letters) for kind, letters in acts.items()}


def _others(viewer: SessionViewer) -> list[str]:
    """The seats that only an organiser may speak for."""
    return [letter for letter in SEATS if letter not in viewer.held] if viewer.is_organiser else []


def _mutates(state: dict[str, Any], letter: str, number: int) -> bool:
    phases = state["players"][letter]["phases"]
    return any(phase["game"] == number and phase["phase"] == "open" for phase in phases)


def _standing(row: dict[str, Any]) -> dict[str, Any]:
    place = row["place"]
    return {**row, "place_text": "-" if place is None else str(place)}


def status_text(status: str) -> str:
    """The status of a game in words."""
    words = {
        OPEN: _("open"),
        REPORTED: _("reported, not confirmed yet"),
        CONFIRMED: _("confirmed"),
        DISPUTED: _("disputed: the organiser decides"),
        RULED: _("decided by the organiser"),
        VOID: _("void: doesn't count"),
        WALKOVER: _("walkover"),
        ANNULLED: _("annulled"),
        UNPLAYED: _("not played"),
    }
    return words[status]
