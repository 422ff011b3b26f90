"""A position as one SVG file, for notebooks and pages that have nothing of the site."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

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
from engine.decks.rules.board import WINDOW, AISeat, Board

_WIDTH: Final = 104  # of a card
_HEIGHT: Final = 66
_GAP: Final = 8
_MARGIN: Final = 14
_LINE: Final = 16  # of text
_BRIDGE: Final = 18
_LETTERS: Final = 15  # of a line of a card
_STYLE: Final = (
    "text{font:11px sans-serif;fill:#222}.head{font-weight:bold;font-size:13px}.name{font-weight:bold}"
    ".words{fill:#8a1c1c}.card{fill:#fbf7ec;stroke:#6b5b3e}.spell{fill:#e8eefb;stroke:#3e4f6b}"
    ".far{opacity:.55}.stronghold{fill:#6b5b3e}.stronghold+text{fill:#fff}.bridge{fill:#9a8f7a}"
)


def draw_svg(board: Board) -> str:
    """The position as an SVG document: hands from the left with the places that actions name, then each pair of rows.

    Cards beyond the four that are available (ruling 2.2) are pale. Names are escaped; nothing is loaded from elsewhere.
    """
    drawing = _Drawing()
    drawing.text(heading(board), "head")
    for number, seat in enumerate(board.seats):
        drawing.text(seat_words(board, number))
        available = WINDOW if not isinstance(seat, AISeat) else len(seat.pile)
        drawing.hand(
            [None if card is None else figure_of(card) for card in hand_of(seat)], stronghold_name(seat), available
        )
        if isinstance(seat, AISeat) and seat.discard:
            drawing.text("discard: " + ", ".join(card.name for card in seat.discard))
    lanes = list(lanes_of(board))
    left = max((len(lane.left_row) for lane in lanes), default=0)
    for lane in lanes:
        drawing.text(f"{lane.left} | {lane.right}")
        rows = (
            [figure_of_creature(creature) for creature in lane.left_row],
            [figure_of_creature(creature) for creature in lane.right_row],
        )
        drawing.lane(*rows, max(left, 1))
    return drawing.document()


class _Drawing:
    """Draws from top to bottom; ``y`` is where the next part begins."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.y = _MARGIN
        self.width = 420

    def text(self, words: str, name: str = "") -> None:
        self.y += _LINE
        self._words(_MARGIN, self.y - 4, words, name)
        self.width = max(self.width, 2 * _MARGIN + 7 * len(words))

    def hand(self, figures: Sequence[Figure | None], stronghold: str, available: int) -> None:
        x, cards = _MARGIN, 0
        for place, figure in enumerate(figures):
            if figure is None:
                self._rect(x, self.y, _WIDTH, _HEIGHT, "stronghold")
                self._words(x + 8, self.y + _HEIGHT // 2 + 4, stronghold, "name")
            else:
                cards += 1
                self._card(x, self.y, figure, f"{place} ", is_far=cards > available)
            x += _WIDTH + _GAP
        self._end(x)

    def lane(self, left: Sequence[Figure], right: Sequence[Figure], places: int) -> None:
        """Both sides from the Bridge outwards; ``places`` keeps the Bridges of all lanes below each other."""
        bridge = _MARGIN + places * (_WIDTH + _GAP)
        for number, figure in enumerate(left):
            self._card(bridge - (number + 1) * (_WIDTH + _GAP), self.y, figure)
        self._rect(bridge, self.y, _BRIDGE, _HEIGHT, "bridge")
        x = bridge + _BRIDGE + _GAP
        for figure in right:
            self._card(x, self.y, figure)
            x += _WIDTH + _GAP
        self._end(x)

    def document(self) -> str:
        height = self.y + _MARGIN
        size = f'width="{self.width}" height="{height}" viewBox="0 0 {self.width} {height}"'
        ground = f'<rect width="{self.width}" height="{height}" fill="#fff"/>'
        body = "".join(self.parts)
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{_STYLE}</style>{ground}{body}</svg>'

    def _end(self, x: int) -> None:
        self.width = max(self.width, x - _GAP + _MARGIN)
        self.y += _HEIGHT + _GAP

    def _card(self, x: int, y: int, figure: Figure, before: str = "", *, is_far: bool = False) -> None:
        kind = ' class="far"' if is_far else ""
        self.parts.append(f"<g{kind}><title>{_escape(_whole(figure))}</title>")
        self._rect(x, y, _WIDTH, _HEIGHT, "spell" if figure.hp is None else "card")
        values = f"cost {figure.cost}  AV {figure.av}" + ("" if figure.hp is None else f"  HP {figure.hp}")
        lines = (
            (_cut(before + figure.name), "name"),
            (values, ""),
            (_cut(" ".join(figure.abilities)), ""),
            (_cut(", ".join(figure.words)), "words"),
        )
        for number, (words, name) in enumerate(lines):
            if words:
                self._words(x + 6, y + 14 + 15 * number, words, name)
        self.parts.append("</g>")

    def _rect(self, x: int, y: int, width: int, height: int, name: str) -> None:
        self.parts.append(f'<rect class="{name}" x="{x}" y="{y}" width="{width}" height="{height}" rx="4"/>')

    def _words(self, x: int, y: int, words: str, name: str) -> None:
        kind = f' class="{name}"' if name else ""
        self.parts.append(f'<text{kind} x="{x}" y="{y}">{_escape(words)}</text>')


def _whole(figure: Figure) -> str:
    return ", ".join((figure.name, *figure.abilities, *figure.words))


def _cut(words: str) -> str:
    return words if len(words) <= _LETTERS else f"{words[: _LETTERS - 1]}…"


def _escape(words: str) -> str:
    """Text for XML, without the control characters that XML has no place for."""
    return escape("".join(sign for sign in words if sign.isprintable()))
