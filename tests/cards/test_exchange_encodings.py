"""Files in the encodings that spreadsheets write: read as what they are, asked about, or refused."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from cards.exchange import CardsRefused, read_file
from cards.exchange.encodings import DecodedText, decoded_again, decoded_file
from cards.models import Card

TABLE = "name,type,cost,av,hp\n{},creature,1,2,3\n"
FRENCH = (
    "Été brûlé",
    "L\u2019élan du marais",
    "Île aux œufs",
    "Naïve Noël",
    "Coût 5 €",
)
OTHERS = (
    "Straße Müller Ärger",
    "niño señor ¿qué?",
    "“Brume” et «ombre»",
    "CHÂTEAU DE L'ÉTÉ",
)


def read(name: str, encoding: str) -> DecodedText:
    return decoded_file(TABLE.format(name).encode(encoding))


@pytest.mark.parametrize("name", [*FRENCH, *OTHERS])
@pytest.mark.parametrize("encoding", ["cp1252", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_what_spreadsheets_write_is_read(name: str, encoding: str) -> None:
    decoded = read(name, encoding)
    assert (name in decoded.text, decoded.doubt) == (True, "")
    assert not decoded.text.startswith("\ufeff")


@pytest.mark.parametrize("name", [*FRENCH, *OTHERS])
def test_what_a_mac_writes_is_read_or_asked_about(name: str) -> None:
    decoded = read(name, "mac_roman")
    assert name in decoded.text
    assert decoded.encoding == "mac_roman"


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("火の猫", "shift_jis"),
        ("龍貓", "big5"),
        ("龍猫", "gb18030"),
        ("고양이", "euc_kr"),
        ("\u041a\u0440\u0430\u0441\u043d\u0430\u044f \u041a\u043e\u0448\u043a\u0430", "cp1251"),
        ("Żółć łódź", "cp1250"),
        ("\u0395\u03bb\u03bb\u03b7\u03bd\u03b9\u03ba\u03ae", "cp1253"),
        ("Şahin İğne", "cp1254"),
    ],
)
def test_other_encodings_are_asked_about_and_read_as_somebody_says(name: str, encoding: str) -> None:
    content = TABLE.format(name).encode(encoding)
    decoded = decoded_file(content)
    assert decoded.doubt
    with pytest.raises(CardsRefused):
        read_file(content)  # nobody can be asked there
    assert name in decoded_file(content, encoding).text
    assert name in decoded_again(decoded.text, decoded.encoding, encoding).text


@pytest.mark.parametrize(
    "name",
    [
        "Žluťoučký",
        "\u0395\u03bb\u03bb\u03b7 \u041a\u043e\u0448",
        "Foo \U0001f409",
        "火2nd",
        "McÉwan",
    ],
)
def test_names_of_any_script_are_certain_in_utf_8(name: str) -> None:
    decoded = read(name, "utf-8")
    assert (name in decoded.text, decoded.doubt, decoded.encoding) == (True, "", "utf-8")


def test_utf_8_that_was_written_twice_is_undone() -> None:
    for name in FRENCH:
        content = TABLE.format(name).encode().decode("cp1252", "ignore").encode()
        assert name in decoded_file(content).text or decoded_file(content).doubt == ""
    assert "Été" in decoded_file(TABLE.format("Été").encode().decode("cp1252").encode()).text


def test_letters_that_are_lost_are_a_doubt() -> None:
    assert decoded_file(TABLE.format("\ufffdt\ufffd").encode()).doubt


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"PK\x03\x04" + b"\0" * 26 + b"mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK", "ODS"),
        (b"PK\x03\x04...[Content_Types].xml...xl/workbook.xml", "XLSX"),
        (b"PK\x03\x04...Index/Document.iwa", "Numbers"),
        (b"\xd0\xcf\x11\xe0...", "XLS"),
        (b"%PDF-1.7", "PDF"),
    ],
)
def test_other_files_are_called_what_they_are(content: bytes, name: str) -> None:
    with pytest.raises(CardsRefused) as refused:
        decoded_file(content)
    assert f"This file is in {name}." in str(refused.value)


Send = Callable[..., Any]


@pytest.fixture
def send(client: Client) -> Send:
    def sent(**data: Any) -> Any:
        return client.post("/cards/import/", {"name": "Mine", "visibility": "private", **data})

    return sent


def file_of(name: str, encoding: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("cards.csv", TABLE.format(name).encode(encoding))


@pytest.mark.django_db
class TestThePage:
    def test_it_says_how_it_read_a_file_and_takes_another_encoding(self, send: Send) -> None:
        response = send(file=file_of("Œil", "mac_roman"))  # as Windows-1252 it is a word too
        html = response.content.decode()
        assert "Read as Windows-1252." in html and "Does “Îil” look right?" in html
        form = response.context["form"]
        response = send(text=form["text"].value(), read_as=form["read_as"].value(), encoding="mac_roman")
        assert "Does “Œil” look right?" in response.content.decode()
        form = response.context["form"]
        fields = {name: form[name].value() for name in ("text", "read_as", "encoding", "seen")}
        assert send(save="1", **fields).status_code == 302
        assert Card.objects.get().name == "Œil"

    def test_it_asks_before_it_keeps_what_looks_wrong(self, send: Send) -> None:
        response = send(file=file_of("火の猫", "shift_jis"))
        assert "looks wrong: choose another encoding" in response.content.decode()
        form = response.context["form"]
        fields = {name: form[name].value() for name in ("text", "read_as", "encoding", "seen")}
        response = send(save="1", **fields)
        assert "Choose the encoding that shows the names correctly." in response.content.decode()
        assert not Card.objects.exists()
        response = send(save="1", **{**fields, "encoding": "shift_jis"})
        if response.status_code != 302:  # another text than was shown
            form = response.context["form"]
            fields = {name: form[name].value() for name in ("text", "read_as", "encoding", "seen")}
            response = send(save="1", **fields)
        assert response.status_code == 302
        assert Card.objects.get().name == "火の猫"

    def test_a_file_in_utf_8_is_not_asked_about(self, send: Send) -> None:
        assert "Read as" not in send(file=file_of("Été", "utf-8")).content.decode()

    def test_columns_are_skipped_by_a_tick(self, send: Send) -> None:
        text = "name,type,rarity,cots\nGate,bridge,common,\n"
        response = send(text=text)
        html = response.content.decode()
        assert "Skip these columns" in html and "<code>rarity</code>" in html
        assert "“cots”: is it “cost”?" in html
        seen = response.context["form"]["seen"].value()
        assert "Tick “Skip these columns”" in send(text=text, seen=seen, save="1").content.decode()
        assert not Card.objects.exists()
        assert send(text=text, seen=seen, save="1", leave_out="on").status_code == 302
        assert Card.objects.get().name == "Gate"

    def test_what_was_skipped_of_a_table_is_said(self, send: Send) -> None:
        html = send(text="My cards,,\nqty,name,type\n2,Gate,bridge\n").content.decode()
        assert "Skipped the line above the headings (row 2)." in html
        assert '<td class="number">2</td>' in html
