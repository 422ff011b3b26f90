"""Rendered bytes, kept by content: a file's name is the hash of everything that went into it.

So nothing in the folder is ever out of date, it may be deleted at any time, and two processes may share it. Files are
written whole or not at all; when there are too many, those that were used longest ago go first.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

from django.conf import settings

from cards.faces import Face
from cards.fonts import FONTS
from cards.rendering import pdf, png
from cards.rendering.geometry import DEFAULT, Geometry

MOST_BYTES: Final = 400_000_000
_LOOK_EVERY: Final = 64  # writes between two looks at how large the folder is, on average
_RENDERERS: Final = ("weasyprint", "pydyf", "fonttools", "pikepdf", "pypdfium2", "pillow")


def cached_pdf(face: Face | None, *, bleed: float | None = None, geometry: Geometry = DEFAULT) -> bytes:
    """``card_pdf``, or what it gave before for an equal face."""
    html = pdf.face_html(face)
    bleed = geometry.bleed if bleed is None else bleed
    return kept("pdf", (html, geometry, bleed), lambda: pdf.card_pdf(face, bleed=bleed, geometry=geometry))


def cached_png(face: Face | None, dpi: int = 300, *, rounded: bool = False, geometry: Geometry = DEFAULT) -> bytes:
    """``card_png``, or what it gave before for an equal face."""
    html = pdf.face_html(face)

    def make() -> bytes:
        page = kept("pdf", (html, geometry, 0), lambda: pdf.card_pdf(face, bleed=0, geometry=geometry))
        return png.png_of(page, dpi, rounded=rounded, geometry=geometry)

    return kept("png", (html, geometry, dpi, rounded), make)


def key_of(kind: str, content: object) -> str:
    """The name of a file: the hash of what goes into it, and of all that renders."""
    return hashlib.sha256(repr((kind, content, _renderers())).encode()).hexdigest()


def kept(kind: str, content: object, make: Callable[[], bytes]) -> bytes:
    """The bytes for this content, whose ``repr`` must say all that matters about it; ``make`` makes them if need be."""
    key = key_of(kind, content)
    path = folder() / key[:2] / f"{key}.{kind}"
    with contextlib.suppress(OSError):
        found = path.read_bytes()
        os.utime(path)
        return found
    made = make()
    with contextlib.suppress(OSError):  # a full disk makes it slow, not broken
        write(path, made)
        if secrets.randbelow(_LOOK_EVERY) == 0:
            prune(MOST_BYTES)
    return made


def folder() -> Path:
    """Where the files are."""
    return Path(settings.RENDER_CACHE)


def write(path: Path, content: bytes) -> None:
    """Writes a file so that nobody ever reads half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def prune(most: int) -> None:
    """Deletes the files that were used longest ago until the rest has at most so many bytes."""
    files = sorted(_files(), key=lambda entry: entry[0])
    size = sum(entry[1] for entry in files)
    for _, bytes_of, path in files:
        if size <= most:
            return
        path.unlink(missing_ok=True)
        size -= bytes_of


def _files() -> Iterator[tuple[float, int, Path]]:
    for path in folder().glob("??/*"):
        with contextlib.suppress(OSError):  # somebody else may have deleted it
            seen = path.stat()
            yield seen.st_mtime, seen.st_size, path


@cache
def _renderers() -> str:
    """What renders: the style, the fonts, our code and the versions of everybody else's."""
    digest = hashlib.sha256()
    digest.update(pdf.face_css().encode())
    for font in FONTS:
        digest.update(font.path.read_bytes())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return " ".join([digest.hexdigest(), *(f"{name}-{version(name)}" for name in _RENDERERS)])
