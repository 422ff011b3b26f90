"""Faces with drawings of ours: the same as WeasyPrint draws them, alone and with others."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pikepdf
import pytest
from django.template.loader import render_to_string
from django.utils import translation
from PIL import Image

from cards.art import Artwork, Crop
from cards.faces import Face, Patch, bridge_face, patched_face, stronghold_faces
from cards.reference import reference_faces
from cards.rendering import documents, pdf, setting
from cards.rendering.cache import cached_pdfs, has_pdf
from cards.rendering.geometry import DEFAULT, OWN_SIZES, Geometry
from cards.rendering.pdf import Printable, by_stencils, card_pdf, card_pdfs, card_style, cards_html, cards_laid_out
from cards.rendering.png import raster
from cards.rendering.stencils import parts_of
from cards.rendering.style import face_css, paper_css
from tests.cards.printing.sheets import creature

pytestmark = pytest.mark.slow("draws pages as PDF and as pictures")

SIZE = (426, 670)


def pictured() -> Face:
    written = io.BytesIO()
    Image.linear_gradient("L").convert("RGB").save(written, "JPEG")
    return creature(art=Artwork(256, 256, "/a.jpg", written.getvalue(), Crop(0.4, 0.6, 1.5, 20)))


def mutated() -> Face:
    return patched_face(creature(), [Patch("cost", "Ferry Pike"), Patch("av"), Patch("rage", "Surf <Piper>")])


FACES: dict[str, Callable[[], Printable]] = {
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
    "abilities": lambda: reference_faces("en")[0],
    "back": lambda: None,
}


def as_a_whole(face: Printable, saver: bool, geometry: Geometry = DEFAULT) -> bytes:
    """The page as WeasyPrint lays it out and draws it, drawings and all."""
    with documents.pressing():
        whole = documents.laid_out(cards_html([face], saver), [card_style(geometry, 0)], files=pdf.picture_files(face))
        return bytes(whole.write_pdf(finisher=documents.without_idle_colours))


def assert_same(first: bytes, second: bytes, differing: int = 900) -> None:
    """The same picture. Where two edges meet in one pixel the last digit of a colour may differ, and a letter may be
    moved by a part of a pixel, which in a line of text is a hundred pixels or two."""
    pairs = list(zip(raster(first, SIZE).tobytes(), raster(second, SIZE).tobytes(), strict=True))
    assert sum(abs(a - b) > 4 for a, b in pairs) < differing
    assert max(abs(a - b) for a, b in pairs) < 80


@pytest.mark.parametrize("name", FACES)
@pytest.mark.parametrize("saver", [False, True])
def test_what_is_printed_is_the_same(name: str, saver: bool) -> None:
    face = FACES[name]()
    assert_same(card_pdf(face, bleed=0, saver=saver), as_a_whole(face, saver))


@pytest.mark.parametrize("preset", OWN_SIZES)  # of another shape it is drawn otherwise (test_sizes)
def test_it_is_in_every_size(preset: str) -> None:
    geometry = OWN_SIZES[preset]
    assert_same(card_pdf(creature(), bleed=0, geometry=geometry), as_a_whole(creature(), False, geometry))


@pytest.mark.parametrize("name", [name for name, face in FACES.items() if face() is not None])
@pytest.mark.parametrize("saver", [False, True])
def test_texts_are_where_flexible_boxes_would_put_them(name: str, saver: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    face = FACES[name]()
    placed = card_pdf(face, bleed=0, saver=saver)
    card_style.cache_clear()
    monkeypatch.setattr(pdf, "paper_css", lambda: "")
    (flexible,) = cards_laid_out([face], 0, DEFAULT, saver)
    assert_same(placed, flexible)
    card_style.cache_clear()


def test_no_face_has_flexible_boxes_on_paper() -> None:
    """WeasyPrint lays out what is in one several times, which took a fifth of a face; cards of abilities are few."""
    flexible = re.compile(r"([^{}]+)\{[^{}]*display: flex")
    on_screen = {part.strip() for found in flexible.findall(face_css()) for part in found.split(",")}
    (in_their_place,) = re.findall(r"([^{}/]+)\{ display: block;", paper_css())
    kept = {part.strip() for part in in_their_place.split(",")}
    ends = {selector.rpartition(" ")[2] for selector in on_screen}
    assert ends - {".r-title"} == {selector.rpartition(" ")[2] for selector in kept}


def test_names_for_the_ear_are_not_laid_out() -> None:
    assert "Rage" in render_to_string("cards/face.html", {"face": mutated(), "paper": True})
    assert 'class="sr"' not in (html := pdf.card_html(mutated())) and "Rage" not in html


def test_the_comparison_notices_a_wrong_face() -> None:
    with pytest.raises(AssertionError):
        assert_same(card_pdf(creature("Ash Wyvern"), bleed=0), as_a_whole(creature("Ash Wyverns"), False))


@pytest.mark.parametrize(
    "text",
    [
        "Élan vital à l\u2019œuvre",
        "Ta-ta… «\u00a0Va, Yves\u00a0!\u00a0» 1/2 & fini",
        "Ξένος",
        "Щит — воин",
        "Straße 0123",
    ],
)
def test_texts_are_set_as_weasyprint_sets_them(text: str) -> None:
    face = creature(text, flavour=text)
    assert None not in by_stencils([face], 0, DEFAULT, False)
    assert_same(card_pdf(face, bleed=0), as_a_whole(face, False), differing=1200)  # of as many letters


@pytest.mark.parametrize("text", ["שלום עולם", "مرحبا", "e\u0323\u0302t", "漢字", "नमस्ते"])
def test_weasyprint_sets_what_is_more_than_letters_side_by_side(text: str) -> None:
    face = creature(text)
    assert by_stencils([face], 0, DEFAULT, False) == [None]
    assert_same(card_pdf(face, bleed=0), as_a_whole(face, False))


def test_weasyprint_sets_all_where_harfbuzz_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setting, "harfbuzz", lambda: None)
    assert by_stencils([creature()], 0, DEFAULT, False) == [None]


def test_faces_of_a_kind_share_a_stencil() -> None:
    """Names, values, icons, colours and art are what differs; so a set is laid out a dozen times."""
    faces = [creature("Ash Wyvern", 3), creature("Tide Serpent", 5, flavour="One line."), creature("Owl", 4)]
    parts = [parts_of(pdf.card_html(face)) for face in faces]
    assert len({part.skeleton for part in parts if part}) == 2  # with and without a line of flavour


def test_what_a_stencil_says_can_be_copied_and_searched() -> None:
    with pikepdf.open(io.BytesIO(card_pdf(creature("Wolf\u2019s Élan")))) as file:
        maps = b"".join(font.ToUnicode.read_bytes() for font in file.pages[0].Resources.Font.values())
    assert all(f"<{ord(letter):04x}>".encode() in maps for letter in "Wlf\u2019sÉn")


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


def test_each_face_has_its_own_drawings_and_title() -> None:
    first, second = card_pdfs([creature("Ash Wyvern"), creature("Tide Serpent")])
    assert raster(first, SIZE).tobytes() != raster(second, SIZE).tobytes()
    assert b"Tide Serpent" in _unpacked(second) and b"Tide Serpent" not in _unpacked(first)


def test_a_pdf_says_its_language() -> None:
    with translation.override("fr"):
        assert b"(fr)" in _unpacked(card_pdf(creature()))
        assert 'lang="fr"' in cards_html([creature()], False)


def _unpacked(content: bytes) -> bytes:
    with pikepdf.open(io.BytesIO(content)) as document:
        return bytes(document.Root.unparse(resolved=True) + document.docinfo.unparse(resolved=True))


def test_many_are_kept_at_once() -> None:
    faces = [creature("Kept at once"), None, creature("Kept too"), creature("Kept at once")]
    cached_pdfs(faces)
    assert all(has_pdf(face) for face in faces)
    cached_pdfs(faces)
    assert not has_pdf(faces[0], saver=True)
