"""Whole files, made once a day by one of the workers: all that some list has, a line of JSON for each thing.

Each room registers those of its own. Addresses in them begin after the site's name, which a worker is not told.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.core.files import File
from django.core.files.storage import default_storage
from django.db.models import Q
from django.utils import timezone

from background.models import WholeFile
from background.upkeep import register
from web.registry import Registry

FOLDER: Final = "bulk"
FRESH: Final = timedelta(
    hours=20
)  # for so long nobody makes a file again: less than a day, since workers come each day
ABANDONED_AFTER: Final = timedelta(hours=1)  # after which whoever was about to make it has died over it
BLOCK: Final = 2**18  # bytes that are sent at a time
YOUNG: Final = timedelta(hours=6)  # a file that no row names any more may still be read, or not be named yet
# Where addresses stand in a line. Within a text that somebody wrote each quotation mark has a backslash before it.
_BEFORE_ADDRESSES: Final = (
    (b'"url": "', b"/"),
    (b'"text_url": "', b"/"),
    (b'"en": "', b"/files/"),
    (b'"fr": "', b"/files/"),
)
files: Final[Registry[Callable[[], Iterator[dict[str, Any]]]]] = Registry()  # by name: what makes the lines


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A whole file as it was made last, open to be read."""

    made: WholeFile
    file: File[bytes]

    @property
    def etag(self) -> str:
        """What tells it from those of other days, as a header."""
        return f'"{self.made.digest[:32]}"'


@dataclass(frozen=True, slots=True)
class RootedLines:
    """The lines of an open file, many at a time, with the site's address ``root`` before that of each.

    An answer that has these closes the file, sent or not.
    """

    file: File[bytes]
    root: str

    def __iter__(self) -> Iterator[bytes]:
        root, left = self.root.encode(), b""
        while block := self.file.read(BLOCK):  # files of a bucket give no lines by their size
            lines, newline, left = (left + block).rpartition(b"\n")
            lines += newline
            for before, after in _BEFORE_ADDRESSES:  # nearly twice as fast as one pattern
                lines = lines.replace(before + after, before + root + after)
            yield lines

    def close(self) -> None:
        self.file.close()


def opened(name: str) -> OpenedFile | None:
    """A file as it was made last; None where there is none yet."""
    for _again in range(2):  # for it may be swept away between the look at its row and the one at it
        file = WholeFile.objects.filter(name=name).exclude(stored="").first()
        if file is None:
            return None
        with suppress(FileNotFoundError):
            return OpenedFile(file, default_storage.open(file.stored))
    return None


def write_all() -> int:
    """Makes all files anew that nobody else has made today, or is about to; how many old ones were swept away.

    They lie where uploads lie, on this machine or in a bucket, each day's under a name of its own: whoever reads one
    meanwhile reads the one before.
    """
    for name, lines in files.items():
        if _hold(name):
            _write(name, lines())
    return _sweep()


def _hold(name: str) -> bool:
    """Whether a file has to be made, and it is for this worker to make it."""
    now = timezone.now()
    row, _new = WholeFile.objects.get_or_create(name=name)
    is_there = bool(row.stored) and default_storage.exists(row.stored)
    if is_there and row.made_at is not None and now - FRESH < row.made_at <= now + ABANDONED_AFTER:
        return False
    # Held for longer than anybody holds it, it was by a clock that was ahead.
    held = Q(held_until__range=(now, now + ABANDONED_AFTER))
    free = WholeFile.objects.exclude(held).filter(name=name, made_at=row.made_at)
    return bool(free.update(held_until=now + ABANDONED_AFTER))


def _write(name: str, lines: Iterator[dict[str, Any]]) -> None:
    digest = hashlib.sha256()
    with tempfile.TemporaryFile() as file:
        for line in lines:
            text = (json.dumps(line, ensure_ascii=False) + "\n").encode()
            digest.update(text)
            file.write(text)
        size = file.tell()
        file.seek(0)
        stem, _dot, ending = name.partition(".")
        stored = default_storage.save(f"{FOLDER}/{stem}-{digest.hexdigest()[:16]}.{ending}", File(file))
    values = {"stored": stored, "digest": digest.hexdigest(), "size": size, "made_at": timezone.now()}
    WholeFile.objects.filter(name=name).update(**values, held_until=None)


def _sweep() -> int:
    """Deletes what was made before and nobody reads any more, or was broken off; how many those were."""
    count, wanted = 0, set(WholeFile.objects.values_list("stored", flat=True))
    with suppress(FileNotFoundError):
        for name in default_storage.listdir(FOLDER)[1]:
            path = f"{FOLDER}/{name}"
            if name and path not in wanted and _is_old(path):
                default_storage.delete(path)
                count += 1
    return count


def _is_old(path: str) -> bool:
    try:
        return timezone.now() - default_storage.get_modified_time(path) > YOUNG
    except FileNotFoundError:
        return False


register("whole files", write_all)
