"""Hands, piles and Strongholds (rulings, parts 1 and 7).

Every change to a hand or to an AI's pile goes through here and is checked at once. A function takes the seat that it
happens to; ``by`` is the seat whose card does it, or ``NOBODY``. What may end the game answers whether it has: nothing
after that resolves (ruling 1.3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.decks.rules.abilities import CURSED, MERCENARY
from engine.decks.rules.board import OVER, AISeat, Result
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.stack import Resolution
from engine.kernel.chance import Chance
from engine.kernel.native import i64

if TYPE_CHECKING:
    from engine.decks.rules.board import Creature
    from engine.decks.rules.cards import Card

NOBODY: Final = -1  # no enemy's card did it (ruling 8.2)


def check_stronghold(r: Resolution, seat: i64, by: i64) -> bool:
    """After a change to a hand: a Bastion that is rightmost falls, a Fort loses the game (ruling 1.2)."""
    player = r.board.seats[seat]
    if player.stronghold < len(player.hand):
        return False
    if r.tally is not None and not player.fort:
        r.tally.fallen[seat] += 1
    if player.fort or not player.hand:
        return _lose(r, seat, by, "fort-destroyed" if player.fort else "stronghold-alone")
    player.fort = True
    player.stronghold = 0
    if r.trace is not None:
        r.trace.bastion_falls(r.board, seat)
    return False


def _lose(r: Resolution, loser: i64, by: i64, reason: str) -> bool:
    board = r.board
    board.phase = OVER
    board.result = Result(tuple(board.mode.winners(loser, by)), reason)
    if r.trace is not None:
        r.trace.over(board, loser)
    return True


# Damage


def attack(r: Resolution, seat: i64, amount: i64, by: i64, who: Creature | None) -> bool:
    """Damage to a Stronghold by an attack: an AI with resistance loses only 1 card (rulings 7.5, 7.8)."""
    player = r.board.seats[seat]
    if isinstance(player, AISeat) and player.resistance and amount > 1:
        if r.trace is not None:
            r.trace.resisted(seat, amount)
        amount = 1
    return hit(r, seat, amount, by, None, who)


def hit(
    r: Resolution, seat: i64, amount: i64, by: i64, ability: str | None = None, who: Creature | None = None
) -> bool:
    """Deals one instance of damage to a Stronghold: it moves that many places to the right (ruling 1.1).

    An AI discards that many cards from its pile (ruling 7.1). ``ability`` and ``who`` say in the trace what did it.
    """
    player = r.board.seats[seat]
    if isinstance(player, AISeat):
        if r.tally is not None:
            r.tally.moved[seat] += min(amount, len(player.pile))
        if r.trace is not None:
            moved = min(amount, len(player.pile))
            r.trace.stronghold_hit(r.board, seat, amount, moved, len(player.pile) - moved, ability, who)
        return _discard_from_pile(r, seat, player, amount, by)
    before = player.stronghold
    after = before + amount
    size: i64 = len(player.hand)
    player.stronghold = after if after < size else size
    if r.tally is not None:
        r.tally.moved[seat] += player.stronghold - before
    if r.trace is not None:
        r.trace.stronghold_hit(r.board, seat, amount, player.stronghold - before, player.hp, ability, who)
    return check_stronghold(r, seat, by)


def _discard_from_pile(r: Resolution, seat: i64, player: AISeat, amount: i64, by: i64) -> bool:
    """Card by card: each lies on the discard pile before the pile is looked at, the last one too (ruling 7.9).

    What is left of the instance when the Bastion falls is lost.
    """
    for _ in range(amount):
        bastion = not player.fort
        discard(r, seat, _from_pile(r, seat, player))
        if _check_pile(r, seat, player, by):
            return True
        if bastion and player.fort:
            break
    return False


# Cards that leave


def take(r: Resolution, seat: i64, index: i64) -> Card:
    """Takes a card out of a hand; the caller checks the Stronghold when the card lies where it goes (ruling 1.8)."""
    player = r.board.seats[seat]
    card = player.hand.pop(index)
    if index < player.stronghold:
        player.stronghold -= 1
    return card


def take_first(r: Resolution, seat: i64) -> Card:
    """Takes the leftmost card of a hand, or the top card of an AI's pile; the caller checks (``check``)."""
    player = r.board.seats[seat]
    return player.pile.pop(0) if isinstance(player, AISeat) else take(r, seat, 0)


def check(r: Resolution, seat: i64, by: i64) -> bool:
    """After a card was taken: the Stronghold of a player, the pile of an AI."""
    player = r.board.seats[seat]
    if isinstance(player, AISeat):
        return _check_pile(r, seat, player, by)
    return check_stronghold(r, seat, by)


def draw(r: Resolution, seat: i64, by: i64) -> Card | None:
    """Draws the top card of an AI's pile: it is on its way when the pile is looked at, no part of a new one (7.9).

    None when that has ended the game.
    """
    player = r.board.seats[seat]
    assert isinstance(player, AISeat)
    card = _from_pile(r, seat, player)
    return None if _check_pile(r, seat, player, by) else card


def _from_pile(r: Resolution, seat: i64, player: AISeat) -> Card:
    """Takes the top card of an AI's pile; the caller looks at the pile (``_check_pile``)."""
    card = player.pile.pop(0)
    if r.trace is not None:
        r.trace.left_pile(seat, card)
    return card


def _check_pile(r: Resolution, seat: i64, player: AISeat, by: i64) -> bool:
    """An empty pile: on the Bastion side the shuffled discard pile takes its place, on the Fort side the AI falls."""
    if player.pile:
        return False
    if not player.fort:
        if r.tally is not None:
            r.tally.fallen[seat] += 1
        player.fort = True
        player.pile, player.discard = player.discard, []
        if r.board.seed is not None:
            Chance(r.board.seed, f"reshuffle {SEAT_NAMES[seat]}").shuffle(player.pile)
        if r.trace is not None:
            r.trace.pile_made(r.board, seat, player.pile)
        if player.pile:
            return False
    return _lose(r, seat, by, "pile-empty")


# Cards that come


def put_right(r: Resolution, seat: i64, card: Card) -> None:
    """Puts a card to the rightmost place of a hand (ruling 1.5)."""
    r.board.seats[seat].hand.append(card)


def put_left(r: Resolution, seat: i64, card: Card) -> None:
    """Puts a card to the leftmost place of a hand, left of the Stronghold too (ruling 5.9)."""
    player = r.board.seats[seat]
    player.hand.insert(0, card)
    player.stronghold += 1


def put_on_pile(r: Resolution, seat: i64, card: Card) -> None:
    """Puts a card on top of an AI's pile; the mark of a used Sharpening is lost there (ruling 5.23)."""
    player = r.board.seats[seat]
    assert isinstance(player, AISeat)
    player.pile.insert(0, card.unmarked())


def discard(r: Resolution, seat: i64, card: Card) -> None:
    """Puts a card on top of an AI's discard pile."""
    player = r.board.seats[seat]
    assert isinstance(player, AISeat)
    player.discard.insert(0, card.unmarked())
    if r.trace is not None:
        r.trace.discarded(seat, card)


def give_back(r: Resolution, seat: i64, card: Card) -> None:
    """A card that was enchained: to the right of its hand, or on top of its AI's pile (rulings 5.11, 7.5)."""
    if r.board.seats[seat].is_ai:
        put_on_pile(r, seat, card)
    else:
        put_right(r, seat, card)


def come_back(r: Resolution, card: Card, abilities: i64, owner: i64, enemy: i64) -> bool:
    """Puts a card back where it goes: to the right of the hand, by Cursed to the left; Mercenary prevails.

    (Rulings 1.5, 5.9, 5.16.) In a game against an AI: an AI's to its discard pile, by Cursed or Mercenary on its pile,
    a player's Mercenary on the pile of the AI (ruling 7.5). Answers whether it came home: to its own player's hand, or
    an AI's to its discard pile.
    """
    seats = r.board.seats
    if abilities & MERCENARY:
        to = owner if seats[owner].is_ai else enemy
        by: i64 = MERCENARY
        end = "pile" if seats[to].is_ai else "right"
    else:
        to = owner
        by = abilities & CURSED
        usual, cursed = ("discard", "pile") if seats[owner].is_ai else ("right", "left")
        end = cursed if by else usual
    if end == "right":
        put_right(r, to, card)
    elif end == "left":
        put_left(r, to, card)
    elif end == "pile":
        put_on_pile(r, to, card)
    else:
        player = seats[to]
        assert isinstance(player, AISeat)
        player.discard.insert(0, card.unmarked())
    if r.trace is not None:
        r.trace.returned(owner, to, end, card, by)
    return to == owner and end != "pile"


# Moves within


def leftmost_to_right(r: Resolution, seat: i64) -> bool:
    """Moves the leftmost card of a hand to its rightmost place: one change (rulings 1.6, 5.8)."""
    player = r.board.seats[seat]
    player.hand.append(player.hand.pop(0))
    if player.stronghold:
        player.stronghold -= 1
    return check_stronghold(r, seat, NOBODY)


def regenerate(r: Resolution, seat: i64) -> bool:
    """Moves a Stronghold 1 place to the left; a Fort already leftmost turns to its Bastion side (ruling 5.21).

    For an AI the top card of its discard pile goes on top of its pile (ruling 7.5). Answers whether anything changed: a
    Bastion already leftmost stays, and so does the pile when nothing is discarded.
    """
    player = r.board.seats[seat]
    if isinstance(player, AISeat):
        if not player.discard:
            return False
        player.pile.insert(0, player.discard.pop(0))
        return True
    if player.stronghold:
        player.stronghold -= 1
        return True
    if player.fort:
        player.fort = False
        size: i64 = len(player.hand)
        player.stronghold = size - 1 if size else 0
        return True
    return False
