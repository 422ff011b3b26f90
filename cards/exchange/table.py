"""Cards as a table: CSV with ``,``, ``;`` or tabs, a heading line in either language, its columns in any order.

On the way out a cell that a spreadsheet would take for a formula gets a ``'`` before it; on the way in it is taken away
again, so that a table round-trips.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from cards.art import art_by_name
from cards.exchange.beside import NOTHING, Beside
from cards.exchange.faults import CardsRefused, ImportFault
from cards.exchange.headings import (
    FIELDS,
    OF_EXPORTS,
    field_of,
    heading_of,
    is_yes,
    slugs_in,
    type_named,
    type_of,
)
from cards.exchange.import_fault_text import sentence
from cards.exchange.reading import check_cards
from cards.exchange.shape import CardContent, CardFile

SEPARATORS: Final = (";", ",", "\t")
NUMBERS: Final = ("cost", "av", "hp")
MAX_COLUMNS: Final = 100
MAX_SNIFFED: Final = 4000  # characters of the first lines by which the separator is told
MAX_HEADING: Final = 60  # characters of a strange heading for which a known one is suggested
ART: Final = ("icon", "hand", "back", "scene", "tint")
CROP: Final = {"x": 0.5, "y": 0.5, "zoom": 1.0, "rotation": 0.0}  # in this order in a cell, with what they usually are
GROUND: Final = frozenset(("scene", "tint"))  # of a composition or, beside a picture, of what it lies over
MAX_COPIES: Final = 99  # of a card, as printing knows them
MAX_TOLD: Final = 8  # names in a note
MAX_ABOVE: Final = 20  # lines above the headings
_WHOLE: Final = re.compile(r"([0-9]{1,9})(?:[.,]0{1,9})?")  # as some programs write whole numbers
_DECIMAL: Final = re.compile(r"-?[0-9]{1,4}(?:[.,][0-9]{1,12})?")
_NO_NUMBER: Final = ("-", "\N{EN DASH}", "\N{EM DASH}")  # as people write that there is none
_FORMULA: Final = re.compile(r"'*[=+\-@\t\r]")
_DECLARED: Final = re.compile(r'"?sep=([;,\t])"?[;,\t]*(?:\r\n|\r|\n|$)', re.IGNORECASE)  # spreadsheets do not count it

Row = tuple[int, list[str]]


def read_table(text: str) -> list[CardContent]:
    """The cards of a table. Raises ``CardsRefused`` with every fault by row and column."""
    return read_table_file(text).cards


def read_table_file(text: str, beside: Beside = NOTHING) -> CardFile:
    """A table as a file that knows its columns, what it has beside them, and what was skipped. Raises ``CardsRefused``
    with every fault by row and column."""
    return read_rows(_rows(text), beside)


def read_rows(rows: list[Row], beside: Beside = NOTHING) -> CardFile:
    """The file that the rows of a table are, the headings among the first. Raises ``CardsRefused``."""
    if not rows:
        raise CardsRefused([ImportFault(_("Empty."))])
    notes: list[str] = []
    if above := _lines_above(rows):
        row = rows[above][0]
        notes.append(
            ngettext(
                "Skipped the line above the headings (row %(row)d).",
                "Skipped %(count)d lines above the headings (row %(row)d).",
                above,
            )
            % {"count": above, "row": row}
        )
        rows = rows[above:]
    columns, headings, strange = _columns(rows[0], beside)
    comments = [number for number, cells in rows[1:] if _is_comment(cells)]
    if comments:
        notes.append(_("Skipped the comments in rows %(rows)s.") % {"rows": ", ".join(map(str, comments[:20]))})
    below = [row for row in rows[1:] if not _is_comment(row[1])]
    if not below:
        raise CardsRefused([ImportFault(_("No cards below the header row."))])
    faults = list(_overlong(below, len(rows[0][1])))
    entries = [_entry(columns, cells) for _number, cells in below]
    numbers = [number for number, _cells in below]
    missing = beside.put_pictures(entries)
    for entry in entries:
        _put_art(entry)
    copies = [entry.pop("copies", None) for entry in entries]

    def place(path: tuple[str | int, ...]) -> dict[str, Any]:
        if not path:
            return {}
        key = str(path[2] if path[1:2] == ("art",) and len(path) > 2 else path[1]) if len(path) > 1 else ""
        return {"row": numbers[int(path[0])], "column": headings.get(key, key)}

    cards, wrong = check_cards(entries, place)
    wrong += _wrong_copies(copies, place)
    if faults or wrong:
        at = {headings[field]: position for position, field in columns.items()}
        raise CardsRefused(sorted([*faults, *wrong], key=lambda fault: at.get(fault.column, -1)))
    if missing:
        notes.append(_not_there(missing))
    file = CardFile.of_table(cards, columns.values(), strange, notes)
    return (
        file.with_copies([1 if count is None else count for count in copies])
        if any(count is not None for count in copies)
        else file
    )


def _wrong_copies(copies: Sequence[Any], place: Callable[[tuple[str | int, ...]], dict[str, Any]]) -> list[ImportFault]:
    faults = []
    for index, count in enumerate(copies):
        if isinstance(count, str):
            faults.append(ImportFault(sentence("int_type", {}, count), **place((index, "copies"))))
        elif count is not None and count > MAX_COPIES:
            faults.append(
                ImportFault(sentence("less_than_equal", {"le": MAX_COPIES}, count), **place((index, "copies")))
            )
    return faults


def _not_there(names: Sequence[str]) -> str:
    each = list(dict.fromkeys(names))
    text = ngettext(
        "Picture not found: %(names)s. Send the table and its pictures in one ZIP.",
        "Pictures not found: %(names)s. Send the table and its pictures in one ZIP.",
        len(each),
    )
    return text % {"names": ", ".join(each[:MAX_TOLD]) + (" …" if len(each) > MAX_TOLD else "")}


def rows_of(objects: Sequence[Mapping[str, Any]]) -> list[Row]:
    """The rows of a table that came as a list of objects in JSON: the headings are their keys."""
    keys = list(dict.fromkeys(key for entry in objects for key in entry))
    head: Row = (1, keys)
    return [
        head,
        *(
            (number, [_cell_of(entry.get(key)) for key in keys])
            for number, entry in enumerate(objects, 2)
            if any(value not in (None, "") for value in entry.values())
        ),
    ]


def _cell_of(value: Any) -> str:
    if isinstance(value, list):
        return "|".join(map(str, value))
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _lines_above(rows: Sequence[Row]) -> int:
    """How many lines stand above that of the headings: titles and comments."""
    heading_lines = (
        at
        for at, (_number, cells) in enumerate(rows[:MAX_ABOVE])
        if {"name", "type"} <= {field_of(cell) for cell in cells[:MAX_COLUMNS] if cell.strip()}
    )
    return next(heading_lines, 0)


def _is_comment(cells: Sequence[str]) -> bool:
    filled = [cell.strip() for cell in cells if cell.strip()]
    return len(filled) == 1 and filled[0].startswith(("#", "//"))


def write_table(cards: Iterable[Mapping[str, Any]], language: str = "en") -> str:
    """Cards as ``write_card`` writes them, as CSV with commas."""
    cards = list(cards)
    extra = {field for field in OF_EXPORTS if any(_cell(card, field, language) for card in cards)}
    fields = [field for field in FIELDS if field in extra or field not in OF_EXPORTS]
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow([heading_of(field, language) for field in fields])
    for card in cards:
        writer.writerow([guarded(_cell(card, field, language)) for field in fields])
    return file.getvalue()


def _cell(card: Mapping[str, Any], field: str, language: str) -> str:
    art = card.get("art", {})
    if field in ART:
        value = art.get(field, "")
    elif field == "crop":
        value = " ".join(f"{art.get(name, usual):g}" for name, usual in CROP.items()) if "zoom" in art else ""
    elif field == "out":
        value = _("yes") if art.get("out") else ""
    elif field == "abilities":
        value = " ".join(card.get("abilities", ()))
    elif field == "type":
        value = type_named(card["type"], language)
    else:
        value = card.get(field)
    return "" if value is None else str(value)


def guarded(cell: str) -> str:
    """A cell with a ``'`` in front if a spreadsheet would run it."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def _rows(text: str) -> list[Row]:
    """The lines that hold something, each with its number as a spreadsheet counts, which is by records."""
    declared = _DECLARED.match(text)
    body = text[declared.end() :] if declared else text
    separator = declared[1] if declared else _separator(text)
    reader = csv.reader(io.StringIO(body, newline=""), delimiter=separator, strict=True)
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
        return _("A cell is too long: perhaps a quotation mark is missing.")
    return _('Quotation marks don\'t match: a cell that starts with " ends with ", and a " inside is doubled.')


def _separator(text: str) -> str:
    """The one by which one of the first lines makes the most headings that are known."""
    lines = text.lstrip(' ,;\t"\r\n')[:MAX_SNIFFED].splitlines()[:MAX_ABOVE] or [""]

    def known(mark: str, line: str) -> tuple[int, int]:
        return sum(field_of(cell.strip(' "')) is not None for cell in line.split(mark)), line.count(mark)

    return max(SEPARATORS, key=lambda mark: max(known(mark, line) for line in lines))


def _columns(heading: Row, beside: Beside = NOTHING) -> tuple[dict[int, str], dict[str, str], list[str]]:
    """(position: field, field: heading as written), and the headings of strange columns. Raises ``CardsRefused`` for
    double and missing ones."""
    row, cells = heading
    if sum(bool(cell.strip()) for cell in cells) > MAX_COLUMNS:
        raise CardsRefused([ImportFault(_("A table has at most %(count)d columns.") % {"count": MAX_COLUMNS}, row=row)])
    columns: dict[int, str] = {}
    headings: dict[str, str] = {}
    strange: list[str] = []
    faults = []
    for position, cell in enumerate(cells):
        if not cell.strip():
            continue
        field = field_of(cell) or beside.field_of(cell)
        if field is None:
            strange.append(cell.strip())
        elif field in headings:
            faults.append(
                ImportFault(
                    _("Duplicate column: same as “%(other)s”.") % {"other": headings[field]},
                    row,
                    cell,
                )
            )
        else:
            columns[position], headings[field] = field, cell.strip()
    needed = [field for field in ("name", "type") if field not in headings]
    if needed and not headings:
        raise CardsRefused([ImportFault(_no_headings(), row=row)])
    if needed:
        faults += [ImportFault(_strange(cell), row=row, column=cell[:40]) for cell in strange]
    faults += [ImportFault(_("No column “%(name)s”.") % {"name": heading_of(field, "en")}, row=row) for field in needed]
    if faults:
        raise CardsRefused(faults)
    return columns, headings, strange


def _no_headings() -> str:
    return _("The first row must name the columns, at least “name” and “type”.")


def heading_like(cell: str) -> str:
    """The known heading that a strange one looks like; empty where it looks like none."""
    languages = ("fr", "en") if get_language() == "fr" else ("en", "fr")
    for language in languages if len(cell) <= MAX_HEADING else ():
        known = [heading_of(field, language) for field in FIELDS]
        if near := get_close_matches(cell.strip().lower(), known, 1, 0.7):
            return near[0]
    return ""


def _strange(cell: str) -> str:
    if near := heading_like(cell):
        return _("Unknown column. Did you mean “%(near)s”?") % {"near": near}
    return _("Unknown column. Choose one of %(known)s.") % {
        "known": ", ".join(heading_of(field, "en") for field in FIELDS)
    }


def _overlong(rows: Sequence[Row], width: int) -> Iterable[ImportFault]:
    for number, cells in rows:
        if any(cell.strip() for cell in cells[width:]):
            yield ImportFault(
                _("More cells than headings: a text may need quotation marks."),
                row=number,
            )


def _entry(columns: Mapping[int, str], cells: Sequence[str]) -> dict[str, Any]:
    """A row as the data of a card; what is not understood stays text, for the reader to complain of."""
    values = {field: cells[position].strip() for position, field in columns.items() if position < len(cells)}
    entry: dict[str, Any] = {field: cell for field, cell in values.items() if cell}
    if "type" in entry:
        entry["type"] = type_of(entry["type"])
    for field in (*NUMBERS, "copies"):
        if entry.get(field) in _NO_NUMBER:
            del entry[field]
        elif match := _WHOLE.fullmatch(entry.get(field, "")):
            entry[field] = int(match[1])
    if "abilities" in entry:
        entry["abilities"] = slugs_in(entry["abilities"])
    return entry


def _put_art(entry: dict[str, Any]) -> None:
    """Makes one of all that a row says of a card's art: a composition, or of a picture its crop and its landscape."""
    art = {field: entry.pop(field).lower() for field in ART if field in entry}
    crop, out = entry.pop("crop", ""), is_yes(entry.pop("out", ""))
    by_name = art_by_name(entry.get("name", ""), entry.get("type") != "incantation").to_json()
    by_name.pop("seed", None)
    is_pictured = "picture" in entry and art.keys() <= GROUND
    if art and not is_pictured:
        entry["art"] = {**by_name, **art}
    elif crop or art or out:
        entry["art"] = _crop(crop) if crop else dict(CROP)
        if art:
            entry["art"] |= {field: by_name[field] for field in GROUND} | art
        if out:
            entry["art"]["out"] = out


def _crop(cell: str) -> dict[str, Any]:
    """The crop in a cell: four numbers, or the zoom alone. What is none stays text, for the reader to complain of."""
    parts = re.split(r"[;\s]+|,\s+", cell.strip())
    if len(parts) == 1 and cell.count(",") == len(CROP) - 1:
        parts = cell.split(",")
    numbers = [float(part.replace(",", ".")) if _DECIMAL.fullmatch(part) else part for part in parts]
    if len(parts) == 1:
        return {"zoom": numbers[0]}
    return dict(zip(CROP, numbers, strict=False)) if len(parts) == len(CROP) else {"zoom": cell}
