"""Paper beside the screen: the same markup and style as WeasyPrint gets, drawn by a browser with the site's fonts."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops, ImageFilter, ImageStat
from playwright.sync_api import Page

from tests.browsing import screenshot

SQUARE = 24  # pixels: the side of the squares that are compared
SCALE = 3  # pixels of the pictures to a pixel of CSS
DRIFT = (3, 12)  # pixels of CSS by which words may lie further to the side, and higher or lower after other lines
STYLES = Path(__file__).parent.parent / "static" / "css"
_FONT = re.compile(r"@font-face \{[^}]*\}")

# Letters of Polish, Czech, Turkish, Hungarian, Romanian, Lithuanian and Welsh: none in Latin-1, most in the second file
# of a font.
NAMES = ("Łódź Wolf", "Žižka", "Ğışłą", "Kőszegi Tűz", "Șarpe Țintaș", "Ąžuolas Ėglė", "Ŵyỳr")


def site_fonts() -> str:
    """The rules by which the site's pages know their fonts; a picture waits for them, as a page does not."""
    text = "".join((STYLES / name).read_text(encoding="utf-8") for name in ("base.css", "cards.css"))
    text = text.replace("../fonts/", "/static/fonts/").replace("font-display: optional", "font-display: block")
    return "\n".join(_FONT.findall(text))


def in_browser(new_page: Callable[..., Page], html: str, style: str, size: tuple[int, int]) -> Image.Image:
    """A page of paper, ``size`` in pixels of CSS, as the browser draws it; ``SCALE`` times as large."""
    sheet = f"<style>{site_fonts()}\n{style}</style></head>"
    page = new_page(viewport={"width": size[0], "height": size[1]}, device_scale_factor=SCALE)
    page.route("**/drawn", lambda route: route.fulfill(content_type="text/html", body=html.replace("</head>", sheet)))
    page.goto("/drawn")
    shot = screenshot(page, clip={"x": 0, "y": 0, "width": size[0], "height": size[1]})
    page.close()
    return Image.open(io.BytesIO(shot)).convert("RGB")


def worst_square(picture: Image.Image, other_picture: Image.Image) -> float:
    """How far two pictures of one size differ in the square where they differ most: 0 to 255, on average there.

    Both are blurred before, because letters and edges are smoothed differently.
    """
    soft = [image.convert("L").filter(ImageFilter.GaussianBlur(2)) for image in (picture, other_picture)]
    squares = (max(1, picture.width // SQUARE), max(1, picture.height // SQUARE))
    return float(ImageChops.difference(*soft).resize(squares, Image.Resampling.BOX).getextrema()[1])


def unlike(pdf: bytes, paper: Image.Image, screen: Image.Image, words: str) -> float:
    """``worst_square`` of some words on paper, found in its text layer, and the place on the screen where they belong:
    the one near there that is most like them. Both pictures are of the whole page."""
    box = _place_of(words, pdf)
    shown = paper.crop(box)
    soft = shown.convert("L")
    aside, below = (range(-drift * SCALE, drift * SCALE + 1) for drift in DRIFT)
    places = [(box[0] + x, box[1] + y, box[2] + x, box[3] + y) for x in aside for y in below]
    ground = screen.convert("L")
    best = min(places, key=lambda place: ImageStat.Stat(ImageChops.difference(soft, ground.crop(place))).sum[0])
    return worst_square(shown, screen.crop(best))


def _place_of(words: str, pdf: bytes) -> tuple[int, int, int, int]:
    """The smallest box around some words on a PDF's first page, in pixels of the pictures."""
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0]
        text = page.get_textpage()
        place = text.search(words, match_case=True).get_next()
        assert place, f"{words!r} is not on the page: {text.get_text_range()[:400]!r}"
        boxes = [text.get_charbox(at) for at in range(place[0], place[0] + place[1])]
        scale, height = SCALE * 96 / 72, page.get_height()
    left, low = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, high = max(box[2] for box in boxes), max(box[3] for box in boxes)
    return (int(left * scale), int((height - high) * scale), int(right * scale) + 1, int((height - low) * scale) + 1)
