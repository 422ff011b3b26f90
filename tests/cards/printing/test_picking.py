"""Choosing cards and copies, looking at every sheet, the abilities on cards, objects of a virtual table."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from PIL import Image
from pypdfium2.raw import FPDF_PAGEOBJ_TEXT

from accounts.models import Visibility
from cards.abilities import ability_name
from cards.downloads import file_stem
from cards.models import Card, Kind, PrintJob
from cards.printing import services
from cards.printing.options import MAX_CARDS, PrintOptions
from cards.printing.products import make
from cards.printing.selection import copies_of, selection_of
from cards.reference import ROOM, reference_faces
from engine.decks.rules.abilities import FLAG_OF_SLUG
from tests.cards.factories import make_card, make_cards, make_deck, make_owner, make_set, sign_in
from tests.cards.printing.sheets import forms_on, opened, text_of

pytestmark = pytest.mark.django_db
PRINT = "/print/"


@pytest.fixture
def cards() -> list[Card]:
    return make_cards(12, make_set("embers"))


def said(response: Any) -> str:
    return str(response.content.decode())


@pytest.mark.parametrize(
    ("text", "copies"),
    [
        ("3x0,7x2", {3: 0, 7: 2}),
        ("1x1", {}),
        ("13x2,0x2,12x99", {12: 99}),
        ("x,2x,x2,-1x3,2x-1,1x1000", {}),
        ("", {}),
    ],
)
def test_copies_are_read_and_nonsense_is_left_out(text: str, copies: dict[int, int]) -> None:
    assert copies_of(text, 12) == copies


def test_cards_are_left_out_and_printed_several_times(client: Client, cards: list[Card]) -> None:
    """By the fields of the page, whose answer has a short address, and by that address."""
    fields = {f"c{place}": "1" for place in range(1, 13)} | {"c2": "0", "c5": "4"}
    response = client.get(PRINT, {"set": "embers", **fields, "paper": "letter"}, headers={"HX-Request": "true"})
    assert response.headers["HX-Replace-Url"] == "/print/?set=embers&copies=2x0,5x4&paper=letter"
    assert "14 cards, 2 sheets of US Letter" in said(response)
    page = said(client.get(response.headers["HX-Replace-Url"]))
    assert 'name="c5" min="0" max="99" value="4"' in page
    made = client.post(PRINT, {"set": "embers", "copies": "2x0,5x4"})
    text = " ".join(text_of(made.content, number) for number in range(len(opened(made.content).pages)))
    assert text.count(cards[4].name) == 4
    assert cards[1].name not in text


def test_no_card_and_too_many_are_told_and_can_be_mended_on_the_page(client: Client, cards: list[Card]) -> None:
    none = client.get(PRINT, {"cards": cards[0].reference, "c1": "0"})
    assert none.status_code == 422
    assert "No cards to print" in said(none)
    assert 'name="c1"' in said(none)
    many = client.get(PRINT, {"set": "embers", "copies": ",".join(f"{at}x99" for at in range(1, 13))})
    assert many.status_code == 422
    assert f"up to {MAX_CARDS} at once" in said(many)


def test_a_job_prints_the_same_copies(cards: list[Card]) -> None:
    selection = selection_of({"set": "embers", "copies": "1x3,2x0"}, None)
    job = services.ask(owner=make_owner(), selection=selection, options=PrintOptions())
    assert job.cards == [cards[0].reference] * 3 + [card.reference for card in cards[2:]]
    services.step(job_id=job.pk)
    assert PrintJob.objects.get(pk=job.pk).state == PrintJob.State.DONE


def test_every_sheet_can_be_looked_at_with_its_cuts(client: Client, cards: list[Card]) -> None:
    page = said(
        client.get(PRINT, {"set": "embers", "backs": "shared", "sheet": "2", "lines": "1", "orientation": "portrait"})
    )
    assert "Front" in page
    assert "Back" in page
    seen = [
        client.get(reverse("cards:print_preview"), {"set": "embers", "orientation": "portrait", **more})
        for more in ({}, {"sheet": "2"}, {"sheet": "2", "lines": "1"}, {"sheet": "3"})
    ]
    assert [response.status_code for response in seen] == [200, 200, 200, 422]
    assert len({response.content for response in seen[:3]}) == 3
    assert "sheet=1" in said(client.get(PRINT, {"set": "embers", "sheet": "99", "orientation": "portrait"}))
    assert client.get(PRINT, {"set": "embers", "sheet": "x"}).status_code == 200


def test_outlines_for_a_cutter(client: Client, cards: list[Card]) -> None:
    page = said(client.get(PRINT, {"set": "embers"}))
    for kind in ("svg", "dxf"):
        assert f"/print/cut.{kind}?set=embers" in page
        response = client.get(reverse("cards:print_cut", args=[kind]), {"set": "embers"})
        assert response.headers["Content-Disposition"] == f'attachment; filename="embers-a4.{kind}"'
    assert said(client.get(reverse("cards:print_cut", args=["svg"]), {"set": "embers"})).count("<rect") == 9
    assert client.get(reverse("cards:print_cut", args=["exe"]), {"set": "embers"}).status_code == 404
    assert client.get(reverse("cards:print_cut", args=["svg"]), {"set": "none"}).status_code == 422


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_ability_is_explained_on_a_card(language: str) -> None:
    pieces = selection_of({"reference": "1"}, None).pieces(language)
    content = make("The abilities", pieces, PrintOptions(language=language)).content
    text = " ".join(text_of(content, number) for number in range(len(opened(content).pages)))
    for slug in FLAG_OF_SLUG:
        for each in ("en", "fr"):  # one in front, one behind
            assert ability_name(slug, each).split(":")[0].lower() in text.lower()
    for face in reference_faces(language):
        assert sum(entry.height for entry in face.entries) <= ROOM
        assert len(face.entries) <= 4
    shown = make("The abilities", pieces[:1], PrintOptions(language=language, purpose="shop", backs="none")).content
    with pypdfium2.PdfDocument(shown) as document:
        texts = [thing for thing in document[0].get_objects(max_depth=5) if thing.type == FPDF_PAGEOBJ_TEXT]
        sizes = [thing.get_font_size() * abs(thing.get_matrix().d) for thing in texts]
        assert len(sizes) > 10 and min(sizes) >= 7
    with opened(content) as document:
        assert len(document.pages) == 2
        assert len(forms_on(document.pages[0])) == max(len(reference_faces(each)) for each in ("en", "fr"))


def test_the_abilities_as_pictures_and_by_a_job(client: Client) -> None:
    owner = make_owner()
    response = sign_in(client, owner).post(PRINT, {"reference": "1", "purpose": "shop", "format": "png"})
    job = PrintJob.objects.get(owner=owner)
    assert response.url == reverse("cards:print_job", args=[job.token])
    while PrintJob.objects.get(pk=job.pk).is_busy:
        services.step(job_id=job.pk)
    job.refresh_from_db()
    assert job.state == PrintJob.State.DONE, job.problem
    with (
        job.file.open("rb") as file,
        zipfile.ZipFile(file) as archive,
        Image.open(io.BytesIO(archive.read(archive.namelist()[0]))) as image,
    ):
        assert image.size == (709, 1075)
    assert "reference=1" in said(client.get(reverse("cards:print_job", args=[job.token])))


def test_a_saved_object_has_the_fort_behind_the_bastion(client: Client) -> None:
    cards, keep = make_cards(3, make_set("embers")), make_card("Keep", make_set("keeps"), kind=Kind.STRONGHOLD)
    deck = make_deck("Embers", cards, stronghold=keep)
    response = client.get(reverse("cards:print_object"), {"deck": deck.token, "copies": "1x2"})
    pile, stronghold = json.loads(response.content)["ObjectStates"]
    assert pile["Name"] == "DeckCustom"
    assert pile["DeckIDs"] == [100, 100, 200, 300]
    assert [entry["Nickname"] for entry in pile["ContainedObjects"]] == [cards[0].name, *(card.name for card in cards)]
    assert {str(number // 100) for number in pile["DeckIDs"]} == set(pile["CustomDeck"])
    (look,) = stronghold["CustomDeck"].values()
    host = "http://testserver"
    pictures = [client.get(look[key].removeprefix(host)) for key in ("FaceURL", "BackURL")]
    pictures.append(client.get(pile["CustomDeck"]["1"]["BackURL"].removeprefix(host)))
    assert [picture.headers["Content-Type"] for picture in pictures] == ["image/png"] * 3
    assert len({picture.content for picture in pictures}) == 3
    assert client.get(f"/files/faces/{cards[0].token}/en-300-behind.png").status_code == 404


def test_what_the_game_cannot_fetch_is_told(client: Client) -> None:
    owner = make_owner()
    secret = make_card("Secret", owner=owner, visibility=Visibility.PRIVATE)
    response = sign_in(client, owner).get(reverse("cards:print_object"), {"cards": f"own/{secret.token}"})
    assert response.status_code == 422
    assert "Secret" in said(response)
    assert sign_in(Client(), make_owner()).get(f"/files/faces/{secret.token}/en-300-behind.png").status_code == 404
    assert client.get(reverse("cards:print_object"), {"reference": "1"}).status_code == 422


@pytest.mark.parametrize(
    ("title", "stem"),
    [
        ("Search: t:creature,incantation cost<=3", "search-t-creature-incantation-cost-3"),
        ("Search: " + "wolf or " * 20, "search-wolf-or-wolf-or-wolf-or-wolf-or-wolf-or"),
        ("Œuvre d'été", "oeuvre-d-ete"),
        ("Éclair & “Brume”…/\\*?", "eclair-brume"),
        ("火の猫 🐉", "火の猫"),
        ("Лиса — рыжая", "лиса-рыжая"),
        ("राष्ट्र", "राष्ट्र"),
        ("火" * 60, "火" * 48),
        ("../../etc/passwd", "etc-passwd"),
        ("???", "cards"),
    ],
)
def test_files_are_named_by_whole_words(title: str, stem: str) -> None:
    assert file_stem(title) == stem


def test_the_command_prints_what_an_account_may_see(tmp_path: Path, cards: list[Card]) -> None:
    owner = make_owner("Ada")
    secret = make_card("Secret", owner=owner, visibility=Visibility.PRIVATE)
    more: dict[str, Any] = {"cards": f"own/{secret.token}", "verbosity": 0}
    with pytest.raises(CommandError, match="No account 'Bob'"):
        call_command("print_cards", out=str(tmp_path / "x.pdf"), owner="Bob", **more)
    call_command("print_cards", out=str(tmp_path / "x.pdf"), owner="Ada", **more)
    assert "Secret" in text_of((tmp_path / "x.pdf").read_bytes())
    call_command("print_cards", "--reference", "--out", str(tmp_path / "y.pdf"), "--verbosity", "0")
    assert "Rage" in "".join(text_of((tmp_path / "y.pdf").read_bytes(), page) for page in (0, 1))
