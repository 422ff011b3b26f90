"""Recording attacks, of Creatures and of Incantations."""

from __future__ import annotations

from engine.decks.rules.abilities import AERIAL, SEASON_1, SLUG_OF_FLAG, WRECKER
from engine.decks.rules.activation import Activation
from engine.decks.rules.board import ENTERED, Board, Creature
from engine.decks.rules.cards import Card
from engine.decks.rules.trace import events as ev
from engine.decks.rules.trace.events.assault import (
    ARRIVES_BY_RAGE,
    ARRIVES_OVER,
    CLEARED,
    CLEARED_BY_RAGE,
    DEFENDS,
    GOES_BERSERK,
    SPRINTED,
    STRIKES_BACK,
    STRONGHOLD_TARGETED,
    TARGETED_OVER,
)
from engine.decks.rules.trace.events.base import EventTemplate
from engine.decks.rules.trace.events.blows import (
    AMOUNT,
    DAMAGED,
    DESTROYED,
    NO_AMOUNT,
    PREVENTED_BY,
    RELEASED,
    SHARPENED_BEFORE,
    SHARPENING_USED,
    TARGETED_BY_ATTACK,
    TARGETED_BY_BACKLASH,
    TARGETED_BY_INCANTATION,
    VANISHED,
    amount_events,
    target_events,
)
from engine.decks.rules.trace.events.hands import CHAMPION_LIES_EXHAUSTED, RETURNED_BY, RETURNED_TO_AI_BY
from engine.decks.rules.trace.events.turns import STOPPED
from engine.decks.rules.trace.notes import Place, TraceNotes


class AttackTrace(TraceNotes):
    """Records attacks: who attacks whom, what a blow is worth, and what it does. Each method records one fact."""

    __slots__ = ("_acting", "_target", "_targets")

    def __init__(self) -> None:
        super().__init__()
        self._acting: Place | None = None  # where the Creature stands that is about to find its targets
        self._target: Place | None = None  # where the present target stands, if it is one
        self._targets: list[Place | None] | None = None  # where they stand, if they are more

    # Attacking

    def cleared(self, board: Board, creature: Creature) -> None:
        place = self._acting = self._place(board, creature)
        if creature.marks & ENTERED:
            self.notes.append((CLEARED_BY_RAGE, self.where, place))
        else:
            self.notes.append((CLEARED, self.where, place))

    def targets(self, board: Board, a: Activation, row: int, place: int, behind: bool, beside: bool) -> None:
        """The target stands at ``place`` of ``row``; ``behind`` and ``beside`` say whether there is another."""
        targets = a.targets
        for target in targets:
            if target.abilities != target.body.abilities:
                self.auras_of(board, target)
        who = None if a.source is None else self._acting
        if a.card is None:
            kind = TARGETED_BY_ATTACK
        else:
            kind = TARGETED_BY_INCANTATION if who is None else TARGETED_BY_BACKLASH
        if len(targets) == 1 and board.edition != SEASON_1:
            whom: Place = (row, place, targets[0].body.name)
            self._target = whom
            self._targets = None
            self.notes.append((kind, self.where, who, whom))
            return
        rows = board.rows
        whom = (row, place, rows[row][place].body.name)
        self._targets = [self._place(board, target) for target in targets]  # nothing moves there until the blow falls
        season_1 = board.edition == SEASON_1 and a.card is None
        aerial = rows[row][place].abilities & AERIAL if season_1 else 0
        others = (
            (row, place + 1, rows[row][place + 1].body.name) if behind else None,
            (row ^ 1, place, rows[row ^ 1][place].body.name) if beside else None,
        )
        self.notes.append((target_events, self.where, kind.rulings, who, whom, others, season_1, aerial))

    def targets_stronghold(self, board: Board, a: Activation, passes: bool) -> None:
        """``passes``: there are Creatures that it does not attack."""
        source = a.source
        assert source is not None
        kind = STRONGHOLD_TARGETED
        if passes:
            kind = TARGETED_OVER[board.edition == SEASON_1, bool(source.abilities & WRECKER)]
        self.notes.append((kind, self.where, self._acting, a.foe))

    def no_target(self, board: Board, a: Activation, defends: int) -> None:
        source = a.source
        assert source is not None
        facing = board.rows[board.mode.facing[a.row]]
        if defends:
            kind = DEFENDS
        elif facing:
            kind = ARRIVES_OVER[board.edition == SEASON_1, bool(source.abilities & WRECKER)]
        else:
            kind = ARRIVES_BY_RAGE
        self.notes.append((kind, self.where, self._place(board, source)))

    def sprinted(self, board: Board, creature: Creature, passed: int) -> None:
        before: Place = (creature.row, passed, creature.body.name)
        self.notes.append((SPRINTED, self.where, before, passed, creature.sprint))
        if passed:
            self._remember(board.rows[creature.row])

    def berserk(self, board: Board, creature: Creature) -> None:
        place = self._acting = self._place(board, creature)
        self.notes.append((GOES_BERSERK, self.where, place))

    def instinct(self, board: Board, creature: Creature) -> None:
        self.auras_of(board, creature)
        place = self._acting = self._place(board, creature)
        self.notes.append((STRIKES_BACK, self.where, place))

    # A blow

    def amounts(self, board: Board, a: Activation, vulnerable: int, bonus: int) -> None:
        target = None if a.at_stronghold else self._target
        places = None if a.at_stronghold else self._targets
        if a.at_stronghold:
            amount = a.amount(board.seats[a.foe].hp)
        else:
            first = a.targets[0]
            amount = a.amount(first.body.hp - first.damage)
        if places is not None or vulnerable or bonus or a.doubled:
            if places is None:
                places = [target]
            amounts: list[int] = [amount]
            amounts += [a.amount(creature.body.hp - creature.damage) for creature in a.targets[1:]]
            self.notes.append((amount_events, self.where, places, a.foe, amounts, vulnerable, bonus, a.doubled))
        else:
            kind = AMOUNT if amount else NO_AMOUNT
            self.notes.append((kind, self.where, target, a.foe, amount))

    def prevented(self, board: Board, creature: Creature, amount: int, by: int) -> None:
        self.notes.append((PREVENTED_BY[by], self.where, self._place(board, creature), amount))

    def no_effect(self, board: Board, ability: int, creature: Creature, ruling: str) -> None:
        kind = EventTemplate(ev.NoEffect, SLUG_OF_FLAG[ability], ruling)
        self.notes.append((kind, self.where, self._place(board, creature)))

    def damaged(self, creature: Creature, target: int, amount: int) -> None:
        """``target`` is the number of the Creature among the targets."""
        whom = self._target if self._targets is None else self._targets[target]
        hp = creature.body.hp
        self.notes.append((DAMAGED, self.where, whom, amount, creature.damage, hp))

    def released(self, board: Board, creature: Creature, owner: int, card: Card) -> None:
        place = self._place(board, creature)
        self.notes.append((RELEASED, self.where, place, owner, card))

    def destroyed(self, board: Board, creature: Creature) -> None:
        place = self._place(board, creature)
        self.notes.append((DESTROYED, self.where, place))
        self._remember(board.rows[creature.row])

    def returned(self, owner: int, to: int, end: str, card: Card, by: int) -> None:
        kinds = RETURNED_TO_AI_BY if end in ("pile", "discard") else RETURNED_BY
        self.notes.append((kinds[by], self.where, owner, to, end, card))

    def champion_exhausted(self, board: Board, seat: int) -> None:
        champion = board.seats[seat].champion
        assert champion is not None
        self.notes.append((CHAMPION_LIES_EXHAUSTED, self.where, seat, champion))

    def sharpened(self, board: Board, a: Activation, used: bool) -> None:
        who = self._who(board, a.source)
        if used:
            self.notes.append((SHARPENED_BEFORE, self.where, who))
        else:
            self.notes.append((SHARPENING_USED, self.where, who, a.excess))

    def vanished(self, board: Board, creature: Creature, before: int) -> None:
        to = board.place_of(creature)
        place: Place = (creature.row, before, creature.body.name)
        self.notes.append((VANISHED, self.where, place, to))
        self._remember(board.rows[creature.row])

    def limit(self, of: str) -> None:
        """One more attack, Reinforcement or reveal does not happen; ``of`` as in ``ev.Stopped``."""
        self.notes.append((STOPPED, self.where, of))
