"""Spreadsheets for tests, made of the least that is one."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from cards.exchange.spreadsheets import ODS_TYPE

Rows = Sequence[Sequence[str | int | float | None]]
_TABLE = 'xmlns:table="urn:t" xmlns:office="urn:o" xmlns:text="urn:x"'


def zipped(files: dict[str, bytes | str]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return content.getvalue()


def xlsx(*sheets: Rows) -> bytes:
    """A workbook as Excel writes it: texts shared, empty cells and rows left out."""
    strings: list[str] = []
    files: dict[str, bytes | str] = {}
    for number, rows in enumerate(sheets, 1):
        lines = "".join(
            f'<row r="{at}">{"".join(_cell(at, column, cell, strings) for column, cell in enumerate(row))}</row>'
            for at, row in enumerate(rows, 1)
            if any(cell is not None for cell in row)
        )
        files[f"xl/worksheets/sheet{number}.xml"] = f"<worksheet><sheetData>{lines}</sheetData></worksheet>"
    listed = "".join(f'<sheet name="S{number}" r:id="rId{number}"/>' for number in range(1, len(sheets) + 1))
    related = "".join(
        f'<Relationship Id="rId{number}" Target="worksheets/sheet{number}.xml"/>'
        for number in range(1, len(sheets) + 1)
    )
    texts = "".join(f'<si><t xml:space="preserve">{escape(text)}</t></si>' for text in strings)
    return zipped(
        {
            "[Content_Types].xml": "<Types/>",
            "xl/workbook.xml": f'<workbook xmlns:r="urn:r"><sheets>{listed}</sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f"<Relationships>{related}"
            '<Relationship Id="rId99" Target="sharedStrings.xml"/></Relationships>',
            "xl/sharedStrings.xml": f"<sst>{texts}</sst>",
            **files,
        }
    )


def _cell(row: int, column: int, cell: str | float | None, strings: list[str]) -> str:
    if cell is None:
        return ""
    place = f"{chr(ord('A') + column)}{row}"
    if not isinstance(cell, str):
        return f'<c r="{place}"><v>{cell!r}</v></c>'
    strings.append(cell)
    return f'<c r="{place}" t="s"><v>{len(strings) - 1}</v></c>'


def ods(rows: Rows, around: str = "") -> bytes:
    """A spreadsheet as LibreOffice writes it, filled up to its last column and row by repeated cells."""
    lines = "".join(
        f"<table:table-row>{''.join(map(_ods_cell, row))}{_filled(16_000)}</table:table-row>" for row in rows
    )
    lines += f'<table:table-row table:number-rows-repeated="1048000">{_filled(16_384)}</table:table-row>'
    body = f"<office:spreadsheet>{around}<table:table>{lines}</table:table></office:spreadsheet>"
    return zipped(
        {"mimetype": ODS_TYPE, "content.xml": f"<office:document-content {_TABLE}>{body}</office:document-content>"}
    )


def _filled(count: int) -> str:
    return f'<table:table-cell table:number-columns-repeated="{count}"/>'


def _ods_cell(cell: str | float | None) -> str:
    if cell is None:
        return "<table:table-cell/>"
    if isinstance(cell, str):
        lines = "".join(f"<text:p>{escape(line)}</text:p>" for line in cell.split("\n"))
        return f'<table:table-cell office:value-type="string">{lines}</table:table-cell>'
    value = quoteattr(repr(cell))
    shown = f"<text:p>{cell:.2f}</text:p>"
    return f'<table:table-cell office:value-type="float" office:value={value}>{shown}</table:table-cell>'
