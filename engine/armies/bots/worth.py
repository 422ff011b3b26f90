"""The worth of a hand: about the points that it will bring, by guess."""

from __future__ import annotations

from typing import Final

from engine.armies.pack.cards import (
    CASTLE,
    CHEST,
    DEATH,
    GRAVEDIGGER,
    GUARDIAN,
    NUMBERS,
    SEAT_NAMES,
    SPY,
    STRENGTHS,
    THIEF,
    WILD,
    number_of,
)
from engine.armies.rules import state as at
from engine.armies.rules.legality import armies_needed
from engine.armies.rules.position import ArmiesPosition
from engine.armies.rules.scoring import ARMY, FOR_BONUS, FOR_SIX, army_value
from engine.armies.rules.state import Player
from engine.kernel.temper import EVEN, Temper

# The share of an army's points that so many of its cards are worth.
_SHARES: Final = (0.0, 0.07, 0.22, 0.5, 1.0, 1.04, 1.08)
_FOR_DISTANCE: Final = (230.0, 130.0, 75.0, 40.0, 18.0, 8.0, 3.0)  # cards that are missing for laying down
_SPECIALS: Final = {CASTLE: 14.0, SPY: 10.0, THIEF: 22.0, GUARDIAN: 8.0, CHEST: 8.0, GRAVEDIGGER: 14.0, WILD: 30.0}
_DEATH: Final = 110.0
_WON: Final = 400.0


def counts_of(player: Player) -> list[int]:
    """How many cards of each number a hand holds; number n at place n."""
    counts = [0] * (len(NUMBERS) + 1)
    for card in player.hand:
        if card < WILD:
            counts[number_of(card)] += 1
    return counts


def worth(position: ArmiesPosition, seat: int, temper: Temper = EVEN) -> float:
    """The worth of a seat's place in the hand, against the mean of the others'; after the hand its points."""
    seats = range(len(position.players))
    if position.phase in (at.DEAL, at.OVER) and position.last is not None:
        points = position.last["points"]
        values = [float(points[SEAT_NAMES[other]]["total"]) for other in seats]
        if position.result is not None:
            for winner in position.result["winners"]:
                values[SEAT_NAMES.index(winner)] += _WON
    else:
        values = [hand_worth(position, other) for other in seats]
    return temper.own * values[seat] - temper.others * (sum(values) - values[seat]) / (len(values) - 1)


def hand_worth(position: ArmiesPosition, seat: int) -> float:
    """About the points that a hand will bring its seat."""
    player = position.players[seat]
    reverse = position.options.reverse
    counts = counts_of(player)
    wilds = player.hand.count(WILD)
    total = float(FOR_BONUS * player.bonus)
    if player.chest is not None:
        number = number_of(player.chest[0]) if player.chest else NUMBERS[0]
        total += army_value(number, reverse)
    total += distance_worth(player, counts, wilds)
    for _ in range(wilds):  # each where it helps most
        gains = [(_gain(count, number, reverse), number) for number, count in enumerate(counts) if 0 < count < ARMY]
        if not gains:
            break
        counts[max(gains)[1]] += 1
    for number, count in enumerate(counts):
        if count:
            total += _SHARES[min(count, STRENGTHS)] * army_value(number, reverse) + FOR_SIX * (count == STRENGTHS)
    for card in player.hand:
        if card >= WILD:
            total -= _DEATH if card == DEATH else -_SPECIALS[card]
        else:
            total += number_of(card) * 0.8  # as a champion
    return total


def _gain(count: int, number: int, reverse: bool) -> float:
    return (_SHARES[count + 1] - _SHARES[count]) * army_value(number, reverse)


def distance_worth(player: Player, counts: list[int], wilds: int) -> float:
    """The worth of being close to laying down: missing cards, Wilds counted in."""
    needed = armies_needed(player.hand) - (player.chest is not None)
    prices = [max(0, ARMY - count) for count in counts if count]
    prices += [2 * ARMY - count for count in counts if count > ARMY]
    prices.sort()
    missing = sum(prices[:needed]) + ARMY * max(0, needed - len(prices)) - wilds
    return _FOR_DISTANCE[min(max(missing, 0), len(_FOR_DISTANCE) - 1)]
