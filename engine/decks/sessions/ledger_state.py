"""A session as it stands after some of its events: immutable values that share what did not change.

Seats are numbers from 0 and games from 1 here. What methods say of statuses, phases and points follows from the rest.
States are named tuples, for a ledger has one for each of its events, made in no time and compared by identity first.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Final, NamedTuple

from engine.decks.game.mutations import AV, COST, GAMES_EACH, HP, POINTS_BEFORE_A_GAME, Mutant, MutationPrices
from engine.decks.rules.cards import Card
from engine.decks.sessions.document import DRAFTED, SessionHeader
from engine.decks.sessions.schedule import GAMES_OF_SEAT, SCHEDULE

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
_PLAYED: Final = frozenset((REPORTED, CONFIRMED, DISPUTED, RULED))
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
        return (COST, AV, *((HP,) if self.card.is_creature else ()), *self.card.slugs)

    @property
    def left(self) -> tuple[str, ...]:
        gone = {cut.element for cut in self.cut}
        return tuple([element for element in self.elements if element not in gone])


class SeatSheet(NamedTuple):
    """A seat of a session. ``hand`` lies before it, with its ``pick`` of this round still in it.

    ``deck`` and ``laboratory`` are empty until the seat has chosen; ``spent`` are points by game; ``withdrawn`` is the
    number of the event by which it left.
    """

    hand: tuple[str, ...]
    pick: str | None = None
    drafted: tuple[str, ...] = ()
    deck: tuple[MutatingCard, ...] = ()
    laboratory: tuple[LaboratoryCard, ...] = ()
    spent: tuple[tuple[int, Decimal], ...] = ()
    withdrawn: int | None = None

    @property
    def before_it(self) -> tuple[str, ...]:
        """The hand less its pick of this round."""
        return tuple([card for card in self.hand if card != self.pick])

    def spent_before(self, game: int) -> Decimal:
        return next((points for other, points in self.spent if other == game), Decimal(0))

    def with_spent(self, game: int, points: Decimal) -> tuple[tuple[int, Decimal], ...]:
        """``spent`` when so many points more are spent before a game."""
        others = [pair for pair in self.spent if pair[0] != game]
        return (*others, (game, self.spent_before(game) + points))


class GameSheet(NamedTuple):
    """A game of a session: its raw state (empty when nothing), who won, what was reported, and who is ready."""

    raw: str = ""
    winner: int = NOBODY
    claimed: int = NOBODY
    reported_by: int = NOBODY
    ready: frozenset[int] = frozenset()


class SessionState(NamedTuple):
    """A session as it stands: ``phase`` is ``draft``, ``decks``, ``games`` or ``over``.

    ``games`` has a sheet for each game of ``SCHEDULE``; ``gone`` are the seats that have withdrawn; ``locked`` says
    that prices are settled.
    """

    header: SessionHeader
    seats: tuple[SeatSheet, ...]
    prices: MutationPrices
    phase: str
    games: tuple[GameSheet, ...] = (GameSheet(),) * len(SCHEDULE)
    gone: frozenset[int] = frozenset()
    locked: bool = False

    @staticmethod
    def begin(header: SessionHeader) -> SessionState:
        is_dealt = header.deal == DRAFTED
        seats = [SeatSheet((), drafted=dealt) if is_dealt else SeatSheet(dealt) for dealt in header.dealt]
        return SessionState(header, tuple(seats), header.prices, DECKS if is_dealt else DRAFT)

    def with_seat(self, seat: int, sheet: SeatSheet) -> SessionState:
        return self._replace(seats=(*self.seats[:seat], sheet, *self.seats[seat + 1 :]))

    def with_game(self, game: int, sheet: GameSheet) -> SessionState:
        return self._replace(games=(*self.games[: game - 1], sheet, *self.games[game:]))

    # What follows

    @property
    def all_have_chosen(self) -> bool:
        """Whether the four decks are there: from then on everything is open."""
        return all(sheet.deck for sheet in self.seats)

    @property
    def excluded(self) -> frozenset[int]:
        """The seats that have withdrawn with fewer than half of their games played."""
        return frozenset([seat for seat in self.gone if self._played(seat) < _TO_STAY])

    def _played(self, seat: int) -> int:
        return sum([self.games[game - 1].raw in _PLAYED for game in GAMES_OF_SEAT[seat]])

    def status(self, game: int) -> str:
        raw = self.games[game - 1].raw
        if self.gone:
            gone = self.gone.intersection(SCHEDULE[game - 1].seats)
            if not gone.isdisjoint(self.excluded):
                return ANNULLED
            if gone and not raw:
                return WALKOVER if len(gone) == 1 else ANNULLED
        return raw or (UNPLAYED if self.phase == OVER else OPEN)

    def winner(self, game: int) -> int:
        """Who has won a game whose status counts, else ``NOBODY``."""
        status = self.status(game)
        if status == WALKOVER:
            return next(seat for seat in SCHEDULE[game - 1].seats if seat not in self.gone)
        return self.games[game - 1].winner if status in COUNTING else NOBODY

    @property
    def all_settled(self) -> bool:
        return all(self.status(pairing.number) in SETTLED for pairing in SCHEDULE)

    def next_game(self, seat: int) -> int | None:
        if self.phase != GAMES:
            return None
        return next((game for game in GAMES_OF_SEAT[seat] if self.status(game) == OPEN), None)

    def can_be_played(self, game: int) -> bool:
        """Whether a game is the next one of both its players."""
        first, second = SCHEDULE[game - 1].seats
        return self.next_game(first) == game == self.next_game(second)

    def mutation_phase(self, seat: int, game: int) -> str:
        """A seat's Mutation Phase before a game of its own: ``open``, ``closed``, ``none`` or ``later``."""
        sheet = self.games[game - 1]
        ready = seat in sheet.ready
        if not ready and self.next_game(seat) == game:
            return OPEN
        if ready or sheet.raw:
            return CLOSED
        if self.status(game) in (WALKOVER, ANNULLED, UNPLAYED):
            return CLOSED if self.seats[seat].spent_before(game) else NONE
        return LATER

    def open_game(self, seat: int) -> int | None:
        """The game whose Mutation Phase is open for a seat."""
        game = self.next_game(seat)
        return None if game is None or seat in self.games[game - 1].ready else game

    def points_left(self, seat: int) -> Decimal:
        """The points that a seat may still spend in its open phase; 0 when none is open."""
        game = self.open_game(seat)
        return Decimal(0) if game is None else POINTS_BEFORE_A_GAME - self.seats[seat].spent_before(game)
