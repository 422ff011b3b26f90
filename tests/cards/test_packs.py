"""A ZIP of a table with its art: looked at, saved, printed and cut; and what such a ZIP may hold that hurts."""

from __future__ import annotations

import io
import re
import stat
import zipfile
from html import unescape
from typing import Any

import pikepdf
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from PIL import Image

from cards.exchange import read_file
from cards.models import Card, CardSet, Picture
from cards.packs import MAX_PICTURES
from tests.cards.workbooks import ods, xlsx, zipped

pytestmark = pytest.mark.django_db
HEAD = ("Name", "Type", "Cost", "AV", "HP", "Picture", "Copies")
FOX = ("Lamp Fox", "creature", 1, 2, 3, "art/Fox.PNG", 3)
BELL = ("Old Bell", "incantation", 2, 3, None, None, None)


def art(colour: str, size: tuple[int, int] = (300, 480), kind: str = "PNG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, kind)
    return out.getvalue()


def send(client: Client, content: bytes = b"", name: str = "cards.zip", **data: Any) -> HttpResponse:
    file = {"file": SimpleUploadedFile(name, content)} if content else {}
    return client.post(reverse("cards:import"), {"name": "Lamps", **file, **data})


def keep(client: Client, shown: HttpResponse, **data: Any) -> HttpResponse:
    form = shown.context["form"]
    fields = {name: form[name].value() or "" for name in ("text", "name", "seen", "pictures", "read_as", "encoding")}
    return client.post(reverse("cards:import"), {**fields, "save": "1", **data})


def refusal(response: HttpResponse) -> str:
    return " ".join(str(fault) for fault in response.context["refused"].faults)


@pytest.mark.parametrize(("table", "make"), [("cards.xlsx", xlsx), ("mine/cards.ods", ods)])
@pytest.mark.usefixtures("rendered_once")
def test_from_a_workbook_with_art_to_a_file_for_the_cutter(client: Client, table: str, make: Any) -> None:
    pack = zipped(
        {
            table: make([HEAD, FOX, BELL]),
            "art/fox.png": art("orange"),
            "art/old bell.jpg": art("grey", kind="JPEG"),
            "art/spare.png": art("red"),
            "README.txt": "name,type\nnot,bridge\n",
            "__MACOSX/art/._fox.png": b"\x00",
        }
    )
    shown = send(client, pack)
    page = shown.content.decode()
    assert "Save these 2 cards" in page and not Card.objects.exists()
    assert page.count('<img class="art"') == 2
    assert "Unused picture: spare.png." in page
    assert Picture.objects.count() == 2  # nobody asks for the third
    assert keep(client, shown).status_code == 302

    fox, bell = Card.objects.order_by("number")
    assert (fox.name, fox.picture.name, bell.picture.name) == ("Lamp Fox", "fox", "old bell")
    after = client.get(CardSet.objects.get().get_absolute_url()).content.decode()
    link = unescape(re.search(r'href="([^"]+)">Print the copies in your table', after)[1])
    assert link.endswith("copies=1x3")
    printed = client.get(link)
    assert "4 cards, 1 sheet of A4" in printed.content.decode()
    query = link.partition("?")[2]
    file = client.post(reverse("cards:print"), dict(part.split("=") for part in query.split("&")))
    with pikepdf.open(io.BytesIO(file.content)) as pdf:
        pictures = {bytes(image.get_raw_stream_buffer()) for image in _images(pdf)}
    assert len(pictures) == 2
    cut = client.get(f"{reverse('cards:print_cut', args=['svg'])}?{query}")
    assert cut.content.count(b"<rect") + cut.content.count(b"<path") >= 4


def _images(pdf: pikepdf.Pdf) -> list[Any]:
    return [
        item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == pikepdf.Name.Image
    ]


def test_the_same_pack_again_changes_nothing(client: Client) -> None:
    pack = zipped({"cards.xlsx": xlsx([HEAD, FOX, BELL]), "fox.png": art("orange")})
    keep(client, send(client, pack))
    again = send(client, pack)
    assert again.context["plan"].counts == {"new": 0, "changed": 0, "same": 2}
    assert Picture.objects.count() == 1


def test_what_goes_out_comes_in_again(client: Client) -> None:
    head = (*HEAD, "Crop")
    pack = zipped({"a.xlsx": xlsx([head, (*FOX, "0,25 0,5 1,5 0"), (*BELL, None)]), "fox.png": art("orange")})
    keep(client, send(client, pack))
    card = Card.objects.get(name="Lamp Fox")
    assert card.art == {"x": 0.25, "y": 0.5, "zoom": 1.5, "rotation": 0.0}
    for kind in ("csv", "json"):
        content = client.get(reverse("cards:export_own", args=[kind])).content
        assert send(client, content, f"a.{kind}").context["plan"].counts == {"new": 0, "changed": 0, "same": 2}


def test_faults_of_the_table_come_before_any_picture(client: Client) -> None:
    wrong = (*FOX[:2], "one", *FOX[3:])
    response = send(client, zipped({"a.xlsx": xlsx([HEAD, wrong]), "fox.png": art("orange")}))
    assert "Row 2, column “Cost”" in refusal(response)
    assert not Picture.objects.exists()


def test_pictures_that_are_not_there_are_named(client: Client) -> None:
    page = send(client, b"name,type,picture\nGate,bridge,gate.jpg\n", "cards.csv").content.decode()
    assert "Picture not found: gate.jpg. Send the table and its pictures in one ZIP." in page
    page = send(client, zipped({"a.csv": "name,type,picture\nGate,bridge,gate.jpg\n"})).content.decode()
    assert "Picture not found: gate.jpg." in page


def test_somebody_elses_pictures_stay_theirs(client: Client) -> None:
    pack = zipped({"a.csv": "name,type\nGate,bridge\n", "gate.png": art("orange")})
    pictures = send(client, pack).context["form"]["pictures"].value()
    stranger = Client()
    shown = send(stranger, text="name,type\nGate,bridge\n", pictures=pictures)
    assert "isn&#x27;t one of yours" in shown.content.decode()
    keep(stranger, shown)
    assert Card.objects.get().picture is None


def link_to(target: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(target)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


def packed(*entries: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return out.getvalue()


TABLE = b"name,type,picture\nGate,bridge,gate.png\n"


@pytest.mark.parametrize(
    ("pack", "words"),
    [
        (packed(("gate.png", b"x")), "No table in this ZIP"),
        (packed(("backup.json", b"{}")), "This is a backup"),
        (packed(("a.csv", TABLE), ("gate.png", b"no picture")), "gate.png:"),
        (packed(("a.csv", TABLE), ("gate.png", bytes(30_000_000))), "too large"),
        (packed(("a.csv", b"name,type\n" + b"x" * 1_500_000)), "too large"),
        (packed(*((f"{number}.png", b"x") for number in range(300))), "Too many files"),
        (packed(("a.csv", TABLE)) [:-30], "Can't read this ZIP file"),
        (b"PK\x03\x04" + bytes(100), "Can't read"),
        (packed(("xl/workbook.xml", bytes(2_000_000) [:1] * 10 + __import__("os").urandom(1_100_000))), "up to 1 MB"),
    ],
)  # fmt: skip
def test_what_such_a_file_may_be_instead_is_refused_in_words(client: Client, pack: bytes, words: str) -> None:
    response = send(client, pack)
    assert response.status_code == 200
    assert words in refusal(response)
    assert not Card.objects.exists() and not Picture.objects.exists()


def test_paths_and_links_lead_nowhere(client: Client) -> None:
    pack = packed(
        ("../../a.csv", TABLE),
        (link_to("gate.png"), b"/etc/hostname"),
        ("..\\..\\fox.png", art("orange")),
        ("/etc/door.png", art("grey")),
    )
    shown = send(client, pack)
    page = shown.content.decode()
    assert "Picture not found: gate.png." in page
    assert "Unused pictures: fox.png, door.png." in page or "Unused pictures: ../../fox.png" in page
    assert not Picture.objects.exists()


def test_a_pack_brings_in_so_many_pictures(client: Client) -> None:
    rows = "".join(f"Gate {number},bridge\n" for number in range(MAX_PICTURES + 1))
    pictures = [(f"gate {number}.png", b"x") for number in range(MAX_PICTURES + 1)]
    response = send(client, packed(("a.csv", f"name,type\n{rows}".encode()), *pictures))
    assert f"up to {MAX_PICTURES} pictures; this one has {MAX_PICTURES + 1}" in refusal(response)


class TestColumns:
    TEXT = "Titre de carte,Genre,Coût,VA,PV,Peintre\nLamp Fox,créature,1,2,3,Ada\n"

    def test_a_column_is_mapped(self, client: Client) -> None:
        text = self.TEXT.replace("Titre de carte", "name")
        shown = send(client, text=text)
        assert '<select name="as:Peintre">' in shown.content.decode()
        again = send(client, text=text, **{"as:Peintre": "credit"})
        assert "Skip these columns" not in again.content.decode()
        assert '<option value="credit" selected>' in again.content.decode()
        assert keep(client, again, **{"as:Peintre": "credit"}).status_code == 302
        assert Card.objects.get().credit == "Ada"

    def test_what_was_mapped_since_is_shown_first(self, client: Client) -> None:
        text = self.TEXT.replace("Titre de carte", "name")
        shown = send(client, text=text)
        assert keep(client, shown, leave_out="on", **{"as:Peintre": "flavour"}).status_code == 200
        assert not Card.objects.exists()

    @pytest.mark.parametrize("count", ["many", "100"])
    def test_copies_are_small_numbers(self, client: Client, count: str) -> None:
        response = send(client, text=f"name,type,qty\nGate,bridge,{count}\n")
        assert "Row 2, column “qty”" in refusal(response)


def test_dates_of_excel_are_told_as_dates() -> None:
    styles = (
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="d\\/m;@"/></numFmts>'
        '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>'
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>'
    )
    sheet = (
        '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c>'
        '<c r="B1" t="inlineStr"><is><t>type</t></is></c></row>'
        '<row r="2"><c r="A2" s="1"><v>46146</v></c><c r="B2" t="inlineStr"><is><t>bridge</t></is></c></row>'
        '<row r="3"><c r="A3" s="0"><v>46146</v></c><c r="B3" t="inlineStr"><is><t>bridge</t></is></c></row>'
        "</sheetData></worksheet>"
    )
    book = zipped({"xl/workbook.xml": "<workbook/>", "xl/styles.xml": styles, "xl/worksheets/sheet1.xml": sheet})
    assert [card.name for card in read_file(book).cards] == ["2026-05-04", "46146"]


@pytest.mark.parametrize(
    "text",
    [
        '[{"type": "creature", "name": "Fox", "cost": 1, "av": 2, "hp": 3, "abilities": ["rage"]}]',
        '[{"Nom": "Fox", "Genre": "créature", "Coût": 1, "VA": 2.0, "PV": "3", "Capacités": "rage"}]',
        '[{"name": "Fox", "type": "Creature", "cost": "1", "av": 2, "hp": 3, "abilities": "rage"}]',
        '[{"name": "Fox", "Kind": "creature", "cost": 1, "av": 2, "hp": 3, "abilities": ["rage"], "Peintre": "Ada"}]',
    ],
)
def test_lists_in_json_are_cards(text: str) -> None:
    (card,) = read_file(text).cards
    assert (card.name, card.type, card.cost, card.av, card.hp, card.abilities) == ("Fox", "creature", 1, 2, 3, ["rage"])
