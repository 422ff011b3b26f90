"""Spreadsheets (XLSX and ODS) as the text of a table: read only, cell by cell, within bounds.

Both are ZIPs of XML. Nothing of them is believed: neither how large a file says that it is, nor how many rows and
columns a cell says that it stands for. No entity is defined and no file outside is read. Formulas, formats and pictures
are left out; a cell is what it was worth when the file was saved.
"""

from __future__ import annotations

import csv
import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Final
from xml.parsers import expat

from django.utils.translation import gettext as _

from cards.exchange.excel_dates import DateStyles
from cards.exchange.faults import CardsRefused, ImportFault
from cards.exchange.headings import field_of

ODS_TYPE: Final = b"application/vnd.oasis.opendocument.spreadsheet"
MAX_UNPACKED: Final = 12_000_000  # bytes of XML that are read of a spreadsheet
MAX_FILES: Final = 2_000  # in the ZIP
MAX_SHEETS: Final = 20  # that are looked at
MAX_ROW: Final = 20_000  # the last row that may hold something
MAX_COLUMN: Final = 300
MAX_CELLS: Final = 100_000  # of a sheet, that hold something
MAX_SEARCHED: Final = 20  # rows in which a sheet of cards has its headings
_PIECE: Final = 65_536  # bytes
_BROKEN: Final = (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, RuntimeError, OSError, ValueError)
_PLACE: Final = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_ESCAPE: Final = re.compile(r"_x([0-9A-Fa-f]{4})_")  # as XLSX writes what XML cannot
_NUMBER: Final = re.compile(r"-?[0-9]{1,20}(?:\.[0-9]{1,20})?(?:[eE][+-]?[0-9]{1,3})?")

Sheet = dict[int, dict[int, str]]  # from the number of a row, from 1, to its cells by their columns, from 0
Started = Callable[[str, Mapping[str, str]], None]
Ended = Callable[[str, str], None]


class _NotRead(Exception):
    """What is wrong, in words."""


def kind_of(content: bytes) -> str:
    """``XLSX`` or ``ODS`` for a spreadsheet by the files in it; empty for all else."""
    if not content.startswith(b"PK\x03\x04"):
        return ""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = set(archive.namelist())
            if "xl/workbook.xml" in names or any(name.startswith("xl/worksheets/") for name in names):
                return "XLSX"
            if "content.xml" in names and "mimetype" in names:
                with archive.open("mimetype") as file:
                    return "ODS" if file.read(100).startswith(ODS_TYPE) else ""
    except _BROKEN:
        return ""
    return ""


def table_text(content: bytes, kind: str) -> str:
    """The first sheet with the headings of cards, else the first that holds anything, as CSV whose lines have the
    numbers of its rows. Raises ``CardsRefused``."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if len(archive.infolist()) > MAX_FILES:
                raise _NotRead(_("Too many files in it."))
            files = _Files(archive)
            sheets = _sheets_of_xlsx(files) if kind == "XLSX" else _sheets_of_ods(files)
            first: Sheet = {}
            for sheet in sheets:
                first = first or sheet
                if _has_headings(sheet):
                    return _written(sheet)
            return _written(first)
    except _NotRead as why:
        message = _("Can't read this %(kind)s file. %(why)s") % {"kind": kind, "why": why}
    except (*_BROKEN, KeyError, expat.ExpatError):
        message = _("Can't read this %(kind)s file. It's damaged or password-protected.") % {"kind": kind}
    raise CardsRefused([ImportFault(message)])


def _has_headings(sheet: Sheet) -> bool:
    rows = [cells.values() for _number, cells in sorted(sheet.items())[:MAX_SEARCHED]]
    return any({"name", "type"} <= {field_of(cell) for cell in cells if len(cell) < 60} for cells in rows)


def _written(sheet: Sheet) -> str:
    file = io.StringIO()
    writer = csv.writer(file)
    for number in range(1, max(sheet, default=0) + 1):
        cells = sheet.get(number, {})
        writer.writerow([cells.get(column, "") for column in range(max(cells, default=-1) + 1)])
    return file.getvalue()


class _Files:
    """The XML files of a spreadsheet, of which only so many bytes are unpacked."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.archive = archive
        self.left = MAX_UNPACKED

    def parse(self, name: str, started: Started, ended: Ended, told: Callable[[str], None] | None = None) -> None:
        """Calls for each element with its name without a prefix: ``started`` with its attributes, ``ended`` with the
        text since the tag before; ``told`` for each piece of text, where texts have elements within."""
        parser = expat.ParserCreate()
        parser.buffer_text = True
        text: list[str] = []

        def refuse(*_arguments: object) -> None:
            raise _NotRead(_("It defines entities."))

        def start(tag: str, attributes: Mapping[str, str]) -> None:
            text.clear()
            started(_local(tag), {_local(key): value for key, value in attributes.items()})

        def end(tag: str) -> None:
            ended(_local(tag), "".join(text))
            text.clear()

        parser.StartDoctypeDeclHandler = refuse
        parser.StartElementHandler = start
        parser.EndElementHandler = end
        parser.CharacterDataHandler = told or text.append
        with self.archive.open(name) as file:
            while piece := file.read(_PIECE):
                self.left -= len(piece)
                if self.left < 0:
                    raise _NotRead(_("It's too large once unpacked."))
                parser.Parse(piece, False)
        parser.Parse(b"", True)


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _put(sheet: Sheet, count: int, row: int, column: int, text: str) -> None:
    if row > MAX_ROW or column >= MAX_COLUMN or count > MAX_CELLS:
        raise _too_large()
    sheet.setdefault(row, {})[column] = text


def _too_large() -> _NotRead:
    limits = {"rows": MAX_ROW, "columns": MAX_COLUMN}
    return _NotRead(_("A sheet has at most %(rows)d rows and %(columns)d columns.") % limits)


def _number(text: str) -> str:
    """A number as people write it: 2 for 2.0, 0.1 for 0.1000000000000000055."""
    return f"{float(text):.15g}" if _NUMBER.fullmatch(text) else text


def _sheets_of_xlsx(files: _Files) -> Iterator[Sheet]:
    known = set(files.archive.namelist())
    paths: dict[str, str] = {}
    order: list[str] = []
    dates = DateStyles()

    def relation(tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "Relationship" and attributes.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/xl", attributes.get("Target", "")))
            paths[attributes.get("Id", "")] = target.lstrip("/")

    def listed(tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "sheet":
            order.append(attributes.get("id", ""))
        elif tag == "workbookPr":
            dates.since_1904 = attributes.get("date1904") in ("1", "true")

    if "xl/_rels/workbook.xml.rels" in known and "xl/workbook.xml" in known:
        files.parse("xl/_rels/workbook.xml.rels", relation, _nothing)
        files.parse("xl/workbook.xml", listed, _nothing)
    names = [paths[key] for key in order if paths.get(key) in known]
    names = names or sorted(name for name in known if re.fullmatch(r"xl/worksheets/[^/]+\.xml", name))
    strings = next((path for path in paths.values() if path.casefold().endswith("sharedstrings.xml")), "")
    shared = _shared_strings(files, strings) if strings in known else []
    if "xl/styles.xml" in known:
        files.parse("xl/styles.xml", dates.started, dates.ended)
    for name in names[:MAX_SHEETS]:
        if "chartsheets/" not in name:
            yield _sheet_of_xlsx(files, name, shared, dates)


def _nothing(_tag: str, _text: str) -> None:
    """For elements whose ends say nothing."""


def _shared_strings(files: _Files, name: str) -> list[str]:
    """The texts that cells name by their numbers, without what says how Japanese is pronounced."""
    strings: list[str] = []
    parts: list[str] = []
    aside = 0

    def started(tag: str, _attributes: Mapping[str, str]) -> None:
        nonlocal aside
        aside += tag == "rPh"
        if tag == "si":
            parts.clear()

    def ended(tag: str, text: str) -> None:
        nonlocal aside
        aside -= tag == "rPh"
        if tag == "t" and not aside:
            parts.append(text)
        elif tag == "si":
            strings.append(_unescaped("".join(parts)))

    files.parse(name, started, ended)
    return strings


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


def _sheet_of_xlsx(files: _Files, name: str, shared: list[str], dates: DateStyles) -> Sheet:
    sheet: Sheet = {}
    row, column, count, kind, style, aside = 0, -1, 0, "", "", 0
    parts: list[str] = []

    def started(tag: str, attributes: Mapping[str, str]) -> None:
        nonlocal row, column, kind, style, aside
        if tag == "row":
            row, column = int(attributes.get("r") or row + 1), -1
        elif tag == "c":
            place = _PLACE.fullmatch(attributes.get("r", ""))
            column = _column(place[1]) if place else column + 1
            kind, style = attributes.get("t", "n"), attributes.get("s", "")
            parts.clear()
        aside += tag == "rPh"

    def ended(tag: str, text: str) -> None:
        nonlocal count, aside
        aside -= tag == "rPh"
        if tag == "v" or (tag == "t" and not aside):
            parts.append(text)
        elif tag == "c" and (value := _value("".join(parts), kind, shared)):
            count += 1
            _put(sheet, count, row, column, dates.written(value) if kind == "n" and dates.is_date(style) else value)

    files.parse(name, started, ended)
    return sheet


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _value(text: str, kind: str, shared: list[str]) -> str:
    if kind == "s":
        at = int(text) if text.strip().isdecimal() and len(text) < 9 else -1
        if not 0 <= at < len(shared):
            raise _NotRead(_("A text in it is missing."))
        return shared[at]
    return _number(text) if kind == "n" else _unescaped(text)


class _OdsSheets:
    """Sheets out of the elements of ``content.xml``."""

    def __init__(self) -> None:
        self.sheets: list[Sheet] = []
        self.row, self.column, self.count = 1, 0, 0
        self.rows = self.columns = 1  # for which the row and the cell at hand stand
        self.value = ""
        self.lines: list[str] = []
        self.cells: dict[int, str] = {}
        self.aside = 0

    def started(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "table" and not self.aside:
            self.sheets.append({})
            self.row, self.count = 1, 0
        elif tag == "table-row":
            self.rows, self.column, self.cells = _times(attributes, "number-rows-repeated"), 0, {}
        elif tag in ("table-cell", "covered-table-cell"):
            self.columns, self.lines = _times(attributes, "number-columns-repeated"), []
            is_number = attributes.get("value-type") == "float"
            self.value = _number(attributes.get("value", "")) if is_number else ""
        elif tag in _SPACES:
            self.text(_SPACES[tag] * min(_times(attributes, "c"), 100))
        elif tag == "p" and not self.aside:
            self.lines.append("")
        self.aside += tag in _ASIDE

    def text(self, text: str) -> None:
        if self.lines and not self.aside:
            self.lines[-1] += text

    def ended(self, tag: str) -> None:
        self.aside -= tag in _ASIDE
        if tag in ("table-cell", "covered-table-cell"):
            if text := self.value or "\n".join(self.lines):
                if self.column + self.columns > MAX_COLUMN:
                    raise _too_large()
                self.cells |= dict.fromkeys(range(self.column, self.column + self.columns), text)
            self.column += self.columns
            self.lines, self.value = [], ""
        elif tag == "table-row" and self.sheets:
            if self.cells and self.row + self.rows > MAX_ROW:
                raise _too_large()
            for row in range(self.row, self.row + self.rows) if self.cells else ():
                for column, text in self.cells.items():
                    self.count += 1
                    _put(self.sheets[-1], self.count, row, column, text)
            self.row += self.rows


_SPACES: Final = {"s": " ", "tab": " ", "line-break": "\n"}  # as ODS writes them within a text
_ASIDE: Final = frozenset(("annotation", "shape", "shapes", "frame", "tracked-changes", "forms"))


def _times(attributes: Mapping[str, str], name: str) -> int:
    text = attributes.get(name, "1")
    return int(text) if text.isdecimal() and 0 < len(text) < 9 else 1


def _sheets_of_ods(files: _Files) -> Iterator[Sheet]:
    read = _OdsSheets()
    files.parse("content.xml", read.started, lambda tag, _text: read.ended(tag), read.text)
    yield from read.sheets[:MAX_SHEETS]
