"""``script/deploy-check`` names what is missing where the site is to run, and is content with what is complete."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tests.databases import kept_database
from tests.production import GOOD, manage, production

MAIL = {"GRIMOIRE_EMAIL_HOST": "mail.example", "GRIMOIRE_ADMINS": "ada@example.org", "GRIMOIRE_BEHIND_PROXY": "true"}


class Machine:
    """A place for the site, with a file that says where its things are."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder = root, folder
        self.database = folder / "grimoire.sqlite3"
        self.variables = {
            **GOOD,
            "GRIMOIRE_DATABASE": str(self.database),
            "GRIMOIRE_MEDIA_ROOT": str(folder / "media"),
            "GRIMOIRE_RENDER_CACHE": str(folder / "rendered"),
            "GRIMOIRE_STATIC_ROOT": str(folder / "static"),
            "GRIMOIRE_LEAST_FREE_MB": "1",
        }

    def check(self, **more: str) -> tuple[int, str]:
        """The exit status, and what is said."""
        file = self.folder / "grimoire.env"
        file.write_text("".join(f"{name}='{value}'\n" for name, value in {**self.variables, **more}.items()), "utf-8")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("GRIMOIRE_", "DJANGO_"))}
        command = [self.root / "script" / "deploy-check", file]
        done = subprocess.run(command, env=kept, cwd="/", capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr, done.stderr
        return done.returncode, done.stdout


@pytest.fixture
def machine(root: Path, tmp_path: Path) -> Machine:
    return Machine(root, tmp_path)


def test_what_keeps_it_from_starting_is_said_in_a_line(machine: Machine) -> None:
    del machine.variables["GRIMOIRE_SECRET_KEY"]
    status, said = machine.check()
    assert status == 1
    assert said.startswith("missing: the site does not start. GRIMOIRE_SECRET_KEY")
    assert len(said.splitlines()) == 1


def test_everything_that_is_missing_is_named_at_once(machine: Machine, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("s3cret", "utf-8")
    (tmp_path / "key").chmod(0o644)
    (tmp_path / "in the way").write_text("a file", "utf-8")
    machine.variables["GRIMOIRE_MEDIA_ROOT"] = str(tmp_path / "in the way" / "media")
    more = {"GRIMOIRE_ADMIN": "ada@example.org", "GRIMOIRE_EMAIL_PASSWORD_FILE": str(tmp_path / "key")}
    status, said = machine.check(**more)
    assert status == 1
    codes = {line.rpartition("(")[2].rstrip(")"): line for line in said.splitlines()}
    assert {code for code, line in codes.items() if line.startswith("missing")} == {
        *("site.E001", "site.E007", "site.E008", "site.E012")
    }
    assert {code for code, line in codes.items() if line.startswith("worth a thought")} == {
        *("site.W002", "site.W003", "site.W005", "site.W006", "site.W011")
    }
    assert "GRIMOIRE_ADMIN is set" in codes["site.E001"]
    assert "GRIMOIRE_MEDIA_ROOT" in codes["site.E007"]
    assert "migrations: missing" in codes["site.E012"]


def test_what_is_complete_is_complete(machine: Machine) -> None:
    shutil.copyfile(kept_database(machine.root), machine.database)
    done = production(machine.root, manage("collectstatic", "--no-input", "-v", "0"), **machine.variables)
    assert done.returncode == 0, done.stderr
    status, said = machine.check(**MAIL)
    assert status == 1
    assert [line.partition(" (")[0] for line in said.splitlines() if "site.E" in line] == [
        f"missing: What comes with the site is not there. Run manage.py {command}."
        for command in ("load_books", "load_sets")
    ]
    with closing(sqlite3.connect(machine.database)) as database, database:
        database.execute(
            "INSERT INTO background_heartbeat (worker, heartbeat_at) VALUES ('w', strftime('%Y-%m-%d %H:%M:%f', 'now'))"
        )
    for command in ("load_sets", "load_books"):
        done = production(machine.root, manage(command, "-v", "0"), **machine.variables)
        assert done.returncode == 0, done.stderr
    assert machine.check(**MAIL) == (0, "Nothing is missing.\n")
