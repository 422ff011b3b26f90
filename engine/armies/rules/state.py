"""A game as it stands: plain data with a hand-written ``copy`` and ``key``. Seats are numbers, 0 is A."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable
from typing import Any, Final

from engine.armies.pack.cards import Card, Wanted, names
from engine.armies.pack.options import ALL, Options
from engine.armies.trace.base import ArmiesEvent, Trace

DEAL: Final = "deal"
TURN: Final = "turn"
STAND: Final = "stand"
SPY_PHASE: Final = "spy"
CHAMPION: Final = "champion"
GUARDIAN_PHASE: Final = "guardian"
THEFT: Final = "theft"
AFTER: Final = "after"
OVER: Final = "over"
PHASES: Final = (DEAL, TURN, STAND, SPY_PHASE, CHAMPION, GUARDIAN_PHASE, THEFT, AFTER, OVER)
IN_BATTLE: Final = (STAND, SPY_PHASE, CHAMPION, GUARDIAN_PHASE)

NOBODY: Final = -1
HAND: Final = 8  # cards, by the golden rule (C3.5)
BY_CARD: Final = "card"
BY_SPY: Final = "spy"


class Player:
    """A seat: ``hand`` in card order, ``bonus`` cards in front, what lies under its ``chest``, ``score``."""

    __slots__ = ("bonus", "chest", "hand", "score")

    def __init__(self, hand: list[Card], bonus: int = 0, chest: list[Card] | None = None, score: int = 0) -> None:
        self.hand = hand
        self.bonus = bonus
        self.chest = chest  # never changed in place
        self.score = score

    def copy(self) -> Player:
        return Player(self.hand[:], self.bonus, self.chest, self.score)

    def key(self) -> tuple[object, ...]:
        """All that matters for the future."""
        return (tuple(self.hand), self.bonus, None if self.chest is None else tuple(self.chest), self.score)


class Battle:
    """A battle for ``number``, opened ``by`` "card" or "spy".

    ``pile`` is the prize pile by the seat that put the cards in; ``champions`` those set so far, or revealed and
    waiting for their owner's word; ``winner`` is ``NOBODY`` until the reveal.
    """

    __slots__ = ("by", "champions", "joined", "number", "pile", "surrendered", "winner")

    def __init__(self, number: int, by: str, pile: dict[int, list[Card]]) -> None:
        self.number = number
        self.by = by
        self.pile = pile
        self.surrendered: list[int] = []
        self.joined: list[int] = []
        self.champions: dict[int, Card] = {}
        self.winner = NOBODY

    def copy(self) -> Battle:
        copy = Battle(self.number, self.by, {seat: cards[:] for seat, cards in self.pile.items()})
        copy.surrendered = self.surrendered[:]
        copy.joined = self.joined[:]
        copy.champions = self.champions.copy()
        copy.winner = self.winner
        return copy

    def key(self) -> tuple[object, ...]:
        """All that matters for the future."""
        pile = tuple(sorted((seat, tuple(sorted(cards))) for seat, cards in self.pile.items()))
        champions = tuple(sorted(self.champions.items()))
        announced = (tuple(sorted(self.surrendered)), tuple(sorted(self.joined)))
        return (self.number, self.by, pile, announced, champions, self.winner)


class State:
    """The data of a position; see the contract for what each part means.

    ``deck`` has the top card last (the contract: first). ``theft`` is the victim and what the theft is about. ``last``
    and ``result`` are as the contract writes them. ``trace`` takes the events, if there is one; no copy carries it.
    """

    __slots__ = (
        "active", "battle", "dealer", "deck", "discard", "hand_number", "idle", "last", "options", "phase", "players",
        "queue", "result", "seed", "shuffles", "theft", "trace", "turn_number",
    )  # fmt: skip

    def __init__(self, players: list[Player], options: Options = ALL, seed: str = "0") -> None:
        self.options = options
        self.seed = seed
        self.shuffles = 0
        self.hand_number = 1
        self.turn_number = 1
        self.idle = 0
        self.dealer = 0
        self.active = NOBODY
        self.phase = DEAL
        self.queue: list[int] = []
        self.deck: list[Card] = []
        self.discard: list[Card] = []
        self.players = players
        self.battle: Battle | None = None
        self.theft: tuple[int, Wanted] | None = None
        self.last: dict[str, Any] | None = None
        self.result: dict[str, Any] | None = None
        self.trace: Trace | None = None

    def note(self, kind: Callable[..., ArmiesEvent], *values: Any) -> None:
        """Notes an event in the trace, if there is one: its rulings, then its fields."""
        if self.trace is not None:
            self.trace.append(kind(*values))

    # Seats

    def from_seat(self, seat: int) -> list[int]:
        count = len(self.players)
        return [(seat + step) % count for step in range(count)]

    def from_initiator(self) -> list[int]:
        """All seats clockwise from the active one, that one first."""
        return self.from_seat(self.active)

    def left_of_initiator(self) -> list[int]:
        """All seats but the active one, clockwise from its left."""
        return self.from_seat(self.active)[1:]

    # Cards

    def take(self, seat: int, card: Card) -> None:
        self.players[seat].hand.remove(card)

    def put(self, seat: int, cards: Iterable[Card]) -> None:
        hand = self.players[seat].hand
        for card in cards:
            insort(hand, card)

    def throw(self, card: Card) -> None:
        insort(self.discard, card)

    def discard_from(self, seat: int, card: Card) -> None:
        self.take(seat, card)
        self.throw(card)

    # As a whole

    def _copy_to(self, copy: State) -> None:
        """Makes another one equal to this; ``options``, ``last`` and ``result`` are shared, never changed in place."""
        copy.options = self.options
        copy.seed = self.seed
        copy.shuffles = self.shuffles
        copy.hand_number = self.hand_number
        copy.turn_number = self.turn_number
        copy.idle = self.idle
        copy.dealer = self.dealer
        copy.active = self.active
        copy.phase = self.phase
        copy.queue = self.queue[:]
        copy.deck = self.deck[:]
        copy.discard = self.discard[:]
        copy.players = [player.copy() for player in self.players]
        copy.battle = None if self.battle is None else self.battle.copy()
        copy.theft = self.theft
        copy.last = self.last
        copy.result = self.result
        copy.trace = None

    def key(self) -> tuple[object, ...]:
        """Equal exactly for positions equal in all that matters for the future. Hashable."""
        return (
            *(self.options, self.seed, self.shuffles, self.hand_number, self.turn_number, self.idle, self.dealer),
            *(self.active, self.phase, tuple(self.queue), tuple(self.deck), tuple(self.discard)),
            tuple([player.key() for player in self.players]),
            None if self.battle is None else self.battle.key(),
            self.theft,
        )

    def __repr__(self) -> str:
        hands = " | ".join(" ".join(names(player.hand)) for player in self.players)
        return f"<{type(self).__name__} {self.phase} {self.queue} hands {hands}>"
