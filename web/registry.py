"""Turning an import round. Every app may import this module.

A room says with a registry what it would like to know of the rooms above it, which it does not import; those register
what they have in their ``AppConfig.ready()``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Registry(Generic[T]):
    """Entries by name, in the order of their ``place`` and then of their names."""

    def __init__(self) -> None:
        self._entries: dict[str, tuple[int, T]] = {}

    def register(self, name: str, entry: T, place: int = 50) -> None:
        """Adds an entry; one of the same name is replaced."""
        self._entries[name] = (place, entry)

    def unregister(self, name: str) -> None:
        """Takes an entry away. Raises ``KeyError`` when there is none of this name."""
        del self._entries[name]

    def __getitem__(self, name: str) -> T:
        """The entry of a name. Raises ``KeyError``."""
        return self._entries[name][1]

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    def __iter__(self) -> Iterator[T]:
        return (entry for _name, entry in self.items())

    def items(self) -> list[tuple[str, T]]:
        ordered = sorted(self._entries.items(), key=lambda item: (item[1][0], item[0]))
        return [(name, entry) for name, (_place, entry) in ordered]
