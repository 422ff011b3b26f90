"""Armies and what they are worth (C16, C17), and who wins (C18): pure functions, for a table with real cards too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from engine.armies.pack.cards import CHARACTERS, NUMBERS, STRENGTHS, WILD, Card, number_of

ARMY: Final = 4  # cards (C16.1)
MAX_IN_ARMY: Final = 6  # under a Chest (C14.1)
NEEDED: Final = 2  # armies, to lay down (C16.2)
NEEDED_WITH_DEATH: Final = 3  # C10.2
TARGET: Final = 1000  # points (C18.1)
LAST_HAND: Final = 100  # C18.4
FOR_ENDING: Final = 50  # C17.1
FOR_SIX: Final = 50  # C17.5
FOR_BONUS: Final = 50  # C17.6
FOR_DEATH: Final = -150  # C17.7
_VALUES: Final = (300, 250, 200, 150, 100)  # of 1 or 2, 3 or 4, ... (C17.2)

BY_TARGET: Final = "target"
BY_HAND_LIMIT: Final = "hand-limit"


def army_value(number: int, reverse: bool = False) -> int:
    """The points of an army of a number (C17.2, C19.3)."""
    pair = (number - 1) // 2
    return _VALUES[-1 - pair if reverse else pair]


class Points(NamedTuple):
    """The points of one player for one hand, as ``last`` writes them; ``armies`` is ascending."""

    armies: tuple[int, ...]
    army_points: int
    six: int
    bonus: int
    ended: int
    death: int

    @property
    def total(self) -> int:
        """All of them together; it may be below zero (C17.7)."""
        return self.army_points + self.six + self.bonus + self.ended + self.death

    def to_json(self) -> dict[str, Any]:
        """As ``last`` of the contract has it."""
        return {**self._asdict(), "armies": list(self.armies), "total": self.total}


def points_of(
    armies: Iterable[int],
    sixes: int = 0,
    bonuses: int = 0,
    ended: bool = False,
    death: bool = False,
    reverse: bool = False,
) -> Points:
    """The points for these armies (their numbers), numbers with all six characters, Bonus cards, ending, Death."""
    numbers = tuple(sorted(armies))
    return Points(
        numbers,
        sum(army_value(number, reverse) for number in numbers),
        sixes * FOR_SIX,
        bonuses * FOR_BONUS,
        FOR_ENDING if ended else 0,
        FOR_DEATH if death else 0,
    )


def army_of(cards: Sequence[Card]) -> int | None:
    """The number of the army of four to six that these cards are, Wilds included; None if they are none (C14.1)."""
    if not ARMY <= len(cards) <= MAX_IN_ARMY or any(card > WILD for card in cards):
        return None
    numbers = {number_of(card) for card in cards if card < WILD}
    return numbers.pop() if len(numbers) == 1 else None


def most_armies(hand: Iterable[Card], chest: Sequence[Card] | None) -> int:
    """The most armies that can be laid down at once (C16): those that take the fewest Wilds first.

    An army of a number takes no fewer Wilds than the one before it, so the cheapest ones can always be had together.
    """
    counts, wilds = _counted(hand)
    prices = [max(0, ARMY * army - count) - max(0, ARMY * (army - 1) - count)
              for count in counts for army in range(1, count + 1)]  # fmt: skip
    armies = int(chest is not None)
    for price in sorted(prices):
        wilds -= price
        if wilds < 0:
            break
        armies += 1
    return armies


def best_armies(
    hand: Iterable[Card], chest: Sequence[Card] | None, needed: int = 0, reverse: bool = False
) -> tuple[int, ...]:
    """The armies of the way to use the Wilds that brings the most points, with ``needed`` armies at least (C17.4).

    Of equal ways the one with more armies, then the one whose ascending list of numbers comes first.
    """
    under_chest = () if chest is None else (_number_under(chest),)
    counts, wilds = _counted(hand)
    ways = [tuple(sorted(armies + under_chest)) for armies in _ways(counts, wilds, reverse)]
    enough = [armies for armies in ways if len(armies) >= needed]
    if not enough:
        raise ValueError(f"there are no {needed} armies")
    return min(enough, key=lambda armies: (-_value(armies, reverse), -len(armies), armies))


def sixes_of(hand: Iterable[Card], chest: Sequence[Card] | None) -> int:
    """How many numbers there are all six characters of, in hand and under the Chest together (C17.5)."""
    counts, _ = _counted([*hand, *(chest or ())])
    return sum(count == STRENGTHS for count in counts)


def winners_of(scores: Sequence[int], last: Sequence[int]) -> tuple[int, ...]:
    """Who has won, in seat order: the highest total, then the most points of the ``last`` hand (C18.2, C18.3)."""
    best = max(zip(scores, last, strict=True))
    return tuple(seat for seat, pair in enumerate(zip(scores, last, strict=True)) if pair == best)


def end_of_game(scores: Sequence[int], hands: int) -> str | None:
    """Why the game is over after so many hands, None when it goes on (C18.1, C18.4)."""
    if max(scores) >= TARGET:
        return BY_TARGET
    return BY_HAND_LIMIT if hands >= LAST_HAND else None


def wilds_for(count: int, armies: int) -> int | None:
    """The Wilds that so many armies of one number take with ``count`` cards of it; None: there cannot be so many."""
    return max(0, ARMY * armies - count) if count >= armies else None


def _value(armies: Iterable[int], reverse: bool) -> int:
    return sum(army_value(number, reverse) for number in armies)


def _number_under(chest: Sequence[Card]) -> int:
    return next(number_of(card) for card in chest if card < WILD)


def _counted(cards: Iterable[Card]) -> tuple[list[int], int]:
    """How many cards of each number there are, and how many Wilds."""
    counts = [0] * len(NUMBERS)
    wilds = 0
    for card in cards:
        if card in CHARACTERS:
            counts[number_of(card) - 1] += 1
        elif card == WILD:
            wilds += 1
    return counts, wilds


def _ways(counts: Sequence[int], wilds: int, reverse: bool = False) -> list[tuple[int, ...]]:
    """For each use of Wilds and each count of armies the best armies that there are: more points, then the first list.

    Numbers are gone through upwards, and what is added later is the same for all, so the best of a beginning stays so.
    """
    best: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {(0, 0): (0, ())}
    for number in NUMBERS:
        count = counts[number - 1]
        grown: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}
        for (spent, _), (points, armies) in best.items():
            for more in range(count + 1):
                price = wilds_for(count, more)
                if price is None or spent + price > wilds:
                    break
                place = (spent + price, len(armies) + more)
                way = (points - more * army_value(number, reverse), armies + (number,) * more)
                if place not in grown or way < grown[place]:
                    grown[place] = way
        best = grown
    return [armies for _, armies in best.values()]
