"""Two pages on a sheet: in which order, where they lie, and what the document says of itself."""

from __future__ import annotations

import io
import re

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.rendering.geometry import points
from grimoire.booklets.imposing import finished, folded, joined, order
from grimoire.booklets.paper import LEAFLETS

pytestmark = pytest.mark.slow("draws pages as PDF and as pictures")


def pages(count: int, width: float = 148, height: float = 210) -> bytes:
    document = pikepdf.Pdf.new()
    for number in range(count):
        page = document.add_blank_page(page_size=(points(width), points(height)))
        page.contents_add(f"% page {number}\n".encode())
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def test_four_pages_lie_as_a_folded_sheet_wants_them() -> None:
    assert order(4) == [(3, 0), (1, 2)]
    assert order(8) == [(7, 0), (1, 6), (5, 2), (3, 4)]
    assert order(5) == [(None, 0), (1, None), (None, 2), (3, 4)]


@given(st.integers(1, 150))
def test_every_page_lies_somewhere_once(count: int) -> None:
    sides = order(count)
    assert len(sides) % 2 == 0
    placed = [number for side in sides for number in side if number is not None]
    assert sorted(placed) == list(range(count))
    assert sides[0][1] == 0  # the cover is outside, on the right


@given(st.integers(1, 40))
def test_leafing_through_the_folded_pile_gives_the_pages_in_order(count: int) -> None:
    sides = order(count)
    fronts, backs = sides[0::2], sides[1::2]
    # Opened sheet by sheet from the outside: the right half of each front, its back's left half; then back out again.
    inwards = [number for front, back in zip(fronts, backs, strict=True) for number in (front[1], back[0])]
    outwards = [number for front, back in zip(fronts, backs, strict=True) for number in (front[0], back[1])]
    leafed = inwards + list(reversed(outwards))
    assert [number for number in leafed if number is not None] == list(range(count))


@pytest.mark.parametrize("paper", list(LEAFLETS))
def test_a_sheet_holds_two_pages_side_by_side(paper: str) -> None:
    leaflet = LEAFLETS[paper]
    whole = joined([pages(3, leaflet.width, leaflet.height), pages(2, leaflet.width, leaflet.height)])
    sheets = folded(whole, leaflet)
    assert len(sheets.pages) == 4
    box = [float(part) for part in sheets.pages[0].mediabox]
    sheet = {"a4": (297, 210), "letter": (279.4, 215.9)}[paper]
    assert box == pytest.approx([0, 0, points(sheet[0]), points(sheet[1])], abs=0.01)
    forms = sheets.pages[3].resources["/XObject"]
    assert b"page 0" in forms["/P0"].read_bytes()  # the fourth page of all is the first of the second part
    assert set(sheets.pages[0].resources["/XObject"].keys()) == {"/P1"}  # beside the cover nothing: five of eight
    # Each page lies in the middle of its half, so that the fold is between the two.
    sheets.pages[0].contents_coalesce()
    moved = re.search(rb"q 1 0 0 1 ([\d.]+) 0 cm /P1", sheets.pages[0].Contents.read_bytes())
    assert moved
    middle = float(moved[1]) + points(leaflet.width) / 2
    assert middle == pytest.approx(points(sheet[0]) * 0.75, abs=0.01)


def test_a_document_says_what_it_is_and_how_it_wants_to_be_printed() -> None:
    content = finished(joined([pages(2)]), title="Ébauche", language="fr", rights="CC BY", on_sheets=True)
    with pikepdf.open(io.BytesIO(content)) as document:
        assert str(document.Root.ViewerPreferences.PrintScaling) == "/None"
        assert str(document.Root.ViewerPreferences.Duplex) == "/DuplexFlipShortEdge"
        assert str(document.Root.Lang) == "fr"
        with document.open_metadata() as metadata:
            assert (metadata["dc:title"], metadata["dc:rights"]) == ("Ébauche", "CC BY")
        assert [float(part) for part in document.pages[0].obj.TrimBox] == [
            float(part) for part in document.pages[0].mediabox
        ]
    assert content == finished(joined([pages(2)]), title="Ébauche", language="fr", rights="CC BY", on_sheets=True)
