"""The face in a browser beside the face on paper: the same picture; and what only a screen has."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from PIL import Image, ImageChops, ImageFilter, ImageStat
from playwright.sync_api import Page

from cards.art import Artwork, Composed, Crop
from cards.faces import FLAVOUR_BOX, Emblem, Face, bridge_face, face_of, stronghold_faces
from cards.measuring import fit
from cards.rendering.png import card_png
from engine.decks.rules.cards import Card
from tests.browsing import screenshot
from tests.cards.test_measuring import HOSTILE

pytestmark = pytest.mark.usefixtures("rendered_once")

WIDTH, HEIGHT = 638, 1004  # 54 by 85 mm at 300 DPI
# How far the two may differ. Both are blurred first, because letters and edges are smoothed differently. MEAN: the mean
# difference of all pixels, of 255. BLOCK: that of the worst square of 24 pixels, two millimetres.
MEAN, BLOCK, SQUARE = 7.0, 46.0, 24
SUBMERSION = Emblem("#1d6f86", "trident", "Submersion")

Shoot = Callable[..., Image.Image]


def html_of(*faces: Face | None, css: str = "") -> str:
    cards = "".join(
        f'<div class="card-holder">{card}</div>'
        for card in (
            render_to_string("cards/face.html" if face else "cards/back.html", {"face": face, "tappable": True})
            for face in faces
        )
    )
    sheets = "".join(f'<link rel="stylesheet" href="/static/css/{name}.css">' for name in ("base", "face", "cards"))
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Faces</title>'
        f"{sheets}<style>{css}</style><body><main>{cards}</main>"
    )


def show(page: Page, *faces: Face | None, css: str = "") -> None:
    """Opens a page of the site's own address that shows the faces."""
    page.route("**/faces", lambda route: route.fulfill(content_type="text/html", body=html_of(*faces, css=css)))
    page.goto("/faces")
    page.evaluate("document.fonts.ready")


@pytest.fixture
def shoot(page: Page) -> Shoot:
    css = (
        "body { display: block } main { margin: 0; padding: 0; max-width: none; width: 638px }"
        ".card-holder { width: 638px; height: 1004px; aspect-ratio: auto } .card .f-ground { border-radius: 0 }"
    )

    def take(face: Face | None) -> Image.Image:
        page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
        show(page, face, css=css)
        return Image.open(io.BytesIO(screenshot(page))).convert("RGB")

    return take


def differences(first: Image.Image, second: Image.Image) -> tuple[float, float]:
    """(mean difference, mean difference of the worst square)."""
    soft = [image.filter(ImageFilter.GaussianBlur(2)) for image in (first, second)]
    difference = ImageChops.difference(*soft)
    columns, rows = WIDTH // SQUARE, HEIGHT // SQUARE
    worst = difference.convert("L").resize((columns, rows), Image.Resampling.BOX).getextrema()[1]
    return sum(ImageStat.Stat(difference).mean) / 3, float(worst)


def on_paper(face: Face | None) -> Image.Image:
    return Image.open(io.BytesIO(card_png(face, 300))).convert("RGB")


def kelpie(name: str = "Spray Kelpie", av: int = 2, flavour: str = "Do not accept the ride.", **more: Any) -> Face:
    art = more.pop("art", Composed("seahorse", "waves", "storm"))
    card = Card(name, True, 3, av, 12, ("splash", "aura:sprint"))
    return face_of(card, str.title, art=art, emblem=SUBMERSION, flavour=flavour, **more)


def wave() -> Face:
    card = Card("Rogue Wave", False, 3, 3, 0, ("splash",))
    return face_of(card, str.title, art=Composed("big-wave", "caverns", "dusk"), emblem=SUBMERSION)


FACES: dict[str, Callable[[], Face | None]] = {
    "creature": kelpie,
    "long": lambda: kelpie(
        "Keeper of the Seven Bells", 12, "A line of flavour so long that it needs two lines, no less."
    ),
    "incantation": wave,
    "champion": lambda: kelpie(champion=True),
    "bastion": lambda: stronghold_faces("Lighthouse Rock", emblem=SUBMERSION)[0],
    "fort": lambda: stronghold_faces("Lighthouse Rock", emblem=SUBMERSION)[1],
    "bridge": lambda: bridge_face("Drowned Causeway", emblem=SUBMERSION, flavour="Mind the gap."),
    "back": lambda: None,
}


@pytest.mark.long
@pytest.mark.parametrize("name", FACES)
def test_screen_and_paper_show_the_same_face(shoot: Shoot, name: str) -> None:
    face = FACES[name]()
    mean, worst = differences(shoot(face), on_paper(face))
    assert mean < MEAN
    assert worst < BLOCK


def test_the_comparison_notices_a_wrong_face(shoot: Shoot) -> None:
    right = shoot(kelpie())
    assert differences(right, on_paper(wave()))[0] > 3 * MEAN
    # Small things are enough: a number, a word, an ability.
    assert differences(right, on_paper(kelpie(av=8)))[1] > BLOCK
    assert differences(right, on_paper(kelpie("Spray Kelpies")))[1] > BLOCK
    other = Card("Spray Kelpie", True, 3, 2, 12, ("splash", "aura:rage"))
    art = Composed("seahorse", "waves", "storm")
    face = face_of(other, str.title, art=art, emblem=SUBMERSION, flavour="Do not accept the ride.")
    assert differences(right, on_paper(face))[1] > BLOCK


def test_a_cropped_picture_is_the_same_on_both(page: Page, shoot: Shoot) -> None:
    image = Image.new("RGB", (300, 400), "#203040")
    for x in range(0, 300, 30):
        image.paste((x * 255 // 300, 200, 90), (x, x, x + 60, x + 60))
    written = io.BytesIO()
    image.save(written, "JPEG", quality=95)
    page.route("**/picture.jpg", lambda route: route.fulfill(content_type="image/jpeg", body=written.getvalue()))
    face = kelpie(art=Artwork(300, 400, "/picture.jpg", written.getvalue(), Crop(0.4, 0.6, 1.5, 20)))
    mean, worst = differences(shoot(face), on_paper(face))
    assert mean < MEAN
    assert worst < BLOCK


def assert_nothing_sticks_out(page: Page) -> None:
    out = page.evaluate(
        """() => [...document.querySelectorAll(".card .name, .card .f-flavour, .card .kind")].flatMap((box) => {
          const outside = box.getBoundingClientRect();
          const cost = box.closest(".card").querySelector(".cost")?.getBoundingClientRect();
          const left = box.matches(".name") && cost ? cost.right - cost.width * .06 : outside.left;
          return [...box.querySelectorAll(".f-line, .kind > span")].filter((line) => {
            const range = document.createRange();
            range.selectNodeContents(line);
            const inside = range.getBoundingClientRect();
            return outside.width && (inside.left < left - .5 || inside.right > outside.right + .5);
          }).map((line) => line.textContent);
        })"""
    )
    assert out == []


@pytest.mark.parametrize("width", [324, 200, 150, 96, 64])
def test_names_and_flavour_stay_inside_at_every_size(page: Page, width: int) -> None:
    names = (*HOSTILE[:4], HOSTILE[6], "Ash Wyvern", "Harbour Corsair", "Keeper of the Seven Bells", "Forest Archer")
    faces = [kelpie(name, flavour=("Never cut off, " * 9)[:90]) for name in names]
    assert all(len(fit(face.flavour, FLAVOUR_BOX).lines) == 2 for face in faces)
    css = f"main {{ display: grid; grid-template-columns: repeat(auto-fill, {width}px); gap: 9px }}"
    show(page, *faces, *stronghold_faces("Anticonstitutionnellement"), bridge_face("Drowned Causeway"), css=css)
    assert_nothing_sticks_out(page)


def test_abilities_say_their_names_on_hover_on_focus_and_to_the_ear(page: Page) -> None:
    show(page, kelpie(), css=".card-holder { width: 300px; margin: 80px 300px }")
    name = page.locator(".ab-name", has_text="Splash")
    opacity = "element => getComputedStyle(element).opacity"
    assert page.evaluate(opacity, name.element_handle()) == "0"
    for act in (page.locator(".ab").first.hover, page.locator(".ab").first.focus):
        act()
        page.wait_for_function("element => getComputedStyle(element).opacity == 1", arg=name.element_handle())
        page.mouse.move(0, 0)
    abilities = page.get_by_role("list", name="Special Abilities").get_by_role("listitem")
    assert [text.strip() for text in abilities.all_inner_texts()] == ["Splash", "Aura:Sprint"]


def test_whoever_shows_cards_has_their_face(root: Path) -> None:
    for path in (root / "templates").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert ("css/cards.css" in text) == ("css/face.css" in text), path
