"""Tables in XLSX and ODS."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from cards.exchange import CardsRefused, read_file
from cards.exchange.spreadsheets import MAX_COLUMN, MAX_ROW, MAX_UNPACKED
from cards.models import Card
from tests.cards.workbooks import ods, xlsx, zipped

ROWS = [
    ["My cards", None],
    [],
    ["Nom", "Type", "Coût", "VA", "PV", "Texte"],
    ["Éclair & “Brume”", "créature", 2, 1.0, 3, "Il dit : « <non> »\nPuis rien."],
    [],
    ["Ogre", "creature", 4, 3, 5.0, None],
]
XLSX_OF = "xl/worksheets/sheet1.xml"


def refusal(content: bytes) -> str:
    with pytest.raises(CardsRefused) as refused:
        read_file(content)
    return str(refused.value)


@pytest.mark.parametrize("content", [xlsx(ROWS), ods(ROWS)], ids=["xlsx", "ods"])
def test_cells_are_read_as_they_are_in_the_table(content: bytes) -> None:
    first, second = read_file(content).cards
    assert (first.name, first.type, first.cost, first.av, first.hp) == ("Éclair & “Brume”", "creature", 2, 1, 3)
    assert first.flavour == "Il dit : « <non> » Puis rien."
    assert (second.name, second.hp) == ("Ogre", 5)


@pytest.mark.parametrize("make", [xlsx, ods])
def test_a_fault_names_the_row_of_the_spreadsheet(make: Any) -> None:
    rows = [*ROWS[:5], ["Ogre", "creature", "four", 3, 5]]
    assert "Row 6, column “Coût”" in refusal(make(rows))


def test_the_sheet_with_cards_is_taken_before_others() -> None:
    notes = [["Notes"], ["to do"]]
    assert [card.name for card in read_file(xlsx(notes, ROWS)).cards] == ["Éclair & “Brume”", "Ogre"]
    assert "name the columns" in refusal(xlsx(notes))
    assert refusal(xlsx([])) == "Empty."


def test_rich_texts_and_inline_texts_of_other_programs() -> None:
    cells = [
        "<is><r><t>na</t></r><r><t>me</t></r></is>",
        "<is><t>type</t></is>",
    ]
    head = "".join(f'<c t="inlineStr">{cell}</c>' for cell in cells)
    body = (
        '<c t="str"><f>"Pon"&amp;"t"</f><v>Pont</v></c><c t="inlineStr"><is><t>bridge</t><rPh><t>x</t></rPh></is></c>'
    )
    sheet = f"<x:worksheet xmlns:x='urn:x'><row>{head}</row><row>{body}</row></x:worksheet>"
    (card,) = read_file(zipped({XLSX_OF: sheet})).cards
    assert (card.name, card.type) == ("Pont", "bridge")


def test_spaces_and_notes_in_ods() -> None:
    note = "<office:annotation><text:p>a note</text:p></office:annotation>"
    content = ods([["name", "type"], ["A=B", "bridge"]])
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        text, mimetype = archive.read("content.xml").decode(), archive.read("mimetype")
    text = text.replace("<text:p>A=B</text:p>", f'{note}<text:p>A<text:s text:c="1"/><text:span>B</text:span></text:p>')
    (card,) = read_file(zipped({"mimetype": mimetype, "content.xml": text})).cards
    assert card.name == "A B"


def cell(place: str) -> bytes:
    return zipped(
        {XLSX_OF: f'<s><row r="{place.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")}"><c r="{place}"><v>1</v></c></row></s>'}
    )


def ods_of(body: str) -> bytes:
    start = '<a xmlns:table="t" xmlns:text="x"><table:table>'
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": f"{start}{body}</table:table></a>",
        }
    )


FULL = "<text:p>x</text:p></table:table-cell></table:table-row>"


@pytest.mark.parametrize(
    "content",
    [
        cell("XFD1"),
        cell("A1048576"),
        ods_of(f'<table:table-row table:number-rows-repeated="1048576"><table:table-cell>{FULL}'),
        ods_of(f'<table:table-row><table:table-cell table:number-columns-repeated="16384">{FULL}'),
        ods_of(
            f'<table:table-row table:number-rows-repeated="{MAX_ROW - 1}">'
            f'<table:table-cell table:number-columns-repeated="{MAX_COLUMN - 1}">{FULL}'
        ),
    ],
)
def test_cells_that_stand_for_many_are_refused(content: bytes) -> None:
    assert "at most 20000 rows and 300 columns" in refusal(content)


def test_what_unpacks_to_too_much_is_refused() -> None:
    bomb = zipped({XLSX_OF: b"<s>" + b" " * (MAX_UNPACKED + 1) + b"</s>"})
    assert len(bomb) < 100_000
    assert "too large once unpacked" in refusal(bomb)


def test_entities_are_refused() -> None:
    entity = '<!DOCTYPE s [<!ENTITY a SYSTEM "file:///etc/hostname">]><s><row><c t="str"><v>&a;</v></c></row></s>'
    assert "defines entities" in refusal(zipped({XLSX_OF: entity}))


@pytest.mark.parametrize(
    "content",
    [
        zipped({XLSX_OF: "<s><row>"}),
        zipped({XLSX_OF: "no XML"}),
        zipped({XLSX_OF: '<s><row r="x"/></s>'}),
        zipped({XLSX_OF: '<s><row><c t="s"><v>7</v></c></row></s>'}),
        zipped({"xl/workbook.xml": "<s/>", "xl/_rels/workbook.xml.rels": "<"}),
    ],
)
def test_damaged_ones_are_refused_in_words(content: bytes) -> None:
    assert "Can't read this XLSX file." in refusal(content)


@pytest.mark.django_db
def test_a_workbook_is_looked_at_before_it_is_saved(client: Client) -> None:
    file = SimpleUploadedFile("cards.xlsx", xlsx(ROWS))
    shown = client.post("/cards/import/", {"name": "Mine", "file": file})
    form = shown.context["form"]
    assert not Card.objects.exists()
    sent = {"name": "Mine", "text": form["text"].value(), "seen": form["seen"].value(), "save": "1"}
    assert client.post("/cards/import/", sent).status_code == 302
    assert list(Card.objects.order_by("number").values_list("name", "hp")) == [("Éclair & “Brume”", 3), ("Ogre", 5)]
