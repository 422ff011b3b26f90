"""Writing on a sheet: new entries, corrections that keep what was there, and what follows from all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.locks import lock_row
from accounts.models import Owner
from contract.sheets import UnfitSheet
from scores.kinds import kind_of
from scores.models import ScoreSheet, SheetEntry
from tables.models import LiveGame


class StaleSheet(Exception):
    """Something was written on the sheet since it was looked at."""


@dataclass(frozen=True)
class SheetLine:
    """An entry of a sheet with what has become of it.

    ``data`` is what stands there now, None when it is struck out; ``history`` are its corrections, the latest last.
    """

    entry: SheetEntry
    data: dict[str, Any] | None
    history: Sequence[SheetEntry]


def create(*, owner: Owner, kind: str, name: str, setup: dict[str, Any], token: str, visibility: str) -> ScoreSheet:
    """An empty sheet. Raises ``UnfitSheet`` for players that cannot be."""
    sheet = ScoreSheet(owner=owner, kind=kind, name=name, setup=setup, token=token, visibility=visibility)
    kind_of(sheet).read(setup, [])
    sheet.save()
    return sheet


def lines_of(sheet: ScoreSheet) -> list[SheetLine]:
    entries = list(sheet.entries.select_related("game").order_by("number"))
    corrections: dict[int, list[SheetEntry]] = {}
    for entry in entries:
        if entry.corrects is not None:
            corrections.setdefault(entry.corrects, []).append(entry)
    lines = []
    for entry in entries:
        if entry.corrects is None:
            history = corrections.get(entry.number, [])
            lines.append(SheetLine(entry, history[-1].data if history else entry.data, history))
    return lines


def in_force(lines: Sequence[SheetLine]) -> list[dict[str, Any]]:
    return [line.data for line in lines if line.data is not None]


def standing_of(sheet: ScoreSheet, lines: Sequence[SheetLine]) -> Any:
    return kind_of(sheet).read(sheet.setup, in_force(lines))


@transaction.atomic
def write(
    sheet: ScoreSheet, data: Sequence[dict[str, Any]], *, seen: int | None = None, game: LiveGame | None = None
) -> None:
    """Writes entries, those of a game or of a form.

    Raises ``StaleSheet`` when the sheet is not as it was ``seen``, ``UnfitSheet`` when they do not fit.
    """
    lines = _taken(sheet, seen)
    standing = kind_of(sheet).read(sheet.setup, [*in_force(lines), *data])
    entries = [
        SheetEntry(sheet=sheet, number=sheet.version + place, data=entry_data, game=game)
        for place, entry_data in enumerate(data, 1)
    ]
    _add(sheet, entries, standing)


@transaction.atomic
def correct(sheet: ScoreSheet, number: int, data: dict[str, Any] | None, *, seen: int | None = None) -> None:
    """Puts ``data`` in the place of an entry, or strikes it out; the entry itself stays in the history.

    Raises ``StaleSheet``, ``UnfitSheet`` when it, or what comes after it, would not fit, ``SheetEntry.DoesNotExist``.
    """
    lines = _taken(sheet, seen)
    place = next((place for place, line in enumerate(lines) if line.entry.number == number), None)
    if place is None:
        raise SheetEntry.DoesNotExist(f"{sheet} has no entry {number}")
    numbered = [(line.entry.number, data if at == place else line.data) for at, line in enumerate(lines)]
    entries = [(entry_number, entry_data) for entry_number, entry_data in numbered if entry_data is not None]
    try:
        standing = kind_of(sheet).read(sheet.setup, [entry_data for _number, entry_data in entries])
    except UnfitSheet as wrong:
        if wrong.entry is None or entries[wrong.entry][0] == number:
            raise
        words = _("With this correction, line %(number)d would no longer be valid: correct or strike it out first.")
        raise UnfitSheet(words % {"number": entries[wrong.entry][0]}, wrong.entry) from wrong
    _add(sheet, [SheetEntry(sheet=sheet, number=sheet.version + 1, corrects=number, data=data)], standing)


def _taken(sheet: ScoreSheet, seen: int | None) -> list[SheetLine]:
    """The lines of a sheet that nobody else writes on until the transaction ends."""
    lock_row(ScoreSheet, sheet.pk)
    sheet.refresh_from_db(fields=["version", "is_over"])
    if seen is not None and seen != sheet.version:
        raise StaleSheet
    return lines_of(sheet)


def _add(sheet: ScoreSheet, entries: Sequence[SheetEntry], standing: Any) -> None:
    SheetEntry.objects.bulk_create(entries)
    sheet.version += len(entries)
    sheet.is_over = kind_of(sheet).is_over(standing)
    sheet.save(update_fields=["version", "is_over", "updated"])
