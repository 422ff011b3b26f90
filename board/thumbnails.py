"""The starting position of a page, drawn very small: what a list shows of it.

A drawing is an ``<svg>`` without words, so it is the same in every language. Its icons are
files (``cards.symbols``).
It is kept by the content of the position: a list of pages that were drawn before costs next to nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from board.naming import looks_of_card
from board.services import site_cards
from cards.colours import TINTS
from cards.icons import FURNITURE
from cards.symbols import icon_href
from engine.decks.formats.interchange import read_position
from engine.decks.formats.objectives import BACK
from engine.decks.rules.board import CHAMPION_NONE, AISeat, Creature, Seat
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position

CACHE_SIZE: Final = 1024  # drawings that a process keeps, of some 10 kB each
WIDTH: Final = 320.0
CHIP: Final = (38.0, 48.0)  # a Creature
STEP: Final = 41.0  # from Creature to Creature, where there is room
BRIDGE: Final = 36.0
LINE: Final = 55.0
HAND_CARD_SIZE: Final = (20.0, 27.0)  # a card in a hand
HELD_STEP: Final = 22.5
HAND: Final = 35.0
MARGIN: Final = 5.0
STONE: Final = {False: ("#7d8796", "#20262f"), True: ("#a2583f", "#2d100a")}  # by side: ground, icon
CHAMPION_GOLD: Final = "#e0b04a"


def mini_of(position: Any) -> SafeString:
    """The drawing of a position given as ``clash-position/1``. Raises ``BadPosition`` for what is none."""
    return _drawn(json.dumps(position, sort_keys=True))


@lru_cache(maxsize=CACHE_SIZE)
def _drawn(text: str) -> SafeString:
    return _Pencil(read_position(json.loads(text), site_cards())).mini()


class _Pencil:
    """Draws one position; coordinates are those of an ``<svg>`` that is 320 wide."""

    def __init__(self, position: Position) -> None:
        self.position = position
        objective = position.objective
        self.hero = SEAT_NAMES.index(objective["player"]) if objective else position.active

    def mini(self) -> SafeString:
        """The whole drawing: hands above, lines, hands below."""
        mode = self.position.mode
        parts: list[str] = []
        y = MARGIN
        for seat in range(1, mode.seats, 2):
            parts += self._hand(seat, y)
            y += HAND
        top = y
        for seat in range(0, mode.seats, 2):
            for row in (2 * seat, 2 * seat + 1):
                parts += self._line(row, y)
                y += LINE
        ground = f'<rect class="mini-lines" x="0" y="{top:g}" width="{WIDTH:g}" height="{y - top:g}"/>'
        for seat in range(0, mode.seats, 2):
            parts += self._hand(seat, y)
            y += HAND
        return format_html(
            '<svg class="mini" viewBox="0 0 {} {}" aria-hidden="true" focusable="false">{}</svg>',
            f"{WIDTH:g}",
            f"{y + MARGIN / 2:g}",
            mark_safe(ground + "".join(parts)),  # our own drawings: numbers, colours and names of the library
        )

    # Lines

    def _line(self, row: int, y: float) -> Iterator[str]:
        middle = WIDTH / 2
        yield f'<path class="mini-water" d="M{middle - 12:g} {y:g}h24v{LINE:g}h-24z"/>'
        yield self._icon("bridge", middle - 14, y + 13, 28, "mini-bridge")
        facing = self.position.mode.facing[row]
        yield from self._kingdom(self.position.rows[row], y, left=True)
        yield from self._kingdom(self.position.rows[facing], y, left=False)

    def _kingdom(self, creatures: Sequence[Creature], y: float, left: bool) -> Iterator[str]:
        room = WIDTH / 2 - BRIDGE / 2 - MARGIN - CHIP[0]
        step = min(STEP, room / max(len(creatures) - 1, 1))
        for at in reversed(range(len(creatures))):  # the one at the Bridge lies on top
            away = BRIDGE / 2 + step * at
            x = WIDTH / 2 - away - CHIP[0] if left else WIDTH / 2 + away
            yield from self._creature(creatures[at], x, y + (LINE - CHIP[1]) / 2)

    def _creature(self, creature: Creature, x: float, y: float) -> Iterator[str]:
        body = creature.body
        under = [card for card in (creature.enchained, body.card if body.symbiote else None) if card is not None]
        for at, card in enumerate(under, start=1):
            yield self._ground(card, x + 3.0 * at, y - 2.5 * at, *CHIP, faced=card is not creature.enchained)
        card = body.symbiote or body.card
        width, height = CHIP
        yield self._ground(card, x, y, width, height, golden=bool(body.champion))
        yield self._picture(card, x + 6.5, y + 4, 25)
        left = max(body.hp - creature.damage, 0)
        yield _value(x + 8.5, y + height - 8, body.av + creature.sprint, "#9b2717")
        yield _value(x + width - 8.5, y + height - 8, left, "#8a5a00" if creature.damage else "#35672b")

    # Hands

    def _hand(self, seat: int, y: float) -> Iterator[str]:
        player = self.position.seats[seat]
        yield self._letter(seat, y)
        pile = player.pile if isinstance(player, AISeat) else player.hand
        place = 0 if isinstance(player, AISeat) else player.stronghold
        x = MARGIN + 47
        count = len(pile) + 1
        room = WIDTH - x - MARGIN - HAND_CARD_SIZE[0] - (24 if player.champion_state != CHAMPION_NONE else 0)
        step = min(HELD_STEP, room / max(count - 1, 1))
        yield from self._window(seat, player, x, y, step)
        cards: list[Card | None] = [*pile]
        cards.insert(place, None)
        for at, card in enumerate(cards):
            if card is None:
                yield self._stronghold(player.fort, x + step * at, y + 4)
            elif card.key == BACK.key:
                yield self._ground(card, x + step * at, y + 4, *HAND_CARD_SIZE, faced=False)
            else:
                yield self._ground(card, x + step * at, y + 4, *HAND_CARD_SIZE)
                yield self._picture(card, x + step * at + 2, y + 8, 16)
        if player.champion is not None and player.champion_state != CHAMPION_NONE:
            yield self._ground(player.champion, WIDTH - MARGIN - HAND_CARD_SIZE[0], y + 4, *HAND_CARD_SIZE, golden=True)
            yield self._picture(player.champion, WIDTH - MARGIN - HAND_CARD_SIZE[0] + 2, y + 8, 16)

    def _letter(self, seat: int, y: float) -> str:
        kind = "mini-seat hero" if seat == self.hero else "mini-seat"
        hp = self.position.seats[seat].hp
        circle = f'<circle cx="{MARGIN + 11:g}" cy="{y + 17.5:g}" r="10"/>'
        letter = f'<text x="{MARGIN + 11:g}" y="{y + 21.5:g}">{SEAT_NAMES[seat]}</text>'
        left = f'<text class="to-go" x="{MARGIN + 33:g}" y="{y + 22:g}">{hp}</text>'
        return f'<g class="{kind}">{circle}{letter}{left}</g>'

    def _window(self, seat: int, player: Seat, x: float, y: float, step: float) -> Iterator[str]:
        """The bracket around the cards that can be played, of whoever is to find something."""
        if player.is_ai or seat != self.hero:
            return
        places = self.position.window_places(seat)
        if not places:
            return
        width = step * (len(places) - 1) + HAND_CARD_SIZE[0] + 3
        yield (
            f'<rect class="mini-window" x="{x + step * places[0] - 1.5:g}" y="{y + 2:g}" width="{width:g}" '
            f'height="{HAND_CARD_SIZE[1] + 4:g}" rx="4"/>'
        )

    def _stronghold(self, fort: bool, x: float, y: float) -> str:
        ground, colour = STONE[fort]
        width, height = HAND_CARD_SIZE
        rect = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="2.5" fill="{ground}"/>'
        return rect + self._icon("fort" if fort else "bastion", x + 2, y + 5, 16, colour=colour)

    # Cards

    def _ground(
        self, card: Card, x: float, y: float, width: float, height: float, faced: bool = True, golden: bool = False
    ) -> str:
        tint = TINTS[looks_of_card(card)[1]]
        sky, land = (tint.sky, tint.near) if faced else ("#4b3a2a", "#2a2118")
        edge = CHAMPION_GOLD if golden else tint.outline
        box = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{width / 9:.3g}"'
        low = height * 0.3
        hill = (
            f"M{x + 0.5:g} {y + height - low:g}q{width / 4:.3g} {-low / 3:.3g} {width / 2:g} 0"
            f"t{width / 2 - 1:g} 0v{low - 2:.3g}h{1 - width:g}z"
        )
        return (
            f'<rect {box} fill="{sky}"/><path d="{hill}" fill="{land}"/>'
            f'<rect {box} fill="none" stroke="{edge}" stroke-width="{2 if golden else 1.2}"/>'
        )

    def _picture(self, card: Card, x: float, y: float, size: float) -> str:
        icon, tint = looks_of_card(card)
        return self._icon(icon, x, y, size, colour=TINTS[tint].outline)

    def _icon(self, name: str, x: float, y: float, size: float, css: str = "", colour: str = "") -> str:
        name = FURNITURE.get(name, name)
        paint = f'class="{css}"' if css else f'color="{colour}"'
        return f'<use href="{icon_href(name)}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" {paint}/>'


def _value(x: float, y: float, number: int, colour: str) -> str:
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="7.4" fill="{colour}" stroke="#fff6dc" stroke-width=".8"/>'
        f'<text class="mini-value" x="{x:g}" y="{y + 4:g}">{number}</text>'
    )
