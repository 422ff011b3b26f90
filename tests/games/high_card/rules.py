"""The rules, as an engine has them (``engine.kernel.protocol.Game``)."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final

from engine.kernel.chance import Chance
from engine.kernel.errors import IllegalAction

SEATS: Final = ("North", "NorthEast")
CARDS: Final = tuple(range(1, 7))
HAND: Final = 3


@dataclass(frozen=True)
class HighCardResult:
    winners: tuple[int, ...]
    reason: str = "most-taken"


class HighCard:
    """``trick`` is the card that has been led, ``taken`` how many tricks each seat has."""

    def __init__(self, seed: int) -> None:
        cards, chance = list(CARDS), Chance(seed, "deal")
        dealt = [cards.pop(chance.below(len(cards))) for _ in CARDS]
        self.hands = [sorted(dealt[:HAND]), sorted(dealt[HAND:])]
        self.trick: int | None = None
        self.taken = [0, 0]
        self.active = 0
        self.actions: list[str] = []
        self.events: list[list[dict[str, Any]]] = []

    @property
    def stage(self) -> str:
        return "over" if self.is_over else "play"

    @property
    def is_over(self) -> bool:
        return not any(self.hands)

    @property
    def result(self) -> HighCardResult | None:
        return HighCardResult((int(self.taken[1] > self.taken[0]),)) if self.is_over else None

    def to_act(self) -> tuple[int, ...]:
        return () if self.is_over else (self.active,)

    def legal_actions(self, seat: int) -> list[str]:
        return [f"play {card}" for card in self.hands[seat]] if seat in self.to_act() else []

    def apply(self, seat: int, action: object) -> list[dict[str, Any]]:
        if str(action) not in self.legal_actions(seat):
            raise IllegalAction("not-possible", f"'{action}' may not be done")
        card = int(str(action).removeprefix("play "))
        self.hands[seat].remove(card)
        events: list[dict[str, Any]] = [{"kind": "play", "seat": SEATS[seat], "card": card}]
        if self.trick is None:
            self.trick, self.active = card, 1 - seat
        else:
            self.active = seat if card > self.trick else 1 - seat
            self.taken[self.active] += 1
            self.trick = None
            events.append({"kind": "take", "seat": SEATS[self.active]})
        self.actions.append(str(action))
        self.events.append(events)
        return events

    def view(self, seat: int | None) -> dict[str, Any]:
        hands = {name: hand if number == seat else len(hand) for number, (name, hand) in enumerate(self._by_seat())}
        return {
            "format": "high-card/1",
            "seat": None if seat is None else SEATS[seat],
            "stage": self.stage,
            "to_act": [SEATS[number] for number in self.to_act()],
            "actions": [] if seat is None else self.legal_actions(seat),
            "hands": hands,
            "trick": self.trick,
            "taken": dict(zip(SEATS, self.taken, strict=True)),
        }

    def _by_seat(self) -> list[tuple[str, list[int]]]:
        return [(name, list(hand)) for name, hand in zip(SEATS, self.hands, strict=True)]

    def view_of_events(self, seat: int | None, number: int = -1) -> list[dict[str, Any]]:
        return self.events[number] if self.events else []

    def copy(self) -> HighCard:
        return deepcopy(self)

    def key(self) -> tuple[object, ...]:
        return (*map(tuple, self.hands), self.trick, *self.taken, self.active)
