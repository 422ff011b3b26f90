"""A position of Clash of Magic Schools, drawn very small: five Arenas, both schools' Students and levels, the totals.

A drawing is an ``<svg>`` without words, kept by its content, like those of ``board.thumbnails``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from cards.symbols import icon_href
from engine.schools.formats.state_reading import read_state
from engine.schools.rules.components import ELEMENTS
from engine.schools.rules.state import SchoolsState
from games.schools.board.faces import ELEMENT_FACES

CACHE_SIZE: Final = 256
WIDTH: Final = 320
HEIGHT: Final = 188
ARENA: Final = 60.0  # the width of an Arena
GAP: Final = 3.0
TOP: Final = 5.0
MIDDLE: Final = HEIGHT / 2
BADGE: Final = 9.0  # half the height of the Element's badge in the middle
STUDENT: Final = 17.0
MAX_DRAWN: Final = 9  # Students of a column that are drawn one by one
TONES: Final = {"earth": "#8a6430", "water": "#2f73ad", "air": "#5d8089", "fire": "#b3442c", "darkness": "#6a4591"}
SCHOOLS: Final = ("#26232b", "#8a6a22")  # Dragombre, Blancgriffon; figures are white on both


def schools_mini(position: Any) -> SafeString:
    """The drawing of a position given as ``magic-schools/1``. Raises ``EngineError`` for what is none."""
    return _drawn(json.dumps(position, sort_keys=True))


@lru_cache(maxsize=CACHE_SIZE)
def _drawn(text: str) -> SafeString:
    state = read_state(json.loads(text))
    parts = [part for arena in range(len(ELEMENTS)) for part in _arena(state, arena)]
    return format_html(
        '<svg class="mini" viewBox="0 0 {} {}" aria-hidden="true" focusable="false">{}</svg>',
        str(WIDTH),
        str(HEIGHT),
        mark_safe("".join(parts)),  # our own drawings: numbers, colours and names of the library
    )


def _arena(state: SchoolsState, arena: int) -> Iterator[str]:
    name = ELEMENTS[arena]
    x = GAP + (ARENA + GAP) * arena
    tone = TONES[name]
    yield (
        f'<rect x="{x:g}" y="{TOP:g}" width="{ARENA:g}" height="{HEIGHT - 2 * TOP:g}" rx="6" fill="{tone}" '
        f'fill-opacity=".16" stroke="{tone}" stroke-width="1.5"/>'
    )
    yield f'<rect x="{x:g}" y="{MIDDLE - BADGE:g}" width="{ARENA:g}" height="{2 * BADGE:g}" fill="{tone}"/>'
    yield _icon(ELEMENT_FACES[name].icon, x + ARENA / 2 - 7, MIDDLE - 7, 14, "#ffffff")
    hero = state.active
    for seat in (hero, 1 - hero):
        yield from _side(state, seat, arena, x, near=seat == hero)


def _side(state: SchoolsState, seat: int, arena: int, x: float, *, near: bool) -> Iterator[str]:
    side = state.sides[seat]
    towards = 1 if near else -1
    students = side.students[arena][:MAX_DRAWN]
    for place, element in enumerate(students):
        column, row = place % 2, place // 2
        left = x + 22 + column * (STUDENT + 1)
        y = MIDDLE + towards * (BADGE + 3 + row * (STUDENT - 3)) - (0 if near else STUDENT - 4)
        yield (
            f'<rect x="{left:g}" y="{y:g}" width="{STUDENT:g}" height="{STUDENT - 4:g}" rx="3" '
            f'fill="{TONES[ELEMENTS[element]]}"/>'
        )
    level = side.level(arena)
    y = MIDDLE + towards * (BADGE + 14)
    if side.emblem == arena:
        yield f'<circle cx="{x + 11:g}" cy="{y + towards * 22:g}" r="6" fill="{SCHOOLS[seat]}" stroke="#b98a2c"/>'
    if level:
        yield (
            f'<rect x="{x + 3:g}" y="{y - 10:g}" width="16" height="20" rx="3" '
            f'fill="{SCHOOLS[seat]}" stroke="#b98a2c"/>'
            f'<text x="{x + 11:g}" y="{y + 5.5:g}" text-anchor="middle" font-size="15" font-weight="700" '
            f'fill="#ffffff">{level}</text>'
        )


def _icon(name: str, x: float, y: float, size: float, ink: str) -> str:
    href, box = icon_href(name), f'x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"'
    return f'<use href="{href}" {box} color="{ink}"/>'
