"""PDFs of many cards, read again: boxes, places, lines, fonts, text, and how they look in two viewers."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from cards.art import Artwork, Crop
from cards.faces import Face, stronghold_faces
from cards.rendering.cache import cached_pdf
from cards.rendering.calibration import calibration_pdf
from cards.rendering.geometry import PRESETS
from cards.rendering.layouts import grid_for
from cards.rendering.marks import GUIDES, MarginText, guides, heading_width, ruler_place, shortened, size_of
from cards.rendering.png import card_png
from cards.rendering.sheets import About, PrintedCard, Sheeting, imposed, one_up
from tests.cards.printing.sheets import (
    box_of,
    by_pdfium,
    by_poppler,
    cards_on,
    creature,
    difference,
    embedded_fonts,
    forms_on,
    lines_on,
    opened,
    text_of,
)

pytestmark = pytest.mark.slow("draws pages as PDF and as pictures")

ABOUT = About("Élan & Co", "fr", "Icons by Lorc")
WORDS = MarginText(("Title · sheet 1 of 1", "Print at 100 %"), "50 mm", ("Unofficial.", "Icons by Lorc and others."))


def leaf(face: Face | None, back: Face | str | None = "nothing") -> PrintedCard:
    return PrintedCard(cached_pdf(face), None if back == "nothing" else cached_pdf(back))  # type: ignore[arg-type]


def nine() -> list[PrintedCard]:
    faces = [creature(f"Wyvern {number}", number) for number in range(1, 4)]
    bastion, fort = stronghold_faces("Keep")
    return [*(leaf(faces[at % 3], None) for at in range(8)), leaf(bastion, fort)]


def test_nine_cards_with_backs_are_one_sheet_of_two_sides() -> None:
    content = imposed(nine(), grid_for(9), ABOUT, [WORDS])
    with opened(content) as document:
        assert len(document.pages) == 2
        for page in document.pages:
            assert box_of(page, "/MediaBox") == pytest.approx((0, 0, 210, 297), abs=0.1)
        front, back = (forms_on(page) for page in document.pages)
    assert front[0][0] == pytest.approx((19.5, 192.5, 57, 88), abs=0.01)
    assert len(front) == len(back) == 9
    # The Stronghold is last, lower right; its other side is lower left, and no other back is like it.
    forms = [form for _seen, _turned, form in back]
    assert forms.count(forms[8]) == 1
    assert back[8][0][0] == pytest.approx(21 - 3, abs=0.01)
    assert len(set(forms)) == 2


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("count", [9, 10])
def test_backs_lie_exactly_behind_fronts(flip: str, count: int) -> None:
    grid = grid_for(count)
    leaves = (nine() * 2)[:count]
    with opened(imposed(leaves, grid, ABOUT, how=Sheeting(flip))) as document:
        assert document.Root.ViewerPreferences.Duplex == (
            "/DuplexFlipLongEdge" if flip == "long" else "/DuplexFlipShortEdge"
        )
        fronts, backs = (cards_on(page) for page in document.pages)
        turned = {turned for _seen, turned, _form in forms_on(document.pages[1])}
    over = (flip == "long") == grid.is_landscape
    assert turned == {over}
    for (x, y), back in zip(fronts, backs, strict=True):
        wanted = (x, grid.height - y - 85) if over else (grid.width - x - 54, y)
        assert back == pytest.approx(wanted, abs=0.002)


def test_the_offset_moves_backs_by_tenths_and_nothing_else() -> None:
    grid = grid_for(9)
    plain, moved = (opened(imposed(nine(), grid, ABOUT, how=Sheeting(offset=at))) for at in ((0, 0), (13, -7)))
    assert forms_on(plain.pages[0]) == forms_on(moved.pages[0])
    for (before, _t, _f), (after, _u, _g) in zip(forms_on(plain.pages[1]), forms_on(moved.pages[1]), strict=True):
        assert (after[0] - before[0], after[1] - before[1]) == pytest.approx((1.3, -0.7), abs=0.002)


def test_a_sheet_that_is_not_full_keeps_its_places() -> None:
    with opened(imposed(nine()[:2], grid_for(9), ABOUT)) as document:
        fronts, backs = (cards_on(page) for page in document.pages)
    assert fronts == [(21, 194), (78, 194)]
    assert backs == [(135, 194), (78, 194)]


def test_sides_that_are_missing_leave_holes_but_every_sheet_has_two() -> None:
    bastion, fort = stronghold_faces("Keep")
    leaves = [leaf(bastion, fort), *(leaf(creature()) for _number in range(10))]
    with opened(imposed(leaves, grid_for(9, orientation="portrait"), ABOUT)) as document:
        assert [len(forms_on(page)) for page in document.pages] == [9, 1, 2, 0]
    with opened(imposed(leaves[1:], grid_for(9), ABOUT)) as document:
        assert len(document.pages) == 2
        assert document.Root.ViewerPreferences.Duplex == "/Simplex"


def test_folded_sheets_have_one_side() -> None:
    grid = grid_for(9, folded=True)
    with opened(imposed(nine(), grid, ABOUT, how=Sheeting("long"))) as document:
        assert len(document.pages) == grid.sheets(9) == 2
        placed = forms_on(document.pages[0])
        assert len(placed) == 10
        assert [turned for _seen, turned, _form in placed] == [False, True] * 5
        lines = lines_on(document.pages[0])
    fold = placed[0][0][1]
    assert sum(line[1] == line[3] == pytest.approx(fold) for line in lines) == 2


@pytest.mark.parametrize("kind", [kind for kind in GUIDES if kind != "crosses"])  # which test_sizes looks at
@pytest.mark.parametrize("gutter", [0, 3, 6])
def test_guides_reach_the_edge_and_stay_outside_of_the_cards(kind: str, gutter: int) -> None:
    grid = grid_for(9, gutter=gutter)
    with opened(imposed(nine(), grid, ABOUT, how=Sheeting(guides=kind, ruled=False))) as document:
        front, back = document.pages
        lines = lines_on(front)
        boxes = [seen for seen, _turned, _form in forms_on(front)]
        assert lines_on(back) == []
    if kind == "none":
        assert lines == []
        return
    assert len(lines) == 2 * (4 if gutter == 0 else 6) * 2
    for x1, y1, x2, y2 in lines:
        for x, y, width, height in boxes:
            inside_x = max(x1, x2) > x + 0.001 and min(x1, x2) < x + width - 0.001
            inside_y = max(y1, y2) > y + 0.001 and min(y1, y2) < y + height - 0.001
            assert not (inside_x and inside_y)
        at_edge = min(x1, y1) == 0 or max(x1, x2) == grid.width or max(y1, y2) == grid.height
        assert at_edge == (kind == "full")


def test_guides_of_a_sheet_that_is_not_full_are_for_its_cards() -> None:
    grid = grid_for(9)
    assert guides(grid, 0) == b""
    assert guides(grid, 2).count(b" l S") == 2 * (4 + 2)


def test_the_ruler_is_fifty_millimetres_long() -> None:
    grid = grid_for(9)
    with opened(imposed(nine()[:1], grid, ABOUT, how=Sheeting(guides="none"))) as document:
        lines = lines_on(document.pages[0])
    x, y = ruler_place(grid)
    assert lines[0] == pytest.approx((x, y, x + 50, y), abs=0.01)
    ticks = lines[1:]
    assert len(ticks) == 51
    assert [round(line[0] - x, 2) for line in ticks] == list(range(51))


def test_what_the_document_says_of_itself() -> None:
    content = imposed(nine(), grid_for(9), ABOUT, [WORDS])
    with opened(content) as document:
        assert document.Root.ViewerPreferences.PrintScaling == "/None"
        assert document.Root.ViewerPreferences.DisplayDocTitle
        assert str(document.Root.Lang) == "fr"
        assert str(document.docinfo["/Title"]) == "Élan & Co"
        with document.open_metadata() as metadata:
            assert metadata["dc:title"] == "Élan & Co"
            assert metadata["dc:rights"] == "Icons by Lorc"
            assert set(metadata["dc:language"]) == {"fr"}
    fonts = embedded_fonts(content)
    assert fonts
    assert all(fonts.values())
    text = text_of(content)
    for text_shown in ("Wyvern 1", "Keep", "Bastion", "Title · sheet 1 of 1", "50 mm", "Icons by Lorc and others."):
        assert text_shown in text


def test_the_same_cards_give_the_same_bytes_and_each_face_is_in_the_file_once() -> None:
    assert imposed(nine(), grid_for(9), ABOUT, [WORDS]) == imposed(nine(), grid_for(9), ABOUT, [WORDS])
    once, often = (imposed([leaf(creature())] * count, grid_for(count), ABOUT) for count in (1, 90))
    assert len(often) < 1.5 * len(once)


def test_words_become_smaller_until_they_fit() -> None:
    assert size_of("short", 51, 8) > size_of("long " * 60, 51, 8) > size_of("long " * 400, 51, 8) > 0


@given(st.text(max_size=300), st.floats(0, 60))
def test_a_heading_stays_in_its_line(text: str, room: float) -> None:
    short = shortened(text, room)
    assert heading_width(short) <= room or short == "…"
    assert short == text or text.startswith(short[:-1])


@pytest.mark.parametrize("size", PRESETS)
def test_a_shop_gets_true_boxes(size: str) -> None:
    card = PRESETS[size]
    pdfs = [cached_pdf(face, geometry=card) for face in (creature(), *stronghold_faces("Keep"))]
    content = one_up([PrintedCard(pdfs[0]), PrintedCard(pdfs[1], pdfs[2])], ABOUT, card)
    width, height = card.width, card.height
    with opened(content) as document:
        assert len(document.pages) == 3
        for page in document.pages:
            assert box_of(page, "/MediaBox") == pytest.approx((0, 0, width + 6, height + 6), abs=0.1)
            assert box_of(page, "/BleedBox") == box_of(page, "/MediaBox")
            assert box_of(page, "/TrimBox") == pytest.approx((3, 3, width + 3, height + 3), abs=0.1)
            assert lines_on(page) == []
        assert document.Root.ViewerPreferences.PrintScaling == "/None"
    assert all(embedded_fonts(content).values())
    assert "Fort" in text_of(content, 2)
    bled = by_pdfium(content, 150)
    for at in ((2, 2), (bled.width - 3, 2), (2, bled.height - 3), (bled.width - 3, bled.height - 3)):
        assert bled.getpixel(at) != (255, 255, 255)  # the bleed is printed, to the corners


def picture(width: int = 1300, height: int = 2000) -> bytes:
    image = Image.linear_gradient("L").resize((width, height)).convert("RGB")
    written = io.BytesIO()
    image.save(written, "JPEG", quality=90)
    return written.getvalue()


def test_pictures_keep_their_pixels() -> None:
    face = creature(art=Artwork(1300, 2000, "/x.jpg", picture(), Crop()))
    content = imposed([leaf(face)], grid_for(1), ABOUT)
    with opened(content) as document:
        streams = [thing for thing in document.objects if isinstance(thing, pikepdf.Stream)]
        images = [stream for stream in streams if "/DCTDecode" in str(stream.get("/Filter"))]
        assert [(int(image.Width), int(image.Height)) for image in images] == [(1300, 2000)]
    assert face.picture is not None
    assert face.picture.dpi(54 * 0.92) >= 300


@pytest.mark.parametrize("render", ["pdfium", "poppler"])
@pytest.mark.parametrize("count", [9, 10])
def test_cards_on_a_sheet_look_as_on_the_screen(render: str, count: int, tmp_path: Path) -> None:
    """The card cut out of the sheet, compared with its PNG (which another test compares with the browser's)."""
    grid = grid_for(count)
    faces = [creature("Ash Wyvern"), *stronghold_faces("Keep")]
    content = imposed([leaf(face) for face in faces], grid, ABOUT, [WORDS])
    dpi = 254  # ten pixels a millimetre: every card begins at a whole one
    sheet = by_pdfium(content, dpi) if render == "pdfium" else by_poppler(content, dpi, tmp_path)
    for index, face in enumerate(faces):
        with Image.open(io.BytesIO(card_png(face, dpi))) as alone:
            wanted = alone.convert("RGB")
        slot = grid.front(index)
        left = round(slot.x / 25.4 * dpi)
        top = round((grid.height - slot.y - grid.card.height) / 25.4 * dpi)
        cut = sheet.crop((left, top, left + wanted.width, top + wanted.height))
        assert difference(cut, wanted) < 3
        assert difference(cut, wanted.rotate(180)) > 20


def test_upside_down_is_upside_down() -> None:
    grid = grid_for(10)
    content = imposed([leaf(creature(), creature("Back to back"))], grid, ABOUT, how=Sheeting("long"))
    slot = grid.back(0, "long")
    sheet = by_pdfium(content, 254, 1)
    with Image.open(io.BytesIO(card_png(creature("Back to back"), 254))) as alone:
        wanted = alone.convert("RGB").rotate(180)
    left, top = round(slot.x * 10), round((grid.height - slot.y - grid.card.height) * 10)
    assert difference(sheet.crop((left, top, left + wanted.width, top + wanted.height)), wanted) < 3


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("count", [9, 10])
def test_the_calibration_sheet_has_its_crosses_behind_one_another(flip: str, count: int) -> None:
    grid = grid_for(count)
    how = Sheeting(flip, (10, -20), "none")
    content = calibration_pdf(grid, ABOUT, ("Title\nFront", "Title\nBack"), how)
    with opened(content) as document:
        front = lines_on(document.pages[0])
        back = lines_on(document.pages[1])
    crosses = {((x1 + x2) / 2, y1) for x1, y1, x2, y2 in front if y1 == y2 and x2 - x1 > 20 and x2 - x1 < 40}
    scales = {(x1 + 5, y1) for x1, y1, x2, y2 in back if y1 == y2 and x2 - x1 == pytest.approx(20, abs=0.01)}
    assert len(crosses) == len(scales) == 5
    over = grid.is_turned_over(flip)
    wanted = {(x if over else grid.width - x, grid.height - y if over else y) for x, y in crosses}
    assert {(round(x + 1, 1), round(y - 2, 1)) for x, y in wanted} == {(round(x, 1), round(y, 1)) for x, y in scales}
    assert "Back" in text_of(content, 1)
    assert "+5" in text_of(content, 1)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("count", [9, 10])
def test_the_vernier_tells_tenths(flip: str, count: int) -> None:
    """A back that lies 1.3 mm too far left, and 0.4 mm too high, as it is seen: the scale then says +1.3 and -0.4."""
    grid = grid_for(count)
    with opened(calibration_pdf(grid, ABOUT, ("Title\nFront", "Title\nBack"), Sheeting(flip, (-13, 4), "none"))) as pdf:
        front, back = (lines_on(page) for page in pdf.pages)
    over = grid.is_turned_over(flip)
    # The front as it shines through to whoever looks at the back.
    seen = [
        tuple(at if (number % 2 == 0) == over else (grid.height if number % 2 else grid.width) - at
              for number, at in enumerate(line))
        for line in front
    ]  # fmt: skip
    middle = grid.width / 2, grid.height / 2
    for axis, (whole, tenth) in enumerate(((1, 3), (-1, 6))):
        along = {
            round(line[axis] - middle[axis], 2)
            for line in seen
            if line[axis] == pytest.approx(line[axis + 2])  # a stroke across this axis
            and abs(line[1 - axis] - middle[1 - axis]) < 4
            and 2 < abs(line[3 - axis] - line[1 - axis]) < 4
            and 0 < line[axis] - middle[axis] < 10
        }
        assert sorted(along) == pytest.approx([0.9 * number for number in range(1, 11)], abs=0.02)
        scale = [
            line[axis] - middle[axis]
            for line in back
            if line[axis] == pytest.approx(line[axis + 2])
            and abs(line[1 - axis] + line[3 - axis] - 2 * middle[1 - axis]) < 4
            and abs(line[3 - axis] - line[1 - axis]) < 4
            and abs(line[axis] - middle[axis]) < 16
        ]
        zero = (-1.3, 0.4)[axis]
        assert min(abs(at - zero) for at in scale) < 0.01
        below = max(round(at - zero) for at in scale if at <= 0.001)
        meeting = min(range(1, 11), key=lambda number: min(abs(at - 0.9 * number) for at in scale))
        assert (below, meeting) == (whole, tenth)
