"""Faces painted from parts that were laid out once: the same as laid out whole, whatever was painted before."""

from __future__ import annotations

import gc
import io
import weakref
from collections.abc import Callable

import cffi
import pikepdf
import pytest
from django.utils import translation
from PIL import Image
from weasyprint import CSS

from cards.art import Artwork, Crop
from cards.faces import Face, Patch, bridge_face, patched_face, stronghold_faces
from cards.rendering import arrays, parts, pdf
from cards.rendering.cache import cached_pdfs, has_pdf
from cards.rendering.geometry import DEFAULT, PRESETS, Geometry
from cards.rendering.parts import FacePart, Layouts, parts_of
from cards.rendering.pdf import Fetcher, card_html, card_pdf, card_pdfs, face_html, paper_css, press
from cards.rendering.png import raster
from tests.cards.printing.sheets import creature

pytestmark = pytest.mark.slow("draws pages as PDF and as pictures")

SIZE = (426, 670)


def pictured() -> Face:
    written = io.BytesIO()
    Image.linear_gradient("L").convert("RGB").save(written, "JPEG")
    return creature(art=Artwork(256, 256, "/a.jpg", written.getvalue(), Crop(0.4, 0.6, 1.5, 20)))


def mutated() -> Face:
    return patched_face(creature(), [Patch("cost", "Ferry Pike"), Patch("av"), Patch("rage", "Surf <Piper>")])


FACES: dict[str, Callable[[], Face | None]] = {
    "creature": creature,
    "long": lambda: creature(
        "Keeper of the Seven Bells & Co", 12, flavour="A line so long that it needs two, no less, no."
    ),
    "champion": lambda: creature(champion=True),
    "bastion": lambda: stronghold_faces("Keep")[0],
    "fort": lambda: stronghold_faces("Keep", flavour="It stands.")[1],
    "bridge": lambda: bridge_face("Ford"),
    "mutated": mutated,
    "pictured": pictured,
    "back": lambda: None,
}


def as_a_whole(face: Face | None, saver: bool, geometry: Geometry = DEFAULT) -> bytes:
    """The page as WeasyPrint lays it out and draws it, drawings and all."""
    style = CSS(string=paper_css(geometry), font_config=pdf.font_configuration()[0])
    return press(face_html(face, saver=saver), style, pdf.picture_files(face))


def assert_same(one: bytes, other: bytes) -> None:
    """The same picture. Where two edges meet in one pixel the last digit of a colour may differ, and a letter may be
    moved by a part of a pixel."""
    pairs = list(zip(raster(one, SIZE).tobytes(), raster(other, SIZE).tobytes(), strict=True))
    assert sum(abs(a - b) > 4 for a, b in pairs) < 300
    assert max(abs(a - b) for a, b in pairs) < 80


@pytest.mark.parametrize("name", FACES)
@pytest.mark.parametrize("saver", [False, True])
def test_what_is_printed_is_the_same(name: str, saver: bool) -> None:
    face = FACES[name]()
    assert_same(card_pdf(face, bleed=0, saver=saver), as_a_whole(face, saver))


@pytest.mark.parametrize("preset", PRESETS)
def test_it_is_in_every_size(preset: str) -> None:
    geometry = PRESETS[preset]
    assert_same(card_pdf(creature(), bleed=0, geometry=geometry), as_a_whole(creature(), False, geometry))


def test_the_comparison_notices_a_wrong_face() -> None:
    with pytest.raises(AssertionError):
        assert_same(card_pdf(creature("Ash Wyvern"), bleed=0), as_a_whole(creature("Ash Wyverns"), False))


def test_bleed_moves_the_card_and_shows_more_of_it() -> None:
    bled, cut = raster(card_pdf(creature()), (600, 910)), raster(card_pdf(creature(), bleed=0), (540, 850))
    inside = bled.crop((30, 30, 570, 880))
    assert sum(abs(a - b) > 16 for a, b in zip(inside.tobytes(), cut.tobytes(), strict=True)) < 2000
    assert bled.getpixel((2, 2)) != (255, 255, 255)


def test_faces_are_the_same_alone_and_together() -> None:
    faces = [FACES[name]() for name in FACES]
    for saver in (False, True):
        together = card_pdfs(faces, saver=saver)
        assert together == [card_pdf(face, saver=saver) for face in faces]
        assert together[::-1] == card_pdfs(faces[::-1], saver=saver)


def test_a_part_has_other_drawings_on_another_card() -> None:
    """The frame's place is remembered, and not what was in it."""
    one, other = creature("Ash Wyvern"), creature("Tide Serpent")
    frames = [part for face in (one, other) for part in parts_of(card_html(face)) if "f-frame" in part.html]
    assert frames[0].html == frames[1].html
    assert frames[0].drawings != frames[1].drawings
    assert raster(card_pdf(one), SIZE).tobytes() != raster(card_pdf(other), SIZE).tobytes()


def test_a_face_is_cut_into_its_parts() -> None:
    found = parts_of(
        '<article class="card x">\n <p class="a">A<b>1</b></p>  <svg viewBox="0 0 1 1"></svg><i></i>\n</article>'
    )
    assert [part.html for part in found] == [
        '<p class="a">A<b>1</b></p>',
        '<img class="" src="drawing:0/1x1">',
        "<i></i>",
    ]
    assert {part.around for part in found} == {'<article class="card x">'}


def test_a_tag_that_is_not_closed_is_noticed() -> None:
    with pytest.raises(AssertionError):
        parts_of('<article class="card"><p><b></p></article>')


def fresh() -> Layouts:
    fonts, style = pdf.font_configuration()
    paper = CSS(string=paper_css(DEFAULT), font_config=fonts, url_fetcher=Fetcher())
    return Layouts(DEFAULT, (style, paper), fonts)


def test_common_parts_are_laid_out_once_and_others_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    layouts = fresh()
    laid: list[list[FacePart]] = []
    original = Layouts._lay_out

    def counting(self: Layouts, parts: list[FacePart], *more: object) -> object:
        laid.append(list(parts))
        return original(self, parts, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(Layouts, "_lay_out", counting)
    for _ in range(2):
        layouts.of(parts_of(card_html(creature(flavour="Ash."))), "en", Fetcher())
    layouts.of(parts_of(card_html(creature("Other", flavour="Ash."))), "en", Fetcher())
    first, *others = laid
    assert len(first) >= 7
    for other in others:
        assert {part.html.split('"')[1].split()[0] for part in other} == {"name", "f-flavour"}
    layouts.of(parts_of(card_html(creature(flavour="Ash."))), "fr", Fetcher())
    assert len(laid[-1]) == len(first)  # in another language letters may look different


def test_pictures_are_not_remembered() -> None:
    face = pictured()
    layouts = fresh()
    found = layouts.of(parts_of(card_html(face)), "en", Fetcher(pdf.picture_files(face)))
    assert any("<image" in part.html for part in found)
    assert not any("<image" in key[2] for key in layouts._known)


def test_a_part_that_is_remembered_holds_on_to_no_other() -> None:
    layouts = fresh()
    found = layouts.of(parts_of(card_html(creature())), "en", Fetcher())
    names = [weakref.ref(laid.context.box) for part, laid in found.items() if not part.is_common]
    del found
    gc.collect()
    assert names
    assert [name() for name in names] == [None] * len(names)


def test_so_many_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "CACHE_SIZE", 3)
    layouts = fresh()
    assert len(layouts.of(parts_of(card_html(creature())), "en", Fetcher())) > 5
    assert len(layouts._known) == 3


def test_a_pdf_says_its_language() -> None:
    with translation.override("fr"):
        assert b"(fr)" in _unpacked(card_pdf(creature()))
        assert 'lang="fr"' in face_html(creature())


def _unpacked(content: bytes) -> bytes:
    with pikepdf.open(io.BytesIO(content)) as document:
        return bytes(document.Root.unparse(resolved=True))


def test_many_are_kept_at_once() -> None:
    faces = [creature("Kept at once"), None, creature("Kept too"), creature("Kept at once")]
    cached_pdfs(faces)
    assert all(has_pdf(face) for face in faces)
    cached_pdfs(faces)
    assert not has_pdf(faces[0], saver=True)


def test_glyphs_are_counted_without_a_parser_of_c() -> None:
    before = arrays.ffi._parsed_types
    arrays.know_arrays()
    assert arrays.ffi._parsed_types is before
    array = arrays.ffi.new("hb_codepoint_t[1234]", [7, 8])
    assert (len(array), array[1], array[1233]) == (1234, 8, 0)
    assert arrays.ffi.typeof("hb_codepoint_t[1235]").length == 1235
    with pytest.raises(cffi.CDefError):
        arrays.ffi.typeof("no_such_type[3]")
