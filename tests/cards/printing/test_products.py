"""The product of each purpose, from pieces to bytes."""

from __future__ import annotations

import io
import os
import signal
import zipfile
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from background.processes import ProcessLost
from cards.faces import Face, Patch, bridge_face, patched_face, stronghold_faces
from cards.printing import rendering
from cards.printing.options import CHOICES, PrintOptions
from cards.printing.pieces import Piece, PrintProblem, credit_line, faces_in, printed_sides, sides_of
from cards.printing.products import MAX_SHARED, calibration, make, preview
from cards.printing.rendering import missing, render, render_all
from cards.rendering.tabletop import MAX_SIDE, board_for
from tests.cards.printing.sheets import (
    box_of,
    by_pdfium,
    creature,
    difference,
    embedded_fonts,
    forms_on,
    opened,
    runs_of,
    text_of,
)

pytestmark = pytest.mark.slow("draws pages as PDF and as pictures")


TESTS = os.getpid()


def _killed(*_given: Any, **_more: Any) -> int:
    if os.getpid() != TESTS:  # which render the first faces themselves
        os.kill(os.getpid(), signal.SIGKILL)
    return 0


def deck(cards: int = 8) -> list[Piece]:
    fighters = [Piece(f"Wyvern {number}", creature(f"Wyvern {number % 3}", number % 3)) for number in range(cards)]
    return [*fighters, Piece("Keep", *stronghold_faces("Keep"))]


def bridge() -> Piece:
    face = bridge_face("Ford")
    return Piece("Ford", face, face)


def test_other_sides() -> None:
    pieces = [*deck(1), bridge()]
    none, sides, shared = (sides_of(pieces, backs) for backs in ("none", "sides", "shared"))
    assert [side.is_backed for side in none] == [False] * 4  # Wyvern, Bastion, Fort, Bridge
    assert [side.is_backed for side in sides] == [False, True, True]
    assert [side.is_backed for side in shared] == [True] * 3
    assert shared[0].back is None
    assert sides[1].back == pieces[1].behind
    assert sides[2].back == sides[2].front
    assert len(faces_in(shared)) == 5


@pytest.mark.parametrize(
    ("backs", "cards", "pages"),
    [("sides", 9, 2), ("shared", 9, 2), ("none", 10, 1), ("sides", 10, 2), ("shared", 11, 4)],
)
def test_a_deck_with_its_stronghold_is_one_sheet(backs: str, cards: int, pages: int) -> None:
    """Nine with a Stronghold, ten with a Champion; without other sides the Fort is a card of its own."""
    pieces = deck(8 + cards - 9) if backs != "none" else deck(8)
    with opened(make("My deck", pieces, PrintOptions(backs=backs)).content) as document:
        assert len(document.pages) == pages
        assert len(forms_on(document.pages[0])) == min(cards, 10 if cards == 10 else 9)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("paper", CHOICES["paper"])
def test_sheets_for_home(paper: str, language: str) -> None:
    product = make("Épée & co", deck(), PrintOptions(paper=paper, language=language))
    assert (product.name, product.kind) == (f"epee-co-{paper}.pdf", "application/pdf")
    assert all(embedded_fonts(product.content).values())
    text = text_of(product.content)
    assert "Épée & co" in text.replace("\u0301", "")
    assert "game-icons.net" in text
    assert "CC BY 3.0" in text
    with opened(product.content) as document:
        assert str(document.Root.Lang) == language
        width, height = box_of(document.pages[0], "/MediaBox")[2:]
    assert sorted((width, height)) == pytest.approx(
        {"a4": [210, 297], "letter": [215.9, 279.4], "a3": [297, 420]}[paper], abs=0.1
    )


def test_little_ink_is_little_ink() -> None:
    full, saver = (make("x", deck(), PrintOptions(ink=ink, backs="none")).content for ink in ("full", "saver"))

    def ink_of(content: bytes) -> float:
        grey = by_pdfium(content, 50).convert("L")
        return sum((255 - value) * number for value, number in enumerate(grey.histogram())) / (grey.width * grey.height)

    assert ink_of(saver) < ink_of(full) / 4
    assert "Wyvern 1" in text_of(saver)


def test_folding_prints_fronts_with_backs() -> None:
    product = make("x", deck(3), PrintOptions(turning="fold", backs="shared"))
    with opened(product.content) as document:
        assert len(document.pages) == 1
        assert len(forms_on(document.pages[0])) == 8


@pytest.mark.parametrize(("backs", "pages"), [("sides", 5), ("shared", 8), ("none", 5)])
def test_one_card_a_page_for_a_shop(backs: str, pages: int) -> None:
    product = make("Deck", deck(3), PrintOptions(purpose="shop", backs=backs, size="cr80"))
    assert product.name == "deck-cr80.pdf"
    with opened(product.content) as document:
        assert len(document.pages) == pages
        for page in document.pages:
            assert box_of(page, "/TrimBox") == pytest.approx((3, 3, 56.98, 88.6), abs=0.1)


@pytest.mark.parametrize("tenths", [0, 15, 32])
@pytest.mark.parametrize("size", ["54x85", "70x120"])
def test_a_bleed_of_ones_own_is_true_and_covered(size: str, tenths: int) -> None:
    options = PrintOptions(purpose="shop", backs="shared", size=size, beyond=tenths)
    beyond, width, height = tenths / 10, options.geometry.width, options.geometry.height
    content = make("Deck", deck(1), options).content
    with opened(content) as document:
        for number, page in enumerate(document.pages):
            whole = (0, 0, width + 2 * beyond, height + 2 * beyond)
            assert box_of(page, "/MediaBox") == box_of(page, "/BleedBox") == pytest.approx(whole, abs=0.05)
            cut = (beyond, beyond, width + beyond, height + beyond)
            assert box_of(page, "/TrimBox") == pytest.approx(cut, abs=0.05)
            image = by_pdfium(content, 50, number)
            right, bottom = image.width - 1, image.height - 1
            edges = [image.getpixel((x, y)) for x in range(image.width) for y in (0, bottom)]
            edges += [image.getpixel((x, y)) for x in (0, right) for y in range(image.height)]
            assert not any(min(pixel) > 250 for pixel in edges)  # type: ignore[type-var]  # of three channels


@pytest.mark.parametrize(
    ("bleed", "dpi", "size"), [("yes", "300", (709, 1075)), ("no", "300", (638, 1004)), ("no", "600", (1276, 2008))]
)
def test_a_png_for_each_card(bleed: str, dpi: str, size: tuple[int, int]) -> None:
    options = PrintOptions(purpose="shop", format="png", bleed=bleed, dpi=dpi, backs="shared")
    product = make("Deck", deck(1), options)
    assert product.name == f"deck-{dpi}dpi.zip"
    with zipfile.ZipFile(io.BytesIO(product.content)) as archive:
        assert archive.namelist() == ["001-wyvern-0.png", "002-keep.png", "002-keep-back.png", "back.png", "README.txt"]
        for name in archive.namelist()[:-1]:
            with Image.open(archive.open(name)) as image:
                assert image.size == size
                assert image.info["dpi"] == pytest.approx((int(dpi),) * 2, abs=0.02)
        assert "game-icons.net" in archive.read("README.txt").decode()
    assert make("Deck", deck(1), options).content == product.content


@pytest.mark.parametrize(("count", "grid"), [(1, (2, 2)), (9, (5, 2)), (11, (4, 3)), (69, (10, 7)), (200, (10, 7))])
def test_pictures_for_a_virtual_table_are_never_too_large(count: int, grid: tuple[int, int]) -> None:
    board = board_for(count)
    assert (board.columns, board.rows) == grid
    assert max(board.size[0] * board.columns, board.size[1] * board.rows) <= MAX_SIDE
    assert board.count >= min(count, 69)  # the last place is for the back
    assert board.size == (638, 1004) if count < 12 else min(board.size) > 350
    assert abs(board.size[0] / board.size[1] - 54 / 85) < 0.004


def test_a_virtual_table_gets_every_side() -> None:
    product = make("Deck", deck(9), PrintOptions(purpose="tabletop"))
    with zipfile.ZipFile(io.BytesIO(product.content)) as archive:
        assert archive.namelist() == ["deck-1-4x3.jpg", "back.jpg", "README.txt"]
        with Image.open(archive.open("deck-1-4x3.jpg")) as image:
            assert max(image.size) <= MAX_SIDE
        assert "number 11" in archive.read("README.txt").decode()
        assert "Back is Hidden" in archive.read("README.txt").decode()
    small = make("Deck", deck(8), PrintOptions(purpose="tabletop"))
    with zipfile.ZipFile(io.BytesIO(small.content)) as archive, Image.open(archive.open("deck-1-4x3.jpg")) as image:
        assert image.size == (2552, 3012)


@pytest.mark.parametrize("title", ["Embers", "Mutants who go on and on until the margin is full " * 4, "M" * 200])
def test_a_long_title_never_lies_on_a_card(title: str) -> None:
    grid = PrintOptions().grid(9)
    above = [
        box for _text, box in runs_of(make(title, deck(), PrintOptions()).content) if box[1] < grid.bottom - grid.edge
    ]
    assert len(above) == 2  # the title and what to print at, each in one line above its card
    for number, (left, _top, right, bottom) in enumerate(sorted(above)):
        at, _y = grid.place(number)
        assert at < left
        assert right < at + grid.card.width
        assert bottom < grid.bottom - grid.edge


def test_a_picture_to_share() -> None:
    product = make("Deck", deck(2), PrintOptions(purpose="share"))
    with Image.open(io.BytesIO(product.content)) as image:
        assert max(image.size) <= MAX_SIDE
        assert image.width > image.height
    with pytest.raises(PrintProblem, match="room for 60"):
        make("x", deck(MAX_SHARED), PrintOptions(purpose="share"))


@pytest.mark.parametrize("purpose", CHOICES["purpose"])
def test_a_look_beforehand(purpose: str) -> None:
    content = preview("Deck", deck(3), PrintOptions(purpose=purpose, format="png"))
    with Image.open(io.BytesIO(content)) as image:
        assert image.format == "PNG"
        assert len(image.convert("RGB").getcolors(10**7) or ()) > 100


def test_a_look_at_the_other_side() -> None:
    front, back = (preview("Deck", deck(3), PrintOptions(), behind=behind) for behind in (False, True))
    assert front != back
    with pytest.raises(PrintProblem, match="no other side"):
        preview("Deck", deck(3), PrintOptions(backs="none"), behind=True)


def test_the_preview_is_the_first_sheet() -> None:
    with Image.open(io.BytesIO(preview("Deck", deck(), PrintOptions()))) as seen:
        first = by_pdfium(make("Deck", deck(), PrintOptions()).content, 300).resize(seen.size, Image.Resampling.LANCZOS)
        assert difference(seen.convert("RGB"), first) < 4


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_calibration_sheet(language: str) -> None:
    product = calibration(PrintOptions(language=language, right=12, up=-3, paper="letter"))
    with opened(product.content) as document:
        assert len(document.pages) == 2
        assert str(document.Root.Lang) == language
    assert ("1,2 mm" if language == "fr" else "1.2 mm") in text_of(product.content, 1)
    assert all(embedded_fonts(product.content).values())


def test_credits_name_the_authors_of_what_is_printed() -> None:
    assert "Lorc" in credit_line([creature()])
    assert "CC BY 3.0" in credit_line([creature()])


def test_rendering_beforehand_leaves_nothing_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    options = PrintOptions(language="en")
    monkeypatch.setattr(rendering, "BATCH", 2)
    faces = faces_in(printed_sides([Piece("New", creature(f"Never seen {number}")) for number in range(3)], options))
    assert len(missing(faces, options)) == 3
    assert list(render_all(faces, options, 1)) == [2, 3]
    assert missing(faces, options) == []
    assert list(render_all(faces, options, 1)) == []


def test_two_processes_render_the_same_as_one(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = PrintOptions(language="en")
    monkeypatch.setattr(rendering, "BATCH", 8)
    faces: list[Face | None] = [creature(f"Double {number}") for number in range(16)]
    renders = []
    for processes in (1, 2):
        settings.RENDER_CACHE = tmp_path / str(processes)
        assert list(render_all(faces, options, processes)) == [8, 16]
        assert missing(faces, options) == []
        renders.append([render(face, options) for face in faces])
    assert renders[0] == renders[1]


def test_a_process_that_is_killed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As machines do that are out of memory; a job that waited for its answer would wait for ever."""
    monkeypatch.setattr(rendering, "_work", _killed)
    faces: list[Face | None] = [creature(f"Heavy {number}") for number in range(16)]
    with pytest.raises(ProcessLost):
        list(render_all(faces, PrintOptions(), 2))


# Mutated cards


def mutated() -> Face:
    return patched_face(creature(), [Patch("cost", "Ferry Pike"), Patch("aerial", "Surf Piper"), Patch("hp")])


@pytest.mark.parametrize("ink", CHOICES["ink"])
def test_patches_are_printed(ink: str) -> None:
    plain, patched = (
        make("x", [Piece("Ash Wyvern", face)], PrintOptions(ink=ink)).content for face in (creature(), mutated())
    )
    assert text_of(patched) == text_of(plain)
    assert plain != patched
    # Patched elements look different around their edges; what was not patched is as it was.
    before, after = by_pdfium(plain, 100), by_pdfium(patched, 100)
    left, top = round(21 / 25.4 * 100), round(18 / 25.4 * 100)

    def part(image: Image.Image, box: tuple[float, float, float, float]) -> Image.Image:
        return image.crop(tuple(round(side / 25.4 * 100) for side in box)).convert("RGB")  # type: ignore[arg-type]

    assert (left, top) == (83, 71)
    assert difference(part(before, (21, 18, 37, 34)), part(after, (21, 18, 37, 34))) > 3  # the cost
    assert difference(part(before, (22, 80, 40, 100)), part(after, (22, 80, 40, 100))) < 1  # the attack value


def test_patches_are_on_what_is_there() -> None:
    with pytest.raises(ValueError, match="sprint"):
        patched_face(creature(), [Patch("sprint", "x")])
    assert [place for place, _patch in mutated().patched] == ["cost", "ability-1", "hp"]
