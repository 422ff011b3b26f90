"""Files for virtual tables, opened again as their programs open them."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from xml.etree import ElementTree

import pytest
from PIL import Image

from cards.faces import stronghold_faces
from cards.printing import tabletops
from cards.printing.options import CHOICES, PrintOptions
from cards.printing.pieces import Piece
from cards.printing.products import make, preview
from tests.cards.printing.sheets import creature

pytestmark = pytest.mark.slow("draws pictures of cards")

HOSTILE = '../../=HYPERLINK("x")<b>&\x07 : con'
TITLE = "Embers </longname> 火 ../x"
# The elements of a card by the schema of version 4, in its order (doc/carddatabase_v4/cards.xsd of Cockatrice).
ORDER = ["name", "text", "prop", "set", "related", "reverse-related", "token", "tablerow", "cipt", "upsidedown"]


def pieces() -> list[Piece]:
    wyvern = Piece("Ash Wyvern", creature())
    named_alike = Piece("ASH WYVERN", creature("Other", 2))
    hostile = Piece(HOSTILE, creature("Third", 1))
    return [
        wyvern,
        wyvern,
        wyvern,
        named_alike,
        hostile,
        Piece("Keep", *stronghold_faces("Keep")),
        Piece("con", creature("Con", 3)),
    ]


def opened(table: str) -> tuple[str, dict[str, bytes]]:
    product = make(TITLE, pieces(), PrintOptions(purpose="tabletop", table=table))
    with zipfile.ZipFile(io.BytesIO(product.content)) as archive:
        names = archive.namelist()
        assert len(set(names)) == len(names)
        for name in names:
            assert not name.startswith("/")
            assert ".." not in name.split("/")
            assert not set(name) & set('\\:*?"<>|\x07')
        return product.name, {name: archive.read(name) for name in names}


def size_of(content: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(content)) as image:
        assert image.format == "JPEG"
        return image.size


def test_every_program_has_its_files() -> None:
    assert set(tabletops.FILES) == set(CHOICES["table"])
    for table in CHOICES["table"]:
        options = PrintOptions(purpose="tabletop", table=table)
        assert len(preview(TITLE, pieces(), options)) > 1000
        assert make(TITLE, pieces(), options).content == make(TITLE, pieces(), options).content


def test_cockatrice_knows_each_card_by_a_name_of_its_own() -> None:
    _name, files = opened("cockatrice")
    (database,) = (ElementTree.fromstring(content) for name, content in files.items() if name.endswith(".xml"))
    assert (database.tag, database.get("version")) == ("cockatrice_carddatabase", "4")
    assert [part.tag for part in database] == ["sets", "cards"]
    code = database.findtext("sets/set/name")
    assert database.findtext("sets/set/longname") == TITLE
    names = [card.findtext("name") or "" for card in database.iter("card")]
    assert len({name.casefold() for name in names}) == len(names) == 6
    assert "con" not in names  # Windows would not have that file
    for card in database.iter("card"):
        tags = [part.tag for part in card]
        assert tags == sorted(tags, key=ORDER.index)
        assert card.findtext("set") == code
        assert size_of(files[f"pics/CUSTOM/{card.findtext('name')}.jpg"]) == (638, 1004)
        assert {part.text for part in card.iter("related")} <= set(names)
    wyvern = next(card for card in database.iter("card") if card.findtext("name") == "Ash Wyvern")
    assert [wyvern.findtext(f"prop/{tag}") for tag in ("maintype", "cmc", "pt")] == ["Creature", "4", "3/5"]
    keep = [card for card in database.iter("card") if (card.findtext("name") or "").startswith("Keep")]
    assert [card.findtext("prop/side") for card in keep] == ["front", "back"]
    (deck,) = (ElementTree.fromstring(content) for name, content in files.items() if name.endswith(".cod"))
    listed = {card.get("name"): card.get("number") for card in deck.iter("card")}
    assert set(listed) == set(names) - {keep[1].findtext("name")}
    assert listed["Ash Wyvern"] == "3"
    assert deck.findtext("deckname") == TITLE


def test_a_room_of_playing_cards_has_a_pile_of_every_copy() -> None:
    name, files = opened("playingcards")
    assert name.endswith(".pcio")
    widgets = json.loads(files["widgets.json"])
    by_id = {widget["id"]: widget for widget in widgets}
    assert len(by_id) == len(widgets)
    (deck,) = (widget for widget in widgets if widget["type"] == "cardDeck")
    copies = [widget for widget in widgets if widget["type"] == "card"]
    assert len(copies) == 7
    assert {copy["cardType"] for copy in copies} == set(deck["cardTypes"])
    assert {(copy["deck"], copy["parent"]) for copy in copies} == {(deck["id"], deck["parent"])}
    assert by_id[deck["parent"]]["type"] == "cardPile"
    pictures = {name for name in files if name.startswith("userassets/")}
    used = {look[key] for look in deck["cardTypes"].values() for key in ("face", "back")}
    assert used == {f"package://{name}" for name in pictures}
    assert len({look["back"] for look in deck["cardTypes"].values()}) == 2  # the shared one, and the Fort
    assert HOSTILE in {look["label"] for look in deck["cardTypes"].values()}
    assert all(len(files[name]) < 2 * 1024**2 for name in pictures)
    for template, value in (("faceTemplate", "face"), ("backTemplate", "back")):
        (picture,) = deck[template]["objects"]
        assert (picture["valueType"], picture["value"]) == ("dynamic", value)
        assert (picture["w"], picture["h"]) == (deck["cardWidth"], deck["cardHeight"])


def test_a_package_for_the_playground_has_two_stacks() -> None:
    _name, files = opened("playground")
    (folder,) = {name.split("/")[0] for name in files if "/" in name}
    stacks = [json.loads(content) for name, content in files.items() if "/Templates/" in name]
    manifest = json.loads(files[f"{folder}/manifest.json"])
    guids = [manifest["GUID"], *(stack["GUID"] for stack in stacks)]
    assert len(set(guids)) == 3
    assert all(len(guid) == 32 and set(guid) <= set("0123456789ABCDEF") for guid in guids)
    alike, apart = stacks
    assert [alike["BackIndex"], apart["BackIndex"]] == [-2, -3]
    assert len(alike["Indices"]) == 6
    assert list(apart["CardNames"].values()) == ["Keep"]
    for stack in stacks:
        assert set(stack["CardNames"]) == {str(index) for index in stack["Indices"]}
        assert (stack["Width"], stack["Height"]) == (5.4, 8.5)
        across, down = stack["NumHorizontal"], stack["NumVertical"]
        assert len(stack["Indices"]) <= across * down
        width, height = size_of(files[f"{folder}/Textures/{stack['FrontTexture']}"])
        assert width % across == height % down == 0
        assert (width // across, height // down) == (638, 1004)
    assert size_of(files[f"{folder}/Textures/{alike['BackTexture']}"]) == (638, 1004)
    fort = size_of(files[f"{folder}/Textures/{apart['BackTexture']}"])
    assert fort == size_of(files[f"{folder}/Textures/{apart['FrontTexture']}"])


def test_pictures_for_screentop_are_listed_in_a_table_that_runs_nothing() -> None:
    _name, files = opened("screentop")
    rows = list(csv.DictReader(io.StringIO(files["cards.csv"].decode("utf-8-sig"))))
    assert [row["copies"] for row in rows] == ["3", "1", "1", "1", "1"]
    assert {row[key] for row in rows for key in ("front", "back")} == {name for name in files if name.endswith(".jpg")}
    assert not any(row["name"][0] in "=+-@" for row in rows)
    formula = make("x", [Piece("=1+1", creature())], PrintOptions(purpose="tabletop", table="screentop"))
    with zipfile.ZipFile(io.BytesIO(formula.content)) as archive:
        assert "'=1+1" in archive.read("cards.csv").decode("utf-8-sig")
