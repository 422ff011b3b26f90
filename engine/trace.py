"""The recorder that a resolution writes its trace with.

The rules call it only when there is one, and never read it. ``phase`` and ``step`` are those of the step being
resolved; each method records one fact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine import events as ev
from engine.abilities import (
    AERIAL,
    AURA_PREFIX,
    FOCUS,
    INDESTRUCTIBLE,
    PROTECTION,
    SEASON_1,
    SLUG_OF_FLAG,
    WRECKER,
)
from engine.board import ACTIVATED, ENTERED, WINDOW, AISeat, Board, Creature

if TYPE_CHECKING:
    from engine.activation import Activation
    from engine.cards import Body, Card

Rulings = tuple[str, ...]
_PREVENTED_BY: Final[dict[int, Rulings]] = {INDESTRUCTIBLE: ("5.13",), PROTECTION: ("5.19",)}
_STRONGHOLD_RULINGS: Final[dict[str | None, Rulings]] = {
    None: ("1.1",),
    "price-of-blood": ("5.18", "1.1"),
    "immolation": ("5.12", "1.1"),
    "sharpening": ("5.23", "1.1"),
}
_RETURN_RULINGS: Final[dict[str | None, Rulings]] = {None: ("1.5",), "cursed": ("5.9",), "mercenary": ("5.16",)}
_STRONGHOLD: Final[list[ev.Place | None]] = [None]  # where a blow at a Stronghold goes: no place of a Creature


class Trace:
    """The events of one or more actions, in order.

    What happens is noted as plain tuples, an event's class first; they become events when somebody asks for ``events``,
    so that a trace costs a resolution little.
    """

    __slots__ = ("_acting", "_events", "_made", "_said", "_targeted", "add", "changing", "notes", "phase", "step")

    def __init__(self) -> None:
        self.notes: list[tuple[Any, ...]] = []
        self.add = self.notes.append
        self.phase = "mana"
        self.step: int | None = None
        self.changing: dict[Creature, int] | None = None  # what Auras gave in rows that are changing
        self._said: dict[Creature, int] = {}  # what Auras have been said to give
        self._acting: ev.Place | None = None  # where the Creature stands that is about to find its targets
        self._targeted: list[ev.Place | None] = _STRONGHOLD  # where the present targets stand
        self._events: list[ev.Event] = []
        self._made = 0  # how many notes have become events

    @property
    def events(self) -> list[ev.Event]:
        """The events noted so far."""
        if self._made < len(self.notes):
            for note in self.notes[self._made :]:
                made = note[0](*note[1:])
                if isinstance(made, list):
                    self._events.extend(made)
                else:
                    self._events.append(made)
            self._made = len(self.notes)
        return self._events

    def to_json(self) -> list[dict[str, Any]]:
        """The events as the contract writes them."""
        return [ev.to_dict(event) for event in self.events]

    @staticmethod
    def _place(board: Board, creature: Creature) -> ev.Place:
        row = creature.row
        return (row, board.rows[row].index(creature), creature.body.name)

    def _who(self, board: Board, creature: Creature | None) -> ev.Place | None:
        return None if creature is None else self._place(board, creature)

    # Turns

    def turn_passes(self, board: Board, ended: int) -> None:
        """The turn of seat ``ended`` ends, that of the active one begins."""
        self.phase, self.step = "mana", None
        seat = board.active
        self.add((_turns, ended, seat, board.seats[seat].turn))

    def exhausted(self, board: Board, card: Card) -> None:
        self.add((ev.Exhausted, "mana", None, None, ("2.9",), board.active, card))

    def mana_gained(self, board: Board, amount: int, opening: bool) -> None:
        self.add((ev.ManaGained, "mana", None, None, ("2.1",), board.active, amount, amount, opening))

    def catalysed(self, board: Board, creature: Creature, amount: int, mana: int) -> None:
        self.auras_of(board, creature)
        who = self._place(board, creature)
        self.add((ev.Catalysed, "mana", None, "catalyst", ("5.7", "2.1"), board.active, who, amount, mana))

    def assault_begins(self, board: Board) -> None:
        self.phase, self.step = "assault", None
        self.add((ev.AssaultBegins, "assault", None, None, ("2.5", "2.6"), board.active))

    def assault_ends(self, board: Board) -> None:
        self.phase, self.step = "assault", None
        seat = board.active
        for row in (board.rows[2 * seat], board.rows[2 * seat + 1]):
            for creature in reversed(row):
                if creature.marks & (ENTERED | ACTIVATED) == ENTERED:
                    self.add((ev.Waits, "assault", 2, None, ("2.5",), self._place(board, creature)))
        self.add((ev.AssaultEnds, "assault", None, None, (), seat))

    def over(self, board: Board, loser: int) -> None:
        result = board.result
        assert result is not None
        rulings = ("1.2", "1.3", "8.2") if board.mode.seats > 2 else ("1.2", "1.3")
        self.add((ev.Over, self.phase, self.step, None, rulings, loser, result.winners, result.reason))

    # Hands and Strongholds

    def stronghold_hit(
        self, board: Board, seat: int, amount: int, moved: int, hp: int, ability: str | None, who: Creature | None
    ) -> None:
        if ability is not None and who is not None and who.abilities != who.body.abilities:
            self.auras_of(board, who)
        rulings = _STRONGHOLD_RULINGS[ability]
        place = self._who(board, who)
        side = "fort" if board.seats[seat].fort else "bastion"
        self.add((ev.StrongholdHit, self.phase, self.step, ability, rulings, seat, side, amount, moved, hp, place))

    def bastion_falls(self, board: Board, seat: int) -> None:
        self.add((ev.BastionFalls, self.phase, self.step, None, ("1.2",), seat, board.seats[seat].hp))

    def regenerated(self, board: Board, a: Activation, changed: bool) -> None:
        player = board.seats[a.seat]
        if not changed:
            self.add((ev.NoEffect, self.phase, self.step, "regeneration", ("5.21",), self._who(board, a.source)))
            return
        side = "fort" if player.fort else "bastion"
        self.add((ev.Regenerated, self.phase, self.step, "regeneration", ("5.21",), a.seat, side, player.hp))

    # Playing a card

    def played(self, board: Board, a: Activation, card: Card, index: int, cost: int, paid: int) -> None:
        if cost < card.cost:
            ability, rulings = (None, ("6.1",)) if index < 0 else ("lucidity", ("5.15",))
            self.add((ev.Discounted, "summoning", 1, ability, rulings, a.seat, card, card.cost - cost))
        source = _counted(board, a.seat, index)
        self.add((ev.Played, "summoning", 1, None, ("2.2",), a.seat, card, source, cost, paid, board.mana))

    def leaves_hand(self, board: Board, a: Activation, card: Card, index: int) -> None:
        source = _counted(board, a.seat, index)
        self.add((ev.LeftHand, "summoning", 3, None, ("1.4",), a.seat, card, source))

    def entered(self, board: Board, a: Activation, card: Card, champion: bool) -> None:
        creature = a.source
        assert creature is not None
        row = board.rows[a.row]
        at = row.index(creature)
        place = (a.row, at, creature.body.name)
        if creature.body.symbiote is card:
            self.add((ev.Joined, "summoning", 3, "symbiote", ("5.26",), place, card, champion))
        elif card.abilities & FOCUS:
            self.add((ev.Entered, "summoning", 3, "focus", ("10.1",), place, card, champion))
        else:
            self.add((ev.Entered, "summoning", 3, None, ("2.3", "3.1"), place, card, champion))
        for neighbour in row[at - 1 if at else 0 : at + 2]:
            if neighbour.abilities != neighbour.body.abilities:
                self.auras_of(board, neighbour)

    def readied(self, board: Board, seat: int) -> None:
        champion = board.seats[seat].champion
        assert champion is not None
        self.add((ev.Readied, self.phase, self.step, None, ("6.2",), seat, champion))

    def backlash(self, board: Board, creature: Creature, amount: int, has_target: bool) -> None:
        place = self._acting = self._place(board, creature)
        if has_target:
            self.add((ev.BacklashCounted, self.phase, self.step, "backlash", ("5.4",), place, amount))
        else:
            self.add((ev.NoEffect, self.phase, self.step, "backlash", ("5.4",), place))

    def counter_order(self, board: Board, a: Activation) -> None:
        card = board.seats[a.seat].hand[0]
        self.add((ev.CounterOrdered, self.phase, self.step, "counter-order", ("5.8", "1.6"), a.seat, card))

    def enchained(self, board: Board, creature: Creature, victim: int) -> None:
        card = creature.enchained
        assert card is not None
        place = self._place(board, creature)
        self.add((ev.Enchained, self.phase, self.step, "enchain", ("5.11", "3.5"), place, victim, card))

    def reinforcement(self, board: Board, seat: int, row: int, index: int) -> None:
        player = board.seats[seat]
        if isinstance(player, AISeat):
            rulings = ("5.22", "7.5")
            self.add((ev.Reinforced, self.phase, self.step, "reinforcement", rulings, seat, row & 1, player.pile[0]))
            return
        card = player.hand[index] if index >= 0 else None
        if board.window(seat) < min(WINDOW, len(board.seats[seat].hand)):
            self.add((ev.NoEffect, self.phase, self.step, "blackmail", ("5.6", "2.2"), None))
        self.add((ev.Reinforced, self.phase, self.step, "reinforcement", ("5.22",), seat, row & 1, card))

    # Attacking

    def cleared(self, board: Board, creature: Creature) -> None:
        row = creature.row
        place = self._acting = (row, board.rows[row].index(creature), creature.body.name)
        if creature.marks & ENTERED:
            self.add((ev.Cleared, "assault", 2, "rage", ("5.20",), place))
        else:
            self.add((ev.Cleared, "assault", 2, None, ("2.5",), place))

    def targets(self, board: Board, a: Activation, row: int, place: int, behind: bool, beside: bool) -> None:
        """The target stands at ``place`` of ``row``; ``behind`` and ``beside`` say whether there is another."""
        targets = a.targets
        for target in targets:
            if target.abilities != target.body.abilities:
                self.auras_of(board, target)
        rows = board.rows
        whom = (row, place, rows[row][place].body.name)
        who = None if a.source is None else self._acting
        rulings = ("2.7",) if self.phase == "assault" else ("2.4",) if who is None else ("5.4",)
        if len(targets) == 1 and board.edition != SEASON_1:
            self._targeted = [whom]
            self.add((ev.Targeted, self.phase, self.step, None, rulings, who, whom))
            return
        self._targeted = [self._place(board, target) for target in targets]  # nothing moves there until the blow falls
        season_1 = board.edition == SEASON_1 and self.phase == "assault"
        aerial = rows[row][place].abilities & AERIAL if season_1 else 0
        others = (
            (row, place + 1, rows[row][place + 1].body.name) if behind else None,
            (row ^ 1, place, rows[row ^ 1][place].body.name) if beside else None,
        )
        self.add((_targets, self.phase, self.step, rulings, who, whom, others, season_1, aerial))

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
        self.add((ev.StrongholdTargeted, self.phase, self.step, ability, rulings, self._acting, a.foe))

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
        self.add((ev.NoTarget, self.phase, self.step, ability, rulings, self._place(board, source)))

    def sprinted(self, board: Board, creature: Creature, passed: int) -> None:
        before = (creature.row, passed, creature.body.name)
        self.add((ev.Sprinted, self.phase, self.step, "sprint", ("5.25",), before, passed, creature.sprint))
        if passed:
            self._remember(board.rows[creature.row])

    def berserk(self, board: Board, creature: Creature) -> None:
        place = self._acting = self._place(board, creature)
        self.add((ev.GoesBerserk, self.phase, self.step, "berserk", ("5.5",), place))

    def instinct(self, board: Board, creature: Creature) -> None:
        self.auras_of(board, creature)
        place = self._acting = self._place(board, creature)
        self.add((ev.StrikesBack, self.phase, self.step, "instinct", ("5.14",), place))

    # A blow

    def amounts(self, a: Activation, vulnerable: int, bonus: int, doubled: bool) -> None:
        places = _STRONGHOLD if a.at_stronghold else self._targeted
        if vulnerable or bonus or doubled or len(places) > 1:
            self.add((_amounts, self.phase, self.step, places, a.foe, a.amounts, vulnerable, bonus, doubled))
        else:
            amount = a.amounts[0]
            rulings = ("4.1",) if amount else ("4.1", "4.3")
            self.add((ev.Amount, self.phase, self.step, None, rulings, places[0], a.foe, amount))

    def prevented(self, board: Board, creature: Creature, amount: int, by: int) -> None:
        rulings = _PREVENTED_BY[by]
        place = self._place(board, creature)
        self.add((ev.Prevented, self.phase, self.step, SLUG_OF_FLAG[by], rulings, place, amount))

    def no_effect(self, board: Board, ability: int, creature: Creature, rulings: Rulings) -> None:
        place = self._place(board, creature)
        self.add((ev.NoEffect, self.phase, self.step, SLUG_OF_FLAG[ability], rulings, place))

    def damaged(self, creature: Creature, target: int, amount: int) -> None:
        """``target`` is the number of the Creature among the targets."""
        whom = self._targeted[target]
        hp = creature.body.hp
        self.add((ev.Damaged, self.phase, self.step, None, ("4.2", "2.8"), whom, amount, creature.damage, hp))

    def released(self, board: Board, creature: Creature, owner: int, card: Card) -> None:
        place = self._place(board, creature)
        self.add((ev.Released, self.phase, self.step, "enchain", ("5.11",), place, owner, card))

    def destroyed(self, board: Board, creature: Creature) -> None:
        place = self._place(board, creature)
        self.add((ev.Destroyed, self.phase, self.step, None, ("4.4", "3.8"), place))
        self._remember(board.rows[creature.row])

    def returned(self, owner: int, to: int, end: str, card: Card, by: int) -> None:
        ability = SLUG_OF_FLAG[by] if by else None
        rulings = ("7.5",) if end in ("pile", "discard") else _RETURN_RULINGS[ability]
        self.add((ev.Returned, self.phase, self.step, ability, rulings, owner, to, end, card))

    def champion_exhausted(self, board: Board, seat: int) -> None:
        champion = board.seats[seat].champion
        assert champion is not None
        self.add((ev.ChampionExhausted, self.phase, self.step, None, ("6.2",), seat, champion))

    def sharpened(self, board: Board, a: Activation, used: bool) -> None:
        who = self._who(board, a.source)
        if used:
            self.add((ev.NoEffect, self.phase, self.step, "sharpening", ("5.23",), who))
        else:
            self.add((ev.Sharpened, self.phase, self.step, "sharpening", ("5.23",), who, a.excess))

    def vanished(self, board: Board, creature: Creature, before: int) -> None:
        to = board.place_of(creature)
        place = (creature.row, before, creature.body.name)
        self.add((ev.Vanished, self.phase, self.step, "vanish", ("5.27",), place, to))
        self._remember(board.rows[creature.row])

    def limit(self, board: Board) -> None:
        self.add((ev.Stopped, self.phase, self.step, None, ("2.12",)))

    # An AI

    def ai_mana(self, board: Board, mana: int) -> None:
        self.phase, self.step = "mana", None
        self.add((ev.AIManaCounted, "mana", None, None, ("7.2",), board.active, mana))
        self.phase = "summoning"

    def reveals(self, board: Board, seat: int, row: int) -> None:
        player = board.seats[seat]
        assert isinstance(player, AISeat)
        self.phase, self.step = "summoning", None
        self.add((ev.Revealed, "summoning", None, None, ("7.3",), seat, row & 1, player.pile[0]))

    def left_pile(self, seat: int, card: Card) -> None:
        self.add((ev.LeftPile, self.phase, self.step, None, ("7.9",), seat, card))

    def discarded(self, seat: int, card: Card) -> None:
        self.add((ev.Discarded, self.phase, self.step, None, ("7.1",), seat, card))

    def pile_made(self, board: Board, seat: int, pile: list[Card]) -> None:
        self.add((ev.PileMade, self.phase, self.step, None, ("7.1", "7.9"), seat, tuple(pile)))

    def chosen_instead(self, seat: int, card: Card, chosen: Card) -> None:
        self.add((ev.ChosenInstead, "summoning", None, "counter-order", ("7.5", "5.8"), seat, card, chosen))

    def in_vain(self, seat: int, card: Card) -> None:
        ability, rulings = ("symbiote", ("7.5",)) if card.is_creature else (None, ("7.4",))
        self.add((ev.InVain, "summoning", None, ability, rulings, seat, card))

    def resisted(self, seat: int, amount: int) -> None:
        self.add((ev.Resisted, self.phase, self.step, None, ("7.8",), seat, amount))

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
        whom = (creature.row, place, creature.body.name)
        self.add((_auras, self.phase, self.step, whom, nearer, farther, was, now))


def _counted(board: Board, seat: int, index: int) -> int | None:
    """The place in the hand, the Stronghold counted, of a card's index; None for the Champion."""
    if index < 0:
        return None
    return index if index < board.seats[seat].place else index + 1


# What makes events of the notes that stand for more than one.


def _turns(ended: int, seat: int, turn: int) -> list[ev.Event]:
    return [ev.TurnEnds("end", None, None, ("2.8",), ended), ev.TurnBegins("mana", None, None, (), seat, turn)]


def _targets(
    phase: str,
    step: int,
    rulings: Rulings,
    who: ev.Place | None,
    target: ev.Place,
    others: tuple[ev.Place | None, ev.Place | None],
    season_1: bool,
    aerial: int,
) -> list[ev.Event]:
    ability: str | None = None
    if season_1 and (aerial or target[1]):
        ability, rulings = "aim" if aerial else "aerial", ("10.1",)
    made: list[ev.Event] = [ev.Targeted(phase, step, ability, rulings, who, target)]
    behind, beside = others
    if behind is not None:
        made.append(ev.Targeted(phase, step, "perforation", ("5.17",), who, behind))
    if beside is not None:
        made.append(ev.Targeted(phase, step, "splash", ("5.24", "4.6"), who, beside))
    return made


def _amounts(
    phase: str,
    step: int,
    places: list[ev.Place | None],
    foe: int,
    amounts: list[int],
    vulnerable: int,
    bonus: int,
    doubled: bool,
) -> list[ev.Event]:
    made: list[ev.Event] = []
    for whom, amount in zip(places, amounts, strict=True):
        plain = amount // 2 if doubled else amount
        if vulnerable:
            made.append(ev.AmountChanged(phase, step, "vulnerability", ("5.28",), whom, foe, plain - bonus))
        if bonus:
            made.append(ev.AmountChanged(phase, step, "sprint", ("5.25",), whom, foe, plain))
        if doubled:
            made.append(ev.AmountChanged(phase, step, "aquatic", ("5.2",), whom, foe, amount))
        rulings = ("4.1",) if amount else ("4.1", "4.3")
        made.append(ev.Amount(phase, step, None, rulings, whom, foe, amount))
    return made


def _auras(
    phase: str, step: int | None, whom: ev.Place, nearer: Body | None, farther: Body | None, was: int, now: int
) -> list[ev.Event]:
    made: list[ev.Event] = []
    row, place, _ = whom
    changed = was ^ now
    while changed:
        flag = changed & -changed
        changed ^= flag
        slug = AURA_PREFIX + SLUG_OF_FLAG[flag]
        if not now & flag:
            made.append(ev.AuraEnds(phase, step, slug, ("5.3", "3.6"), whom))
        elif nearer is not None and nearer.auras & flag:
            made.append(ev.AuraGives(phase, step, slug, ("5.3", "3.6"), (row, place - 1, nearer.name), whom))
        elif farther is not None and farther.auras & flag:
            made.append(ev.AuraGives(phase, step, slug, ("5.3", "3.6"), (row, place + 1, farther.name), whom))
        else:
            made.append(ev.AuraGives(phase, step, slug, ("7.5", "7.8"), None, whom))
    return made
