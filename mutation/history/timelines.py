"""Timelines: what became of each deck and each card, before which game, from where, and for how much."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from engine.decks.game.mutations import POINTS_BEFORE_A_GAME
from engine.decks.sessions.ledger_state import CLOSED, NONE, OPEN, GluedPatch, SessionState
from engine.decks.sessions.schedule import GAMES_OF_SEAT, SCHEDULE, SEATS
from mutation.bench.wording import change_text, points_text
from mutation.faces import SessionFaces, ShownCard


@dataclass(frozen=True)
class PatchRow:
    """A patch in words: before which game, what it changes, from which card, its price and how much of that is for what
    it covers (or ""), its number in the ledger."""

    number: int
    game: int
    words: str
    card: str
    source: str
    price: str
    surcharge: str = ""


@dataclass(frozen=True)
class CardTimeline:
    """A card of a deck as printed and as it stands, and its patches in order with what they cost together."""

    printed: ShownCard
    now: ShownCard
    patches: tuple[PatchRow, ...]
    spent: str


@dataclass(frozen=True)
class PhaseRow:
    """A Mutation Phase: its game and opponent, its mutations, what was spent and lost; ``state`` as the engine's."""

    game: int
    opponent: str
    state: str
    mutations: tuple[PatchRow, ...]
    spent: str
    lost: str

    @property
    def is_nothing(self) -> bool:
        """Whether it has not come, or never will."""
        return self.state not in (OPEN, CLOSED)

    @property
    def never_comes(self) -> bool:
        """Whether there was no game to mutate for."""
        return self.state == NONE


@dataclass(frozen=True)
class DeckTimeline:
    """A deck with its history: by phases, and by the cards that changed."""

    letter: str
    name: str
    phases: tuple[PhaseRow, ...]
    changed: tuple[CardTimeline, ...]
    unchanged: tuple[ShownCard, ...]
    spent: str


def timelines(state: SessionState, faces: SessionFaces) -> Iterator[DeckTimeline]:
    """The history of each deck, in seat order; of decks that are chosen."""
    for seat, sheet in enumerate(state.seats):
        of_card = {card.id: tuple(_rows(card.id, card.patches, state, faces)) for card in sheet.deck}
        rows = sorted((row for patched in of_card.values() for row in patched), key=_number)
        yield DeckTimeline(
            SEATS[seat],
            state.header.players[seat],
            tuple(_phase(state, seat, game, rows) for game in GAMES_OF_SEAT[seat]),
            tuple(
                CardTimeline(
                    faces.printed(card.id),
                    faces.mutated(card),
                    of_card[card.id],
                    points_text(_sum(card.patches)),
                )
                for card in sheet.deck
                if card.patches
            ),
            tuple(faces.printed(card.id) for card in sheet.deck if not card.patches),
            points_text(sum((points for _, points in sheet.spent), Decimal(0))),
        )


def _phase(state: SessionState, seat: int, game: int, rows: list[PatchRow]) -> PhaseRow:
    phase, spent = state.mutation_phase(seat, game), state.seats[seat].spent_before(game)
    lost = POINTS_BEFORE_A_GAME - spent if phase == CLOSED else Decimal(0)
    opponent = state.header.players[SCHEDULE[game - 1].opponent(seat)]
    own = tuple(row for row in rows if row.game == game)
    return PhaseRow(game, opponent, phase, own, points_text(spent), points_text(lost))


def _rows(card: str, patches: tuple[GluedPatch, ...], state: SessionState, faces: SessionFaces) -> Iterator[PatchRow]:
    covering = state.prices.covering
    for patch in patches:
        words, price = change_text(patch, faces.language), points_text(patch.price)
        more = sum((covering[slug] for slug in patch.covers if slug in covering), Decimal(0))
        surcharge = points_text(more) if more else ""
        yield PatchRow(patch.n, patch.game, words, faces.name(card), faces.name(patch.source), price, surcharge)


def _number(row: PatchRow) -> int:
    return row.number


def _sum(patches: tuple[GluedPatch, ...]) -> Decimal:
    return sum((patch.price for patch in patches), Decimal(0))
