"""Rendered bytes, kept by content: a file's name is the hash of everything that went into it.

So nothing in the folder is ever out of date, it may be deleted at any time, and two processes may share it. Files are
written whole or not at all; when there are too many, those that were used longest ago go first.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.translation import get_language

from cards.faces import Face
from cards.fonts import FONTS
from cards.rendering import pdf, png
from cards.rendering.geometry import DEFAULT, Geometry

MOST_BYTES: Final = 400_000_000
_LOOK_EVERY: Final = 64  # writes between two looks at how large the folder is, on average
_DRAWING: Final = (  # the modules that a face is drawn by
    *("art", "colours", "faces", "icons", "landforms", "measuring", "ornaments", "scenery"),
    "templatetags/cards",
)
_TEMPLATES: Final = ("face", "back", "paper", "_ground", "_ground_saver", "_type")
_RENDERERS: Final = ("weasyprint", "pydyf", "fonttools", "pikepdf", "pypdfium2", "pillow")


def cached_pdf(
    face: Face | None, *, bleed: float | None = None, geometry: Geometry = DEFAULT, saver: bool = False
) -> bytes:
    """``card_pdf``, or what it gave before for an equal face."""
    bleed = geometry.bleed if bleed is None else bleed
    return kept(
        "pdf",
        (content_of(face), geometry, bleed, saver),
        lambda: pdf.card_pdf(face, bleed=bleed, geometry=geometry, saver=saver),
    )


def cached_pdfs(faces: Sequence[Face | None], *, geometry: Geometry = DEFAULT, saver: bool = False) -> None:
    """Sees to it that ``cached_pdf``, with the geometry's bleed, has nothing left to do for these faces.

    What is missing is made together, which takes less time than one after another.
    """
    missing = [face for face in dict.fromkeys(faces) if not has_pdf(face, geometry=geometry, saver=saver)]
    if not missing:
        return
    for face, made in zip(missing, pdf.card_pdfs(missing, geometry=geometry, saver=saver), strict=True):
        kept("pdf", (content_of(face), geometry, geometry.bleed, saver), partial(bytes, made))


def has_pdf(face: Face | None, *, geometry: Geometry = DEFAULT, saver: bool = False) -> bool:
    """Whether ``cached_pdf``, with the geometry's bleed, has nothing left to do."""
    return path_of("pdf", key_of("pdf", (content_of(face), geometry, geometry.bleed, saver))).exists()


def cached_png(
    face: Face | None, dpi: int = 300, *, rounded: bool = False, geometry: Geometry = DEFAULT, bled: bool = False
) -> bytes:
    """``card_png``, or what it gave before for an equal face; ``bled`` with the geometry's bleed around it."""

    def make() -> bytes:
        page = cached_pdf(face, bleed=None if bled else 0, geometry=geometry)
        return png.png_of(page, dpi, rounded=rounded, geometry=geometry.with_bleed() if bled else geometry)

    return kept("png", (content_of(face), geometry, dpi, rounded, bled), make)


def has_png(
    face: Face | None, dpi: int = 300, *, rounded: bool = False, geometry: Geometry = DEFAULT, bled: bool = False
) -> bool:
    """Whether ``cached_png`` has nothing left to do."""
    return path_of("png", key_of("png", (content_of(face), geometry, dpi, rounded, bled))).exists()


def content_of(face: Face | None) -> object:
    """All that decides how a face is printed, in a form that is quickly made: what draws it is part of every key."""
    if face is None or face.picture is None:
        return get_language(), face
    bare = replace(face, art=replace(face.picture, url="", content=None))
    return get_language(), bare, face.picture.paper_url  # which names the bytes by their hash


def key_of(kind: str, content: object) -> str:
    """The name of a file: the hash of what goes into it, and of all that renders."""
    return hashlib.sha256(repr((kind, content, _renderers())).encode()).hexdigest()


def kept(kind: str, content: object, make: Callable[[], bytes]) -> bytes:
    """The bytes for this content, whose ``repr`` must say all that matters about it; ``make`` makes them if need be."""
    path = path_of(kind, key_of(kind, content))
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


def path_of(kind: str, key: str) -> Path:
    """Where the file with this key is, or would be."""
    return folder() / key[:2] / f"{key}.{kind}"


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


def _sources() -> Iterator[Path]:
    """What turns a face into a page: our code, the templates, the drawings of icons."""
    cards, templates = Path(__file__).parent.parent, Path(settings.BASE_DIR) / "templates" / "cards"
    yield from sorted(Path(__file__).parent.glob("*.py"))
    for module in _DRAWING:
        yield cards / f"{module}.py"
    for template in _TEMPLATES:
        yield templates / f"{template}.html"
    yield settings.GAME_ICONS


@cache
def _renderers() -> str:
    """What renders: the style, the fonts, our code, the templates, and the versions of everybody else's."""
    digest = hashlib.sha256()
    digest.update(pdf.face_css().encode())
    for font in FONTS:
        digest.update(font.path.read_bytes())
    for source in _sources():
        digest.update(source.read_bytes())
    return " ".join([digest.hexdigest(), *(f"{name}-{version(name)}" for name in _RENDERERS)])
