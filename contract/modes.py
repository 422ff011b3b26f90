"""The modes of a game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True)
class GameMode:
    """A mode, ``name`` as the API has it and ``title`` in words; the rules themselves play the ``ai_seats``."""

    name: str
    title: str | Promise
    seats: Sequence[str]
    ai_seats: Collection[str] = ()
