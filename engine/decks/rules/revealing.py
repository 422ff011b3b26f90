"""The reveals of an AI: its use of the card that it reveals (rulings 7.3 to 7.7)."""

from __future__ import annotations

from engine.decks.rules import hands
from engine.decks.rules.abilities import COUNTER_ORDER, PRICE_OF_BLOOD, SYMBIOTE
from engine.decks.rules.board import AISeat, Creature
from engine.decks.rules.cards import Card
from engine.decks.rules.plays import REVEALED, Play
from engine.decks.rules.stack import Resolution


def reveal(r: Resolution, seat: int, row: int) -> tuple[Play | None, int]:
    """Reveals the top card of an AI's pile for a row: the play that it makes, if any, and the cost that counts.

    The play begins where the card leaves the hand, its Price of Blood still ``owed`` (ruling 7.5). Who calls sees to it
    that no more than 400 cards are revealed in one action (ruling 2.12).
    """
    board = r.board
    r.reveals += 1
    if r.trace is not None:
        r.trace.reveals(board, seat, row)
    card = _counter_order(r, seat, hands.draw(r, seat, hands.NOBODY))
    play: Play | None = None
    if not card.is_creature:
        facing = board.mode.facing[row]
        if board.rows[facing]:
            play = Play(seat, facing, card, REVEALED, None, 0)
    elif card.abilities & SYMBIOTE:
        host = _host(board.rows[row])
        if host is not None:
            play = Play(seat, row, card, REVEALED, host)
    else:
        play = Play(seat, row, card, REVEALED)
    if play is None:
        if r.trace is not None:
            r.trace.in_vain(seat, card)
        hands.discard(r, seat, card)
        return None, 0
    if card.abilities & PRICE_OF_BLOOD:
        play.owed = card.cost
        return play, 0
    return play, card.cost


def _counter_order(r: Resolution, seat: int, card: Card) -> Card:
    """Counter-order: the dearer of the revealed card and the top of the discard pile is played (ruling 7.5)."""
    player = r.board.seats[seat]
    assert isinstance(player, AISeat)
    if not card.abilities & COUNTER_ORDER or not player.discard or player.discard[0].cost <= card.cost:
        return card
    chosen = player.discard.pop(0)
    if r.trace is not None:
        r.trace.chosen_instead(seat, card, chosen)
    hands.discard(r, seat, card)
    return chosen


def _host(row: list[Creature]) -> Creature | None:
    """The Creature nearest the Bridge that an AI's Symbiote can be put onto (ruling 7.5)."""
    for creature in row:
        if not creature.abilities & SYMBIOTE:
            return creature
    return None
