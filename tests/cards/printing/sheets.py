"""Reading printed files again: boxes, where forms lie, text, fonts, pixels."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from pathlib import Path

import pikepdf
import pypdfium2
from PIL import Image, ImageChops

from cards.faces import Face, face_of
from cards.rendering.geometry import INCH
from engine.decks.rules.cards import Card

Box = tuple[float, ...]


def creature(name: str = "Ash Wyvern", cost: int = 4, **more: object) -> Face:
    return face_of(Card(name, True, cost, 3, 5, ("aerial", "rage")), str.title, **more)  # type: ignore[arg-type]


def millimetres(points: float) -> float:
    return points / 72 * INCH


def opened(content: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(content))


def box_of(page: pikepdf.Page, name: str) -> Box:
    return tuple(round(millimetres(float(part)), 2) for part in page.obj[name])


def forms_on(page: pikepdf.Page) -> list[tuple[Box, bool, bytes]]:
    """(x, y, width, height of what is seen in mm; whether upside down; the form's bytes) for each card of a page."""
    content = b"".join(
        stream.read_bytes() + b"\n"
        for stream in (page.obj.Contents if isinstance(page.obj.Contents, pikepdf.Array) else [page.obj.Contents])
    ).decode()
    forms = []
    pattern = r"q ([-\d. ]+) re W n (-?1) 0 0 -?1 [-\d. ]+ cm (/F\d+) Do Q"
    for clip, turn, name in re.findall(pattern, content):
        seen = tuple(round(millimetres(float(part)), 3) for part in clip.split())
        forms.append((seen, turn == "-1", page.obj.Resources.XObject[name].read_bytes()))
    return forms


def cards_on(page: pikepdf.Page) -> list[tuple[float, float]]:
    """Where each card of 54 by 85 is cut, by how its form is moved: its lower left corner in mm."""
    stream = page.obj.Contents
    content = (stream[0] if isinstance(stream, pikepdf.Array) else stream).read_bytes().decode()
    corners = []
    for turn, x, y in re.findall(r"(-?1) 0 0 -?1 (-?[\d.]+) (-?[\d.]+) cm /F\d+ Do", content):
        across, up = millimetres(float(x)), millimetres(float(y))
        corner = (across + 3, up + 3) if turn == "1" else (across - 57, up - 88)
        corners.append((round(corner[0], 3), round(corner[1], 3)))
    return corners


def lines_on(page: pikepdf.Page) -> list[Box]:
    """x1, y1, x2, y2 of every line that is drawn on a page, in mm."""
    contents = page.obj.Contents
    streams = contents if isinstance(contents, pikepdf.Array) else [contents]
    content = b"\n".join(stream.read_bytes() for stream in streams).decode()
    number = r"(-?[\d.]+)"
    lines = re.findall(rf"{number} {number} m {number} {number} l S", content)
    return [tuple(round(millimetres(float(part)), 3) for part in line) for line in lines]


def text_of(content: bytes, page: int = 0) -> str:
    with pypdfium2.PdfDocument(content) as document:
        return " ".join(document[page].get_textpage().get_text_range().split())


def runs_of(content: bytes, page: int = 0) -> list[tuple[str, Box]]:
    """Each run of text of a page, with its left, top, right and bottom in mm from the upper left corner."""
    with pypdfium2.PdfDocument(content) as document:
        text, height = document[page].get_textpage(), document[page].get_height()
        boxes = [text.get_rect(number) for number in range(text.count_rects())]
        return [
            (
                text.get_text_bounded(*box),
                tuple(millimetres(at) for at in (box[0], height - box[3], box[2], height - box[1])),
            )
            for box in boxes
        ]


def embedded_fonts(content: bytes) -> dict[str, bool]:
    is_embedded = {}
    with opened(content) as document:
        for thing in document.objects:
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor":
                is_embedded[str(thing.FontName)] = any(
                    key in thing for key in ("/FontFile", "/FontFile2", "/FontFile3")
                )
    return is_embedded


def by_pdfium(content: bytes, dpi: float, page: int = 0) -> Image.Image:
    with pypdfium2.PdfDocument(content) as document:
        return document[page].render(scale=dpi / 72).to_pil().convert("RGB")


def by_poppler(content: bytes, dpi: float, folder: Path, page: int = 0) -> Image.Image:
    program = shutil.which("pdftoppm")
    assert program, "pdftoppm is missing: run script/bootstrap test"
    source = folder / "page.pdf"
    source.write_bytes(content)
    number = str(page + 1)
    command = [program, "-r", str(dpi), "-f", number, "-l", number, "-png", "-singlefile", source, folder / "page"]
    subprocess.run(command, check=True, capture_output=True)
    with Image.open(folder / "page.png") as image:
        return image.convert("RGB")


def difference(first: Image.Image, second: Image.Image) -> float:
    """How far two pictures of one size are apart, on average, 0 to 255; parts of pixels do not matter."""
    assert first.size == second.size
    grey = ImageChops.difference(first.reduce(4), second.reduce(4)).convert("L")
    counted = grey.histogram()
    return sum(value * number for value, number in enumerate(counted)) / (grey.width * grey.height)
