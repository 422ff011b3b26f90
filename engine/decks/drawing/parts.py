"""What both pictures of a position show: its lanes, its hands and short words for cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.decks.rules.board import (
    ACTIVATED,
    CHAMPION_STATES,
    ENTERED,
    PHASE_NAMES,
    SHARPENED,
    STRUCK,
    AISeat,
    Board,
    Creature,
    Seat,
)
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import LINE_NAMES, SEAT_NAMES

_MARKS: Final = ((ENTERED, "entered"), (STRUCK, "struck"), (SHARPENED, "sharpened"), (ACTIVATED, "activated"))


@dataclass(frozen=True, slots=True)
class Lane:
    """Two rows that meet at a Bridge: their names (``A upper``) and their Creatures from the Bridge outwards."""

    left: str
    right: str
    left_row: tuple[Creature, ...]
    right_row: tuple[Creature, ...]


def lanes_of(board: Board) -> Iterator[Lane]:
    """Each pair of facing rows once: two in a Duel or Solo, four among four players (ruling 8.1)."""
    for row, across in enumerate(board.mode.facing):
        if row < across:
            yield Lane(row_name(row), row_name(across), tuple(board.rows[row]), tuple(board.rows[across]))


def row_name(row: int) -> str:
    return f"{SEAT_NAMES[row >> 1]} {LINE_NAMES[row & 1]}"


def hand_of(seat: Seat) -> list[Card | None]:
    """The cards as they lie, from the left, with None for the Stronghold; an AI's pile from its top."""
    if isinstance(seat, AISeat):
        return list(seat.pile)
    return [*seat.hand[: seat.stronghold], None, *seat.hand[seat.stronghold :]]


def stronghold_name(seat: Seat) -> str:
    return "Fort" if seat.fort else "Bastion"


@dataclass(frozen=True, slots=True)
class Figure:
    """What a picture shows of a card, or of a Creature with its Symbiote; ``hp`` is None for an Incantation."""

    name: str
    cost: int
    av: int
    hp: int | None
    abilities: tuple[str, ...]
    words: tuple[str, ...] = ()


def figure_of(card: Card) -> Figure:
    return Figure(card.name, card.cost, card.av, card.hp if card.is_creature else None, card.slugs)


def figure_of_creature(creature: Creature) -> Figure:
    body = creature.body
    slugs = body.card.slugs + (() if body.symbiote is None else body.symbiote.slugs)
    return Figure(body.name, body.card.cost, body.av, body.hp, slugs, tuple(_words_of(creature)))


def _words_of(creature: Creature) -> list[str]:
    """What a Creature's printed values don't say: damage, Sprint, the enchained card, marks of this turn."""
    words = [f"damage {creature.damage}"] if creature.damage else []
    if creature.sprint:
        words.append(f"sprint {creature.sprint}")
    if creature.enchained is not None:
        words.append(f"holds {creature.enchained.name}")
    return words + [name for mark, name in _MARKS if creature.marks & mark]


def heading(board: Board) -> str:
    """``duel season-2: A to act, summoning, 4 Mana``, or how the game ended."""
    game = f"{board.mode.name} {board.edition}"
    if board.result is not None:
        winners = ", ".join(SEAT_NAMES[seat] for seat in board.result.winners)
        return f"{game}: {f'won by {winners}' if winners else 'drawn'} ({board.result.reason})"
    return f"{game}: {SEAT_NAMES[board.active]} to act, {PHASE_NAMES[board.phase]}, {board.mana} Mana"


def seat_words(board: Board, number: int) -> str:
    """``A: Bastion, HP 2, turn 2``, with a Champion's name and state."""
    seat = board.seats[number]
    words = f"{SEAT_NAMES[number]}: {stronghold_name(seat)}, HP {seat.hp}, turn {seat.turn}"
    if seat.champion is not None:
        words += f", Champion {seat.champion.name} {CHAMPION_STATES[seat.champion_state]}"
    return words
