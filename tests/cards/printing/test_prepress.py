"""What print shops and cutters get: colours that say what they are, fonts and pictures once, outlines in true size."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ElementTree

import pikepdf
import pypdfium2 as pdfium
import pytest
from fontTools.ttLib import TTFont
from PIL import Image, ImageCms

from cards.art import Artwork, Crop
from cards.rendering.cache import cached_pdf
from cards.rendering.cutting import cut_lines
from cards.rendering.font_parts import FontParts
from cards.rendering.layouts import PAPERS, grid_for
from cards.rendering.sheets import About, PrintedCard, Sheeting, imposed, one_up
from cards.rendering.typefaces import typeface
from tests.cards.printing.sheets import by_pdfium, creature, difference, forms_on, opened

ABOUT = About("Deck", "en", "Icons by Lorc")


def picture() -> bytes:
    written = io.BytesIO()
    Image.linear_gradient("L").resize((600, 900)).convert("RGB").save(written, "JPEG", quality=90)
    return written.getvalue()


def leaves(count: int) -> list[PrintedCard]:
    content = picture()
    faces = [creature(f"Wyvern {at}", at, art=Artwork(600, 900, "/x.jpg", content, Crop())) for at in range(count)]
    return [PrintedCard(cached_pdf(face)) for face in faces]


@pytest.mark.parametrize("kind", ["sheets", "one-up"])
def test_a_file_says_for_which_colours_it_is(kind: str) -> None:
    content = imposed(leaves(2), grid_for(2), ABOUT) if kind == "sheets" else one_up(leaves(2), ABOUT)
    with opened(content) as document:
        (intent,) = document.Root.OutputIntents
        assert str(intent.OutputConditionIdentifier) == "sRGB IEC61966-2.1"
        profile = ImageCms.ImageCmsProfile(io.BytesIO(intent.DestOutputProfile.read_bytes()))
        assert "sRGB" in ImageCms.getProfileDescription(profile)
        if kind == "one-up":
            for page in document.pages:
                for form in page.obj.Resources.XObject.values():
                    name, tagged = form.Resources.ColorSpace.DefaultRGB
                    assert name == "/ICCBased"
                    assert tagged.objgen == intent.DestOutputProfile.objgen  # once in the file
    assert content == (imposed(leaves(2), grid_for(2), ABOUT) if kind == "sheets" else one_up(leaves(2), ABOUT))


def test_tagged_colours_look_the_same() -> None:
    plain = by_pdfium(leaves(1)[0].front, 150)
    assert difference(plain, by_pdfium(one_up(leaves(1), ABOUT), 150)) < 1.5


def fonts_of(document: pikepdf.Pdf) -> list[pikepdf.Object]:
    things = [thing for thing in document.objects if isinstance(thing, pikepdf.Dictionary)]
    return [thing for thing in things if thing.get("/Subtype") == "/Type0"]


def test_each_font_and_each_picture_is_there_once() -> None:
    content = one_up(leaves(6), ABOUT)
    with opened(content) as document:
        names = [str(font.BaseFont) for font in fonts_of(document)]
        assert all(re.fullmatch(r"/[A-Z]{6}\+[\w-]+", name) for name in names)
        families = [name.partition("+")[2] for name in names]
        assert len(set(families)) == len(families) >= 2
        streams = [thing for thing in document.objects if isinstance(thing, pikepdf.Stream)]
        assert sum("/Length1" in stream for stream in streams) == len(families)
        assert sum("/DCTDecode" in str(stream.get("/Filter")) for stream in streams) == 1


def test_a_font_of_many_cards_draws_and_reads_each_as_its_own_did() -> None:
    names = ["Ferry Pike", "Łódź Ångström", "Đặng Thị Ngọc Hân", "Ὀδυσσεὺς Жук"]
    alone = [cached_pdf(creature(name, at, flavour=f"“{name[::-1]}”, 1234567890")) for at, name in enumerate(names)]
    together = one_up([PrintedCard(card) for card in alone], ABOUT)
    for at, card in enumerate(alone):
        assert difference(by_pdfium(one_up([PrintedCard(card)], ABOUT), 200), by_pdfium(together, 200, page=at)) == 0
        assert difference(by_pdfium(card, 200), by_pdfium(together, 200, page=at)) < 1.5
        assert words_on(together, at) == words_on(card, 0)
    with opened(together) as document:
        for font in fonts_of(document):
            program = TTFont(io.BytesIO(font.DescendantFonts[0].FontDescriptor.FontFile2.read_bytes()))
            outlines, metrics = program["glyf"], program["hmtx"]
            widths = font.DescendantFonts[0].W
            for number, (width,) in zip(widths[::2], widths[1::2], strict=True):
                name = program.getGlyphName(int(number))
                assert metrics[name][0] * 1000 / program["head"].unitsPerEm == pytest.approx(int(width), abs=1)
                outlines[name].expand(outlines)


def test_parts_of_other_fonts_stay_by_themselves() -> None:
    first, second = (typeface(number) for number in (0, 1))
    parts = FontParts()
    assert parts.add(first, ())
    assert not parts.add(second, ())
    assert not parts.add(b"OTTO" + first[4:], ())
    assert parts.add(first, ())


def words_on(content: bytes, page: int) -> str:
    with pdfium.PdfDocument(content) as document:
        return str(document[page].get_textpage().get_text_range())


def test_lines_are_for_looking_at_alone() -> None:
    grid = grid_for(2)
    printed, seen = (imposed(leaves(2), grid, ABOUT, how=Sheeting(shown=shown)) for shown in (False, True))
    with opened(printed) as plain, opened(seen) as shown:
        assert forms_on(plain.pages[0]) == forms_on(shown.pages[0])
    at = grid.place(0)
    dpi = 254
    pixel = by_pdfium(seen, dpi).getpixel((round(at[0] * 10), round((grid.height - at[1] - 40) * 10)))
    assert pixel[0] > 150 > pixel[1] + 50  # red, at the cut
    safe = by_pdfium(seen, dpi).crop(
        (round(at[0] * 10) + 28, round((grid.height - at[1] - 70) * 10), round(at[0] * 10) + 33,
         round((grid.height - at[1] - 20) * 10))
    )  # fmt: skip
    assert any(green > red + 40 and green > 100 for red, green, _blue in safe.get_flattened_data())


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("folded", [False, True])
def test_cutters_get_the_outlines_to_a_tenth_of_a_millimetre(paper: str, folded: bool) -> None:
    grid = grid_for(5, PAPERS[paper], folded=folded)
    wanted = sorted((*grid.place(index), *grid.unit) for index in range(5 if grid.count >= 5 else grid.count))
    svg = ElementTree.fromstring(cut_lines(grid, 5, "svg"))
    assert svg.get("width") == f"{grid.width:g}mm"
    boxes = []
    for rect in svg.iter("{http://www.w3.org/2000/svg}rect"):
        x, y, width, height, corner = (float(str(rect.get(name))) for name in ("x", "y", "width", "height", "rx"))
        boxes.append((x, grid.height - y - height, width, height))
        assert corner == pytest.approx(3, abs=0.1)
    for box, right in zip(sorted(boxes), wanted, strict=True):
        assert box == pytest.approx(right, abs=0.1)
    assert outlines(cut_lines(grid, 5, "dxf").decode()) == [pytest.approx(box, abs=0.1) for box in wanted]


def outlines(text: str) -> list[tuple[float, ...]]:
    """The boxes around the closed lines of a DXF; fails where a corner is no quarter of a circle to the outside."""
    lines = text.split("\n")
    pairs = list(zip(map(int, lines[:-1:2]), lines[1::2], strict=True))
    assert ("$INSUNITS" in lines) and lines[lines.index("$INSUNITS") + 2] == "4"
    outline_boxes: list[tuple[float, ...]] = []
    points: list[list[float]] = []
    for code, value in pairs:
        if code == 0 and value == "VERTEX":
            points.append([0.0, 0.0, 0.0])
        elif points and code in (10, 20, 42):
            points[-1][{10: 0, 20: 1, 42: 2}[code]] = float(value)
        elif code == 0 and value == "SEQEND":
            across, up = [point[0] for point in points], [point[1] for point in points]
            outline_boxes.append((min(across), min(up), max(across) - min(across), max(up) - min(up)))
            assert [point[2] for point in points] == pytest.approx([0, 0.414214] * 4, abs=1e-5)
            points = []
    return sorted(outline_boxes)


def test_no_form_has_colours_that_nothing_is_drawn_in() -> None:
    with opened(imposed(leaves(2), grid_for(2), ABOUT)) as document:
        intent = document.Root.OutputIntents[0]
        assert intent.S == "/GTS_PDFA1"  # which promises no version of PDF/X
        coloured = [item for item in document.objects if isinstance(item, pikepdf.Object) and "lab-d" in repr(item)]
    assert not coloured
