"""The files that were uploaded, as a backup takes them and puts them back: a folder, or a bucket."""

from __future__ import annotations

import hashlib
import os
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final, Protocol, cast

from django.conf import settings
from django.core.files import File
from django.core.files.storage import FileSystemStorage, Storage, default_storage

from operations.kept_databases import move_away, name_aside

MEDIA: Final = "media"  # the folder in a backup
_PASSING: Final = frozenset({"bulk", "prints"})  # folders with what is made again when somebody asks


Digests = dict[str, str]  # SHA-256 of files by their names in a backup


class KeptMedia(Protocol):
    """Where uploaded files lie."""

    @property
    def workplace(self) -> Path:
        """A folder of this machine, beside which a backup may be unpacked."""

    def add_to(self, archive: tarfile.TarFile) -> Digests:
        """Adds all files that have to be kept; the digest of each, as it was read."""

    def put(self, folder: Path) -> list[str]:
        """Takes the files of a folder in; where what was there before has been moved to."""


class MediaFolder:
    """A folder of this machine, or one that several machines share.

    ``is_fixed``: nothing can be put into its place, as with a container's volume; then what is in it is exchanged, and
    what was there before lies in a hidden folder of it.
    """

    def __init__(self, path: Path, *, is_fixed: bool = False) -> None:
        self.path = path
        self.is_fixed = is_fixed

    @property
    def workplace(self) -> Path:
        return self.path if self.is_fixed else self.path.parent

    def add_to(self, archive: tarfile.TarFile) -> Digests:
        digests = {}
        for path in sorted(self.path.rglob("*")):
            name = path.relative_to(self.path)
            # What is hidden is of a restoring: what it has moved aside, or left behind when it was killed.
            if path.is_file() and name.parts[0] not in _PASSING and not name.parts[0].startswith("."):
                try:
                    with path.open("rb") as file:
                        entry = archive.gettarinfo(arcname=f"{MEDIA}/{name.as_posix()}", fileobj=file)
                        digests[entry.name] = _add(archive, entry, file)
                except FileNotFoundError:
                    continue  # its owner has deleted it just now
        return digests

    def put(self, folder: Path) -> list[str]:
        if self.is_fixed:
            return self._exchange(folder)
        moved = [str(move_away(self.path))] if self.path.exists() else []
        os.replace(folder, self.path)
        return moved

    def _exchange(self, folder: Path) -> list[str]:
        entries = [path for path in self.path.iterdir() if not path.name.startswith(".")]
        aside = name_aside(self.path / ".media")
        if entries:
            aside.mkdir()
        for path in entries:
            os.replace(path, aside / path.name)
        for path in folder.iterdir():
            os.replace(path, self.path / path.name)
        return [str(aside)] if entries else []


class MediaBucket:
    """A bucket. A file's name says what is in it for good, so nothing there is written over or moved aside: what a
    restored database does not know is swept away with the other files that belong to nothing."""

    def __init__(self, storage: Storage, workplace: Path) -> None:
        self.storage = storage
        self.workplace = workplace

    def add_to(self, archive: tarfile.TarFile) -> Digests:
        digests = {}
        for name in names_in(self.storage):
            if name.split("/")[0] in _PASSING:
                continue
            try:
                with self.storage.open(name) as file:
                    entry = tarfile.TarInfo(f"{MEDIA}/{name}")
                    entry.size = file.size
                    entry.mtime = int(self.storage.get_modified_time(name).timestamp())
                    digests[entry.name] = _add(archive, entry, file)
            except FileNotFoundError:
                continue
        return digests

    def put(self, folder: Path) -> list[str]:
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_file() and not self.storage.exists(name):
                with path.open("rb") as file:
                    self.storage.save(name, File(file))
        return []


class _Digesting:
    """A file that is read once, and its digest."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.digest = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        data: bytes = self.file.read(size)
        self.digest.update(data)
        return data


def _add(archive: tarfile.TarFile, entry: tarfile.TarInfo, file: Any) -> str:
    digesting = _Digesting(file)
    archive.addfile(entry, cast(IO[bytes], digesting))
    return digesting.digest.hexdigest()


def names_in(storage: Storage, folder: str = "") -> Iterator[str]:
    folders, files = storage.listdir(folder)
    for name in sorted(files):
        if name:
            yield f"{folder}/{name}" if folder else name
    for name in sorted(folders):
        yield from names_in(storage, f"{folder}/{name}" if folder else name)


def kept_media() -> KeptMedia:
    folder = Path(settings.MEDIA_ROOT)
    is_fixed = folder.is_dir() and (os.path.ismount(folder) or not os.access(folder.parent, os.W_OK))
    if is_bucket():
        return MediaBucket(default_storage, folder if is_fixed else folder.parent)
    return MediaFolder(folder, is_fixed=is_fixed)


def is_bucket() -> bool:
    return not str(settings.STORAGES["default"]["BACKEND"]).endswith(FileSystemStorage.__name__)


def was_restored() -> Path:
    """A file that is there since a backup was restored, until what came back with it has been ended."""
    return kept_media().workplace / ".restored"
