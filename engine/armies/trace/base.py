"""The base class of events: how they are written, and what of them a seat may see (C20)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final

from engine.armies.pack.cards import CARD_NAMES, SEAT_NAMES, WANTED_NAMES, names

Rulings = tuple[str, ...]


def _card(card: int | None) -> str | None:
    return None if card is None else CARD_NAMES[card]


# How the fields are written; all others as they are. A name means the same in every event.
_WRITERS: Final[dict[str, Callable[[Any], Any]]] = {
    "seat": SEAT_NAMES.__getitem__,
    "victim": SEAT_NAMES.__getitem__,
    "to": SEAT_NAMES.__getitem__,
    "card": _card,
    "cards": names,
    "name": WANTED_NAMES.__getitem__,
    "champions": lambda champions: {SEAT_NAMES[seat]: CARD_NAMES[card] for seat, card in sorted(champions.items())},
}


@dataclass(slots=True)
class ArmiesEvent:
    """Something that happened, by the ``rulings`` named.

    ``hidden`` are the fields that not everybody may see; ``knowers`` says who may.
    """

    kind: ClassVar[str] = ""
    hidden: ClassVar[tuple[str, ...]] = ()

    rulings: Rulings

    def knowers(self) -> tuple[int, ...]:
        """The seats that see everything: the one in ``seat``."""
        return (getattr(self, "seat", -1),)

    def to_json(self) -> dict[str, Any]:
        """The event of the contract, with its ``rulings`` beside."""
        data: dict[str, Any] = {"kind": self.kind}
        for part in fields(self):
            value = getattr(self, part.name)
            writer = _WRITERS.get(part.name)
            data[part.name] = value if writer is None else writer(value)
        data["rulings"] = list(data.pop("rulings"))
        return data

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """The event as a seat, or an onlooker (None), may see it: what is hidden from them is null."""
        data = self.to_json()
        if self.hidden and seat not in self.knowers():
            for name in self.hidden:
                data[name] = None
        return data


Trace = list[ArmiesEvent]
