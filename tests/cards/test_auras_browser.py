"""An Aura's badge has another shape than the ability's own: without colours, in every size, on screen and paper."""

from __future__ import annotations

import cmath
import io
from collections.abc import Callable

import pytest
from django.template.loader import render_to_string
from PIL import Image
from playwright.sync_api import Locator, Page

from board.walkthrough import Chip, Mark
from cards.art import Composed
from cards.faces import Face, face_of
from cards.rendering.geometry import DEFAULT
from cards.rendering.pdf import card_pdf
from cards.rendering.png import png_of
from champions import previews
from engine.decks.rules.cards import Card
from tests.browsing import screenshot
from tests.cards.test_face_browser import show

pytestmark = pytest.mark.usefixtures("rendered_once")

STAR, DISC = 20.0, 12.0  # what ``pointedness`` is at least of a star and at most of a disc, of 255
DPI = 300
SCALE = 5  # pixels to a pixel of CSS
CQW = DEFAULT.width / 25.4 * DPI / 100  # pixels in a hundredth of the card's width


def kelpie(*slugs: str, champion: bool = False) -> Face:
    card = Card("Spray Kelpie", True, 3, 2, 5, slugs)
    pale = Composed("seahorse", "waves", "frost")  # a sky from which the dark line of a badge stands out
    return face_of(card, str.title, champion, art=pale)


def pointedness(picture: Image.Image, x: float, y: float, radius: float) -> float:
    """How strongly light and dark take turns, once for each point or for each of its sides, on a circle in a picture
    without colours."""
    grey, count = picture.convert("L"), 160
    turns = [cmath.exp(2j * cmath.pi * step / count) for step in range(count)]
    lights = [grey.getpixel((round(x + radius * turn.real), round(y + radius * turn.imag))) for turn in turns]
    waves = [sum(light * turn**-often for light, turn in zip(lights, turns, strict=True)) for often in (8, 16)]
    return max(abs(wave) for wave in waves) / count


def badge(picture: Image.Image, place: int, scale: float = CQW) -> float:
    """The pointedness of a badge on a face whose upper left corner is that of the picture."""
    return pointedness(picture, 85.2 * scale, (33.8 + 19.1 * place) * scale, 9.1 * scale)


def shot(element: Locator) -> float:
    """The pointedness of an element that is as large as its badge."""
    box = element.bounding_box()
    assert box
    picture = Image.open(io.BytesIO(screenshot(element.page)))
    half = box["width"] / 2 * SCALE
    x, y = box["x"] * SCALE + half, box["y"] * SCALE + half
    return max(pointedness(picture, x, y, half * share) for share in (0.88, 0.9, 0.92, 0.94, 0.96))


@pytest.mark.parametrize("saver", [False, True])
def test_on_paper_an_aura_is_a_star_and_its_ability_a_disc(saver: bool) -> None:
    picture = Image.open(io.BytesIO(png_of(card_pdf(kelpie("rage", "aura:rage"), bleed=0, saver=saver), DPI)))
    assert badge(picture, 0) < DISC
    assert badge(picture, 1) > STAR


def test_in_the_picture_of_a_link_too() -> None:
    pictures = [
        Image.open(io.BytesIO(previews._drawn(kelpie(*slugs, champion=True), ""))).crop((74, 45, 417, 585))
        for slugs in (("rage", "aura:rage"), ("aura:rage", "rage"))
    ]
    assert [badge(picture, 0, 3.43) > STAR for picture in pictures] == [False, True]
    assert [badge(picture, 1, 3.43) > STAR for picture in pictures] == [True, False]


@pytest.mark.parametrize("width", [324, 240, 150, 100, 66])
def test_on_the_screen_at_every_size(new_page: Callable[..., Page], width: int) -> None:
    page = new_page(viewport={"width": 400, "height": 400}, device_scale_factor=SCALE)
    show(page, kelpie("rage", "aura:rage"), css=f".card-holder {{ width: {width}px }}")
    assert shot(page.locator(".card .ab").first) < DISC
    assert shot(page.locator(".card .ab.aura .f-ornament")) > STAR


def test_on_small_boards_and_beside_what_is_said_of_a_card(new_page: Callable[..., Page]) -> None:
    marks = (Mark("burning-meteor", "Rage"), Mark("burning-meteor", "Aura: Rage", aura=True))
    chip = render_to_string("board/_chip.html", {"chip": Chip("creature", "Imp", 1, 1, 1, abilities=marks)})
    seals = '<span class="seal"></span><span class="seal aura"></span>'
    sheets = "".join(f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in ("base", "live", "catalogue"))
    html = f'<!doctype html><html lang="en"><link rel="icon" href="data:,">{sheets}<body>{chip}{seals}'
    page = new_page(viewport={"width": 400, "height": 400}, device_scale_factor=SCALE)
    page.route("**/drawn", lambda route: route.fulfill(content_type="text/html", body=html))
    page.goto("/drawn")
    for kind in ("chip-ability", "seal"):
        assert shot(page.locator(f".{kind}:not(.aura)")) < DISC
        assert shot(page.locator(f".{kind}.aura")) > STAR
