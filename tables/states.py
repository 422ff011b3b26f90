"""The states of games that are kept, computed from their logs by the engine.

Each process keeps the latest states of some games, and comes to newer ones by the entries that it has not seen; another
process's entries are in the log. Replaying a whole game of 60 turns takes a few milliseconds, so nothing else is kept.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

from cachetools import LRUCache
from django.db import Error

from contract.registry import GAMES
from contract.state import GameState, PlayedAction
from tables.clocks import with_clocks
from tables.faults import GameUnreadable
from tables.folds import LatestStates
from tables.models import GameSeat, LiveGame, LogEntry
from web.refusals import RequestRefused
from web.statements import PreparedRows

__all__ = [
    "GameState",
    "PlayedAction",
    "entries_of",
    "forget_states",
    "game_of",
    "initial",
    "keep",
    "readable",
    "state_of",
]

logger = logging.getLogger(__name__)

CACHE_SIZE: Final = 500
_states: Final = LatestStates[GameState](CACHE_SIZE)
_unreadable: Final[LRUCache[str, None]] = LRUCache(CACHE_SIZE)  # games that the log of this process names already
_guard = Lock()
_games: Final = PreparedRows(lambda key: LiveGame.objects.filter(pk=key).order_by(), int)
_entries: Final = PreparedRows(
    lambda game, since, until: LogEntry.objects.filter(game=game, version__gt=since, version__lte=until).order_by(
        "version"
    ),
    *(int, int, int),
)


@contextmanager
def readable(game: LiveGame) -> Iterator[None]:
    """Around what follows a game's log. Raises ``GameUnreadable``, told to the operator once, where that fails."""
    try:
        yield
    except (Error, RequestRefused, LiveGame.DoesNotExist):
        raise
    except Exception as wrong:
        with _guard:
            is_new = game.token not in _unreadable
            _unreadable[game.token] = None
        if is_new:
            logger.exception("The log of game %s can't be read", game.token)
        raise GameUnreadable from wrong


def initial(game: LiveGame, seats: Iterable[GameSeat] | None = None) -> GameState:
    """The state before the first entry."""
    taken = list(game.seats.all() if seats is None else seats)
    state = GAMES[game.game].adapter.initial(game, [seat.seat_name for seat in taken if seat.was_open])
    return with_clocks(game, state, taken)


def state_of(game: LiveGame, version: int | None = None) -> GameState:
    """The state of a game at a version, by default the one that its row names.

    Raises ``GameUnreadable`` where the log makes no sense.
    """
    wanted = game.version if version is None else version
    state = _states.get(game.token)
    if state is not None and state.version == wanted:
        return state
    with readable(game):
        if state is None or state.version > wanted:
            state = initial(game)
        for entry in entries_of(game, state.version, wanted):
            state = state.advanced(entry)
        if state.version < wanted and version is None and LiveGame.objects.filter(pk=game.pk).exists():
            raise ValueError(f"the log ends at version {state.version}")
    if state.version != wanted:
        raise LiveGame.DoesNotExist(f"{game} has no version {wanted}")
    if version is None:
        keep(game, state)
    return state


def game_of(key: int) -> LiveGame:
    """A game as it is now. Raises ``LiveGame.DoesNotExist``."""
    for game in _games(key):
        return game
    raise LiveGame.DoesNotExist(f"there is no game {key}")


def entries_of(game: LiveGame, since: int, until: int) -> list[LogEntry]:
    """The entries of a game's log after a version up to another one."""
    entries = _entries(game.pk, since, until)
    for entry in entries:
        entry.game = game
    return entries


def keep(game: LiveGame, state: GameState) -> None:
    """Keeps a state that the log has come to."""
    _states.keep(game.token, state.version, state)


def forget_states() -> None:
    """Forgets all states: for tests, whose databases begin anew."""
    _states.clear()
