"""Adding to a game's log: the one way in which a game goes on.

Whoever adds says which state they have seen. The entries and the game's new version are written in one transaction by
an UPDATE that finds the game only at that version: of two at the same moment one goes on, on every database.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import F
from django.dispatch import Signal
from django.utils import timezone

from contract.log import CHARGED, LATE, NewEntry
from tables.clocks import charges
from tables.models import GameNotice, LiveGame, LogEntry
from tables.notices import LAPSED, offer_ended
from tables.services.timeout_jobs import arm
from tables.services.turn_messages import tell_after
from tables.states import GameState, keep
from web.statements import insert, update

__all__ = [
    "Kind",
    "NewEntry",
    "StaleVersion",
    "add_notice",
    "apply_entries",
    "commit",
    "game_ended",
    "glued",
    "notify",
    "result_of",
    "touch",
    "write_entries",
]

Kind = LogEntry.Kind
# Sent with ``game`` and ``state`` in the transaction in which a game ends, for rooms above.
game_ended = Signal()
MAX_WAIT: Final = 20  # milliseconds that writing an entry takes without being noted
CHANNEL = "grimoire_play"  # of PostgreSQL's NOTIFY


class StaleVersion(Exception):
    """The game has gone on since."""


def result_of(state: GameState) -> dict[str, Any] | None:
    """The engine's result as the log has it; None while there is none."""
    engine = state.engine
    if engine is None or not engine.is_over or engine.result is None:
        return None
    return {"winners": [state.seat_names[seat] for seat in engine.result.winners], "reason": engine.result.reason}


def apply_entries(game: LiveGame, state: GameState, entries: Sequence[NewEntry]) -> tuple[GameState, list[LogEntry]]:
    """The state after entries, and the rows that are to be written for them; nothing is written yet.

    Where the game ends with them, its last entry is added.
    """
    now = timezone.now()
    rows: list[LogEntry] = []
    for entry in entries:
        state = _apply_entry(game, state, entry, rows, now)
    if state.result is None and (result := result_of(state)) is not None:
        state = _apply_entry(game, state, NewEntry(Kind.OVER, data={"result": result}), rows, now)
    return state, rows


def _apply_entry(game: LiveGame, state: GameState, entry: NewEntry, rows: list[LogEntry], now: Any) -> GameState:
    data = entry.data if state.clocks is None else {**entry.data, CHARGED: charges(game, state, now)}
    row = LogEntry(
        game=game,
        version=state.version + 1,
        kind=entry.kind,
        seat=entry.seat,
        action=entry.action,
        data=data,
        at=now,
    )
    state = state.advanced(row)
    rows.append(row)
    return state


@transaction.atomic
def commit(game: LiveGame, before: GameState, after: GameState, rows: Sequence[LogEntry]) -> None:
    """``write_entries`` in a transaction of its own."""
    write_entries(game, before, after, rows)


def write_entries(game: LiveGame, before: GameState, after: GameState, rows: Sequence[LogEntry]) -> None:
    """Writes entries in the caller's transaction, and brings ``game`` up to date.

    Raises ``StaleVersion`` when the log has gone on since ``before``.
    """
    now = rows[-1].at
    values = {
        "version": after.version,
        "status": after.status,
        "acting": after.to_act(),
        "to_act": glued(after.to_act()),
        "turn_began": after.since,
        "result": after.result,
        "updated": now,
    }
    row = {"id": game.pk, "version": before.version}
    # Offers are counted as changes: where those are as before, there is still none.
    has_no_offers = not game.offers and update(LiveGame, {**row, "changes": game.changes}, values)
    if not has_no_offers and not update(LiveGame, row, values):
        raise StaleVersion
    _note_wait(after, rows[-1])
    insert(rows)
    if not has_no_offers:
        _end_offers(game)
    if after.result is not None and before.result is None:
        game_ended.send(sender=LiveGame, game=game, state=after)
    tell_after(game, before, after, rows)
    for name, value in values.items():
        setattr(game, name, value)
    arm(game, after)
    notify(game)
    transaction.on_commit(lambda: keep(game, after))


def _note_wait(after: GameState, row: LogEntry) -> None:
    """Has the clocks run from now on, where the entry had to wait until it could be written."""
    wait = (timezone.now() - row.at) // timedelta(milliseconds=1)
    if after.clocks is not None and wait > MAX_WAIT:
        row.data = {**row.data, LATE: wait}
        after.clocks = after.clocks.since(row.at + timedelta(milliseconds=wait))


def _end_offers(game: LiveGame) -> None:
    """What is open lapses with the entry that is being written, which holds the game's row."""
    open_offers = LiveGame.objects.values_list("offers", flat=True).get(pk=game.pk)
    game.offers = []
    if open_offers:
        LiveGame.objects.filter(pk=game.pk).update(offers=[])
        for offer in open_offers:
            add_notice(game, offer_ended(offer, LAPSED))


def glued(names: Sequence[str]) -> str:
    """The seats that are to act as the release before has them, which may run beside this one."""
    return "".join(names)[: LiveGame._meta.get_field("to_act").max_length]


def add_notice(game: LiveGame, data: dict[str, Any]) -> None:
    GameNotice.objects.create(game=game, data=data)
    touch(game.pk)


def touch(*games: int) -> None:
    """Has all who watch games, named by their keys, look for what is new beside their logs."""
    LiveGame.objects.filter(pk__in=games).update(changes=F("changes") + 1)
    for game in games:
        _notify(game)


def notify(game: LiveGame) -> None:
    """Wakes the streams of other processes, when the transaction ends. On SQLite they look themselves."""
    _notify(game.pk)


def _notify(game: int) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, str(game)])
