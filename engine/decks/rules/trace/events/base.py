"""What the events of a sort have in common."""

from __future__ import annotations

from typing import Any

from engine.decks.rules.trace.scenes import Event


class EventTemplate:
    """The same in all events of a sort: their class, the ability that makes them happen, the rulings behind them."""

    __slots__ = ("ability", "event", "rulings")

    def __init__(self, event: type[Event], ability: str | None, *rulings: str) -> None:
        self.event: Any = event
        self.ability = ability
        self.rulings = rulings
