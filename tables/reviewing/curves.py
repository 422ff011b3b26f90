"""The evaluation curve of a review, drawn as an ``<svg>``; what it shows stands as a table beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from web.percent import percent

WIDTH: Final = 640.0
HEIGHT: Final = 220.0
LEFT: Final = 46.0
RIGHT: Final = 22.0
TOP: Final = 12.0
BOTTOM: Final = 28.0
MAX_LABELS: Final = 14  # of turns below the curve


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where turns and shares lie in the picture, in its units."""

    points: int

    def x(self, at: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) / max(1, self.points - 1) * at, 1)

    def y(self, value: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - value), 1)


def draw(
    curve: Sequence[dict[str, Any]],
    letters: Sequence[str],
    labels: Sequence[str],
    marked: Sequence[int],
    names: Mapping[str, str],
) -> SafeString:
    """The curves of seats over the turns; ``labels`` name the points, ``marked`` are numbers of turns worth a look.

    Seats are told apart by their short ``names`` at the line and by how it is dashed.
    """
    scale = _Scale(len(curve))
    return format_html(
        '<svg class="review-curve" viewBox="0 0 {} {}" role="img" aria-labelledby="curve-title curve-about">'
        '<title id="curve-title">{}</title><desc id="curve-about">{}</desc>{}{}{}{}</svg>',
        WIDTH,
        HEIGHT,
        _("Winning chances after each turn"),
        _("The same numbers are in the table below."),
        _grid(scale),
        _marks(scale, curve, marked),
        _lines(scale, curve, letters, names),
        _labels(scale, labels),
    )


def _grid(scale: _Scale) -> SafeString:
    """The shares that lines across the picture stand for."""
    grid = ((share / 100, percent(share)) for share in (0, 50, 100))
    return format_html_join(
        "",
        '<line class="curve-grid" x1="{}" x2="{}" y1="{}" y2="{}"/><text class="curve-label" x="{}" y="{}">{}</text>',
        ((LEFT, WIDTH - RIGHT, scale.y(v), scale.y(v), LEFT - 6, scale.y(v) + 4, label) for v, label in grid),
    )


def _marks(scale: _Scale, curve: Sequence[dict[str, Any]], marked: Sequence[int]) -> SafeString:
    return format_html_join(
        "",
        '<line class="curve-mark" x1="{0}" x2="{0}" y1="{1}" y2="{2}"/>',
        ((scale.x(at), TOP, HEIGHT - BOTTOM) for at, point in enumerate(curve) if point["turn"] in marked),
    )


def _lines(
    scale: _Scale, curve: Sequence[dict[str, Any]], letters: Sequence[str], names: Mapping[str, str]
) -> SafeString:
    """Each seat's line, with its name."""
    lines = []
    for number, letter in enumerate(letters):
        values = [(at, point["values"][letter]) for at, point in enumerate(curve) if letter in point["values"]]
        places = [(scale.x(at), scale.y(value)) for at, value in values]
        # One name stands at the end of its line; several at their beginnings, for they may end at one place.
        name_x, name_y = (
            (places[-1][0] + 6, places[-1][1] + 4) if len(letters) == 1 else (places[0][0], places[0][1] - 9)
        )
        lines.append(
            format_html(
                '<polyline class="curve curve-{}" points="{}"/>{}<text class="curve-name" x="{}" y="{}">{}</text>',
                number,
                " ".join(f"{x},{y}" for x, y in places),
                format_html_join("", '<circle class="curve-dot" cx="{}" cy="{}" r="3"/>', places),
                name_x,
                round(name_y, 1),
                names[letter],
            )
        )
    return format_html_join("", "{}", ((line,) for line in lines))


def _labels(scale: _Scale, labels: Sequence[str]) -> SafeString:
    """The names of turns, as many as there is room for."""
    every = max(1, -(-len(labels) // MAX_LABELS))
    return format_html_join(
        "",
        '<text class="curve-turn" x="{}" y="{}">{}</text>',
        ((scale.x(at), HEIGHT - 8, label) for at, label in enumerate(labels) if at % every == 0),
    )
