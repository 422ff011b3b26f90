"""The recorder that a resolution writes its trace with.

The rules call it only when there is one, and never read it. ``phase`` and ``step`` are those of the step being
resolved; each method records one fact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine import events as ev
from engine import notes
from engine.abilities import AERIAL, FOCUS, SEASON_1, SLUG_OF_FLAG, WRECKER
from engine.board import ACTIVATED, ENTERED, WINDOW, AISeat, Board, Creature

if TYPE_CHECKING:
    from engine.activation import Activation
    from engine.cards import Card

Place = tuple[Any, ...]  # an ``ev.Place``
_MAY_ATTACK: Final = ENTERED | ACTIVATED  # with the first alone a Creature waits


class Trace:
    """The events of one or more actions, in order.

    What happens is noted as plain tuples (``notes`` says how); they become events when somebody asks for ``events``, so
    that a trace costs a resolution little. ``where`` is the phase and the step that is being resolved.
    """

    __slots__ = ("_acting", "_events", "_made", "_said", "_target", "_targets", "changing", "notes", "where")

    def __init__(self) -> None:
        self.notes: list[notes.Note] = []
        self.where = notes.IN_MANA
        self.changing: dict[Creature, int] | None = None  # what Auras gave in rows that are changing
        self._said: dict[Creature, int] = {}  # what Auras have been said to give
        self._acting: Place | None = None  # where the Creature stands that is about to find its targets
        self._target: Place | None = None  # where the present target stands, if it is one
        self._targets: list[Place | None] | None = None  # where they stand, if they are more
        self._events: list[ev.Event] = []
        self._made = 0  # how many notes have become events

    @property
    def events(self) -> list[ev.Event]:
        """The events noted so far."""
        if self._made < len(self.notes):
            self._events += notes.made_of(self.notes[self._made :])
            self._made = len(self.notes)
        return self._events

    def to_json(self) -> list[dict[str, Any]]:
        """The events as the contract writes them."""
        return [ev.to_dict(event) for event in self.events]

    @staticmethod
    def _place(board: Board, creature: Creature) -> Place:
        row = creature.row
        return (row, board.rows[row].index(creature), creature.body.name)

    def _who(self, board: Board, creature: Creature | None) -> Place | None:
        return None if creature is None else self._place(board, creature)

    # Turns

    def turn_passes(self, board: Board, ended: int) -> None:
        """The turn of seat ``ended`` ends, that of the active one begins."""
        self.where = notes.IN_MANA
        seat = board.active
        self.notes.append((notes.turns, notes.IN_MANA, ended, seat, board.seats[seat].turn))

    def exhausted(self, board: Board, card: Card) -> None:
        self.notes.append((notes.EXHAUSTED, notes.IN_MANA, board.active, card))

    def mana_gained(self, board: Board, amount: int, opening: bool) -> None:
        self.notes.append((notes.MANA_GAINED, notes.IN_MANA, board.active, amount, amount, opening))

    def catalysed(self, board: Board, creature: Creature, amount: int, mana: int) -> None:
        self.auras_of(board, creature)
        who = self._place(board, creature)
        self.notes.append((notes.CATALYSED, notes.IN_MANA, board.active, who, amount, mana))

    def assault_begins(self, board: Board) -> None:
        self.where = notes.IN_ASSAULT
        self.notes.append((notes.ASSAULT_BEGINS, notes.IN_ASSAULT, board.active))

    def assault_ends(self, board: Board) -> None:
        self.where = notes.IN_ASSAULT
        seat = board.active
        for row in (board.rows[2 * seat], board.rows[2 * seat + 1]):
            for creature in reversed(row):
                if creature.marks & _MAY_ATTACK == ENTERED:
                    place: Place = (creature.row, row.index(creature), creature.body.name)
                    self.notes.append((notes.WAITS, notes.IN_CLEARANCE, place))
        self.notes.append((notes.ASSAULT_ENDS, notes.IN_ASSAULT, seat))

    def over(self, board: Board, loser: int) -> None:
        result = board.result
        assert result is not None
        kind = notes.OVER_FOR_MANY if board.mode.seats > 2 else notes.OVER
        self.notes.append((kind, self.where, loser, result.winners, result.reason))

    # Hands and Strongholds

    def stronghold_hit(
        self, board: Board, seat: int, amount: int, moved: int, hp: int, ability: str | None, who: Creature | None
    ) -> None:
        if ability is not None and who is not None and who.abilities != who.body.abilities:
            self.auras_of(board, who)
        kind = notes.STRONGHOLD_HIT_BY[ability]
        place: Place | None = None if who is None else (who.row, board.rows[who.row].index(who), who.body.name)
        side = "fort" if board.seats[seat].fort else "bastion"
        self.notes.append((kind, self.where, seat, side, amount, moved, hp, place))

    def bastion_falls(self, board: Board, seat: int) -> None:
        self.notes.append((notes.BASTION_FALLS, self.where, seat, board.seats[seat].hp))

    def regenerated(self, board: Board, a: Activation, changed: bool) -> None:
        player = board.seats[a.seat]
        if not changed:
            self.notes.append((notes.NOT_REGENERATED, self.where, self._who(board, a.source)))
            return
        side = "fort" if player.fort else "bastion"
        self.notes.append((notes.REGENERATED, self.where, a.seat, side, player.hp))

    # Playing a card

    def played(self, board: Board, a: Activation, card: Card, index: int, cost: int, paid: int) -> None:
        if cost < card.cost:
            kind = notes.CHAMPION_DISCOUNTED if index < 0 else notes.DISCOUNTED
            self.notes.append((kind, self.where, a.seat, card, card.cost - cost))
        seat = a.seat
        source = None if index < 0 else index if index < board.seats[seat].place else index + 1
        self.notes.append((notes.PLAYED, self.where, seat, card, source, cost, paid, board.mana))

    def leaves_hand(self, board: Board, a: Activation, card: Card, index: int) -> None:
        seat = a.seat
        source = None if index < 0 else index if index < board.seats[seat].place else index + 1
        self.notes.append((notes.LEFT_HAND, self.where, seat, card, source))

    def entered(self, board: Board, a: Activation, card: Card, champion: bool) -> None:
        creature = a.source
        assert creature is not None
        row = board.rows[a.row]
        at = row.index(creature)
        place: Place = (a.row, at, creature.body.name)
        if creature.body.symbiote is card:
            self.notes.append((notes.JOINED, self.where, place, card, champion))
        elif card.abilities & FOCUS:
            self.notes.append((notes.ENTERED_BY_FOCUS, self.where, place, card, champion))
        else:
            self.notes.append((notes.ENTERED, self.where, place, card, champion))
        size = len(row)
        for beside in range(at - 1 if at else 0, at + 2 if at + 2 < size else size):
            neighbour = row[beside]
            if neighbour.abilities != neighbour.body.abilities:
                self.auras_of(board, neighbour)

    def readied(self, board: Board, seat: int) -> None:
        champion = board.seats[seat].champion
        assert champion is not None
        self.notes.append((notes.READIED, self.where, seat, champion))

    def backlash(self, board: Board, creature: Creature, amount: int, has_target: bool) -> None:
        place = self._acting = self._place(board, creature)
        if has_target:
            self.notes.append((notes.BACKLASH_COUNTED, self.where, place, amount))
        else:
            self.notes.append((notes.BACKLASH_IN_VAIN, self.where, place))

    def counter_order(self, board: Board, a: Activation) -> None:
        card = board.seats[a.seat].hand[0]
        self.notes.append((notes.COUNTER_ORDERED, self.where, a.seat, card))

    def enchained(self, board: Board, creature: Creature, victim: int) -> None:
        card = creature.enchained
        assert card is not None
        place = self._place(board, creature)
        self.notes.append((notes.ENCHAINED, self.where, place, victim, card))

    def reinforcement(self, board: Board, seat: int, row: int, index: int) -> None:
        player = board.seats[seat]
        if isinstance(player, AISeat):
            self.notes.append((notes.AI_REINFORCED, self.where, seat, row & 1, player.pile[0]))
            return
        card = player.hand[index] if index >= 0 else None
        if board.window(seat) < min(WINDOW, len(board.seats[seat].hand)):
            self.notes.append((notes.BLACKMAILED, self.where, None))
        self.notes.append((notes.REINFORCED, self.where, seat, row & 1, card))

    # Attacking

    def cleared(self, board: Board, creature: Creature) -> None:
        row = creature.row
        place: Place = (row, board.rows[row].index(creature), creature.body.name)
        self._acting = place
        if creature.marks & ENTERED:
            self.notes.append((notes.CLEARED_BY_RAGE, self.where, place))
        else:
            self.notes.append((notes.CLEARED, self.where, place))

    def targets(self, board: Board, a: Activation, row: int, place: int, behind: bool, beside: bool) -> None:
        """The target stands at ``place`` of ``row``; ``behind`` and ``beside`` say whether there is another."""
        targets = a.targets
        for target in targets:
            if target.abilities != target.body.abilities:
                self.auras_of(board, target)
        who = None if a.source is None else self._acting
        if a.card is None:
            kind = notes.TARGETED_BY_ATTACK
        else:
            kind = notes.TARGETED_BY_INCANTATION if who is None else notes.TARGETED_BY_BACKLASH
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
        self.notes.append((notes.targets, self.where, kind.rulings, who, whom, others, season_1, aerial))

    def targets_stronghold(self, board: Board, a: Activation, passes: bool) -> None:
        """``passes``: there are Creatures that it does not attack."""
        source = a.source
        assert source is not None
        kind = notes.STRONGHOLD_TARGETED
        if passes:
            season_1 = board.edition == SEASON_1
            ability = "wrecker" if source.abilities & WRECKER else "aerial"
            ruling = "10.1" if season_1 and ability == "wrecker" else "10.3" if season_1 else "5.1"
            kind = notes.Kind(ev.StrongholdTargeted, ability, ruling)
        self.notes.append((kind, self.where, self._acting, a.foe))

    def no_target(self, board: Board, a: Activation, defends: int) -> None:
        source = a.source
        assert source is not None
        facing = board.rows[board.mode.facing[a.row]]
        if defends:
            ability, ruling = "defender", "5.10"
        elif facing:
            ability = "wrecker" if source.abilities & WRECKER else "aerial"
            ruling = "10.1" if board.edition == SEASON_1 else "5.1"
        else:
            ability, ruling = "rage", "5.20"
        self.notes.append((notes.Kind(ev.NoTarget, ability, ruling, "3.3"), self.where, self._place(board, source)))

    def sprinted(self, board: Board, creature: Creature, passed: int) -> None:
        before: Place = (creature.row, passed, creature.body.name)
        self.notes.append((notes.SPRINTED, self.where, before, passed, creature.sprint))
        if passed:
            self._remember(board.rows[creature.row])

    def berserk(self, board: Board, creature: Creature) -> None:
        place = self._acting = self._place(board, creature)
        self.notes.append((notes.GOES_BERSERK, self.where, place))

    def instinct(self, board: Board, creature: Creature) -> None:
        self.auras_of(board, creature)
        place = self._acting = self._place(board, creature)
        self.notes.append((notes.STRIKES_BACK, self.where, place))

    # A blow

    def amounts(self, a: Activation, vulnerable: int, bonus: int, doubled: bool) -> None:
        target = None if a.at_stronghold else self._target
        places = None if a.at_stronghold else self._targets
        if places is not None or vulnerable or bonus or doubled:
            if places is None:
                places = [target]
            self.notes.append((notes.amounts, self.where, places, a.foe, a.amounts, vulnerable, bonus, doubled))
        else:
            amount = a.amounts[0]
            kind = notes.AMOUNT if amount else notes.NO_AMOUNT
            self.notes.append((kind, self.where, target, a.foe, amount))

    def prevented(self, board: Board, creature: Creature, amount: int, by: int) -> None:
        self.notes.append((notes.PREVENTED_BY[by], self.where, self._place(board, creature), amount))

    def no_effect(self, board: Board, ability: int, creature: Creature, ruling: str) -> None:
        kind = notes.Kind(ev.NoEffect, SLUG_OF_FLAG[ability], ruling)
        self.notes.append((kind, self.where, self._place(board, creature)))

    def damaged(self, creature: Creature, target: int, amount: int) -> None:
        """``target`` is the number of the Creature among the targets."""
        whom = self._target if self._targets is None else self._targets[target]
        hp = creature.body.hp
        self.notes.append((notes.DAMAGED, self.where, whom, amount, creature.damage, hp))

    def released(self, board: Board, creature: Creature, owner: int, card: Card) -> None:
        place = self._place(board, creature)
        self.notes.append((notes.RELEASED, self.where, place, owner, card))

    def destroyed(self, board: Board, creature: Creature) -> None:
        place = self._place(board, creature)
        self.notes.append((notes.DESTROYED, self.where, place))
        self._remember(board.rows[creature.row])

    def returned(self, owner: int, to: int, end: str, card: Card, by: int) -> None:
        kinds = notes.RETURNED_TO_AI_BY if end in ("pile", "discard") else notes.RETURNED_BY
        self.notes.append((kinds[by], self.where, owner, to, end, card))

    def champion_exhausted(self, board: Board, seat: int) -> None:
        champion = board.seats[seat].champion
        assert champion is not None
        self.notes.append((notes.CHAMPION_EXHAUSTED, self.where, seat, champion))

    def sharpened(self, board: Board, a: Activation, used: bool) -> None:
        who = self._who(board, a.source)
        if used:
            self.notes.append((notes.SHARPENED_BEFORE, self.where, who))
        else:
            self.notes.append((notes.SHARPENED, self.where, who, a.excess))

    def vanished(self, board: Board, creature: Creature, before: int) -> None:
        to = board.place_of(creature)
        place: Place = (creature.row, before, creature.body.name)
        self.notes.append((notes.VANISHED, self.where, place, to))
        self._remember(board.rows[creature.row])

    def limit(self, of: str) -> None:
        """One more attack, Reinforcement or reveal does not happen; ``of`` as in ``ev.Stopped``."""
        self.notes.append((notes.STOPPED, self.where, of))

    # An AI

    def ai_mana(self, board: Board, mana: int) -> None:
        self.where = notes.IN_MANA
        self.notes.append((notes.AI_MANA, notes.IN_MANA, board.active, mana))
        self.where = notes.IN_SUMMONING

    def reveals(self, board: Board, seat: int, row: int) -> None:
        player = board.seats[seat]
        assert isinstance(player, AISeat)
        self.where = notes.IN_SUMMONING
        self.notes.append((notes.REVEALED, notes.IN_SUMMONING, seat, row & 1, player.pile[0]))

    def reveals_no_more(self) -> None:
        """The AI's own reveals stop, between two steps of the list."""
        self.where = notes.IN_SUMMONING
        self.limit("reveals")

    def left_pile(self, seat: int, card: Card) -> None:
        self.notes.append((notes.LEFT_PILE, self.where, seat, card))

    def discarded(self, seat: int, card: Card) -> None:
        self.notes.append((notes.DISCARDED, self.where, seat, card))

    def pile_made(self, board: Board, seat: int, pile: list[Card]) -> None:
        self.notes.append((notes.PILE_MADE, self.where, seat, tuple(pile)))

    def chosen_instead(self, seat: int, card: Card, chosen: Card) -> None:
        self.notes.append((notes.CHOSEN_INSTEAD, notes.IN_SUMMONING, seat, card, chosen))

    def in_vain(self, seat: int, card: Card) -> None:
        kind = notes.SYMBIOTE_IN_VAIN if card.is_creature else notes.INCANTATION_IN_VAIN
        self.notes.append((kind, notes.IN_SUMMONING, seat, card))

    def resisted(self, seat: int, amount: int) -> None:
        self.notes.append((notes.RESISTED, self.where, seat, amount))

    # Auras

    def aura_changes(self, board: Board) -> None:
        """Steps 5, 13, 18 (13, 19): what Auras newly give and no longer give in the rows of ``changing``."""
        before, self.changing = self.changing, None
        for creature, was in (before or {}).items():
            now = creature.abilities & ~creature.body.abilities
            if now != was and board.in_play(creature):
                self._aura_changes(board, creature, was, now)

    def auras_of(self, board: Board, creature: Creature) -> None:
        """Says what Auras give a Creature that acts or is acted upon, unless that has been said."""
        given = creature.abilities & ~creature.body.abilities
        said = self._said.get(creature, 0)
        if given & ~said:
            self._aura_changes(board, creature, said & given, given)

    def _remember(self, row: list[Creature]) -> None:
        """A row is about to change: keeps what Auras give there, for the next report."""
        for creature in row:
            if creature.body.auras:
                break
        else:
            return
        if self.changing is None:
            self.changing = {}
        for creature in row:
            self.changing.setdefault(creature, creature.abilities & ~creature.body.abilities)

    def _aura_changes(self, board: Board, creature: Creature, was: int, now: int) -> None:
        self._said[creature] = now
        row = board.rows[creature.row]
        place = row.index(creature)
        nearer = row[place - 1].body if place else None
        farther = row[place + 1].body if place + 1 < len(row) else None
        whom: Place = (creature.row, place, creature.body.name)
        self.notes.append((notes.auras, self.where, whom, nearer, farther, was, now))
