"""View models of score sheets."""

from __future__ import annotations

from typing import Any, Final

from django.http import QueryDict

from accounts.models import Owner, Visibility
from contract.registry import setup_form_of
from scores.kinds import kind_of
from scores.models import ScoreSheet
from scores.services import tables
from scores.services.writing import SheetLine, in_force, lines_of

EMPTY: Final[dict[str, Any]] = {"data": {}, "drawn": {}, "form": None}  # a form with nothing filled in


def sheet_context(sheet: ScoreSheet, owner: Owner | None, address: str) -> dict[str, Any]:
    """The context of a sheet's page; forms are there for its owner alone. ``address`` is what is given away."""
    kind, lines = kind_of(sheet), lines_of(sheet)
    standing = kind.read(sheet.setup, in_force(lines))
    is_own = sheet.is_owned_by(owner)
    seats = kind.seats(sheet.setup, standing)
    context = {
        "sheet": sheet,
        "kind": kind,
        "standing": standing,
        "page": kind.page(sheet.setup, standing),
        "given": EMPTY,
        "lines": [line_context(sheet, line) for line in reversed(lines)],
        "is_own": is_own,
        "is_open": sheet.visibility != Visibility.PRIVATE,
        "address": address,
        "open_tables": list(tables.open_tables(sheet)),
        "kind_template": f"scores/_{sheet.kind}.html",
        "form_template": f"scores/_{sheet.kind}_form.html",
    }
    if is_own and owner is not None and seats is not None:
        data = QueryDict(mutable=True)
        data["players"] = str(len(seats))
        form = setup_form_of(kind.game)(data, is_sent=False)
        context |= {
            "seats": [(name, form[f"seat_{seat}"]) for seat, name in seats.items()],
            "seat_count": len(seats),
            "finished": tables.finished_games(sheet, owner),
        }
    return context


def line_context(sheet: ScoreSheet, line: SheetLine) -> dict[str, Any]:
    """A line of the history: what it says now, and all that it said before."""
    kind = kind_of(sheet)
    texts = [
        kind.words(sheet.setup, entry.data) if entry.data is not None else "" for entry in (line.entry, *line.history)
    ]
    return {
        "number": line.entry.number,
        "at": line.entry.at,
        "game": line.entry.game,
        "words": texts[-1],
        "is_struck": line.data is None,
        "before": [(words, entry.at) for words, entry in zip(texts[:-1], (line.entry, *line.history), strict=False)],
    }


def entry_context(sheet: ScoreSheet, data: dict[str, Any]) -> dict[str, Any]:
    """What a form shows that is filled in with an entry."""
    kind = kind_of(sheet)
    return {**EMPTY, "data": data, **kind.filled_in(sheet.setup, data)}


def correction_context(sheet: ScoreSheet, number: int, data: dict[str, Any]) -> dict[str, Any]:
    """The context of the page that corrects a line, which says ``data`` now: as the sheet stood before that line."""
    kind, lines = kind_of(sheet), lines_of(sheet)
    line = next(line for line in lines if line.entry.number == number)
    before = [line for line in lines if line.entry.number < number]
    return {
        "sheet": sheet,
        "line": line,
        "said": kind.words(sheet.setup, data),
        "page": kind.page(sheet.setup, kind.read(sheet.setup, in_force(before))),
        "given": entry_context(sheet, data),
        "form_template": f"scores/_{sheet.kind}_form.html",
    }
