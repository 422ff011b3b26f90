"""Rendered bytes, kept by content: a file's name is the hash of everything that went into it.

So nothing in the folder is ever out of date, it may be deleted at any time, and two processes may share it. Files are
written whole or not at all. What several ask for at once is made by one of them, while the others wait. When there are
too many files, those that were used longest ago go first. Drafts and locks of killed writers go after an hour.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.translation import get_language

from cards.faces import Face
from cards.fonts import FONTS
from cards.reference import BackFace, ReferenceFace
from cards.rendering.style import face_css, paper_css

MAX_BYTES: Final = 400_000_000
_LOOK_EVERY: Final = 64  # writes between two looks at how large the folder is, on average
_LEFT_BEHIND: Final = 3600  # seconds after which nobody is at a draft or waits for a lock any more
_DRAWING: Final = (  # the modules that a face is drawn by
    *(
        "art",
        "colours",
        "faces",
        "fonts",
        "icons",
        "landforms",
        "letters",
        "measuring",
        "ornaments",
        "reference",
        "scenery",
    ),
    "symbols",
    "templatetags/cards",
)
_TEMPLATES: Final = ("face", "back", "reference_face", "own_back", "_ground", "_ground_saver", "_picture", "_type")
_RENDERERS: Final = ("weasyprint", "pydyf", "fonttools", "pikepdf", "pypdfium2", "pillow")


def content_of(face: Face | ReferenceFace | BackFace | None) -> object:
    """All that decides how a face is printed, in a form that is quickly made: what draws it is part of every key."""
    if face is None or isinstance(face, ReferenceFace) or face.picture is None:
        return get_language(), face
    picture = replace(face.picture, url="", content=None)
    bare = replace(face, picture=picture) if isinstance(face, BackFace) else replace(face, art=picture)
    return get_language(), bare, face.picture.paper_url  # which names the bytes by their hash


def key_of(kind: str, content: object) -> str:
    """The name of a file: the hash of what goes into it, and of all that renders."""
    return hashlib.sha256(repr((kind, content, _renderers())).encode()).hexdigest()


def kept(kind: str, content: object, make: Callable[[], bytes]) -> bytes:
    """The bytes for this content, whose ``repr`` must say all that matters about it; ``make`` makes them if need be."""
    path = path_of(kind, key_of(kind, content))
    data = _found(path)
    if data is None:
        with _alone(path):
            data = _found(path) or _made(path, make)  # whoever was at it before may have made it
    return data


def is_kept(kind: str, content: object) -> bool:
    """Whether ``kept`` has nothing left to make."""
    return path_of(kind, key_of(kind, content)).exists()


def _found(path: Path) -> bytes | None:
    with contextlib.suppress(OSError):
        content = path.read_bytes()
        os.utime(path)
        return content
    return None


def _made(path: Path, make: Callable[[], bytes]) -> bytes:
    content = make()
    with contextlib.suppress(OSError):  # a full disk makes it slow, not broken
        write(path, content)
        if secrets.randbelow(_LOOK_EVERY) == 0:
            prune(MAX_BYTES)
    return content


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Lets one thread of one process at a time make a file, as long as the folder can be written to.

    The lock is gone with its holder, however that ends. Whoever waited for one that was deleted then finds the file.
    """
    lock = path.with_name(f".{path.name}.lock")
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            lock.parent.mkdir(parents=True, exist_ok=True)
            handle = stack.enter_context(lock.open("ab"))
            fcntl.flock(handle, fcntl.LOCK_EX)
            stack.callback(lock.unlink, missing_ok=True)
        yield


def path_of(kind: str, key: str) -> Path:
    """Where the file with this key is, or would be."""
    return folder() / key[:2] / f"{key}.{kind}"


def folder() -> Path:
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


def prune(limit: int) -> None:
    """Deletes what killed writers left, and the files that were used longest ago until the rest has at most so many
    bytes."""
    files = []
    for used, bytes_of, path in sorted(_files(), key=lambda entry: entry[0]):
        if not path.name.startswith("."):
            files.append((used, bytes_of, path))
        elif used < time.time() - _LEFT_BEHIND:
            path.unlink(missing_ok=True)
    size = sum(entry[1] for entry in files)
    for _, bytes_of, path in files:
        if size <= limit:
            return
        path.unlink(missing_ok=True)
        size -= bytes_of


def _files() -> Iterator[tuple[float, int, Path]]:
    for path in folder().glob("??/*"):
        with contextlib.suppress(OSError):  # somebody else may have deleted it
            status = path.stat()
            yield status.st_mtime, status.st_size, path


def _sources() -> Iterator[Path]:
    """The source files that turn a face into a page: our code, the templates, the drawings of icons."""
    cards, templates = Path(__file__).parent.parent, Path(settings.BASE_DIR) / "templates" / "cards"
    yield from sorted(Path(__file__).parent.glob("*.py"))
    for module in _DRAWING:
        yield cards / f"{module}.py"
    for template in _TEMPLATES:
        yield templates / f"{template}.html"
    yield settings.GAME_ICONS


@cache
def _renderers() -> str:
    """A digest of the renderer: the style, the fonts, our code, the templates, and the versions of everybody else's."""
    digest = hashlib.sha256()
    digest.update((face_css() + paper_css()).encode())
    for path in dict.fromkeys(path for font in FONTS for path in font.paths):
        digest.update(path.read_bytes())
    for source in _sources():
        digest.update(source.read_bytes())
    return " ".join([digest.hexdigest(), *(f"{name}-{version(name)}" for name in _RENDERERS)])
