"""Cards as a table: CSV with ``,``, ``;`` or tabs, a heading line in either language, its columns in any order.

On the way out a cell that a spreadsheet would take for a formula gets a ``'`` before it; on the way in it is taken away
again, so that a table round-trips.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from cards.art import art_by_name
from cards.exchange.faults import CardsRefused, ImportFault
from cards.exchange.headings import FIELDS, field_of, heading_of, slugs_in, type_named, type_of
from cards.exchange.reading import check_cards
from cards.exchange.shape import CardContent, CardFile

SEPARATORS: Final = (";", ",", "\t")
NUMBERS: Final = ("cost", "av", "hp")
MAX_COLUMNS: Final = 100
MAX_SNIFFED: Final = 4000  # characters of the first line by which the separator is told
MAX_HEADING: Final = 60  # characters of a strange heading for which a known one is suggested
ART: Final = ("icon", "hand", "back", "scene", "tint")
_WHOLE: Final = re.compile(r"([0-9]{1,9})(?:\.0{1,9})?")  # as some programs write whole numbers
_NO_NUMBER: Final = ("-", "\N{EN DASH}", "\N{EM DASH}")  # as people write that there is none
_FORMULA: Final = re.compile(r"'*[=+\-@\t\r]")
_DECLARED: Final = re.compile(r'"?sep=([;,\t])"?[;,\t]*(?:\r\n|\r|\n|$)', re.IGNORECASE)  # spreadsheets do not count it

Row = tuple[int, list[str]]


def read_table(text: str) -> list[CardContent]:
    """The cards of a table. Raises ``CardsRefused`` with every fault by row and column."""
    return read_table_file(text).cards


def read_table_file(text: str) -> CardFile:
    """A table as a file that knows its columns. Raises ``CardsRefused`` with every fault by row and column."""
    rows = _rows(text)
    if not rows:
        raise CardsRefused([ImportFault(_("There is nothing in it."))])
    columns, headings = _columns(rows[0])
    if len(rows) == 1:
        raise CardsRefused([ImportFault(_("There is a header line but no card below it."))])
    faults = list(_overlong(rows[1:], len(rows[0][1])))
    entries = [_entry(columns, cells) for _number, cells in rows[1:]]
    numbers = [number for number, _cells in rows[1:]]

    def place(path: tuple[str | int, ...]) -> dict[str, Any]:
        if not path:
            return {}
        key = str(path[2] if path[1:2] == ("art",) and len(path) > 2 else path[1]) if len(path) > 1 else ""
        return {"row": numbers[int(path[0])], "column": headings.get(key, key)}

    cards, wrong = check_cards(entries, place)
    if faults or wrong:
        at = {headings[field]: position for position, field in columns.items()}
        raise CardsRefused(sorted([*faults, *wrong], key=lambda fault: at.get(fault.column, -1)))
    return CardFile.of_table(cards, columns.values())


def write_table(cards: Iterable[Mapping[str, Any]], language: str = "en") -> str:
    """Cards as ``write_card`` writes them, as CSV with commas. Pictures stay behind: a table has no room for them."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow([heading_of(field, language) for field in FIELDS])
    for card in cards:
        writer.writerow([_guarded(_cell(card, field, language)) for field in FIELDS])
    return file.getvalue()


def _cell(card: Mapping[str, Any], field: str, language: str) -> str:
    if field in ART:
        value = card.get("art", {}).get(field, "")
    elif field == "abilities":
        value = " ".join(card.get("abilities", ()))
    elif field == "type":
        value = type_named(card["type"], language)
    else:
        value = card.get(field)
    return "" if value is None else str(value)


def _guarded(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def _rows(text: str) -> list[Row]:
    """The lines that hold something, each with its number as a spreadsheet counts, which is by records."""
    declared = _DECLARED.match(text)
    rest = text[declared.end() :] if declared else text
    separator = declared[1] if declared else _separator(text)
    reader = csv.reader(io.StringIO(rest, newline=""), delimiter=separator, strict=True)
    rows: list[Row] = []
    number = 0
    while True:
        number += 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise CardsRefused([ImportFault(_complaint(str(error)), row=number)]) from None
        if cells is None:
            return rows
        if any(cell.strip() for cell in cells):
            rows.append((number, [_unguarded(cell.strip(" ")) for cell in cells]))


def _complaint(error: str) -> str:
    if "field larger" in error:
        return _("A cell is far too long: perhaps a quotation mark is missing.")
    return _('The quotation marks do not match: a cell that begins with " ends with ", and a " inside is doubled.')


def _separator(text: str) -> str:
    """The one by which the first line makes the most headings that are known."""
    first = next(iter(text.lstrip(' ,;\t"\r\n')[:MAX_SNIFFED].splitlines()), "")
    known = {mark: sum(field_of(cell.strip(' "')) is not None for cell in first.split(mark)) for mark in SEPARATORS}
    return max(SEPARATORS, key=lambda mark: (known[mark], first.count(mark)))


def _columns(heading: Row) -> tuple[dict[int, str], dict[str, str]]:
    """(position: field, field: heading as written). Raises ``CardsRefused`` for strange, double and missing ones."""
    row, cells = heading
    if sum(bool(cell.strip()) for cell in cells) > MAX_COLUMNS:
        raise CardsRefused([ImportFault(_("A table has at most %(count)d columns.") % {"count": MAX_COLUMNS}, row=row)])
    columns: dict[int, str] = {}
    headings: dict[str, str] = {}
    faults = []
    for position, cell in enumerate(cells):
        if not cell.strip():
            continue
        field = field_of(cell)
        if field is None:
            faults.append(ImportFault(_strange(cell), row=row, column=cell[:40]))
        elif field in headings:
            faults.append(
                ImportFault(
                    _("This column is there twice: it is the same as “%(other)s”.") % {"other": headings[field]},
                    row,
                    cell,
                )
            )
        else:
            columns[position], headings[field] = field, cell.strip()
    needed = [field for field in ("name", "type") if field not in headings]
    if needed and len(faults) == sum(bool(cell.strip()) for cell in cells):
        raise CardsRefused([ImportFault(_no_headings(), row=row)])
    faults += [
        ImportFault(_("There is no column “%(name)s”.") % {"name": heading_of(field, "en")}, row=row)
        for field in needed
    ]
    if faults:
        raise CardsRefused(faults)
    return columns, headings


def _no_headings() -> str:
    return _("The first line must name the columns: at least “name” and “type”.")


def _strange(cell: str) -> str:
    languages = ("fr", "en") if get_language() == "fr" else ("en", "fr")
    for language in languages if len(cell) <= MAX_HEADING else ():
        known = [heading_of(field, language) for field in FIELDS]
        if near := get_close_matches(cell.strip().lower(), known, 1, 0.7):
            return _("No column is called this. Is it “%(near)s”?") % {"near": near[0]}
    return _("No column is called this. There are: %(known)s.") % {
        "known": ", ".join(heading_of(field, "en") for field in FIELDS)
    }


def _overlong(rows: Sequence[Row], width: int) -> Iterable[ImportFault]:
    for number, cells in rows:
        if any(cell.strip() for cell in cells[width:]):
            yield ImportFault(
                _("It has more cells than the header line: perhaps a text needs quotation marks around it."),
                row=number,
            )


def _entry(columns: Mapping[int, str], cells: Sequence[str]) -> dict[str, Any]:
    """A row as the data of a card; what is not understood stays text, for the reader to complain of."""
    found = {field: cells[position].strip() for position, field in columns.items() if position < len(cells)}
    entry: dict[str, Any] = {field: cell for field, cell in found.items() if cell and field not in ART}
    if "type" in entry:
        entry["type"] = type_of(entry["type"])
    for field in NUMBERS:
        if entry.get(field) in _NO_NUMBER:
            del entry[field]
        elif match := _WHOLE.fullmatch(entry.get(field, "")):
            entry[field] = int(match[1])
    if "abilities" in entry:
        entry["abilities"] = slugs_in(entry["abilities"])
    if any(found.get(field) for field in ART):
        given = art_by_name(found.get("name", ""), entry.get("type") != "incantation").to_json()
        given.pop("seed", None)
        entry["art"] = {**given, **{field: found[field].lower() for field in ART if found.get(field)}}
    return entry
