"""The game as it stands: small mutable objects with hand-written copies and keys.

They hold what the rules need and nothing else. The rules that change them are in ``turns``, ``summoning``, ``assault``
and ``blows``; what may be done is in ``legality``; ``position.Position`` puts it all behind one interface.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from engine.decks.rules.abilities import BLACKMAIL, SEASON_2
from engine.decks.rules.actions import CHAMPION
from engine.decks.rules.cards import Body, Card
from engine.decks.rules.modes import Mode
from engine.kernel.native import i64

# Phases (position.md). MANA: before Phase 1; END: Assault done, turn not yet ended.
MANA: Final = 0
SUMMONING: Final = 1
END: Final = 2
OVER: Final = 3
PHASE_NAMES: Final = ("mana", "summoning", "end", "over")

# What this turn has left on a Creature.
ENTERED: Final = 1
STRUCK: Final = 2
SHARPENED: Final = 4
ACTIVATED: Final = 8

# A Champion beside the board (ruling 6.1).
CHAMPION_NONE: Final = 0
CHAMPION_READY: Final = 1
CHAMPION_EXHAUSTED: Final = 2
CHAMPION_IN_PLAY: Final = 3
CHAMPION_STATES: Final = ("", "ready", "exhausted", "in-play")

WINDOW: Final = 4  # cards of a hand that are available (ruling 2.2)


class Creature:
    """A Creature in play, a Symbiote stack included.

    ``row`` never changes (a Creature keeps its line and side); its place in the row is its index there, 0 next to the
    Bridge. ``abilities`` are those that it has now, Auras included; ``update_auras`` keeps them true.
    """

    __slots__ = ("abilities", "body", "damage", "enchained", "marks", "row", "sprint")

    def __init__(
        self,
        body: Body,
        row: i64,
        damage: i64 = 0,
        marks: i64 = 0,
        sprint: i64 = 0,
        enchained: Card | None = None,
    ) -> None:
        self.body = body
        self.row = row
        self.abilities = body.abilities
        self.damage = damage
        self.marks = marks
        self.sprint = sprint
        self.enchained = enchained

    def copy(self) -> Creature:
        """An independent copy; cards are shared."""
        copy = Creature(self.body, self.row, self.damage, self.marks, self.sprint, self.enchained)
        copy.abilities = self.abilities
        return copy

    def key(self) -> tuple[object, ...]:
        """Equal exactly for equal Creatures; their row is not part of it."""
        enchained = self.enchained
        return (
            self.body.key,
            self.damage,
            self.marks,
            self.sprint,
            None if enchained is None else enchained.key,
        )

    def __repr__(self) -> str:
        return f"<Creature {self.body.card.name} row {self.row}>"


class Seat:
    """A player: the hand with its Stronghold, the Champion, the number of turns begun.

    ``hand`` holds the cards from left to right without the Stronghold, which stands before
    ``hand[stronghold]``; so the remaining HP are ``len(hand) - stronghold`` (ruling 1.1) and the window is ``hand[:4]``
    (ruling 2.2).
    """

    __slots__ = ("champion", "champion_state", "fort", "hand", "stronghold", "turn")

    is_ai: ClassVar[bool] = False

    def __init__(self, hand: list[Card] | None = None, stronghold: i64 = 0) -> None:
        self.hand = [] if hand is None else hand
        self.stronghold = stronghold
        self.fort = False
        self.turn: i64 = 0
        self.champion: Card | None = None
        self.champion_state: i64 = CHAMPION_NONE

    @property
    def hp(self) -> i64:
        """The Stronghold's remaining HP: the number of cards to its right (ruling 1.1)."""
        return len(self.hand) - self.stronghold

    def index_of(self, place: i64) -> i64:
        """The index in ``hand`` of the card at a place that counts the Stronghold, and is not its own."""
        return place if place < self.stronghold else place - 1

    def place_of(self, index: i64) -> i64:
        """The place, the Stronghold counted, of the card at an index in ``hand``."""
        return index if index < self.stronghold else index + 1

    def copy(self) -> Seat:
        """An independent copy; cards are shared."""
        copy = Seat(self.hand[:], self.stronghold)
        copy.fort = self.fort
        copy.turn = self.turn
        copy.champion = self.champion
        copy.champion_state = self.champion_state
        return copy

    def key(self) -> tuple[object, ...]:
        """Equal exactly for equal seats."""
        champion = self.champion
        return (
            tuple([card.key for card in self.hand]),
            self.stronghold,
            self.fort,
            self.turn,
            None if champion is None else champion.key,
            self.champion_state,
        )


class AISeat(Seat):
    """An AI (rulings, part 7): a pile and a discard pile, top card first, instead of a hand.

    ``fort`` is the side of its Stronghold; ``abilities`` the slugs that all its Creatures have. What it has no use for
    (a hand, a Champion) stays empty.
    """

    __slots__ = ("abilities", "discard", "fixed_mana", "pile", "resistance", "variable_mana")

    is_ai: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__()
        self.pile: list[Card] = []
        self.discard: list[Card] = []
        self.fixed_mana: i64 = 6
        self.variable_mana: i64 = 1
        self.resistance = False
        self.abilities: tuple[str, ...] = ()

    @property
    def hp(self) -> i64:
        """The remaining HP: the cards of the pile (ruling 7.1)."""
        return len(self.pile)

    def copy(self) -> AISeat:
        """An independent copy; cards are shared."""
        copy = AISeat()
        copy.fort = self.fort
        copy.turn = self.turn
        copy.pile = self.pile[:]
        copy.discard = self.discard[:]
        copy.fixed_mana = self.fixed_mana
        copy.variable_mana = self.variable_mana
        copy.resistance = self.resistance
        copy.abilities = self.abilities
        return copy

    def key(self) -> tuple[object, ...]:
        """Equal exactly for equal seats."""
        return (
            tuple([card.key for card in self.pile]),
            tuple([card.key for card in self.discard]),
            self.fort,
            self.turn,
            self.fixed_mana,
            self.variable_mana,
            self.resistance,
            tuple(sorted(self.abilities)),
        )


class Result:
    """The result of a game: the winning seats in seat order, none when it is drawn, and the reason (position.md)."""

    __slots__ = ("reason", "winners")

    def __init__(self, winners: tuple[int, ...], reason: str) -> None:
        self.winners = winners
        self.reason = reason

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and (self.winners, self.reason) == (other.winners, other.reason)

    def __hash__(self) -> int:
        return hash((self.winners, self.reason))

    def __repr__(self) -> str:
        return f"Result({self.winners!r}, {self.reason!r})"


class Board:
    """A game as it stands.

    ``rows`` are the sides of the lines, from the Bridge outwards (see ``modes``); ``active`` and ``first`` are seats,
    ``mana`` the active player's Mana left. ``objective`` is carried along for puzzles and never read by the rules.
    ``any_sharpened`` is set while some card in a hand may carry its mark; ``bestowed`` are the abilities that an AI
    seat gives to all its Creatures, by seat. Two things only a game has: ``seed`` is what it shuffles with at a
    reshuffle, None to keep the order; ``turn_limit`` the turns of every seat after which it is drawn (ruling 2.13),
    None for a bare position, which goes on.
    """

    __slots__ = (
        "active",
        "any_sharpened",
        "bestowed",
        "edition",
        "exhaustion",
        "first",
        "mana",
        "mode",
        "objective",
        "phase",
        "result",
        "rows",
        "seats",
        "seed",
        "turn_limit",
    )

    def __init__(
        self,
        mode: Mode,
        edition: str = SEASON_2,
        seats: list[Seat] | None = None,
        rows: list[list[Creature]] | None = None,
    ) -> None:
        self.mode = mode
        self.edition = edition
        self.exhaustion = False
        self.first: i64 = 0
        self.active: i64 = 0
        self.phase: i64 = MANA
        self.mana: i64 = 0
        if seats is None:
            seats = [AISeat() if seat in mode.ai_seats else Seat() for seat in range(mode.seats)]
        self.seats = seats
        self.rows = [[] for _ in range(2 * mode.seats)] if rows is None else rows
        self.result: Result | None = None
        self.objective: Any = None
        self.any_sharpened = False
        self.bestowed: tuple[int, ...] = (0,) * mode.seats
        self.seed: int | None = None
        self.turn_limit: int | None = None

    def _take_over(self, copy: Board) -> None:
        """Sets in a copy what is neither in a seat nor in a row."""
        copy.exhaustion = self.exhaustion
        copy.first = self.first
        copy.active = self.active
        copy.phase = self.phase
        copy.mana = self.mana
        copy.result = self.result
        copy.objective = self.objective
        copy.any_sharpened = self.any_sharpened
        copy.bestowed = self.bestowed
        copy.seed = self.seed
        copy.turn_limit = self.turn_limit

    def key(self) -> tuple[object, ...]:
        """The transposition key: equal exactly for positions equal in all that matters for the future.

        That is everything but the objective. Hashable.
        """
        return (
            self.mode.name,
            self.edition,
            self.exhaustion,
            self.first,
            self.active,
            self.phase,
            self.mana,
            tuple([seat.key() for seat in self.seats]),
            tuple([tuple([creature.key() for creature in row]) for row in self.rows]),
            self.result,
        )

    # Questions that more than one rule asks.

    def window(self, seat: i64) -> i64:
        """The number of cards from the left of a hand that are available (rulings 2.2, 5.6).

        The 4 leftmost, or as many as there are; each Creature with Blackmail takes the rightmost of them away, down to
        1.
        """
        size: i64 = len(self.seats[seat].hand)
        if size > WINDOW:
            size = WINDOW
        for creature in self.rows[2 * seat]:
            if creature.abilities & BLACKMAIL and size > 1:
                size -= 1
        for creature in self.rows[2 * seat + 1]:
            if creature.abilities & BLACKMAIL and size > 1:
                size -= 1
        return size

    def window_places(self, seat: i64) -> range:
        """The places of a hand, the Stronghold counted, from the first available card to the last; may be empty."""
        size = self.window(seat)
        player = self.seats[seat]
        return range(player.place_of(0), player.place_of(size - 1) + 1) if size else range(0)

    def card_at(self, place: i64) -> Card:
        """The active player's card that an action names by its ``place``: one of the hand, or the Champion.

        Raises ``IndexError`` when there is none.
        """
        player = self.seats[self.active]
        if place != CHAMPION:
            return player.hand[player.index_of(place)]
        if player.champion is None:
            raise IndexError(place)
        return player.champion

    def update_auras(self, index: i64) -> None:
        """Brings the abilities of the Creatures of a row up to date: own, neighbours' Auras, an AI's (5.3, 7.5)."""
        bestowed: i64 = self.bestowed[index >> 1]
        nearer: Creature | None = None
        auras: i64 = 0  # of the nearer neighbour
        for creature in self.rows[index]:
            body = creature.body
            creature.abilities = body.abilities | bestowed | auras
            auras = body.auras
            if nearer is not None and auras:
                nearer.abilities |= auras
            nearer = creature

    def given(self, index: i64, place: i64) -> i64:
        """The abilities that the Creature at a place of a row has from Auras, or as one of an AI's (5.3, 7.5)."""
        row = self.rows[index]
        number: i64 = self.bestowed[index >> 1]
        if place:
            number |= row[place - 1].body.auras
        if place + 1 < len(row):
            number |= row[place + 1].body.auras
        return number

    def in_play(self, creature: Creature) -> bool:
        for other in self.rows[creature.row]:
            if other is creature:
                return True
        return False

    def place_of(self, creature: Creature) -> i64:
        """The distance of a Creature in play from its Bridge: 0 is next to it."""
        place: i64
        for place, other in enumerate(self.rows[creature.row]):
            if other is creature:
                return place
        raise ValueError(creature)
