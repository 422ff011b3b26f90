"""The mark in the set-up of a game that explains itself, or begins at a moment of a first game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Guide:
    """The mark of a game of the first game's, see ``tables.first_game``.

    ``moment`` is the slug of a moment, "" for the real game that follows them. A moment begins at ``start``
    instead of at a deal; the bot attacks in it if it ``answers``, and else does nothing.
    """

    moment: str = ""
    answers: bool = True
    start: dict[str, Any] | None = None

    def written(self) -> dict[str, Any]:
        return {"moment": self.moment, "answers": self.answers, "start": self.start}


def guide_of(setup: dict[str, Any]) -> Guide | None:
    """The guide in a set-up that is kept; None in all games but those of the first game."""
    guide = setup.get("guide")
    return None if guide is None else Guide(**guide)


def is_moment(setup: dict[str, Any]) -> bool:
    """Whether a kept set-up is that of a moment of the first game, which begins at a position."""
    guide = guide_of(setup)
    return guide is not None and guide.start is not None
