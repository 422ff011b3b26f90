"""What print shops and cutters get: colours that say what they are, fonts and pictures once, outlines in true size."""

from __future__ import annotations

import hashlib
import io
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter

import pikepdf
import pytest
from PIL import Image, ImageCms

from cards.art import Artwork, Crop
from cards.rendering.cache import cached_pdf
from cards.rendering.cutting import cut_lines
from cards.rendering.layouts import PAPERS, grid_for
from cards.rendering.sheets import About, PrintedCard, Sheeting, imposed, one_up
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


def test_each_part_of_a_font_has_a_name_of_its_own_and_each_picture_is_there_once() -> None:
    with opened(one_up(leaves(6), ABOUT)) as document:
        programs: dict[str, set[bytes]] = {}
        for thing in document.objects:
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor":
                file = next(thing[key] for key in ("/FontFile2", "/FontFile3", "/FontFile") if key in thing)
                digest = hashlib.sha256(file.read_bytes()).digest()
                programs.setdefault(str(thing.FontName), set()).add(digest)
                assert re.fullmatch(r"/[A-Z]{6}\+[\w-]+", str(thing.FontName))
        assert programs
        assert all(len(each) == 1 for each in programs.values())
        streams = [thing for thing in document.objects if isinstance(thing, pikepdf.Stream)]
        fonts = Counter(one.read_raw_bytes() for one in streams if "/Length1" in one)
        assert all(count == 1 for count in fonts.values())
        assert sum("/DCTDecode" in str(one.get("/Filter")) for one in streams) == 1


def test_lines_are_for_looking_at_alone() -> None:
    grid = grid_for(2)
    printed, seen = (imposed(leaves(2), grid, ABOUT, how=Sheeting(shown=shown)) for shown in (False, True))
    with opened(printed) as plain, opened(seen) as shown:
        assert forms_on(plain.pages[0]) == forms_on(shown.pages[0])
    at = grid.place(0)
    dpi = 254
    one = by_pdfium(seen, dpi).getpixel((round(at[0] * 10), round((grid.height - at[1] - 40) * 10)))
    assert one[0] > 150 > one[1] + 50  # red, at the cut
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
    found: list[tuple[float, ...]] = []
    points: list[list[float]] = []
    for code, value in pairs:
        if code == 0 and value == "VERTEX":
            points.append([0.0, 0.0, 0.0])
        elif points and code in (10, 20, 42):
            points[-1][{10: 0, 20: 1, 42: 2}[code]] = float(value)
        elif code == 0 and value == "SEQEND":
            across, up = [one[0] for one in points], [one[1] for one in points]
            found.append((min(across), min(up), max(across) - min(across), max(up) - min(up)))
            assert [one[2] for one in points] == pytest.approx([0, 0.414214] * 4, abs=1e-5)
            points = []
    return sorted(found)


def test_no_form_has_colours_that_nothing_is_drawn_in() -> None:
    with opened(imposed(leaves(2), grid_for(2), ABOUT)) as document:
        intent = document.Root.OutputIntents[0]
        assert intent.S == "/GTS_PDFA1"  # which promises no version of PDF/X
        found = [one for one in document.objects if isinstance(one, pikepdf.Object) and "lab-d" in repr(one)]
    assert not found
