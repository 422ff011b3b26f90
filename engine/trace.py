"""The recorder that a resolution writes its trace with.

The rules call it only when there is one, and never read it. ``phase`` and ``step`` are those of the step being resolved;
each method records one fact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine import events as ev
from engine.abilities import (
    AERIAL,
    AURA_PREFIX,
    FLAG_OF_SLUG,
    FOCUS,
    INDESTRUCTIBLE,
    PROTECTION,
    SEASON_1,
    SLUG_OF_FLAG,
    WRECKER,
)
from engine.board import ACTIVATED, ENTERED, WINDOW, Board, Creature

if TYPE_CHECKING:
    from engine.activation import Activation
    from engine.cards import Card

Rulings = tuple[str, ...]
_PREVENTED_BY: Final[dict[int, Rulings]] = {INDESTRUCTIBLE: ("5.13",), PROTECTION: ("5.19",)}
_STRONGHOLD_RULINGS: Final[dict[str | None, Rulings]] = {
    None: ("1.1",),
    "price-of-blood": ("5.18", "1.1"),
    "immolation": ("5.12", "1.1"),
    "sharpening": ("5.23", "1.1"),
}
_RETURN_RULINGS: Final[dict[str | None, Rulings]] = {None: ("1.5",), "cursed": ("5.9",), "mercenary": ("5.16",)}


def name_of(creature: Creature) -> str:
    """The name of a Creature in play; a stack has both, host first."""
    body = creature.body
    return body.card.name if body.symbiote is None else f"{body.card.name} + {body.symbiote.name}"


class Trace:
    """A list of ``events`` in the making."""

    __slots__ = ("_announced", "_changed", "events", "phase", "step")

    def __init__(self) -> None:
        self.events: list[ev.Event] = []
        self.phase = "mana"
        self.step: int | None = None
        self._announced: dict[Creature, int] | None = None  # what Auras have been said to give
        self._changed: list[int] = []  # rows that have changed since

    def to_json(self) -> list[dict[str, Any]]:
        """The events as the contract writes them."""
        return [ev.to_dict(event) for event in self.events]

    def _add(self, event: ev.Event) -> None:
        self.events.append(event)

    @staticmethod
    def _place(board: Board, creature: Creature) -> ev.Place:
        return (creature.row, board.rows[creature.row].index(creature), name_of(creature))

    def _who(self, board: Board, creature: Creature | None) -> ev.Place | None:
        return None if creature is None or not board.in_play(creature) else self._place(board, creature)

    @staticmethod
    def _source(board: Board, seat: int, index: int) -> int | None:
        """The place in the hand, the Stronghold counted; None for the Champion."""
        if index < 0:
            return None
        return index if index < board.seats[seat].place else index + 1

    # Turns

    def turn_begins(self, board: Board) -> None:
        self.phase, self.step = "mana", None
        self._add(ev.TurnBegins("mana", None, None, (), board.active, board.seats[board.active].turn))

    def exhausted(self, board: Board, card: Card) -> None:
        self._add(ev.Exhausted("mana", None, None, ("2.9",), board.active, card))

    def mana_gained(self, board: Board, amount: int) -> None:
        self._add(ev.ManaGained("mana", None, None, ("2.1",), board.active, amount, amount))

    def catalysed(self, board: Board, creature: Creature, amount: int, mana: int) -> None:
        who = self._place(board, creature)
        self._add(ev.Catalysed("mana", None, "catalyst", ("5.7", "2.1"), board.active, who, amount, mana))

    def assault_begins(self, board: Board) -> None:
        self.phase, self.step = "assault", None
        self._add(ev.AssaultBegins("assault", None, None, ("2.5", "2.6"), board.active))

    def assault_ends(self, board: Board) -> None:
        self.phase, self.step = "assault", None
        for index in (2 * board.active, 2 * board.active + 1):
            for creature in reversed(board.rows[index]):
                if creature.marks & ENTERED and not creature.marks & ACTIVATED:
                    self._add(ev.Waits("assault", 2, None, ("2.5",), self._place(board, creature)))
        self._add(ev.AssaultEnds("assault", None, None, (), board.active))

    def turn_ends(self, board: Board) -> None:
        self.phase, self.step = "end", None
        self._add(ev.TurnEnds("end", None, None, ("2.8",), board.active))

    def over(self, board: Board, loser: int) -> None:
        result = board.result
        assert result is not None
        rulings = ("1.2", "1.3", "8.2") if board.mode.seats > 2 else ("1.2", "1.3")
        self._add(ev.Over(self.phase, self.step, None, rulings, loser, result.winners, result.reason))

    # Hands and Strongholds

    def stronghold_hit(
        self, board: Board, seat: int, amount: int, moved: int, ability: str | None, who: Creature | None
    ) -> None:
        rulings = _STRONGHOLD_RULINGS[ability]
        hp = board.seats[seat].hp
        self._add(
            ev.StrongholdHit(
                self.phase, self.step, ability, rulings, seat, amount, moved, hp, self._who(board, who)
            )
        )

    def bastion_falls(self, board: Board, seat: int) -> None:
        self._add(ev.BastionFalls(self.phase, self.step, None, ("1.2",), seat, board.seats[seat].hp))

    def regenerated(self, board: Board, a: Activation, changed: bool) -> None:
        player = board.seats[a.seat]
        if not changed:
            self._add(
                ev.NoEffect(self.phase, self.step, "regeneration", ("5.21",), self._who(board, a.source))
            )
            return
        side = "fort" if player.fort else "bastion"
        self._add(ev.Regenerated(self.phase, self.step, "regeneration", ("5.21",), a.seat, side, player.hp))

    # Playing a card

    def played(self, board: Board, a: Activation, card: Card, index: int, cost: int, paid: int) -> None:
        self.phase, self.step = "summoning", 1
        if self._announced is None:
            self._announce_all(board)
        if cost < card.cost:
            ability, rulings = (None, ("6.1",)) if index < 0 else ("lucidity", ("5.15",))
            self._add(ev.Discounted("summoning", 1, ability, rulings, a.seat, card, card.cost - cost))
        source = self._source(board, a.seat, index)
        self._add(ev.Played("summoning", 1, None, ("2.2",), a.seat, card, source, cost, paid, board.mana))

    def leaves_hand(self, board: Board, a: Activation, card: Card, index: int) -> None:
        source = self._source(board, a.seat, index)
        self._add(ev.LeftHand(self.phase, self.step, None, ("1.4",), a.seat, card, source))

    def entered(self, board: Board, a: Activation, card: Card, champion: bool) -> None:
        creature = a.source
        assert creature is not None
        place = self._place(board, creature)
        if creature.body.symbiote is card:
            self._add(ev.Joined(self.phase, self.step, "symbiote", ("5.26",), place, card, champion))
        else:
            focus = bool(card.abilities & FOCUS)
            ability, rulings = ("focus", ("10.1",)) if focus else (None, ("2.3", "3.1"))
            self._add(ev.Entered(self.phase, self.step, ability, rulings, place, card, champion))
        self._announce(board, a.row)

    def readied(self, board: Board, seat: int) -> None:
        champion = board.seats[seat].champion
        assert champion is not None
        self._add(ev.Readied(self.phase, self.step, None, ("6.2",), seat, champion))

    def backlash(self, board: Board, creature: Creature, amount: int, has_target: bool) -> None:
        place = self._place(board, creature)
        if has_target:
            self._add(ev.BacklashCounted(self.phase, self.step, "backlash", ("5.4",), place, amount))
        else:
            self._add(ev.NoEffect(self.phase, self.step, "backlash", ("5.4",), place))

    def counter_order(self, board: Board, a: Activation) -> None:
        card = board.seats[a.seat].hand[0]
        self._add(ev.CounterOrdered(self.phase, self.step, "counter-order", ("5.8", "1.6"), a.seat, card))

    def enchained(self, board: Board, creature: Creature, victim: int) -> None:
        card = creature.enchained
        assert card is not None
        place = self._place(board, creature)
        self._add(ev.Enchained(self.phase, self.step, "enchain", ("5.11", "3.5"), place, victim, card))

    def reinforcement(self, board: Board, seat: int, row: int, index: int) -> None:
        card = board.seats[seat].hand[index] if index >= 0 else None
        if board.window(seat) < min(WINDOW, len(board.seats[seat].hand)):
            self._add(ev.NoEffect(self.phase, self.step, "blackmail", ("5.6", "2.2"), None))
        self._add(ev.Reinforced(self.phase, self.step, "reinforcement", ("5.22",), seat, row & 1, card))

    # Attacking

    def cleared(self, board: Board, creature: Creature) -> None:
        if self._announced is None:
            self._announce_all(board)
        place = self._place(board, creature)
        if creature.marks & ENTERED:
            self._add(ev.Cleared(self.phase, self.step, "rage", ("5.20",), place))
        else:
            self._add(ev.Cleared(self.phase, self.step, None, ("2.5",), place))

    def targets(
        self, board: Board, a: Activation, target: Creature, behind: Creature | None, beside: Creature | None
    ) -> None:
        who = self._who(board, a.source)
        place = self._place(board, target)
        if board.edition == SEASON_1 and a.phase == "assault" and a.source is not None:
            ability = "aim" if target.abilities & AERIAL else "aerial" if place[1] else None
            rulings: Rulings = ("10.1",) if ability else ("2.7",)
            self._add(ev.Targeted(self.phase, self.step, ability, rulings, who, place))
        else:
            rulings = ("2.7",) if a.phase == "assault" else ("2.4",) if a.source is None else ("5.4",)
            self._add(ev.Targeted(self.phase, self.step, None, rulings, who, place))
        if behind is not None:
            place = self._place(board, behind)
            self._add(ev.Targeted(self.phase, self.step, "perforation", ("5.17",), who, place))
        if beside is not None:
            place = self._place(board, beside)
            self._add(ev.Targeted(self.phase, self.step, "splash", ("5.24", "4.6"), who, place))

    def targets_stronghold(self, board: Board, a: Activation, passes: bool) -> None:
        """``passes``: there are Creatures that it does not attack."""
        source = a.source
        assert source is not None
        ability: str | None = None
        rulings: Rulings = ("2.7",)
        if passes:
            season_1 = board.edition == SEASON_1
            ability = "wrecker" if source.abilities & WRECKER else "aerial"
            rulings = ("10.1",) if season_1 and ability == "wrecker" else ("10.3",) if season_1 else ("5.1",)
        who = self._place(board, source)
        self._add(ev.StrongholdTargeted(self.phase, self.step, ability, rulings, who, a.foe))

    def no_target(self, board: Board, a: Activation, defends: int) -> None:
        source = a.source
        assert source is not None
        facing = board.rows[board.mode.facing[a.row]]
        if defends:
            ability, rulings = "defender", ("5.10", "3.3")
        elif facing:
            ability = "wrecker" if source.abilities & WRECKER else "aerial"
            rulings = ("10.1", "3.3") if board.edition == SEASON_1 else ("5.1", "3.3")
        else:
            ability, rulings = "rage", ("5.20", "3.3")
        self._add(ev.NoTarget(self.phase, self.step, ability, rulings, self._place(board, source)))

    def sprinted(self, board: Board, creature: Creature, passed: int) -> None:
        before = (creature.row, passed, name_of(creature))
        self._add(ev.Sprinted(self.phase, self.step, "sprint", ("5.25",), before, passed, creature.sprint))
        if passed:
            self._changed.append(creature.row)

    def berserk(self, board: Board, creature: Creature) -> None:
        self._add(ev.GoesBerserk(self.phase, self.step, "berserk", ("5.5",), self._place(board, creature)))

    def instinct(self, board: Board, creature: Creature) -> None:
        self._add(ev.StrikesBack(self.phase, self.step, "instinct", ("5.14",), self._place(board, creature)))

    # A blow

    def amounts(self, board: Board, a: Activation, vulnerable: int, bonus: int, doubled: bool) -> None:
        places: list[ev.Place | None] = [None] if a.at_stronghold else [self._place(board, t) for t in a.targets]
        for whom, amount in zip(places, a.amounts, strict=True):
            plain = amount // 2 if doubled else amount
            if vulnerable:
                self._changed_amount("vulnerability", ("5.28",), whom, a.foe, plain - bonus)
            if bonus:
                self._changed_amount("sprint", ("5.25",), whom, a.foe, plain)
            if doubled:
                self._changed_amount("aquatic", ("5.2",), whom, a.foe, amount)
            rulings = ("4.1",) if amount else ("4.1", "4.3")
            self._add(ev.Amount(self.phase, self.step, None, rulings, whom, a.foe, amount))

    def _changed_amount(self, ability: str, rulings: Rulings, whom: ev.Place | None, foe: int, amount: int) -> None:
        self._add(ev.AmountChanged(self.phase, self.step, ability, rulings, whom, foe, amount))

    def prevented(self, board: Board, creature: Creature, amount: int, by: int) -> None:
        rulings = _PREVENTED_BY[by]
        place = self._place(board, creature)
        self._add(ev.Prevented(self.phase, self.step, SLUG_OF_FLAG[by], rulings, place, amount))

    def no_effect(self, board: Board, ability: int, creature: Creature, rulings: Rulings) -> None:
        place = self._place(board, creature)
        self._add(ev.NoEffect(self.phase, self.step, SLUG_OF_FLAG[ability], rulings, place))

    def damaged(self, board: Board, creature: Creature, amount: int) -> None:
        place = self._place(board, creature)
        self._add(
            ev.Damaged(
                self.phase, self.step, None, ("4.2", "2.8"), place, amount, creature.damage, creature.body.hp
            )
        )

    def released(self, board: Board, creature: Creature, owner: int, card: Card) -> None:
        place = self._place(board, creature)
        self._add(ev.Released(self.phase, self.step, "enchain", ("5.11",), place, owner, card))

    def destroyed(self, board: Board, creature: Creature) -> None:
        place = self._place(board, creature)
        self._add(ev.Destroyed(self.phase, self.step, None, ("4.4", "3.8"), place))
        self._changed.append(creature.row)

    def returned(self, board: Board, owner: int, to: int, card: Card, by: int) -> None:
        ability = SLUG_OF_FLAG[by] if by else None
        rulings = _RETURN_RULINGS[ability]
        end = "left" if ability == "cursed" else "right"
        self._add(ev.Returned(self.phase, self.step, ability, rulings, owner, to, end, card))

    def champion_exhausted(self, board: Board, seat: int) -> None:
        champion = board.seats[seat].champion
        assert champion is not None
        self._add(ev.ChampionExhausted(self.phase, self.step, None, ("6.2",), seat, champion))

    def sharpened(self, board: Board, a: Activation, used: bool) -> None:
        who = self._who(board, a.source)
        if used:
            self._add(ev.NoEffect(self.phase, self.step, "sharpening", ("5.23",), who))
        else:
            self._add(ev.Sharpened(self.phase, self.step, "sharpening", ("5.23",), who, a.excess))

    def vanished(self, board: Board, creature: Creature, before: int) -> None:
        to = board.place_of(creature)
        place = (creature.row, before, name_of(creature))
        self._add(ev.Vanished(self.phase, self.step, "vanish", ("5.27",), place, to))
        self._changed.append(creature.row)

    def limit(self, board: Board) -> None:
        self._add(ev.Stopped(self.phase, self.step, None, ("2.12",)))

    # Auras

    def auras(self, board: Board, a: Activation) -> None:
        """What Auras give since the last report, in the rows that have changed (everything, the first time)."""
        if self._announced is None:
            self._announce_all(board)
        while self._changed:
            self._announce(board, self._changed.pop(0))

    def _announce_all(self, board: Board) -> None:
        self._announced = {}
        for index in range(len(board.rows)):
            self._announce(board, index)

    def _announce(self, board: Board, index: int) -> None:
        if self._announced is None:
            self._announced = {}
        row = board.rows[index]
        for place, creature in enumerate(row):
            given = creature.abilities & ~creature.body.abilities
            before = self._announced.get(creature, 0)
            if given == before:
                continue
            self._announced[creature] = given
            whom = (index, place, name_of(creature))
            for slug, flag in FLAG_OF_SLUG.items():
                if given & flag & ~before:
                    giver = place - 1 if place and row[place - 1].body.auras & flag else place + 1
                    who = (index, giver, name_of(row[giver]))
                    self._add(ev.AuraGives(self.phase, self.step, AURA_PREFIX + slug, ("5.3", "3.6"), who, whom))
                elif before & flag & ~given:
                    self._add(ev.AuraEnds(self.phase, self.step, AURA_PREFIX + slug, ("5.3", "3.6"), whom))
