"""The judge's sheet of Clash of Decks on paper: what is asked most, and all that is ours."""

from __future__ import annotations

from typing import Any, Final

from django.template.loader import render_to_string

from cards.printing.pieces import fan_line
from cards.rendering.pdf import press
from cards.rendering.store import kept
from rulings.queries import parts
from rulings.readings import all_readings, grouped
from rulings.usual import usual_questions

KIND: Final = "pdf"  # of files that are kept
AT_THE_TABLE: Final = ("turns", "abilities", "ai", "mutation")  # groups of readings that a judge needs


def judges_sheet(language: str) -> bytes:
    """The sheet as a PDF, A4, in a language, which must be that of the moment."""
    html = render_to_string("rulings/paper/judges_sheet.html", _context(language))
    return kept(KIND, ("judges sheet", html), lambda: press(html))


def _context(language: str) -> dict[str, Any]:
    ours = ((part, [ruling for ruling in part.rulings if ruling.decided]) for part in parts(language))
    return {
        "usual": usual_questions(language),
        "parts": [(part, rulings) for part, rulings in ours if rulings],
        "groups": [group for group in grouped(all_readings(language)) if group.id in AT_THE_TABLE],
        "fan": fan_line(),
    }
