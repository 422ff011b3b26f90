"""The recorder that a resolution writes its trace with.

The rules call it only when there is one, and never read it. ``phase`` and ``step`` are those of the step being
resolved; each method records one fact.
"""

from __future__ import annotations

from typing import Final

from engine.decks.rules.abilities import FOCUS
from engine.decks.rules.activation import Activation
from engine.decks.rules.board import ACTIVATED, ENTERED, WINDOW, AISeat, Board, Creature
from engine.decks.rules.cards import Card
from engine.decks.rules.trace.attacks import AttackTrace
from engine.decks.rules.trace.events.ai import (
    AI_MANA,
    CHOSEN_INSTEAD,
    DISCARDED,
    INCANTATION_IN_VAIN,
    LEFT_PILE,
    PILE_MADE,
    RESISTED,
    REVEALED,
    SYMBIOTE_IN_VAIN,
)
from engine.decks.rules.trace.events.assault import ASSAULT_BEGINS, ASSAULT_ENDS, WAITS
from engine.decks.rules.trace.events.blows import BACKLASH_IN_VAIN, BLACKMAILED, NOT_REGENERATED
from engine.decks.rules.trace.events.hands import BASTION_FALLS, REGENERATED, STRONGHOLD_HIT_BY
from engine.decks.rules.trace.events.summoning import (
    AI_REINFORCED,
    BACKLASH_COUNTED,
    CHAMPION_DISCOUNTED,
    COUNTER_ORDERED,
    DISCOUNTED,
    ENCHAINED,
    ENTERED_BY_FOCUS,
    ENTERED_PLAY,
    JOINED,
    LEFT_HAND,
    PLAYED,
    READIED,
    REINFORCED,
)
from engine.decks.rules.trace.events.turns import (
    CATALYSED,
    DRAWN,
    EXHAUSTED,
    GAME_OVER,
    GAME_OVER_FOR_MANY,
    MANA_GAINED,
    TURN_ENDS,
    turn_events,
)
from engine.decks.rules.trace.notes import AT_THE_END, IN_ASSAULT, IN_CLEARANCE, IN_MANA, IN_SUMMONING, Place

_MAY_ATTACK: Final = ENTERED | ACTIVATED  # with the first alone a Creature waits


class Trace(AttackTrace):
    """The events of one or more actions: attacks, and here turns, hands, cards being played, and what an AI does."""

    __slots__ = ()

    # Turns

    def turn_passes(self, board: Board, ended: int) -> None:
        """The turn of seat ``ended`` ends, that of the active one begins."""
        self.where = IN_MANA
        seat = board.active
        self.notes.append((turn_events, IN_MANA, ended, seat, board.seats[seat].turn))

    def exhausted(self, board: Board, card: Card) -> None:
        self.notes.append((EXHAUSTED, IN_MANA, board.active, card))

    def mana_gained(self, board: Board, amount: int, opening: bool) -> None:
        self.notes.append((MANA_GAINED, IN_MANA, board.active, amount, amount, opening))

    def catalysed(self, board: Board, creature: Creature, amount: int, mana: int) -> None:
        self.auras_of(board, creature)
        who = self._place(board, creature)
        self.notes.append((CATALYSED, IN_MANA, board.active, who, amount, mana))

    def assault_begins(self, board: Board) -> None:
        self.where = IN_ASSAULT
        self.notes.append((ASSAULT_BEGINS, IN_ASSAULT, board.active))

    def assault_ends(self, board: Board) -> None:
        self.where = IN_ASSAULT
        seat = board.active
        for row in (board.rows[2 * seat], board.rows[2 * seat + 1]):
            for creature in reversed(row):
                if creature.marks & _MAY_ATTACK == ENTERED:
                    place: Place = (creature.row, board.place_of(creature), creature.body.name)
                    self.notes.append((WAITS, IN_CLEARANCE, place))
        self.notes.append((ASSAULT_ENDS, IN_ASSAULT, seat))

    def over(self, board: Board, loser: int) -> None:
        result = board.result
        assert result is not None
        kind = GAME_OVER_FOR_MANY if board.mode.seats > 2 else GAME_OVER
        self.notes.append((kind, self.where, loser, result.winners, result.reason))

    def drawn(self, board: Board) -> None:
        """The active player's turn ends, and with it the game."""
        result = board.result
        assert result is not None
        self.where = AT_THE_END
        self.notes.append((TURN_ENDS, AT_THE_END, board.active))
        self.notes.append((DRAWN, AT_THE_END, None, result.winners, result.reason))

    # Hands and Strongholds

    def stronghold_hit(
        self, board: Board, seat: int, amount: int, moved: int, hp: int, ability: str | None, who: Creature | None
    ) -> None:
        if ability is not None and who is not None and who.abilities != who.body.abilities:
            self.auras_of(board, who)
        kind = STRONGHOLD_HIT_BY[ability]
        place: Place | None = None if who is None else self._place(board, who)
        side = "fort" if board.seats[seat].fort else "bastion"
        self.notes.append((kind, self.where, seat, side, amount, moved, hp, place))

    def bastion_falls(self, board: Board, seat: int) -> None:
        self.notes.append((BASTION_FALLS, self.where, seat, board.seats[seat].hp))

    def regenerated(self, board: Board, a: Activation, changed: bool) -> None:
        player = board.seats[a.seat]
        if not changed:
            self.notes.append((NOT_REGENERATED, self.where, self._who(board, a.source)))
            return
        side = "fort" if player.fort else "bastion"
        self.notes.append((REGENERATED, self.where, a.seat, side, player.hp))

    # Playing a card

    def played(self, board: Board, a: Activation, card: Card, index: int, cost: int, paid: int) -> None:
        if cost < card.cost:
            kind = CHAMPION_DISCOUNTED if index < 0 else DISCOUNTED
            self.notes.append((kind, self.where, a.seat, card, card.cost - cost))
        seat = a.seat
        source = None if index < 0 else board.seats[seat].place_of(index)
        self.notes.append((PLAYED, self.where, seat, card, source, cost, paid, board.mana))

    def leaves_hand(self, board: Board, a: Activation, card: Card, index: int) -> None:
        seat = a.seat
        source = None if index < 0 else board.seats[seat].place_of(index)
        self.notes.append((LEFT_HAND, self.where, seat, card, source))

    def entered(self, board: Board, a: Activation, card: Card, champion: bool) -> None:
        creature = a.source
        assert creature is not None
        row = board.rows[a.row]
        at = board.place_of(creature)
        place: Place = (a.row, at, creature.body.name)
        if creature.body.symbiote is card:
            self.notes.append((JOINED, self.where, place, card, champion))
        elif card.abilities & FOCUS:
            self.notes.append((ENTERED_BY_FOCUS, self.where, place, card, champion))
        else:
            self.notes.append((ENTERED_PLAY, self.where, place, card, champion))
        size = len(row)
        for beside in range(at - 1 if at else 0, at + 2 if at + 2 < size else size):
            neighbour = row[beside]
            if neighbour.abilities != neighbour.body.abilities:
                self.auras_of(board, neighbour)

    def readied(self, board: Board, seat: int) -> None:
        champion = board.seats[seat].champion
        assert champion is not None
        self.notes.append((READIED, self.where, seat, champion))

    def backlash(self, board: Board, creature: Creature, amount: int, has_target: bool) -> None:
        place = self._acting = self._place(board, creature)
        if has_target:
            self.notes.append((BACKLASH_COUNTED, self.where, place, amount))
        else:
            self.notes.append((BACKLASH_IN_VAIN, self.where, place))

    def counter_order(self, board: Board, a: Activation) -> None:
        card = board.seats[a.seat].hand[0]
        self.notes.append((COUNTER_ORDERED, self.where, a.seat, card))

    def enchained(self, board: Board, creature: Creature, victim: int) -> None:
        card = creature.enchained
        assert card is not None
        place = self._place(board, creature)
        self.notes.append((ENCHAINED, self.where, place, victim, card))

    def reinforcement(self, board: Board, seat: int, row: int, index: int) -> None:
        player = board.seats[seat]
        if isinstance(player, AISeat):
            self.notes.append((AI_REINFORCED, self.where, seat, row & 1, player.pile[0]))
            return
        card = player.hand[index] if index >= 0 else None
        if board.window(seat) < min(WINDOW, len(board.seats[seat].hand)):
            self.notes.append((BLACKMAILED, self.where, None))
        self.notes.append((REINFORCED, self.where, seat, row & 1, card))

    # An AI

    def ai_mana(self, board: Board, mana: int) -> None:
        self.where = IN_MANA
        self.notes.append((AI_MANA, IN_MANA, board.active, mana))
        self.where = IN_SUMMONING

    def reveals(self, board: Board, seat: int, row: int) -> None:
        player = board.seats[seat]
        assert isinstance(player, AISeat)
        self.where = IN_SUMMONING
        self.notes.append((REVEALED, IN_SUMMONING, seat, row & 1, player.pile[0]))

    def reveals_no_more(self) -> None:
        """The AI's own reveals stop, between two steps of the list."""
        self.where = IN_SUMMONING
        self.limit("reveals")

    def left_pile(self, seat: int, card: Card) -> None:
        self.notes.append((LEFT_PILE, self.where, seat, card))

    def discarded(self, seat: int, card: Card) -> None:
        self.notes.append((DISCARDED, self.where, seat, card))

    def pile_made(self, board: Board, seat: int, pile: list[Card]) -> None:
        self.notes.append((PILE_MADE, self.where, seat, tuple(pile)))

    def chosen_instead(self, seat: int, card: Card, chosen: Card) -> None:
        self.notes.append((CHOSEN_INSTEAD, IN_SUMMONING, seat, card, chosen))

    def in_vain(self, seat: int, card: Card) -> None:
        kind = SYMBIOTE_IN_VAIN if card.is_creature else INCANTATION_IN_VAIN
        self.notes.append((kind, IN_SUMMONING, seat, card))

    def resisted(self, seat: int, amount: int) -> None:
        self.notes.append((RESISTED, self.where, seat, amount))
