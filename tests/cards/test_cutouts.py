"""Pictures that something can be seen through: over a landscape or on white, within the frame or out of it."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pikepdf
import pypdfium2
import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image, ImageDraw

from accounts.models import Owner
from cards.art import ArtError, Artwork, Crop, crop_from
from cards.models import Card, Picture
from cards.pictures import encode
from cards.rendering.cache import cached_png
from cards.rendering.geometry import PRESETS
from cards.rendering.pdf import card_pdf
from cards.workshop import uploads
from cards.workshop.content import content_of
from cards.workshop.forms import CardForm, initial_of
from tests.cards.printing.sheets import creature
from tests.cards.test_packs import keep, send
from tests.cards.workbooks import zipped
from tests.cards.workshops import fields, guest, made

GROUND = {"scene": "peaks", "tint": "tide"}
RED, BLUE = (200, 30, 30), (30, 30, 200)


def cutout(format: str = "PNG") -> bytes:
    """A red disc in the middle with a blue hat that reaches up to the upper edge; all else is clear."""
    image = Image.new("RGBA", (600, 972), (0, 0, 0, 0))
    drawing = ImageDraw.Draw(image)
    drawing.rectangle((250, 0, 350, 300), fill=(*BLUE, 255))
    drawing.ellipse((150, 300, 450, 600), fill=(*RED, 255))
    written = io.BytesIO()
    image.save(written, format)
    return written.getvalue()


def artwork(**crop: Any) -> Artwork:
    kept = encode(io.BytesIO(cutout()))
    return Artwork(kept.width, kept.height, "/x.jpg", kept.content, Crop(**crop), is_clear=True)


def on_paper(saver: bool = False, **crop: Any) -> Image.Image:
    """The card without bleed, ten pixels to a millimetre."""
    with pypdfium2.PdfDocument(card_pdf(creature(art=artwork(**crop)), bleed=0, saver=saver)) as document:
        return document[0].render(scale=720 / 25.4 / 72).to_pil().convert("RGB").resize((540, 850))


def is_near(colour: Any, other: tuple[int, int, int], by: int = 40) -> bool:
    return all(abs(a - b) <= by for a, b in zip(colour, other, strict=True))


DISC, BESIDE, ABOVE = (270, 400), (90, 400), (270, 12)  # in the disc, at its side, in the frame above the name


def test_over_a_landscape_the_landscape_is_seen_beside_it() -> None:
    seen = on_paper(**GROUND)
    assert is_near(seen.getpixel(DISC), RED)
    assert not is_near(seen.getpixel(BESIDE), (255, 255, 255), 60) and not is_near(seen.getpixel(BESIDE), RED)
    white = on_paper()
    assert is_near(white.getpixel(DISC), RED) and is_near(white.getpixel(BESIDE), (255, 255, 255))


def test_out_of_the_frame_it_covers_the_frame() -> None:
    within, out = on_paper(**GROUND, y=0.56), on_paper(**GROUND, y=0.56, zoom=1.1, out=True)
    assert not is_near(within.getpixel(ABOVE), BLUE)
    assert is_near(out.getpixel(ABOVE), BLUE)


@pytest.mark.parametrize("frame", ["framed", "borderless"])
@pytest.mark.parametrize("size", ["54x85", "63x88", "70x120"])
def test_what_stands_out_is_drawn_once_so_that_its_shadow_is_no_darker(size: str, frame: str) -> None:
    """From the sky down to where it ends above the words, in every size."""
    written = io.BytesIO()
    Image.new("RGBA", (600, 972), (0, 0, 0, 128)).save(written, "PNG")
    kept = encode(io.BytesIO(written.getvalue()))
    seen = []
    for is_out in (False, True):
        art = Artwork(600, 972, "/x.jpg", kept.content, Crop(**GROUND, out=is_out), is_clear=True)
        pdf = card_pdf(replace(creature(art=art), frame=frame), bleed=0, geometry=PRESETS[size])
        with pypdfium2.PdfDocument(pdf) as document:
            seen.append(document[0].render(scale=720 / 25.4 / 72).to_pil().convert("RGB").resize((540, 850)))
    within, out = seen
    wrong = {y for y in range(200, 585, 5) if not is_near(out.getpixel((270, y)), within.getpixel((270, y)), 12)}
    assert not wrong


def test_the_words_stay_free_of_what_stands_out() -> None:
    """However low a picture reaches, it ends above the panel with the values."""
    plain, low = on_paper(**GROUND), on_paper(**GROUND, y=0.2, zoom=1.5, out=True)
    for at in ((270, 740), (150, 760), (400, 760)):
        assert is_near(low.getpixel(at), plain.getpixel(at)), at


def test_with_little_ink_the_whole_picture_is_seen_and_pale() -> None:
    for art in (artwork(**GROUND), Artwork(600, 972, "/x.jpg", solid(), Crop())):
        pdf = card_pdf(creature(art=art), bleed=0, saver=True)
        with pypdfium2.PdfDocument(pdf) as document:
            seen = document[0].render(scale=720 / 25.4 / 72).to_pil().convert("RGB").resize((540, 850))
        for at in ((200, 360), (340, 360), (270, 450)):
            red, green, _blue = seen.getpixel(at)
            assert 120 < green < 200 < red, at


def solid() -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (600, 972), RED).save(written, "JPEG")
    return written.getvalue()


def test_a_picture_as_png_is_as_on_paper() -> None:
    with Image.open(io.BytesIO(cached_png(creature(art=artwork(**GROUND, zoom=0.8)), 150))) as png:
        middle = png.convert("RGB").getpixel((png.width // 2, round(png.height * 0.47)))
    assert is_near(middle, RED)


def test_a_pdf_has_it_with_a_mask() -> None:
    with pikepdf.open(io.BytesIO(card_pdf(creature(art=artwork(**GROUND))))) as pdf:
        images = [
            thing
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == pikepdf.Name.Image
        ]
        assert sum("/SMask" in image for image in images) == 1


def test_a_hidden_rim_is_no_reason_to_warn() -> None:
    assert Artwork(600, 972, crop=Crop(zoom=0.3, rotation=45, **GROUND)).covers
    assert not Artwork(600, 972, crop=Crop(rotation=45)).covers


def test_smaller_than_the_card_goes_only_over_a_landscape() -> None:
    assert Crop(zoom=0.2, **GROUND).zoom == 0.2
    for wrong in ({"zoom": 0.9}, {"zoom": 0.1, **GROUND}, {"scene": "peaks"}, {"scene": "moon", "tint": "tide"}):
        with pytest.raises(ArtError):
            Crop(**wrong)
    with pytest.raises(ArtError):
        crop_from({"zoom": 1, "out": "maybe"})


@pytest.mark.django_db
class TestForm:
    def picture(self, owner: Owner, data: bytes | None = None) -> Picture:
        return uploads.add_picture(owner=owner, file=io.BytesIO(data or cutout()), name="hat.png")

    @pytest.mark.parametrize(
        "art",
        [
            {"x": 0.5, "y": 0.25, "zoom": 0.5, "rotation": 0.0, **GROUND, "seed": "7", "out": True},
            {"x": 0.5, "y": 0.5, "zoom": 1.0, "rotation": 0.0, **GROUND},
            {"x": 0.5, "y": 0.5, "zoom": 1.0, "rotation": 0.0, "out": True},
            {"x": 0.5, "y": 0.5, "zoom": 1.0, "rotation": 0.0},
        ],
    )
    def test_it_says_what_the_card_says(self, art: dict[str, Any]) -> None:
        owner = Owner.objects.create()
        card = made(owner, art=art, picture=self.picture(owner).token)
        initial = initial_of(content_of(card))
        data = {key: value for key, value in initial.items() if value not in (None, False)}
        form = CardForm(data, owner=owner, card=card)
        assert form.is_valid(), form.errors
        assert form.content() == content_of(card)

    def test_what_hides_all_behind_it_has_neither(self) -> None:
        owner = Owner.objects.create()
        token = self.picture(owner, solid()).token
        form = CardForm(fields(art="picture", picture=token, over="on", out="on", **GROUND), owner=owner)
        assert form.is_valid() and form.content()["art"] == Crop().to_json()
        small = CardForm(fields(art="picture", picture=token, over="on", zoom="99", **GROUND), owner=owner)
        assert not small.is_valid() and "zoom" in small.errors
        small.draft()

    def test_a_new_picture_lies_over_the_landscape_of_the_name(self) -> None:
        owner = Owner.objects.create()
        form = CardForm(fields(art="picture", picture=self.picture(owner).token, over="on"), owner=owner)
        assert form.is_valid()
        assert form.content()["art"].keys() == {"x", "y", "zoom", "rotation", "scene", "tint"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("head", "cells", "art"),
    [
        ("picture,scene,tint", "hat.png,peaks,tide", GROUND),
        ("scene,tint", "peaks,tide", GROUND),  # its picture is called like the card
        ("picture,scene,tint,crop,out", "hat.png,peaks,tide,0.5 0.5 0.4 0,yes", {**GROUND, "zoom": 0.4, "out": True}),
        ("image,scène,teinte,hors cadre", "hat.png,peaks,tide,oui", {**GROUND, "out": True}),
        ("picture,out", "hat.png,x", {"out": True}),
        ("picture,out", "hat.png,no", {}),
    ],
)
def test_a_table_says_what_a_picture_lies_over(client: Client, head: str, cells: str, art: dict[str, Any]) -> None:
    table = f"name,type,cost,av,hp,{head}\nHat,creature,1,1,1,{cells}\n"
    pack = zipped({"cards.csv": table, "hat.png": cutout()})
    keep(client, send(client, pack))
    assert Card.objects.get().art == {**Crop().to_json(), **art}
    assert send(client, pack).context["plan"].counts == {"new": 0, "changed": 0, "same": 1}
    for kind in ("csv", "json"):
        content = client.get(reverse("cards:export_own", args=[kind])).content
        assert send(client, content, f"a.{kind}").context["plan"].counts == {"new": 0, "changed": 0, "same": 1}


@pytest.mark.django_db
def test_a_table_may_still_name_a_composition(client: Client) -> None:
    table = "name,type,cost,av,hp,picture,icon,scene,tint\nHat,creature,1,1,1,hat.png,fox-head,peaks,tide\n"
    keep(client, send(client, zipped({"cards.csv": table, "hat.png": cutout()})))
    assert Card.objects.get().art == {"icon": "fox-head", **GROUND}


@pytest.mark.django_db
def test_what_is_neither_yes_nor_no_is_told_by_row_and_column(client: Client) -> None:
    table = "name,type,cost,av,hp,picture,Out\nHat,creature,1,1,1,hat.png,maybe\n"
    answer = send(client, zipped({"cards.csv": table, "hat.png": cutout()}))
    assert "Row 2, column “Out”: “maybe”" in " ".join(str(fault) for fault in answer.context["refused"].faults)


@pytest.mark.django_db
def test_its_file_is_a_webp_for_pages_and_in_backups() -> None:
    owner, client = guest()
    picture = uploads.add_picture(owner=owner, file=io.BytesIO(cutout()), name="hat.png")
    made(owner, art=Crop(**GROUND).to_json(), picture=picture.token)
    for name in ("picture", "full_picture"):
        response = client.get(reverse(f"files:{name}", args=[picture.token]))
        assert response["Content-Type"] == "image/webp"
        with Image.open(io.BytesIO(response.content)) as image:
            assert (image.format, image.mode) == ("WEBP", "RGBA")
    page = client.get(reverse("cards:pictures")).content.decode()
    assert picture.token in page
