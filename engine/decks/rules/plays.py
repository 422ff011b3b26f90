"""A card being played: the rulebook's activation order of the Summoning phase.

Beside a player's own plays there are those that Reinforcement sets off, and those of an AI, which reveals its cards.
"""

from __future__ import annotations

from typing import Final

from engine.decks.rules import hands
from engine.decks.rules.abilities import COUNTER_ORDER, PRICE_OF_BLOOD, REINFORCEMENT, SYMBIOTE
from engine.decks.rules.activation import DONE, ENDED, LIMIT, WAIT, Activation, Where, steps_of
from engine.decks.rules.blows import (
    deal_summoned,
    regenerate,
    release_enchained,
    report_auras,
    return_destroyed,
    sharpen,
    vanish,
)
from engine.decks.rules.board import OVER, AISeat, Board, Creature
from engine.decks.rules.cards import Card
from engine.decks.rules.stack import Resolution
from engine.decks.rules.summoning import (
    REVEALED,
    PlayedCard,
    backlash,
    counter_order,
    enchain,
    find_targets,
    immolate,
    leave_hand,
    pay,
    pay_in_blood,
    return_incantation,
    work_out_damage,
)
from engine.kernel.native import i64

REINFORCEMENT_COST: Final = 4  # the dearest card that Reinforcement plays (ruling 5.22)

WHERE: Final[list[Where]] = steps_of("summoning", 19)
# Where a card that an AI reveals begins: it has paid, but for Price of Blood.
IN_BLOOD: Final = 2
# Where a card played by Reinforcement begins: it leaves the hand.
WITHOUT_PAYING: Final = 3
REINFORCE: Final = 11


class Play(PlayedCard):
    """A card on its way through the activation order."""

    __slots__ = ()

    def proceed(self, r: Resolution) -> i64:
        """The activation order, by the rulebook's numbers, from step ``at`` on.

        10 (damage is remembered) and 12 and 18 (places close) need no code: damage stays on the Creature, and a row has
        no gaps. A step is left out where it would do nothing; one that may end the game answers whether it has.
        """
        trace = r.trace
        if self.at == 1:
            if trace is not None:
                trace.where = WHERE[1]
            pay(r, self)
        if self.at <= IN_BLOOD and self.owed:
            if trace is not None:
                trace.where = WHERE[2]
            if pay_in_blood(r, self):
                return ENDED
        if self.at < REINFORCE:
            if trace is not None:
                trace.where = WHERE[3]
            if leave_hand(r, self):
                return ENDED
            if trace is not None:
                trace.where = WHERE[4]
            find_targets(r, self)
            if trace is not None:
                trace.where = WHERE[5]
            if immolate(r, self):
                return ENDED
            if trace is not None:
                trace.where = WHERE[6]
            backlash(r, self)
            if trace is not None:
                trace.where = WHERE[7]
            if counter_order(r, self) or enchain(r, self):
                return ENDED
            if self.source is not None and not self.targets:
                return DONE
            if trace is not None:
                trace.where = WHERE[8]
            work_out_damage(r, self)
            if trace is not None:
                trace.where = WHERE[9]
            deal_summoned(r, self)
            release_enchained(r, self)
            if self.killed:
                if trace is not None:
                    trace.where = WHERE[11]
                return_destroyed(r, self)
        if self.pending:
            if trace is not None:
                trace.where = WHERE[11]
            self.at = REINFORCE
            waits = reinforce(r, self)
            if waits != DONE:
                return waits
        if trace is not None:
            trace.where = WHERE[13]
            report_auras(r, self)
            trace.where = WHERE[14]
        regenerate(r, self)
        if trace is not None:
            trace.where = WHERE[15]
        if sharpen(r, self):
            return ENDED
        if trace is not None:
            trace.where = WHERE[16]
        return_incantation(r, self)
        if trace is not None:
            trace.where = WHERE[17]
        vanish(r, self)
        if trace is not None:
            trace.where = WHERE[19]
            report_auras(r, self)
        return DONE


def reinforce(r: Resolution, a: Activation) -> i64:
    """11: Reinforcement: each destroyed owner's player plays a card, one in full before the next (ruling 5.22)."""
    while a.pending:
        seat, row = a.pending.pop(0)
        if r.reinforcements == LIMIT:
            if r.trace is not None:
                r.trace.limit("reinforcements")
            continue
        play = _reinforcement(r, seat, row)
        if play is not None:
            r.set_off(play)
            return WAIT
        if r.board.phase == OVER:
            return ENDED
    return DONE


def _reinforcement(r: Resolution, seat: i64, row: i64) -> Play | None:
    """The play that Reinforcement makes, without paying; an AI's is the top card of its pile (rulings 7.5, 7.7)."""
    board = r.board
    if board.seats[seat].is_ai:
        if r.trace is not None:
            r.trace.reinforcement(board, seat, row, -1)
        r.reinforcements += 1
        if r.reveals == LIMIT:
            if r.trace is not None:
                r.trace.limit("reveals")
            return None
        play, _ = reveal(r, seat, row)
    else:
        place = reinforcing_card(board, seat)
        if r.trace is not None:
            r.trace.reinforcement(board, seat, row, place)
        if place < 0:
            return None
        r.reinforcements += 1
        play = Play(seat, row, board.seats[seat].hand[place], place)
    if play is not None:
        play.at = WITHOUT_PAYING
    return play


def reinforcing_card(board: Board, seat: i64) -> i64:
    """The index in ``hand`` of the card that Reinforcement plays, or -1 (ruling 5.22)."""
    hand = board.seats[seat].hand
    index: i64
    for index in range(board.window(seat)):
        if can_reinforce(hand[index]):
            return index
    return -1


def can_reinforce(card: Card) -> bool:
    """Whether Reinforcement can play a card, wherever that lies (ruling 5.22)."""
    return card.is_creature and card.cost <= REINFORCEMENT_COST and not card.abilities & REINFORCEMENT


def reveal(r: Resolution, seat: i64, row: i64) -> tuple[Play | None, int]:
    """Reveals the top card of an AI's pile for a row: the play that it makes, if any, and the cost that counts.

    The play begins where the card leaves the hand, its Price of Blood still ``owed`` (rulings 7.3 to 7.7). Who calls
    sees to it that no more than 400 cards are revealed in one action (ruling 2.12), and looks whether the game is over.
    """
    board = r.board
    r.reveals += 1
    if r.trace is not None:
        r.trace.reveals(board, seat, row)
    drawn = hands.draw(r, seat, hands.NOBODY)
    if drawn is None:
        return None, 0
    card = _counter_order(r, seat, drawn)
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


def _counter_order(r: Resolution, seat: i64, card: Card) -> Card:
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
