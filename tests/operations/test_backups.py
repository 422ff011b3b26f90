"""A backup that is made while somebody writes is restored in another place, and the same is there."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from operations.kept_media import MediaFolder, kept_media
from tests.databases import on_file
from tests.marks import some_long
from tests.operations.test_upgrades import RELEASED

pytestmark = pytest.mark.slow("starts the site anew in processes of its own")

OLD = RELEASED[-1]
WRITING = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
database.execute("PRAGMA journal_mode=WAL")
database.execute("PRAGMA wal_autocheckpoint=0")  # all that is new stays in the file beside the database
number = 0
while True:
    number += 1
    database.execute("BEGIN IMMEDIATE")
    for token in ("lamp-keeper", "lamp-champ"):
        database.execute("UPDATE cards_card SET cost = ? WHERE token = ?", (number, token))
    database.execute("COMMIT")
    print(number, flush=True)
"""


class Site:
    """A site with its database and its files in a folder."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = root
        self.database, self.media = folder / "grimoire.sqlite3", folder / "media"

    def manage(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Runs a command of manage.py on it."""
        environment = on_file(self.database, GRIMOIRE_MEDIA_ROOT=str(self.media))
        command = [sys.executable, "manage.py", *map(str, arguments)]
        return subprocess.run(command, cwd=self.root, env=environment, capture_output=True, text=True, check=False)

    def ask(self, query: str) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(self.database)) as database:
            return database.execute(query).fetchall()


@pytest.fixture
def site(root: Path, tmp_path: Path) -> Site:
    """A site with something in it."""
    return furnished(root, tmp_path / "here")


def furnished(root: Path, folder: Path) -> Site:
    folder.mkdir()
    made = Site(root, folder)
    with closing(sqlite3.connect(made.database)) as database:
        database.executescript(OLD.read_text("utf-8"))
    for name in ("pictures/ada.jpg", "prints/passing.pdf"):
        path = made.media / name
        path.parent.mkdir(parents=True)
        path.write_bytes(name.encode())
    return made


@pytest.fixture(scope="module")
def made(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of such a site."""
    folder = tmp_path_factory.mktemp("backups")
    path = folder / "backup.tar"
    done = furnished(root, folder / "here").manage("backup", path)
    assert done.returncode == 0, done.stderr
    return path


@pytest.fixture
def backup(made: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    return Path(shutil.copy(made, tmp_path))


def test_what_is_restored_is_what_was_there(site: Site, root: Path, tmp_path: Path) -> None:
    """Somebody writes all the time; a backup has both halves of each change or none, and nothing older than it."""
    writer = subprocess.Popen([sys.executable, "-c", WRITING, str(site.database)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    try:
        before = int([writer.stdout.readline() for _ in range(20)][-1])
        done = site.manage("backup", tmp_path / "backup.tar")
    finally:
        writer.kill()
        writer.wait()
        writer.stdout.close()
    assert done.returncode == 0, done.stderr
    other = Site(root, tmp_path / "there")
    done = other.manage("restore", tmp_path / "backup.tar")
    assert done.returncode == 0, done.stderr
    first, second = other.ask("SELECT cost FROM cards_card WHERE token IN ('lamp-keeper', 'lamp-champ')")
    assert first == second
    assert first[0] >= before  # type: ignore[operator]
    assert other.ask("PRAGMA integrity_check") == [("ok",)]
    rest = "SELECT token, name, owner_id FROM cards_card ORDER BY token"
    assert other.ask(rest) == site.ask(rest)
    assert (other.media / "pictures/ada.jpg").read_bytes() == b"pictures/ada.jpg"
    assert not (other.media / "prints").exists()
    done = other.manage("migrate", "--verbosity", "0")
    assert done.returncode == 0, done.stderr


def test_a_backup_is_its_owners_alone(made: Path) -> None:
    assert made.stat().st_mode & 0o077 == 0
    assert [path.name for path in made.parent.iterdir() if path.name.startswith(".")] == []


@pytest.mark.long
def test_nothing_is_overwritten_unasked(site: Site, backup: Path) -> None:
    done = site.manage("restore", backup)
    assert done.returncode != 0
    assert "--force" in done.stderr
    done = site.manage("backup", backup)
    assert done.returncode != 0
    assert "already exists" in done.stderr


@pytest.mark.long
def test_what_was_there_is_moved_aside(site: Site, backup: Path) -> None:
    with closing(sqlite3.connect(site.database)) as database, database:
        database.execute("DELETE FROM cards_card")
    (site.media / "pictures/later.jpg").write_bytes(b"later")
    done = site.manage("restore", backup, "--force")
    assert done.returncode == 0, done.stderr
    assert site.ask("SELECT COUNT(*) FROM cards_card") == [(4,)]
    assert [path.name for path in (site.media / "pictures").iterdir()] == ["ada.jpg"]
    aside = sorted(path.name for path in site.database.parent.glob("*.before-*"))
    assert [name.partition(".before-")[0] for name in aside] == ["grimoire.sqlite3", "media"]


@pytest.mark.parametrize(
    "harm", some_long(["cut", "changed", "later", "text", "picture", "end"], "cut", "changed", "text")
)
def test_what_is_damaged_or_of_a_later_version_is_refused(site: Site, backup: Path, tmp_path: Path, harm: str) -> None:
    bad = tmp_path / "bad.tar"
    if harm == "cut":
        bad.write_bytes(backup.read_bytes()[: backup.stat().st_size // 2])
    elif harm == "changed":
        content = bytearray(backup.read_bytes())
        content[content.index(b"Lamp Keeper")] ^= 1
        bad.write_bytes(content)
    elif harm == "picture":
        content = bytearray(backup.read_bytes())
        content[content.index(b"\0pictures/ada.jpg") + 1] ^= 1  # what is in it, not its name
        bad.write_bytes(content)
    elif harm == "end":  # at the border between two files, where a tar file looks whole
        with tarfile.open(backup) as archive:
            bad.write_bytes(backup.read_bytes()[: archive.getmember("media/pictures/ada.jpg").offset])
    elif harm == "text":
        bad.write_text("no backup")
    else:
        with tarfile.open(backup) as archive:
            archive.extractall(tmp_path / "open")
        manifest = tmp_path / "open" / "manifest.json"
        manifest.write_text(manifest.read_text().replace('"0001_initial"', '"9999_of_tomorrow"', 1))
        with tarfile.open(bad, "w") as archive:
            for path in (tmp_path / "open").iterdir():
                archive.add(path, path.name)
    done = site.manage("restore", bad, "--force")
    assert done.returncode != 0
    assert "Nothing was restored" in done.stderr
    assert ("9999_of_tomorrow" in done.stderr) is (harm == "later")
    assert ("media/pictures/ada.jpg" in done.stderr) is (harm == "picture")
    assert site.ask("SELECT COUNT(*) FROM cards_card") == [(4,)]
    assert not list(site.database.parent.glob("*.before-*"))


def test_a_backup_of_before_there_was_a_list_of_files_is_taken(site: Site, backup: Path, tmp_path: Path) -> None:
    with tarfile.open(backup) as archive:
        archive.extractall(tmp_path / "open")
    manifest = tmp_path / "open" / "manifest.json"
    manifest.write_text(json.dumps({k: v for k, v in json.loads(manifest.read_text()).items() if k != "files"}))
    with tarfile.open(tmp_path / "old.tar", "w") as archive:
        for name in ("manifest.json", "database.sqlite3", "media"):
            archive.add(tmp_path / "open" / name, name)
    done = site.manage("restore", tmp_path / "old.tar", "--force")
    assert done.returncode == 0, done.stderr
    assert (site.media / "pictures/ada.jpg").read_bytes() == b"pictures/ada.jpg"


@pytest.mark.parametrize("name", ["media/../../outside.txt", "/outside.txt", "media/link"])
def test_nothing_is_written_outside(site: Site, backup: Path, tmp_path: Path, name: str) -> None:
    """Names that lead out of the folder, and links that do."""
    entry = tarfile.TarInfo(name)
    if name == "media/link":
        entry.type, entry.linkname = tarfile.SYMTYPE, "/etc"
    with tarfile.open(backup, "a") as archive:
        archive.addfile(entry, BytesIO())
    before = sorted(path for path in tmp_path.rglob("*") if "outside" in path.name)
    done = site.manage("restore", backup, "--force")
    assert (done.returncode == 0) is name.startswith("/"), done.stderr  # which is no file of uploads, and not looked at
    assert sorted(path for path in tmp_path.rglob("*") if "outside" in path.name) == before
    assert not (site.media / "link").exists()


@pytest.mark.long
def test_old_backups_of_a_folder_go(site: Site, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in ("20260101", "20260102"):
        (folder / f"grimoire-{day}-000000.tar").write_text("old")
    (folder / "other.tar").write_text("not ours")
    done = site.manage("backup", folder, "--keep", 2)
    assert done.returncode == 0, done.stderr
    left = sorted(path.name for path in folder.iterdir())
    assert left[0] == "grimoire-20260102-000000.tar"
    assert left[2:] == ["other.tar"]


@pytest.mark.long
def test_a_database_of_something_else_is_no_backup(site: Site, tmp_path: Path) -> None:
    site.database.unlink()
    done = site.manage("backup", tmp_path / "none.tar")
    assert done.returncode != 0
    assert "There is no database" in done.stderr


def test_pictures_of_a_volume_are_exchanged_within_it(tmp_path: Path) -> None:
    """A container's volume cannot be moved, and nothing beside it can be written."""
    volume = tmp_path / "volume"
    for name in ("pictures/old.jpg", ".left-behind/x", "prints/sheet.pdf"):
        (volume / name).parent.mkdir(parents=True, exist_ok=True)
        (volume / name).write_text("before")
    media = MediaFolder(volume, is_fixed=True)
    assert media.workplace == volume
    unpacked = volume / ".restore-1/media"
    (unpacked / "pictures").mkdir(parents=True)
    (unpacked / "pictures/new.jpg").write_text("restored")
    inode = volume.stat().st_ino
    (aside,) = map(Path, media.put(unpacked))
    assert volume.stat().st_ino == inode and aside.parent == volume and aside.name.startswith(".media.before-")
    assert [path.name for path in (volume / "pictures").iterdir()] == ["new.jpg"]
    assert sorted(path.name for path in aside.iterdir()) == ["pictures", "prints"]
    with tarfile.open(tmp_path / "next.tar", "w") as archive:
        media.add_to(archive)
        assert archive.getnames() == ["media/pictures/new.jpg"]  # what was moved aside is in no later backup


def test_a_place_that_cannot_be_moved_is_known(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    assert kept_media().workplace == tmp_path.parent
    settings.MEDIA_ROOT = tmp_path / "not there yet"
    assert kept_media().workplace == tmp_path
    settings.MEDIA_ROOT = Path("/proc")  # a mount, as a volume is
    assert kept_media().workplace == Path("/proc")
