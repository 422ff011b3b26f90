"""Hands and Strongholds (rulings, part 1): every change to a hand goes through here and is checked at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.activation import GameOver, Resolution
from engine.board import OVER, Result

if TYPE_CHECKING:
    from engine.board import Creature
    from engine.cards import Card

NOBODY: Final = -1  # no enemy's card did it (ruling 8.2)


def check_stronghold(r: Resolution, seat: int, by: int) -> None:
    """After a change to a hand: a Bastion that is rightmost falls, a Fort loses the game (ruling 1.2).

    ``by`` is the seat whose card did it, or ``NOBODY``.
    """
    player = r.board.seats[seat]
    if player.place < len(player.hand):
        return
    if player.fort or not player.hand:
        _lose(r, seat, by, "fort-destroyed" if player.fort else "stronghold-alone")
    player.fort = True
    player.place = 0
    if r.trace is not None:
        r.trace.bastion_falls(r.board, seat)


def _lose(r: Resolution, loser: int, by: int, reason: str) -> None:
    board = r.board
    board.phase = OVER
    board.result = Result(tuple(board.mode.winners(loser, by)), reason)
    if r.trace is not None:
        r.trace.over(board, loser)
    raise GameOver


def hit(
    r: Resolution, seat: int, amount: int, by: int, ability: str | None = None, who: Creature | None = None
) -> None:
    """Deals one instance of damage to a Stronghold: it moves that many places to the right (ruling 1.1).

    ``ability`` and ``who`` say in the trace what did it.
    """
    player = r.board.seats[seat]
    before = player.place
    player.place = min(before + amount, len(player.hand))
    if r.trace is not None:
        r.trace.stronghold_hit(r.board, seat, amount, player.place - before, ability, who)
    check_stronghold(r, seat, by)


def remove(r: Resolution, seat: int, index: int, by: int) -> Card:
    """Takes the card at an index of ``hand`` (the Stronghold not counted) out of a hand, and checks."""
    card = take(r, seat, index)
    check_stronghold(r, seat, by)
    return card


def take(r: Resolution, seat: int, index: int) -> Card:
    """Takes a card out of a hand; the caller checks the Stronghold when the card lies where it goes (ruling 1.8)."""
    player = r.board.seats[seat]
    card = player.hand.pop(index)
    if index < player.place:
        player.place -= 1
    return card


def put_right(r: Resolution, seat: int, card: Card) -> None:
    """Puts a card to the rightmost place of a hand (ruling 1.5)."""
    r.board.seats[seat].hand.append(card)


def put_left(r: Resolution, seat: int, card: Card) -> None:
    """Puts a card to the leftmost place of a hand, left of the Stronghold too (ruling 5.9)."""
    player = r.board.seats[seat]
    player.hand.insert(0, card)
    player.place += 1


def leftmost_to_right(r: Resolution, seat: int) -> None:
    """Moves the leftmost card of a hand to its rightmost place: one change (rulings 1.6, 5.8)."""
    player = r.board.seats[seat]
    player.hand.append(player.hand.pop(0))
    if player.place:
        player.place -= 1
    check_stronghold(r, seat, NOBODY)


def regenerate(r: Resolution, seat: int) -> bool:
    """Moves a Stronghold 1 place to the left; a Fort already leftmost turns to its Bastion side (ruling 5.21).

    Answers whether anything changed: a Bastion already leftmost stays.
    """
    player = r.board.seats[seat]
    if player.place:
        player.place -= 1
        return True
    if player.fort:
        player.fort = False
        player.place = max(len(player.hand) - 1, 0)
        return True
    return False
