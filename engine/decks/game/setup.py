"""The formats, and what is settled before the decks are there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.decks.game.decks import Deck, faults_of_cards, faults_of_deck
from engine.decks.game.errors import SetUpError
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, SEASON_2
from engine.decks.rules.modes import CO_OP, DUEL, FREE_FOR_ALL, SOLO, TEAMS, Mode
from engine.kernel.chance import SEED_BITS

PRECONSTRUCTED: Final = "preconstructed"
DRAFT: Final = "draft"
CONSTRUCTED: Final = "constructed"
MUTATION: Final = "mutation"

# Constructed is not for Solo, nor then for Co-op, which follows the rules of Solo; Mutation is played as Duels.
MODES_OF_FORMAT: Final[dict[str, tuple[Mode, ...]]] = {
    PRECONSTRUCTED: (DUEL, SOLO, CO_OP, FREE_FOR_ALL, TEAMS),
    DRAFT: (DUEL, SOLO, CO_OP, FREE_FOR_ALL, TEAMS),
    CONSTRUCTED: (DUEL, FREE_FOR_ALL, TEAMS),
    MUTATION: (DUEL,),
}
# The cards that a draft takes, by mode. A pool may have more: then chance decides which ones come.
CARDS_OF_DRAFT: Final[dict[str, int]] = {"duel": 16, "solo": 32, "coop": 64, "ffa": 32, "teams": 32}
MUTATION_SEATS: Final = 4
CARDS_OF_MUTATION_DRAFT: Final = 64


def players_of(mode: Mode) -> tuple[int, ...]:
    return tuple(seat for seat in range(mode.seats) if seat not in mode.ai_seats)


@dataclass(frozen=True)
class Redeal:
    """What is hidden is dealt anew, after so many actions of the play, from a seed of its own.

    What ``seat`` can see (None: what everybody can) stays where it is. That is how a game goes on from a moment of
    another one whose record has been read.
    """

    after: int
    seed: int
    seat: int | None = None


@dataclass(frozen=True)
class SetUp:
    """The set-up of a game.

    ``seed`` settles all chance. ``pool`` are the cards of a Draft or of the draft that begins a Mutation session;
    ``decks`` those to choose from in Preconstructed, and the players' own, in seat order, in Constructed and in one of
    the Duels of a Mutation session. ``first`` is the seat that begins where the players would rather settle it than
    toss a coin (as in a session in which everyone meets twice). ``exhaustion`` is the optional module (ruling 2.9).
    ``redeals``, in the order of the play, are the moments at which what is hidden is dealt anew: in most games none.
    """

    mode: Mode
    format: str
    seed: int
    pool: Deck = ()
    decks: tuple[Deck, ...] = ()
    edition: str = SEASON_2
    exhaustion: bool = False
    first: int | None = None
    redeals: tuple[Redeal, ...] = ()

    @property
    def is_mutation_draft(self) -> bool:
        """Whether this is the draft of a Mutation session, which no game follows by itself."""
        return self.format == MUTATION and not self.decks

    def faults(self) -> list[SetUpError]:
        """All that the rules do not allow in it, by name; nothing when it can be played."""
        return list(_faults(self))

    def check(self) -> None:
        """Raises the first of the faults, a ``SetUpError``, if there is one."""
        for fault in _faults(self):
            raise fault

    @property
    def cards_needed(self) -> int:
        """How many cards its draft takes."""
        return CARDS_OF_MUTATION_DRAFT if self.is_mutation_draft else CARDS_OF_DRAFT[self.mode.name]


def _faults(setup: SetUp) -> Iterator[SetUpError]:
    if setup.format not in MODES_OF_FORMAT:
        yield SetUpError("unknown-format", "/format", setup.format)
        return
    if setup.edition not in ABILITIES_OF_EDITION:
        yield SetUpError("unknown-edition", "/edition", setup.edition)
        return
    if not 0 <= setup.seed < 1 << SEED_BITS:
        yield SetUpError("bad-seed", "/seed")
    if setup.mode not in MODES_OF_FORMAT[setup.format]:
        yield SetUpError("format-not-in-mode", "/format", setup.mode.name)
    if setup.first is not None:
        if setup.mode.ai_seats or setup.is_mutation_draft:
            yield SetUpError("first-is-settled", "/first")
        elif setup.first not in range(setup.mode.seats):
            yield SetUpError("unknown-seat", "/first", str(setup.first))
    yield from _faults_of_redeals(setup)
    if setup.format == DRAFT or setup.is_mutation_draft:
        yield from _faults_of_pool(setup)
    else:
        yield from _faults_of_decks(setup)


def _faults_of_redeals(setup: SetUp) -> Iterator[SetUpError]:
    if setup.redeals and setup.is_mutation_draft:
        yield SetUpError("no-game-yet", "/redeals")
    at = 0
    for number, redeal in enumerate(setup.redeals):
        if redeal.after < at:
            yield SetUpError("redeals-out-of-order", f"/redeals/{number}/after")
        at = redeal.after
        if not 0 <= redeal.seed < 1 << SEED_BITS:
            yield SetUpError("bad-seed", f"/redeals/{number}/seed")
        if redeal.seat is not None and redeal.seat not in players_of(setup.mode):
            yield SetUpError("unknown-seat", f"/redeals/{number}/seat", str(redeal.seat))


def _faults_of_pool(setup: SetUp) -> Iterator[SetUpError]:
    if setup.decks:
        yield SetUpError("decks-not-used", "/decks")
    if len(setup.pool) < setup.cards_needed:
        yield SetUpError("too-few-cards", "/pool", f"{setup.cards_needed} needed, {len(setup.pool)} given")
    yield from faults_of_cards(setup.pool, setup.edition, "/pool")


def _faults_of_decks(setup: SetUp) -> Iterator[SetUpError]:
    if setup.pool:
        yield SetUpError("pool-not-used", "/pool")
    players = len(players_of(setup.mode))
    count = len(setup.decks)
    if setup.format == PRECONSTRUCTED:
        # An AI's 24 cards are the three decks that a player has left; Co-op takes the decks of two packs (ruling 7.11).
        needed = 4 * players if setup.mode.ai_seats else players
        if count < needed or (count > needed and setup.mode.ai_seats):
            detail = f"{needed}, not {count}" if setup.mode.ai_seats else f"at least {needed}, not {count}"
            yield SetUpError("wrong-number-of-decks", "/decks", detail)
    elif count != players:
        yield SetUpError("wrong-number-of-decks", "/decks", f"{players}, not {count}")
    for number, deck in enumerate(setup.decks):
        yield from faults_of_deck(deck, setup.edition, f"/decks/{number}")


@dataclass(frozen=True)
class Decks:
    """The decks of a game: the players' in seat order, the AIs' cards, and who took a draft's last card."""

    players: tuple[Deck, ...]
    ai: Deck = ()
    last: int | None = None
