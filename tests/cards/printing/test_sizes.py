"""Sizes of shops and sleeves: as large as they say, and drawn for it; scale, guides, marks, sheets that are filled."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from itertools import product
from xml.etree import ElementTree

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from cards.printing.options import CHOICES, PrintOptions
from cards.printing.pieces import Piece, PrintProblem, printed_sides
from cards.printing.products import is_cut_from_behind, make
from cards.printing.shop_order import order_xml
from cards.rendering.cutting import cut_lines
from cards.rendering.geometry import INCH, PRESETS, SHOP_SIZES, points
from cards.rendering.layouts import GUTTERS, PAPERS, grid_for
from cards.rendering.pdf import card_pdf
from cards.rendering.png import raster
from cards.rendering.registration import CORNER, INSET, LENGTH
from cards.rendering.sheets import About, PrintedCard, Sheeting, imposed
from tests.cards.printing.sheets import creature
from tests.cards.printing.test_products import deck

pytestmark = pytest.mark.slow("draws pages as PDF and as pictures")

SIZES = {
    **{name: tuple(map(float, name.split("x"))) for name in PRESETS if name[0].isdigit()},
    "cr80": (53.98, 85.6),
    "bridge": (57.15, 88.9),
    "poker": (63.5, 88.9),
    "tarot": (69.85, 120.65),
}
PIXELS_A_UNIT = 6  # a hundredth of a face's width, in the pictures that are compared


@pytest.mark.parametrize("size", PRESETS)
def test_a_card_is_as_large_as_its_size_says(size: str) -> None:
    product = make("One", [Piece("Wyvern", creature())], PrintOptions(purpose="shop", size=size))
    with pikepdf.open(io.BytesIO(product.content)) as document:
        trim = [float(part) / 72 * INCH for part in document.pages[0].TrimBox]
        media = [float(part) / 72 * INCH for part in document.pages[0].MediaBox]
    assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx(SIZES[size], abs=0.05)
    assert trim[:2] == pytest.approx([3, 3], abs=0.05)
    assert media[2:] == pytest.approx([side + 6 for side in SIZES[size]], abs=0.05)


def picture_of(size: str) -> tuple[Image.Image, float]:
    """A card as cut, at the same scale whatever its size, and its width in units."""
    card = PRESETS[size]
    width, height = (round(side / card.unit * PIXELS_A_UNIT) for side in (card.width, card.height))
    return raster(card_pdf(creature(), bleed=0, geometry=card), (width, height)), width


@pytest.mark.parametrize("size", ["63x88", "70x120", "poker", "tarot", "59x91"])
def test_the_face_is_drawn_for_its_size_and_not_stretched(size: str) -> None:
    """At the same scale the corners, where values stand, are those of the usual card but for a few pixels."""
    usual, _width = picture_of("54x85")
    other, _width = picture_of(size)
    part = 22 * PIXELS_A_UNIT
    for corner in ((0, 0), (0, 1), (1, 1)):  # upper left, lower left, lower right
        mine, theirs = (
            picture.crop((x, y, x + part, y + part))
            for picture in (usual, other)
            for x, y in [(corner[0] * (picture.width - part), corner[1] * (picture.height - part))]
        )
        # Half of a unit at each side moves with the rounding of pixels and with the picture behind the frame.
        changed = ImageChops.difference(mine, theirs).convert("L").point(lambda value: 255 * (value > 60))
        assert sum(map(bool, changed.tobytes())) < 0.22 * part * part, corner


def test_a_stretched_face_is_noticed() -> None:
    usual, _width = picture_of("54x85")
    wide = usual.resize((round(usual.width * 1.13), usual.height))
    part = 22 * PIXELS_A_UNIT
    changed = ImageChops.difference(usual.crop((0, 0, part, part)), wide.crop((0, 0, part, part))).convert("L")
    assert sum(value > 60 for value in changed.tobytes()) > 0.1 * part * part


@pytest.mark.parametrize(
    ("shop", "pixels"), [("makeplayingcards", (822, 1122)), ("gamecrafter", (825, 1125))], ids=["mpc", "tgc"]
)
def test_pictures_have_the_pixels_that_a_shop_asks_for(shop: str, pixels: tuple[int, int]) -> None:
    made = make("Deck", deck(2), PrintOptions(purpose="shop", shop=shop, size="54x85", format="pdf", bleed="no"))
    with zipfile.ZipFile(io.BytesIO(made.content)) as archive:
        pictures = [name for name in archive.namelist() if name.endswith(".png")]
        for name in pictures:
            with Image.open(io.BytesIO(archive.read(name))) as picture:
                assert picture.size == pixels, name
    assert any(name.endswith("back.png") for name in pictures) and len(pictures) == 5  # two, a Stronghold, two backs


def test_the_order_names_each_picture_and_each_place() -> None:
    made = make("Deck", deck(4), PrintOptions(purpose="shop", shop="makeplayingcards"))
    with zipfile.ZipFile(io.BytesIO(made.content)) as archive:
        order = ElementTree.fromstring(archive.read("cards.xml"))
        names = set(archive.namelist())
    assert order.findtext("details/quantity") == "5" and order.findtext("details/bracket") == "18"
    fronts, backs = (list(order.iterfind(f"{side}/card")) for side in ("fronts", "backs"))
    assert [int(card.findtext("slots") or "") for card in fronts] == list(range(5))
    assert [int(card.findtext("slots") or "") for card in backs] == [4]  # the Stronghold's other side
    assert {str(card.findtext("id")) for card in (*fronts, *backs)} | {str(order.findtext("cardback"))} <= names


def test_an_order_says_names_as_they_are() -> None:
    written = order_xml([("a & <b>.png", "")], "back.png")
    assert ElementTree.fromstring(written).findtext("fronts/card/name") == "a & <b>.png"


def test_a_back_comes_before_its_front_where_a_shop_wants_it() -> None:
    pieces = [Piece("Wyvern", creature())]
    pages = {}
    for shop in ("drivethru", "printninja"):
        content = make("One", pieces, PrintOptions(purpose="shop", shop=shop)).content
        pages[shop] = [raster(content, (140, 190), number).tobytes() for number in (0, 1)]
    assert pages["drivethru"] == pages["printninja"][::-1] and pages["drivethru"][0] != pages["drivethru"][1]


def test_shops_print_two_sides_of_each_card() -> None:
    sides = printed_sides(deck(3), PrintOptions(purpose="shop", shop="drivethru"))
    assert all(side.is_backed for side in sides)


def test_so_many_pictures_at_most() -> None:
    pieces = [Piece(f"Wyvern {number}", creature()) for number in range(151)]
    with pytest.raises(PrintProblem, match="At 1200 DPI you can print up to 150 cards"):
        make("Many", pieces, PrintOptions(purpose="shop", format="png", dpi="1200"))


def test_a_picture_of_1200_dots() -> None:
    made = make(
        "One", [Piece("Wyvern", creature())], PrintOptions(purpose="shop", format="png", dpi="1200", bleed="no")
    )
    with zipfile.ZipFile(io.BytesIO(made.content)) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".png")]
        with Image.open(io.BytesIO(archive.read(name))) as picture:
            assert picture.size == (2551, 4016)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_size_has_its_sheet(paper: str) -> None:
    kinds = product({**PRESETS, **SHOP_SIZES}.values(), GUTTERS, (False, True), CHOICES["margin"], (0.0, CORNER))
    for card, gutter, folded, margin, corner in kinds:
        grid = grid_for(40, PAPERS[paper], card=card, gutter=gutter, folded=folded, margin=float(margin), corner=corner)
        assert grid.count and grid.left >= 0 and grid.bottom >= 0


@given(
    st.sampled_from(sorted(PRESETS)),
    st.sampled_from(sorted(PAPERS)),
    st.sampled_from(GUTTERS),
    st.integers(1, 60),
)
def test_the_corners_stay_free_for_marks(size: str, paper: str, gutter: int, count: int) -> None:
    grid = grid_for(count, PAPERS[paper], card=PRESETS[size], gutter=gutter, corner=CORNER)
    for index in range(grid.count):
        x, y = grid.place(index)
        left, low = x - grid.edge, y - grid.edge
        right, high = x + grid.card.width + grid.edge, y + grid.card.height + grid.edge
        for beside in (left < CORNER, right > grid.width - CORNER):
            for beyond in (low < CORNER, high > grid.height - CORNER):
                assert not (beside and beyond)


def corners_of(content: bytes, width: float, height: float, page: int = 0) -> list[Image.Image]:
    """The corners of a sheet, upper left, upper right, lower left, lower right, ten pixels to the millimetre."""
    picture = raster(content, (round(width * 10), round(height * 10)), page).convert("L")
    side = round(CORNER * 10)
    return [
        picture.crop((x, y, x + side, y + side)) for y in (0, picture.height - side) for x in (0, picture.width - side)
    ]


@pytest.mark.parametrize("marks", ["silhouette", "silhouette-4"])
@pytest.mark.parametrize("size", ["54x85", "63x88"])
def test_marks_stand_alone_in_their_corners(marks: str, size: str) -> None:
    options = PrintOptions(size=size, gutter="0", marks=marks, marked="both", backs="shared")
    made = make("A deck with rather a long name for the margins of its sheets", deck(8), options)
    grid = options.grid(9)
    for page in (0, 1):
        boxes = [_dark(corner) for corner in corners_of(made.content, grid.width, grid.height, page)]
        near, far = INSET, INSET + LENGTH
        room = CORNER
        expected = [
            (near, near, far, far),
            (room - far, near, room - near, far),
            (near, room - far, far, room - near),
            (room - far, room - far, room - near, room - near) if marks == "silhouette-4" else None,
        ]
        for box, wanted in zip(boxes, expected, strict=True):
            assert (box is None) == (wanted is None)
            assert box is None or wanted is None or box == pytest.approx(wanted, abs=0.15)
    filled = corners_of(made.content, grid.width, grid.height)[0].getpixel((125, 125))
    assert (filled == 0) == (marks == "silhouette")  # the square; of an angle this is open


@pytest.mark.parametrize("marked", ["back", "both"])
def test_marks_on_the_back_move_with_the_cards_that_are_cut_by_them(marked: str) -> None:
    """The offset is how far a printer misses the back of the paper: it misses the marks as far."""
    usual = PrintOptions(marks="silhouette", marked=marked, backs="shared")
    moved = replace(usual, right=10, up=-5)  # less than what is clear around them
    grid = usual.grid(9)
    boxes = []
    for options in (usual, moved):
        made = make("Nine", deck(8), options)
        assert (_dark(corners_of(made.content, grid.width, grid.height)[0]) is not None) == (marked == "both")
        boxes.append([_dark(corner) for corner in corners_of(made.content, grid.width, grid.height, 1)][:3])
    for before, after in zip(*boxes, strict=True):
        assert before is not None and after is not None
        assert after[:2] == pytest.approx((before[0] + 1, before[1] + 0.5), abs=0.15)


def test_sheets_without_a_back_have_the_marks_on_their_front() -> None:
    """Where marks belong on backs and nothing has one, the machine cuts from the front."""
    options = PrintOptions(marks="silhouette", marked="back")
    pieces = [Piece("Wyvern", creature())]
    made = make("One", pieces, options)
    grid = options.grid(1)
    assert [_dark(corner) is not None for corner in corners_of(made.content, grid.width, grid.height)] == [
        *(True, True, True, False),
    ]
    assert not is_cut_from_behind(printed_sides(pieces, options), options)
    assert is_cut_from_behind(printed_sides(deck(1), replace(options, backs="shared")), options)


def _dark(corner: Image.Image) -> tuple[float, ...] | None:
    """The box around all ink of a corner, in millimetres."""
    box = corner.point(lambda value: 255 * (value < 200)).getbbox()
    return None if box is None else tuple(part / 10 for part in box)


def test_a_sheet_that_lies_on_its_front_is_cut_as_it_lies() -> None:
    grid = grid_for(1, PAPERS["a4"], orientation="portrait", corner=CORNER)
    front, behind = cut_lines(grid, 1, "svg"), cut_lines(grid, 1, "svg", "long")
    x, _y = grid.place(0)
    assert f'x="{x:.3f}"'.encode() in front
    assert f'x="{grid.width - x - grid.card.width:.3f}"'.encode() in behind


@pytest.mark.parametrize("tenths", [-30, 4])
def test_a_sheet_is_larger_by_as_much_as_is_asked(tenths: int) -> None:
    """Ten pixels to the millimetre: where the outermost cards begin and end."""
    leaves = [PrintedCard(card_pdf(creature()))] * 9
    grid = grid_for(9, gutter=0)
    spans = []
    for scale in (0, tenths):
        content = imposed(leaves, grid, About("Nine"), (), Sheeting(guides="none", ruled=False, scale=scale))
        with pikepdf.open(io.BytesIO(content)) as document:
            assert [float(part) for part in document.pages[0].MediaBox[2:]] == pytest.approx(
                [points(grid.width), points(grid.height)], abs=0.001
            )
        box = raster(content, (2100, 2970)).convert("L").point(lambda value: 255 * (value < 250)).getbbox()
        assert box is not None
        spans.append((box[2] - box[0], box[3] - box[1]))
    for before, after in zip(*spans, strict=True):
        assert after == pytest.approx(before * (1 + tenths / 1000), abs=2)


def test_the_last_sheet_is_filled() -> None:
    pieces = deck(11)  # and a Stronghold with two sides
    sides = printed_sides(pieces, PrintOptions(fill="yes"))
    assert len(sides) == 18
    assert len(printed_sides(pieces, PrintOptions())) == 12
    assert {side.is_backed for side in sides[12:]} == {False}  # nothing that would turn a single-sided file
    assert len(printed_sides(pieces, PrintOptions(purpose="shop", fill="yes"))) == 12


@pytest.mark.parametrize("gutter", [0, 6])
def test_crosses_stay_off_the_cards(gutter: int) -> None:
    """What they reach into a card is cut off with its round corner."""
    grid = grid_for(9, gutter=gutter)
    blank = PrintedCard(card_pdf(None))
    how = {kind: Sheeting(guides=kind, ruled=False) for kind in ("none", "crosses")}
    without, with_them = (
        raster(imposed([blank] * 9, grid, About("Nine"), (), each), (2100, 2970)) for each in how.values()
    )
    changed = ImageChops.difference(without, with_them).convert("L").point(lambda value: 255 * (value > 30))
    assert changed.getbbox() is not None
    corner = grid.card.corner
    for index in range(9):
        x, y = grid.place(index)
        top = grid.height - y - grid.card.height
        for left, upper, right, lower in (
            (x + corner, top + 0.2, x + grid.card.width - corner, top + grid.card.height - 0.2),
            (x + 0.2, top + corner, x + grid.card.width - 0.2, top + grid.card.height - corner),
        ):
            inside = changed.crop(tuple(round(part * 10) for part in (left, upper, right, lower)))
            assert inside.getbbox() is None


def test_guides_are_drawn_as_asked() -> None:
    options = PrintOptions(colour="grey", weight="0.5")
    content = make("Nine", deck(8), options).content
    with pikepdf.open(io.BytesIO(content)) as document:
        drawn = b"".join(part.read_bytes() for part in document.pages[0].Contents)
    assert f"{points(0.5):.4f} w 0.6 G".encode() in drawn
