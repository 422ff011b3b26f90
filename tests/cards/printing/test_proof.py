"""What is said before paper is spent, and what is left out of it: letters, pictures, empty backs."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest

from cards.art import Artwork, Crop
from cards.faces import Face, stronghold_faces
from cards.printing.options import PrintOptions
from cards.printing.pieces import Piece, printed_sides
from cards.printing.products import backed_sheets, make, preview
from cards.printing.proof import MAX_REMARKS, remarks_on
from cards.workshop.uploads import add_picture
from tests.cards.printing.sheets import creature, forms_on, opened, text_of
from tests.cards.workshops import guest, made, photo

CROP = {"x": 0.5, "y": 0.5, "zoom": 1.0, "rotation": 0.0}


def with_picture(width: int, height: int, zoom: float = 1.0) -> Face:
    return creature("Fox", art=Artwork(width, height, content=b"\xff\xd8 fox", crop=Crop(zoom=zoom)))


def remarks(*faces: Face, **options: Any) -> list[str]:
    chosen = PrintOptions(**options)
    return remarks_on(printed_sides([Piece(face.name, face) for face in faces], chosen), chosen)


def test_letters_that_are_in_no_font_are_named_with_their_card() -> None:
    (said,) = remarks(creature("Fox"), creature("火 Fox 🐉"))
    assert said.startswith("“火 Fox 🐉”")
    assert "has 火 🐉." in said


def test_each_face_is_named_once_and_many_are_counted() -> None:
    many = [creature(f"火 {number}") for number in range(MAX_REMARKS + 3)]
    said = remarks(*many, many[0])
    assert len(said) == MAX_REMARKS + 1
    assert "3 more" in said[-1]


def test_a_picture_with_too_few_pixels_says_how_many_it_needs() -> None:
    (said,) = remarks(with_picture(150, 240), purpose="shop")
    assert "prints at 75 DPI: use a picture of at least 496 × 793 pixels" in said
    assert remarks(with_picture(496, 793), purpose="shop") == []
    assert remarks(with_picture(150, 240), purpose="share") == []


def test_without_a_frame_a_picture_needs_more() -> None:
    assert remarks(with_picture(510, 820)) == []
    (said,) = remarks(with_picture(510, 820), frame="borderless")
    assert "DPI" in said


def test_what_no_picture_would_mend_says_to_zoom_out() -> None:
    (said,) = remarks(with_picture(500, 800, zoom=8.0))
    assert "zoom out" in said


@pytest.mark.django_db
def test_the_page_says_so_before_there_is_a_file() -> None:
    owner, browser = guest()
    picture = add_picture(owner=owner, file=io.BytesIO(photo(size=(150, 240))))
    card = made(owner, name="火 Fox", picture=picture.token, art=CROP)
    page = browser.get("/print/", {"cards": f"own/{card.token}", "purpose": "shop"}).content.decode()
    assert "no card font has 火" in page
    assert "DPI: use a picture of at least" in page
    assert "Before you print" not in browser.get("/print/", {"reference": "1"}).content.decode()


def deck(one_sided: int, two_sided: int) -> list[Piece]:
    keeps = [Piece(f"Keep {number}", *stronghold_faces(f"Keep {number}")) for number in range(two_sided)]
    fighters = [Piece(f"Wyvern {number}", creature(f"Wyvern {number}")) for number in range(one_sided)]
    return [*fighters[:3], *keeps, *fighters[3:]]


def test_no_side_of_a_sheet_is_printed_empty() -> None:
    pieces = deck(25, 2)
    product = make("Grove", pieces, PrintOptions())
    assert product.name == "grove-a4.zip"
    with zipfile.ZipFile(io.BytesIO(product.content)) as archive:
        assert archive.namelist() == ["grove-a4-1-double-sided.pdf", "grove-a4-2-single-sided.pdf"]
        both, single = (archive.read(name) for name in archive.namelist())
    with opened(both) as first, opened(single) as second:
        assert [len(forms_on(page)) for page in first.pages] == [9, 2]
        assert [len(forms_on(page)) for page in second.pages] == [9, 9]
        assert str(first.Root.ViewerPreferences.Duplex) == "/DuplexFlipLongEdge"
        assert str(second.Root.ViewerPreferences.Duplex) == "/Simplex"
    assert "sheet 1 of 3" in text_of(both)
    assert "sheet 2 of 3" in text_of(single)


@pytest.mark.parametrize(
    ("one_sided", "two_sided", "options", "pages"),
    [
        (8, 1, {}, 2),  # one sheet: it has a back anyway
        (17, 0, {}, 2),
        (0, 12, {}, 4),
        (25, 2, {"files": "one"}, 6),
        (23, 2, {"backs": "none"}, 3),
        (25, 2, {"backs": "shared"}, 6),
    ],
)
def test_where_nothing_is_gained_there_is_one_file(
    one_sided: int, two_sided: int, options: dict[str, str], pages: int
) -> None:
    product = make("Grove", deck(one_sided, two_sided), PrintOptions(**options))
    assert product.name == "grove-a4.pdf"
    with opened(product.content) as document:
        assert len(document.pages) == pages


def test_of_407_cards_44_with_two_sides_five_sheets_are_printed_on_both() -> None:
    sides = printed_sides(deck(363, 44), PrintOptions())
    assert backed_sheets(sides, PrintOptions()) == 5
    assert [side.is_backed for side in sides] == [True] * 44 + [False] * 363


def test_looks_at_sheets_are_in_the_same_order() -> None:
    pieces = deck(25, 2)
    assert preview("Grove", pieces, PrintOptions(), behind=True, number=1)
    with pytest.raises(Exception, match="no other side"):
        preview("Grove", pieces, PrintOptions(), behind=True, number=2)
