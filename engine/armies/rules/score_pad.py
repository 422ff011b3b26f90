"""The score pad to 1,000 (C17, C18), for a table that plays with real cards: what was laid out in, points out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.armies.pack.cards import BONUS, DEATH, MAX_SEATS, MIN_SEATS, NUMBERS, SEAT_NAMES, STRENGTHS, WILD
from engine.armies.pack.options import ALL, Options
from engine.armies.rules.scoring import (
    NEEDED,
    NEEDED_WITH_DEATH,
    Points,
    end_of_game,
    points_of,
    wilds_for,
    winners_of,
)
from engine.kernel.errors import EngineError


@dataclass(frozen=True)
class Entry:
    """One player's cards when a hand ends.

    ``armies`` are their numbers (one that is there twice is named twice), ``sixes`` the numbers of which the player has
    all six characters, ``bonuses`` the Bonus cards in front, ``death`` whether they hold Death, ``ended`` whether they
    ended the hand.
    """

    armies: tuple[int, ...] = ()
    sixes: tuple[int, ...] = ()
    bonuses: int = 0
    death: bool = False
    ended: bool = False

    def points(self, options: Options = ALL) -> Points:
        """The points (C17)."""
        return points_of(self.armies, len(self.sixes), self.bonuses, self.ended, self.death, options.reverse)


@dataclass(frozen=True)
class PadStanding:
    """The pad after some hands: ``scores`` by player; ``winners`` and ``reason`` are empty while the game goes on."""

    hands: int
    scores: tuple[int, ...]
    winners: tuple[int, ...] = ()
    reason: str = ""

    @property
    def is_over(self) -> bool:
        return bool(self.winners)


def standing(players: int, hands: Sequence[Sequence[int]]) -> PadStanding:
    """The pad after these hands, each the totals of all players.

    Raises ``EngineError`` (``bad-pad``) for another number of players than 2 to 6, a hand that has not one total for
    each, and for a hand after the end; ``at`` is the number of the hand, from 0.
    """
    if not MIN_SEATS <= players <= MAX_SEATS:
        raise EngineError("bad-pad", f"{MIN_SEATS} to {MAX_SEATS} play")
    now = PadStanding(0, (0,) * players)
    for number, totals in enumerate(hands):
        if now.is_over:
            raise EngineError("bad-pad", "the game was over before this hand", number)
        if len(totals) != players:
            raise EngineError("bad-pad", f"a hand has {players} totals", number)
        scores = tuple(score + more for score, more in zip(now.scores, totals, strict=True))
        reason = end_of_game(scores, number + 1)
        now = PadStanding(number + 1, scores, winners_of(scores, totals) if reason else (), reason or "")
    return now


def check_hand(entries: Sequence[Entry], options: Options = ALL) -> None:
    """Raises ``EngineError`` (``bad-pad``) for a hand that cannot be; ``at`` is the player's letter, or None."""
    for place, entry in enumerate(entries):
        _check_entry(entry, SEAT_NAMES[place], options)
    if sum(entry.ended for entry in entries) > 1:
        raise EngineError("bad-pad", "only one player ends a hand (C16.4)")
    if sum(entry.death for entry in entries) > options.copies[DEATH]:
        raise EngineError("bad-pad", f"there are {options.copies[DEATH]} Death cards in the game (C1.3)")
    if sum(entry.bonuses for entry in entries) > options.copies[BONUS]:
        raise EngineError("bad-pad", f"there are {options.copies[BONUS]} Bonus cards in the game (C1.3)")
    for number in NUMBERS:
        owners = sum(number in entry.sixes or number in entry.armies for entry in entries)
        if any(number in entry.sixes for entry in entries) and owners > 1:
            raise EngineError("bad-pad", f"who has all six {number}s leaves none for another's army (C7.1)")
    if _wilds_at_least(entries) > options.copies[WILD]:
        raise EngineError("bad-pad", "there are not enough cards for so many armies (C16.1)")


def _check_entry(entry: Entry, place: str, options: Options) -> None:
    if any(number not in NUMBERS for number in entry.armies + entry.sixes):
        raise EngineError("bad-pad", "an army has a number from 1 to 10", place)
    if len(set(entry.sixes)) < len(entry.sixes):
        raise EngineError("bad-pad", "all six characters of a number are there once", place)
    if entry.bonuses < 0:
        raise EngineError("bad-pad", "nobody has fewer than no Bonus cards", place)
    if any(number not in entry.armies for number in entry.sixes):
        raise EngineError("bad-pad", "six characters of a number are an army too (C17.5)", place)
    needed = NEEDED_WITH_DEATH if entry.death else NEEDED
    if entry.ended and len(entry.armies) < needed:
        raise EngineError("bad-pad", f"whoever ends the hand lays down {needed} armies at least (C16.2)", place)


def _wilds_at_least(entries: Sequence[Entry]) -> int:
    """The fewest Wilds that all these armies take together, if the characters lie as well as they can."""
    wilds = 0
    for number in NUMBERS:
        price = wilds_for(STRENGTHS, sum(entry.armies.count(number) for entry in entries))
        if price is None:
            raise EngineError("bad-pad", f"there are only six {number}s (C7.1)")
        wilds += price
    return wilds
