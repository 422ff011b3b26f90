"""Keeping what took a while to make, for as long as there is room: by bytes, not by number."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Values by key, of at most ``max_size`` bytes together; what was asked for longest ago goes first.

    What is larger than an eighth of that is not kept at all. Threads may share it.
    """

    def __init__(self, max_size: int) -> None:
        self.max_size = max_size
        self.size = 0
        self._values: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Hashable) -> T | None:
        """The value of a key, or None where there is none (any more)."""
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key][0]

    def put(self, key: Hashable, value: T, size: int) -> None:
        """Keeps a value that takes ``size`` bytes."""
        with self._lock:
            self._drop(key)
            if size > self.max_size // 8:
                return
            self._values[key] = (value, size)
            self.size += size
            while self.size > self.max_size:
                self._drop(next(iter(self._values)))

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
            self.size = 0

    def _drop(self, key: Hashable) -> None:
        if key in self._values:
            self.size -= self._values.pop(key)[1]
