"""A seat's knowledge of the others' hands by what it has seen: cards taken openly that are still there.

It never says more than what is true: where a card may have left a hand unseen, nothing is known of it any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final

from engine.armies.pack.cards import (
    CARD_OF_NAME,
    CASTLE,
    GRAVEDIGGER,
    GUARDIAN,
    SEAT_NAMES,
    SPY,
    THIEF,
    WANTED_OF_NAME,
    WILD,
    Card,
    is_wanted,
)

Seen = dict[str, Any]
Known = dict[int, Counter[Card]]


def known_cards(seen: Iterable[Seen]) -> Known:
    """The cards that each seat holds for sure, after the events of a game as one seat has seen them, in order."""
    known: Known = {}
    for event in seen:
        follow = _FOLLOW.get(event["kind"])
        if follow is not None:
            seat = SEAT_NAMES.index(event["seat"]) if "seat" in event else -1
            follow(known, seat, event)
    return {seat: +cards for seat, cards in known.items()}


def _gain(known: Known, seat: int, cards: Iterable[Card]) -> None:
    known.setdefault(seat, Counter()).update(cards)


def _spend(known: Known, seat: int, card: Card) -> None:
    held = known.get(seat)
    if held is not None and held[card] > 0:
        held[card] -= 1


def _cards(event: Seen) -> list[Card]:
    return [CARD_OF_NAME[name] for name in event["cards"]]


def _deal(known: Known, seat: int, event: Seen) -> None:
    known.clear()


def _take(known: Known, seat: int, event: Seen) -> None:
    """Cards come into a hand openly: spoils, cards that retreat."""
    _gain(known, seat, _cards(event))


def _take_one(known: Known, seat: int, event: Seen) -> None:
    if event["card"] is not None:
        _gain(known, seat, [CARD_OF_NAME[event["card"]]])


def _place(known: Known, seat: int, event: Seen) -> None:
    for card in _cards(event):
        _spend(known, seat, card)


def _battle(known: Known, seat: int, event: Seen) -> None:
    _spend(known, seat, SPY if event["card"] is None else CARD_OF_NAME[event["card"]])


def _reveal(known: Known, seat: int, event: Seen) -> None:
    for name, card in event["champions"].items():
        _spend(known, SEAT_NAMES.index(name), CARD_OF_NAME[card])


def _guard(known: Known, seat: int, event: Seen) -> None:
    _spend(known, seat, GUARDIAN)
    _take_one(known, seat, event)


def _dig(known: Known, seat: int, event: Seen) -> None:
    _spend(known, seat, GRAVEDIGGER)
    _take_one(known, seat, event)


def _give(known: Known, seat: int, event: Seen) -> None:
    """Of a numbered card only giver and taker know which: others know nothing of that number any more."""
    taker = SEAT_NAMES.index(event["to"])
    wanted = WANTED_OF_NAME[event["name"]]
    if event["card"] is not None or wanted >= WILD:
        card = wanted if event["card"] is None else CARD_OF_NAME[event["card"]]
        _spend(known, seat, card)
        _gain(known, taker, [card])
        return
    held = known.get(seat, Counter())
    for card in [card for card in held if is_wanted(card, wanted)]:
        del held[card]


def _chest(known: Known, seat: int, event: Seen) -> None:
    """An army has left the hand unseen."""
    held = known.get(seat, Counter())
    for card in [card for card in held if card <= WILD]:
        del held[card]


def _spends(kind: Card) -> Callable[[Known, int, Seen], None]:
    return lambda known, seat, event: _spend(known, seat, kind)


_FOLLOW: Final[dict[str, Callable[[Known, int, Seen], None]]] = {
    "deal": _deal,
    "win": _take,
    "retreat": _take,
    "nobody": _take_one,
    "place": _place,
    "battle": _battle,
    "reveal": _reveal,
    "guard": _guard,
    "dig": _dig,
    "give": _give,
    "chest": _chest,
    "join": _spends(SPY),
    "thief": _spends(THIEF),
    "block": _spends(CASTLE),
}
