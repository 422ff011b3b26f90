"""What logs come to, as a process has folded them: it goes on from there by the entries that it has not seen."""

from __future__ import annotations

from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

State = TypeVar("State")


class LatestStates(Generic[State]):
    """The latest known state of each log, by its token and version. Threads may share it."""

    def __init__(self, maxsize: int) -> None:
        self._states: LRUCache[str, tuple[int, State]] = LRUCache(maxsize)
        self._guard = Lock()

    def get(self, token: str) -> State | None:
        with self._guard:
            latest = self._states.get(token)
        return None if latest is None else latest[1]

    def keep(self, token: str, version: int, state: State) -> None:
        """Keeps a state, unless a later one is known."""
        with self._guard:
            latest = self._states.get(token)
            if latest is None or latest[0] <= version:
                self._states[token] = (version, state)

    def clear(self) -> None:
        with self._guard:
            self._states.clear()
