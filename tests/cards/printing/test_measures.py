"""Every size of shops and sleeves, measured in the files themselves: to 0.05 mm, in each kind of file."""

from __future__ import annotations

import io
import re
import zipfile

import pikepdf
import pytest
from PIL import Image

from cards.printing.options import PNG_SHOPS, PrintOptions
from cards.printing.pieces import Piece, printed_sides
from cards.printing.products import grid_of, make
from cards.rendering.cutting import cut_lines
from cards.rendering.geometry import INCH, PRESETS, SHOP_SIZES
from tests.cards.printing.sheets import box_of, creature, opened

pytestmark = pytest.mark.slow("draws a file of each kind for each size")

# What shops and sleeves ask for, written down here once more: millimetres, and for shops the bleed too.
SIZES = {
    "54x85": (54, 85),
    "54x86": (54, 86),
    "cr80": (53.98, 85.60),
    "56x87": (56, 87),
    "57x89": (57, 89),
    "59x91": (59, 91),
    "63x88": (63, 88),
    "70x120": (70, 120),
    "bridge": (57.15, 88.9),
    "poker": (63.5, 88.9),
    "tarot": (69.85, 120.65),
}
SHOPS = {
    "makeplayingcards": (63.5, 88.9, 3.048),
    "gamecrafter": (63.5, 88.9, 3.175),
    "drivethru": (63.5, 88.9, 3.175),
    "printninja": (63.5, 88.9, 3.175),
}
PIECES = [Piece("Wyvern", creature()), Piece("Gryphon", creature("Gryphon"))]
NEAR = 0.05


def test_no_size_is_missing() -> None:
    assert SIZES.keys() == PRESETS.keys() and SHOPS.keys() == SHOP_SIZES.keys()


@pytest.mark.parametrize("shop", sorted(SHOPS.keys() - set(PNG_SHOPS)))
def test_a_shops_pdf_has_its_boxes(shop: str) -> None:
    width, height, bleed = SHOPS[shop]
    made = make("Two", PIECES, PrintOptions(purpose="shop", shop=shop, backs="shared"))
    with opened(made.content) as document:
        assert len(document.pages) == 4
        for page in document.pages:
            whole = (0, 0, width + 2 * bleed, height + 2 * bleed)
            assert box_of(page, "/MediaBox") == pytest.approx(whole, abs=NEAR)
            assert box_of(page, "/BleedBox") == pytest.approx(whole, abs=NEAR)
            assert box_of(page, "/TrimBox") == pytest.approx((bleed, bleed, bleed + width, bleed + height), abs=NEAR)


@pytest.mark.parametrize("shop", PNG_SHOPS)
def test_a_shops_pictures_are_as_large_as_its_template(shop: str) -> None:
    width, height, bleed = SHOPS[shop]
    made = make("Two", PIECES, PrintOptions(purpose="shop", shop=shop, backs="shared"))
    with zipfile.ZipFile(io.BytesIO(made.content)) as archive:
        names = [name for name in archive.namelist() if name.endswith(".png")]
        assert len(names) == 3
        for name in names:
            with Image.open(io.BytesIO(archive.read(name))) as picture:
                sides = [side / picture.info["dpi"][0] * INCH for side in picture.size]
            assert sides == pytest.approx([width + 2 * bleed, height + 2 * bleed], abs=NEAR), name


@pytest.mark.parametrize("bleed", ["yes", "no"])
@pytest.mark.parametrize("size", SIZES)
def test_pictures_are_as_large_as_their_cards(size: str, bleed: str) -> None:
    beyond = 6 if bleed == "yes" else 0
    made = make("One", PIECES[:1], PrintOptions(purpose="shop", format="png", size=size, bleed=bleed, dpi="600"))
    with zipfile.ZipFile(io.BytesIO(made.content)) as archive, Image.open(archive.open(archive.namelist()[0])) as image:
        sides = [side / image.info["dpi"][0] * INCH for side in image.size]
    assert sides == pytest.approx([side + beyond for side in SIZES[size]], abs=NEAR)


@pytest.mark.parametrize("size", SIZES)
def test_a_card_on_a_sheet_is_as_large_as_where_it_is_cut(size: str) -> None:
    """Its form, which no matrix on the page scales, has the card and its bleed; its outline has the card."""
    width, height = SIZES[size]
    options = PrintOptions(size=size, gutter="0")
    made = make("Two", PIECES, options)
    with opened(made.content) as document:
        page = document.pages[0]
        forms = [thing for name, thing in page.obj.Resources.XObject.items() if re.fullmatch(r"/F\d+", name)]
        assert len(forms) == 2
        for form in forms:
            assert form.get("/Matrix") in (None, pikepdf.Array([1, 0, 0, 1, 0, 0]))
            left, low, right, high = (float(part) / 72 * INCH for part in form.BBox)
            assert (right - left, high - low) == pytest.approx((width + 6, height + 6), abs=NEAR)
        turned = r"(?:1 0 0 1|-1 0 0 -1|0 1 -1 0|0 -1 1 0)"
        assert len(re.findall(rf"re W n {turned} [-\d. ]+ cm /F\d+ Do Q", drawn_on(page))) == 2
    sides = printed_sides(PIECES, options)
    for kind in ("svg", "dxf"):
        boxes = cut_boxes(cut_lines(grid_of(sides, options), len(sides), kind).decode(), kind)
        assert [sorted(box) for box in boxes] == [pytest.approx(sorted((width, height)), abs=NEAR)] * 2, kind


@pytest.mark.parametrize("size", SIZES)
def test_cutters_cut_where_a_cutting_shop_does(size: str) -> None:
    """On sheets with registration marks: each outline has its card in the middle, as its TrimBox has it for a shop."""
    shop = make("Two", PIECES, PrintOptions(purpose="shop", size=size, backs="none"))
    with opened(shop.content) as document:
        left, low, right, high = box_of(document.pages[0], "/TrimBox")
    for marks in ("silhouette", "silhouette-4"):
        options = PrintOptions(size=size, marks=marks, backs="none")
        sides = printed_sides(PIECES, options)
        with opened(make("Two", PIECES, options).content) as document:
            page = document.pages[0]
            sheet = [float(part) / 72 * INCH for part in page.obj.MediaBox[2:]]
            drawn = re.findall(r"re W n 1 0 0 1 ([-\d.]+) ([-\d.]+) cm /F\d+ Do Q", drawn_on(page))
        placed = [tuple(float(part) / 72 * INCH for part in at) for at in drawn]
        assert len(placed) == 2
        cut = [(x + left, y + low, x + right, y + high) for x, y in placed]  # a form begins where its bleed does
        for kind in ("svg", "dxf"):
            file = cut_lines(grid_of(sides, options), len(sides), kind).decode()
            outlines = cut_outlines(file, kind, sheet[1])
            assert [pytest.approx(box, abs=NEAR) for box in cut] == outlines, (marks, kind)


def drawn_on(page: pikepdf.Page) -> str:
    contents = page.obj.Contents
    streams = contents if isinstance(contents, pikepdf.Array) else [contents]
    return b"\n".join(stream.read_bytes() for stream in streams).decode()


def cut_boxes(file: str, kind: str) -> list[tuple[float, float]]:
    """Width and height of each outline, in millimetres."""
    return [(right - left, high - low) for left, low, right, high in cut_outlines(file, kind, 0)]


def cut_outlines(file: str, kind: str, height: float) -> list[tuple[float, float, float, float]]:
    """Left, low, right and high edge of each outline, in millimetres from the lower left of a sheet of this height."""
    if kind == "svg":
        found = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', file)
        boxes = [tuple(map(float, box)) for box in found]
        return [(x, height - y - high, x + wide, height - y) for x, y, wide, high in boxes]
    outlines = [
        re.findall(r"\nVERTEX\n8\nCUT\n10\n([\d.-]+)\n20\n([\d.-]+)\n", part) for part in file.split("POLYLINE")
    ]
    extents = [[[float(at[axis]) for at in corners] for axis in (0, 1)] for corners in outlines if corners]
    return [(min(xs), min(ys), max(xs), max(ys)) for xs, ys in extents]
