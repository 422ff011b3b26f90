"""A table that nobody has sat down at: the backs of the cards across it, one's own in front, the lines between them."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _
from PIL import Image

from board.paper.fitting import style_version
from board.paper.pictures import SIZE
from cards.fonts import DISPLAY, TEXT
from cards.measuring import TextBox, fit
from cards.rendering.cache import cached_png
from cards.rendering.geometry import DEFAULT, pixels
from cards.rendering.pages import page_png
from cards.rendering.png import raster
from cards.rendering.store import kept
from contract.game import Game
from contract.kit import KitSide
from contract.modes import GameMode
from contract.registry import GAMES
from tables.kits.drawing import side_html, side_pdf

DPI: Final = 130
HAND_SIZE: Final = 5  # cards in a hand
_FOLDERS: Final = (Path(__file__).parent, Path(settings.BASE_DIR) / "templates" / "play" / "inviting")
_MIDDLE: Final = 335  # pixels from the left to the middle of the table
_TITLE: Final = TextBox((DISPLAY, "normal"), 490, 200, 1.04, (84, 70, 54), 40)
_LINE: Final = TextBox((TEXT, "normal"), 490, 150, 1.3, (34,), 20)
# Of a hand by how many there are at a side of the table: its cards' height, their distance, and their number.
_ROOM: Final = {1: (160, 62, HAND_SIZE), 2: (120, 40, 4)}


class NoSuchTable(LookupError):
    """Nothing is called so that could be played."""


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card at the table, in pixels of the picture and degrees; ``source`` is the address of how it looks."""

    source: str
    left: float
    top: float
    width: float
    height: float
    turned: float


def table_picture(name: str, language: str) -> bytes:
    """A PNG, from the cache if it was drawn before. Raises ``NoSuchTable`` for what is no mode or game."""
    modes = {mode.name: (game, mode) for game in GAMES.values() for mode in game.modes}
    if name not in modes and name not in GAMES:
        raise NoSuchTable(f"no mode or game {name!r}")
    with translation.override(language):
        key = ("invitation", style_version(*_FOLDERS), name, language)
        return kept("png", key, lambda: _of_mode(*modes[name]) if name in modes else _of_game(GAMES[name]))


def _of_mode(game: Game, mode: GameMode) -> bytes:
    files = {"card:back": cached_png(None, DPI)}
    count = len(mode.seats)
    sides = range(0, count, 2)
    cards = [card for side in (0, 1) for card in _hands(["card:back"], len(sides), is_near=side == 0)]
    seats = [
        {"letter": seat, "is_ai": seat in mode.ai_seats, "near": number % 2 == 0, "place": number // 2}
        for number, seat in enumerate(mode.seats)
    ]
    more = {"lines": range(count), "seats": seats, "four": count > 2}
    return _drawn(str(mode.title), game.title, cards, files, more)


def _of_game(game: Game) -> bytes:
    if game.kit is None:
        return _drawn(game.title, "", [], {}, {})
    kit_cards = game.kit.cards()
    # A hand of different cards: those that look alike lie together in a kit.
    shown = [kit_cards[place * len(kit_cards) // (2 * HAND_SIZE)] for place in range(HAND_SIZE)]
    files = {f"card:{place}": _side(card.front) for place, card in enumerate(shown)}
    files["card:back"] = _side(shown[0].back)
    cards = [
        *_hands(["card:back"], 1, is_near=False),
        *_hands([f"card:{place}" for place in range(HAND_SIZE)], 1, is_near=True, larger=1.5),
    ]
    return _drawn(game.title, "", cards, files, {})


def _side(side: KitSide) -> bytes:
    """A side of a kit's card as cut."""
    outer, bleed = DEFAULT.with_bleed(), pixels(DEFAULT.bleed, DPI)
    whole = raster(side_pdf(side_html(side)), (pixels(outer.width, DPI), pixels(outer.height, DPI)))
    written = io.BytesIO()
    Image.Image.crop(whole, (bleed, bleed, whole.width - bleed, whole.height - bleed)).save(written, "PNG")
    return written.getvalue()


def _hands(sources: list[str], count: int, *, is_near: bool, larger: float = 1.0) -> Iterator[HeldCard]:
    """The hands at a side of the table, fanned out; those across it are seen from behind, the other way round."""
    tall, wide, cards = _ROOM[count]
    height, apart = tall * larger, wide * larger
    width = height * DEFAULT.width / DEFAULT.height
    for hand in range(count):
        middle = _MIDDLE + (hand - (count - 1) / 2) * 290
        for place in range(cards):
            off = place - (cards - 1) / 2
            sign = 1 if is_near else -1
            top = (600 - height if is_near else 30) + sign * off * off * 4 - (8 if is_near else -8)
            source = sources[place % len(sources)]
            yield HeldCard(source, middle + off * apart - width / 2, top, width, height, sign * off * 5)


def _drawn(title: str, game: str, cards: list[HeldCard], files: dict[str, bytes], more: dict[str, Any]) -> bytes:
    line = _("Take a seat in the browser, without an account.")
    context = {
        **{"title": title, "cards": cards, "game": game, "middle": _MIDDLE, "paper": True},
        **{"heading": fit(title, _TITLE), "line": fit(line, _LINE)},
        **more,
    }
    html = render_to_string("play/inviting/picture.html", context)
    return page_png(html, None, size=SIZE, card_height=SIZE[1], files=files)
