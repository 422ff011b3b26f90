"""A session as it stands after some of its events: immutable values that share what did not change.

Seats are numbers from 0 and games from 1 here; what a property says of the schedule, statuses and phases follows from
the rest and is worked out once for each state that is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import Any, Final

from engine.decks.game.decks import DECK_SIZE
from engine.decks.game.mutation_draft import HAND
from engine.decks.game.mutations import AV, COST, GAMES_EACH, HP, POINTS_BEFORE_A_GAME, Mutant, MutationPrices
from engine.decks.rules.cards import Card
from engine.decks.sessions.document import DRAFTED, SessionHeader
from engine.decks.sessions.schedule import GAMES_OF_SEAT, SCHEDULE, SEATS, SessionPairing

# Phases of a session.
DRAFT: Final = "draft"
DECKS: Final = "decks"
GAMES: Final = "games"
OVER: Final = "over"

# Raw states of a game, and what else its status can be.
REPORTED: Final = "reported"
CONFIRMED: Final = "confirmed"
DISPUTED: Final = "disputed"
RULED: Final = "ruled"
VOID: Final = "void"
OPEN: Final = "open"
WALKOVER: Final = "walkover"
ANNULLED: Final = "annulled"
UNPLAYED: Final = "unplayed"

SETTLED: Final = frozenset((CONFIRMED, RULED, VOID, WALKOVER, ANNULLED))
COUNTING: Final = frozenset((REPORTED, CONFIRMED, RULED, WALKOVER))
_TO_STAY: Final = GAMES_EACH // 2  # games that a seat must have played to keep its place when it withdraws

# Mutation Phases.
CLOSED: Final = "closed"
NONE: Final = "none"
LATER: Final = "later"

NOBODY: Final = -1


@dataclass(frozen=True, slots=True)
class GluedPatch:
    """A mutation on a card of a deck; ``before`` and ``after`` are values, None for an ability."""

    n: int
    game: int
    element: str
    source: str
    covers: tuple[str, ...]
    price: Decimal
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class MutatingCard:
    """A card of a deck: as printed, as it stands, and the patches on it in order."""

    id: str
    printed: Card
    mutant: Mutant
    patches: tuple[GluedPatch, ...] = ()


@dataclass(frozen=True, slots=True)
class CutElement:
    """An element that was cut out of a Laboratory card, and the card of the deck that it went to."""

    n: int
    element: str
    onto: str


@dataclass(frozen=True, slots=True)
class LaboratoryCard:
    """A card of a Laboratory, and what was cut from it in order."""

    id: str
    card: Card
    cut: tuple[CutElement, ...] = ()

    @property
    def elements(self) -> tuple[str, ...]:
        """Every element that it has in print."""
        return (COST, AV, *((HP,) if self.card.is_creature else ()), *self.card.slugs)

    @property
    def left(self) -> tuple[str, ...]:
        """The elements still there."""
        gone = {one.element for one in self.cut}
        return tuple([element for element in self.elements if element not in gone])


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """What a seat has. ``hand`` lies before it, with its ``pick`` of this round still in it.

    ``deck`` and ``laboratory`` are empty until the seat has chosen; ``spent`` are points by game; ``withdrawn`` is the
    number of the event by which it left.
    """

    hand: tuple[str, ...]
    pick: str | None = None
    drafted: tuple[str, ...] = ()
    deck: tuple[MutatingCard, ...] = ()
    laboratory: tuple[LaboratoryCard, ...] = ()
    spent: Mapping[int, Decimal] = field(default_factory=dict)
    withdrawn: int | None = None

    @property
    def before_it(self) -> tuple[str, ...]:
        """The hand less its pick of this round."""
        return tuple([card for card in self.hand if card != self.pick])


@dataclass(frozen=True, slots=True)
class GameSheet:
    """What happened to a game: its raw state (empty when nothing), who won, what was reported, and who is ready."""

    raw: str = ""
    winner: int = NOBODY
    claimed: int = NOBODY
    reported_by: int = NOBODY
    ready: frozenset[int] = frozenset()


@dataclass(frozen=True)
class SessionState:
    """A session as it stands.

    ``games`` has a sheet for each game of ``SCHEDULE``; ``locked`` says that prices are settled.
    """

    header: SessionHeader
    seats: tuple[SeatSheet, ...]
    prices: MutationPrices
    games: tuple[GameSheet, ...] = (GameSheet(),) * len(SCHEDULE)
    locked: bool = False
    ended: bool = False

    @staticmethod
    def begin(header: SessionHeader) -> SessionState:
        """The state before the first event."""
        done = header.deal == DRAFTED
        seats = tuple([SeatSheet(() if done else dealt, drafted=dealt if done else ()) for dealt in header.dealt])
        return SessionState(header, seats, header.prices)

    def with_seat(self, seat: int, sheet: SeatSheet, **changes: Any) -> SessionState:
        """This state with another sheet of a seat, and other changes."""
        return replace(self, seats=(*self.seats[:seat], sheet, *self.seats[seat + 1 :]), **changes)

    def with_game(self, game: int, sheet: GameSheet, **changes: Any) -> SessionState:
        """This state with another sheet of a game, and other changes."""
        return replace(self, games=(*self.games[: game - 1], sheet, *self.games[game:]), **changes)

    # What follows

    @cached_property
    def all_have_chosen(self) -> bool:
        """Whether the four decks are there: from then on everything is open."""
        return all(len(sheet.deck) == DECK_SIZE for sheet in self.seats)

    @cached_property
    def phase(self) -> str:
        """``draft``, ``decks``, ``games`` or ``over``."""
        if self.ended:
            return OVER
        if any(len(sheet.drafted) < HAND for sheet in self.seats):
            return DRAFT
        return GAMES if self.all_have_chosen else DECKS

    def has_left(self, seat: int) -> bool:
        """Whether the seat has withdrawn."""
        return self.seats[seat].withdrawn is not None

    @cached_property
    def excluded(self) -> frozenset[int]:
        """The seats that have withdrawn with fewer than half of their games played."""
        gone = [seat for seat in range(len(SEATS)) if self.has_left(seat)]
        counted = (REPORTED, CONFIRMED, DISPUTED, RULED)
        return frozenset(
            [s for s in gone if sum([self.games[g - 1].raw in counted for g in GAMES_OF_SEAT[s]]) < _TO_STAY]
        )

    @cached_property
    def statuses(self) -> tuple[str, ...]:
        """The status of each game."""
        return tuple([self._status(pairing) for pairing in SCHEDULE])

    def _status(self, pairing: SessionPairing) -> str:
        if self.excluded and not self.excluded.isdisjoint(pairing.seats):
            return ANNULLED
        raw = self.games[pairing.number - 1].raw
        if raw:
            return raw
        left = sum([self.has_left(seat) for seat in pairing.seats])
        if left:
            return WALKOVER if left == 1 else ANNULLED
        return UNPLAYED if self.ended else OPEN

    def status(self, game: int) -> str:
        """The status of a game."""
        return self.statuses[game - 1]

    def winner(self, game: int) -> int:
        """Who has won a game whose status counts, else ``NOBODY``."""
        status, pairing = self.status(game), SCHEDULE[game - 1]
        if status == WALKOVER:
            return next(seat for seat in pairing.seats if not self.has_left(seat))
        return self.games[game - 1].winner if status in COUNTING else NOBODY

    @cached_property
    def all_settled(self) -> bool:
        """Whether every game is settled."""
        return all(status in SETTLED for status in self.statuses)

    @cached_property
    def next_games(self) -> tuple[int | None, ...]:
        """Each seat's next game."""
        if self.phase != GAMES:
            return (None,) * len(SEATS)
        return tuple([next((game for game in own if self.statuses[game - 1] == OPEN), None) for own in GAMES_OF_SEAT])

    def can_be_played(self, game: int) -> bool:
        """Whether a game is the next one of both its players."""
        return all(self.next_games[seat] == game for seat in SCHEDULE[game - 1].seats)

    def mutation_phase(self, seat: int, game: int) -> str:
        """A seat's Mutation Phase before a game of its own: ``open``, ``closed``, ``none`` or ``later``."""
        sheet = self.games[game - 1]
        ready = seat in sheet.ready
        if self.next_games[seat] == game and not ready:
            return OPEN
        if ready or sheet.raw:
            return CLOSED
        if self.status(game) in (WALKOVER, ANNULLED, UNPLAYED):
            return CLOSED if self.spent(seat, game) else NONE
        return LATER

    def spent(self, seat: int, game: int) -> Decimal:
        """The points that a seat has spent before a game."""
        return self.seats[seat].spent.get(game, Decimal(0))

    def open_game(self, seat: int) -> int | None:
        """The game whose Mutation Phase is open for a seat."""
        game = self.next_games[seat]
        return None if game is None or seat in self.games[game - 1].ready else game

    def points_left(self, seat: int) -> Decimal:
        """What a seat may still spend in its open phase; 0 when none is open."""
        game = self.open_game(seat)
        return Decimal(0) if game is None else POINTS_BEFORE_A_GAME - self.spent(seat, game)
