"""What is said before paper is spent, and what is left out of it: letters, pictures, empty backs."""

from __future__ import annotations

import io
import re
import zipfile
from typing import Any

import pypdfium2
import pypdfium2.raw
import pytest

from cards.art import Artwork, Crop
from cards.faces import Face, stronghold_faces
from cards.printing.options import PrintOptions
from cards.printing.pieces import Piece, printed_sides
from cards.printing.products import backed_sheets, make, preview
from cards.printing.proof import LEGIBLE, MAX_REMARKS, Proof, proof_of
from cards.workshop.uploads import add_picture
from tests.cards.printing.sheets import creature, forms_on, opened, text_of
from tests.cards.workshops import guest, made, photo

CROP = {"x": 0.5, "y": 0.5, "zoom": 1.0, "rotation": 0.0}


def with_picture(width: int, height: int, zoom: float = 1.0) -> Face:
    return creature("Fox", art=Artwork(width, height, content=b"\xff\xd8 fox", crop=Crop(zoom=zoom)))


def proof(*faces: Face, **options: Any) -> Proof:
    chosen = PrintOptions(**options)
    return proof_of(printed_sides([Piece(face.name, face) for face in faces], chosen), chosen)


def remarks(*faces: Face, **options: Any) -> list[str]:
    """All but that places stay empty, as they do with few cards."""
    every = [remark for check in proof(*faces, **options).checks for remark in check.remarks]
    return [remark for remark in every if "stay empty" not in remark and "stays empty" not in remark]


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
    assert "Proof: 2 things to look at" in page
    french = browser.get("/fr/print/", {"cards": f"own/{card.token}", "purpose": "shop"}).content.decode()
    assert "Épreuve" in french
    assert "Proof: nothing to change" in browser.get("/print/", {"reference": "1", "fill": "yes"}).content.decode()


LONG = "Donaudampfschifffahrtsgesellschaftswitwe"  # of 40 letters, in one word


def test_small_names_are_named_with_the_size_that_the_file_has() -> None:
    (said,) = remarks(creature("Fox"), creature(LONG), size="54x85", purpose="shop")
    told = float(re.search(r"prints at ([\d.]+) points", said)[1])
    file = make("Names", [Piece(LONG, creature(LONG))], PrintOptions(purpose="shop")).content
    with pypdfium2.PdfDocument(file) as document:
        text = document[0].get_textpage()
        sizes = {round(_size_at(text, at), 1) for at in range(text.count_chars())}
    assert told < LEGIBLE
    assert told in sizes
    assert remarks(creature(LONG), size="70x120", purpose="shop") == []


def _size_at(text: Any, at: int) -> float:
    """The size of a letter in points, as it is drawn."""
    matrix = pypdfium2.raw.FS_MATRIX()
    pypdfium2.raw.FPDFText_GetMatrix(text.raw, at, matrix)
    return float(pypdfium2.raw.FPDFText_GetFontSize(text.raw, at) * abs(matrix.d))


def test_a_turned_picture_that_leaves_corners_says_how_far_to_zoom_in() -> None:
    art = Artwork(1200, 1900, content=b"\xff\xd8 fox", crop=Crop(rotation=20.0))
    (said,) = remarks(creature("Fox", art=art), purpose="shop")
    zoom = int(re.search(r"Zoom in to (\d+)%", said)[1])
    closer = Artwork(1200, 1900, content=b"\xff\xd8 fox", crop=Crop(rotation=20.0, zoom=zoom / 100))
    assert remarks(creature("Fox", art=closer), purpose="shop") == []


@pytest.mark.parametrize(("count", "options", "empty"), [(7, {}, 2), (9, {}, 0), (7, {"fill": "yes"}, 0)])
def test_places_that_stay_empty_are_those_of_the_file(count: int, options: dict[str, str], empty: int) -> None:
    faces = [creature(f"Wyvern {number}") for number in range(count)]
    said = " ".join(remark for check in proof(*faces, **options).checks for remark in check.remarks)
    assert (f"{empty} places stay empty" in said) == bool(empty)
    with opened(make("Grove", [Piece(face.name, face) for face in faces], PrintOptions(**options)).content) as document:
        assert len(forms_on(document.pages[0])) == 9 - empty


def test_what_it_takes_is_what_the_file_has() -> None:
    chosen = PrintOptions(size="63x88", files="one")
    pieces = deck(8, 2)
    takes = dict(proof_of(printed_sides(pieces, chosen), chosen).takes)
    with opened(make("Grove", pieces, chosen).content) as document:
        assert len(document.pages) == 4
    assert takes == {"Paper": "2 sheets of A4, 4 printed sides", "Sleeves": "10 for cards of 63 × 88 mm"}
    shop = proof_of(printed_sides(pieces, chosen), PrintOptions(purpose="shop", size="poker"))
    assert dict(shop.takes) == {"Pages": "12 printed sides", "Sleeves": "10 for cards of 63.5 × 88.9 mm"}
    assert not shop.has_ink


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
