"""The log as somebody may see it: a step for each entry, with its events and the view after it.

What was written once for a seat is the same ever after, so each process keeps the latest steps as text.
"""

from __future__ import annotations

from collections.abc import Collection
from threading import Lock
from typing import Any, Final

from cachetools import LRUCache
from django.urls import reverse

from tables.clocks import write_clocks_of_step
from tables.models import LiveGame, LogEntry
from tables.states import GameState, entries_of, initial, keep, readable, state_of
from web.json_bodies import to_text

CACHE_SIZE: Final = 4000  # steps of all games; a few kilobytes each
_steps: Final[LRUCache[tuple[str, int, str], str]] = LRUCache(CACHE_SIZE)
_guard = Lock()


def write_step(entry: LogEntry, state: GameState, seat_name: str) -> dict[str, Any]:
    """An entry as a seat or a spectator may see it; ``state`` is the one after it."""
    seat = state.seat_number(seat_name)
    is_action = entry.kind == LogEntry.Kind.ACTION
    written: dict[str, Any] = {
        "version": entry.version,
        "kind": entry.kind,
        "seat": entry.seat or None,
        "action": state.shown_action(str(entry.action), entry.seat, seat) if is_action else entry.action,
        "events": state.events(seat) if is_action else [],
        "view": state.view(seat),
    }
    if state.clocks is not None:
        written["clocks"] = write_clocks_of_step(entry.game, state)
    return {**written, "result": write_result(entry.game, state)} if entry.kind == LogEntry.Kind.OVER else written


def write_result(game: LiveGame, state: GameState) -> dict[str, Any] | None:
    """The result with the address of the record; None before the end."""
    if state.result is None:
        return None
    record = {"record": reverse("play-api:record", args=[game.token])}
    return {**state.result, **record, **({"help": True} if game.helped else {})}


def steps_since(game: LiveGame, seat_name: str, since: int) -> list[tuple[int, str]]:
    """The steps after a version up to that of ``game``, as (version, JSON), for a seat's name or a spectator ("")."""
    kept = kept_steps(game.token, seat_name, since, game.version)
    return write_steps(game, since, (seat_name,))[seat_name] if kept is None else kept


def kept_steps(token: str, seat_name: str, since: int, version: int) -> list[tuple[int, str]] | None:
    """The steps after a version up to another one, as this process has them; None where it has not all of them."""
    versions = range(since + 1, version + 1)
    with _guard:
        texts = [_steps.get((token, number, seat_name)) for number in versions]
    known = [(number, text) for number, text in zip(versions, texts, strict=True) if text is not None]
    return known if len(known) == len(versions) else None


def write_steps(game: LiveGame, since: int, seat_names: Collection[str]) -> dict[str, list[tuple[int, str]]]:
    """Writes the steps after a version up to that of ``game`` for several seats at once, and keeps them: by seat.

    Raises ``GameUnreadable``.
    """
    steps: dict[str, list[tuple[int, str]]] = {seat_name: [] for seat_name in seat_names}
    with readable(game):
        state = state_of(game, since) if since else initial(game)
        for entry in entries_of(game, since, game.version):
            state = state.advanced(entry)
            for seat_name, written in steps.items():
                written.append((entry.version, to_text(write_step(entry, state, seat_name))))
    with _guard:
        for seat_name, written in steps.items():
            for version, text in written:
                _steps[(game.token, version, seat_name)] = text
    if state.version == game.version:
        keep(game, state)
    return steps
