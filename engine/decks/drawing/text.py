"""A position as lines of text, for terminals and bug reports."""

from __future__ import annotations

from collections.abc import Sequence

from engine.decks.drawing.parts import (
    Figure,
    figure_of,
    figure_of_creature,
    hand_of,
    heading,
    lanes_of,
    seat_words,
    stronghold_name,
)
from engine.decks.rules.board import AISeat, Board, Creature, Seat
from engine.decks.rules.cards import Card


def draw_text(board: Board) -> str:
    """The position in lines of text, without a line break at the end.

    A card in hand stands behind the place that actions name it by, ``2 Ox(3 2/4 berserk)`` for cost 3, AV 2, HP 4;
    ``/`` follows the fourth card, the last that is available (ruling 2.2). ``=`` is a Bridge.
    """
    lines = [heading(board)]
    for number, seat in enumerate(board.seats):
        lines += [seat_words(board, number), f"  {_hand(seat)}"]
        if isinstance(seat, AISeat) and seat.discard:
            lines.append(f"  discard: {'  '.join(_card(card) for card in seat.discard)}")
    for lane in lanes_of(board):
        left, right = _row(lane.left_row[::-1]), _row(lane.right_row)
        lines.append(f"{lane.left}: {left} = {lane.right}: {right}")
    return "\n".join(lines)


def _hand(seat: Seat) -> str:
    if isinstance(seat, AISeat):
        return f"pile: {'  '.join(_card(card) for card in seat.pile)}".rstrip()
    parts, cards = [], 0
    for place, card in enumerate(hand_of(seat)):
        if card is None:
            parts.append(f"[{stronghold_name(seat)}]")
            continue
        parts.append(f"{place} {_card(card)}")
        cards += 1
        if cards == 4 and len(seat.hand) > 4:
            parts.append("/")
    return "  ".join(parts)


def _figure(figure: Figure) -> str:
    values = f"{figure.cost} {figure.av}" + ("" if figure.hp is None else f"/{figure.hp}")
    words = f"{{{', '.join(figure.words)}}}" if figure.words else ""
    return f"{figure.name}({' '.join((values, *figure.abilities))}){words}"


def _card(card: Card) -> str:
    return _figure(figure_of(card))


def _row(creatures: Sequence[Creature]) -> str:
    return "  ".join(_figure(figure_of_creature(creature)) for creature in creatures) or "-"
