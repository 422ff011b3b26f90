"""``script/deploy-check`` names what is missing where the site is to run, and is content with what is complete."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from operations import deployment
from operations.kept_databases import SqliteFile
from script.with_variables import Unreadable, variables
from tests.databases import kept_database
from tests.production import GOOD, manage, production

pytestmark = pytest.mark.slow("starts the site anew in processes of its own")

MAIL = {"GRIMOIRE_EMAIL_HOST": "mail.example", "GRIMOIRE_ADMINS": "ada@example.org", "GRIMOIRE_BEHIND_PROXY": "true"}
MAIL["GRIMOIRE_SECURITY_CONTACT"] = "security@example.org"


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
        done = subprocess.run(command, env=kept, cwd="/etc", capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr, done.stderr
        return done.returncode, done.stdout


@pytest.fixture
def machine(root: Path, tmp_path: Path) -> Machine:
    return Machine(root, tmp_path)


def test_what_keeps_it_from_starting_is_said_in_a_line(machine: Machine) -> None:
    del machine.variables["GRIMOIRE_SECRET_KEY"]
    status, said = machine.check()
    assert status == 1
    assert said.startswith("missing: the site does not start. Set GRIMOIRE_SECRET_KEY")
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
    assert {code for code, line in codes.items() if line.startswith("warning")} == {
        *("site.W002", "site.W003", "site.W005", "site.W006", "site.W011", "site.W017")
    }
    assert "GRIMOIRE_ADMIN is set" in codes["site.E001"]
    assert "GRIMOIRE_MEDIA_ROOT" in codes["site.E007"]
    assert "migrations: missing" in codes["site.E012"]


@pytest.mark.long
def test_what_is_complete_is_complete(machine: Machine) -> None:
    shutil.copyfile(kept_database(machine.root), machine.database)
    done = production(machine.root, manage("collectstatic", "--no-input", "-v", "0"), **machine.variables)
    assert done.returncode == 0, done.stderr
    status, said = machine.check(**MAIL)
    assert status == 1
    assert [line.partition(" (")[0] for line in said.splitlines() if "site.E" in line] == [
        f"missing: The site's own cards or books are not in the database. Run manage.py {command}."
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


def test_a_file_of_variables_is_read_and_not_run(machine: Machine, tmp_path: Path) -> None:
    status, said = machine.check(GRIMOIRE_EMAIL_FROM=f"The Grimoire <a@b.example> $(touch {tmp_path}/run)", **MAIL)
    assert status == 1 and "site.W005" not in said
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("A=The Grimoire <a@b.example>", "The Grimoire <a@b.example>"),
        ("A='x $y'", "x $y"),
        ('A="x\'s"', "x's"),
        ("A=", ""),
        ("A=a=b#c", "a=b#c"),
    ],
)
def test_values_are_what_systemd_takes_them_for(line: str, value: str, tmp_path: Path) -> None:
    (tmp_path / "env").write_text(f"# a comment\n\n{line}\n", "utf-8")
    assert variables(tmp_path / "env") == {"A": value}


@pytest.mark.parametrize("line", ["export A=b", "A", "A = b", "A='b", 'A="b"c', "rm -r x=y"])
def test_a_line_that_sets_nothing_is_named(line: str, tmp_path: Path) -> None:
    (tmp_path / "env").write_text(f"A=b\n{line}\n", "utf-8")
    with pytest.raises(Unreadable, match=rf"{tmp_path}/env, line 2: not NAME=VALUE"):
        variables(tmp_path / "env")


def test_a_file_that_is_not_there_is_named(root: Path) -> None:
    done = subprocess.run(
        [root / "script/deploy-check", "no.env"], cwd="/etc", capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.startswith("missing: Cannot read /etc/no.env:")) == (1, True)


def test_a_site_without_https_is_told_in_a_sentence(machine: Machine) -> None:
    _, said = machine.check(GRIMOIRE_HTTPS="false", **MAIL)
    assert "warning: GRIMOIRE_HTTPS is off: passwords and" in said and "(security." not in said


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files to others")
def test_root_asks_for_whoever_owns_the_project(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    # Not below pytest's own folder, which nobody else may enter.
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        place.chmod(0o755)
        for folder in ("project", "theirs", "roots", "closed"):
            (place / folder).mkdir()
        for folder in ("project", "theirs"):
            os.chown(place / folder, 54321, 54321)
        (place / "closed").chmod(0o700)
        (place / "closed/theirs").mkdir(mode=0o777)
        (place / "theirs/file").write_text("made by root", "utf-8")
        settings.BASE_DIR = place / "project"
        user = deployment._SitesUser()
        assert user.name == "54321"
        assert user.may_fill(place / "theirs") and user.may_fill(place / "theirs/new/one")
        assert not any(user.may_fill(place / each) for each in ("roots", "roots/new", "closed/theirs", "theirs/file/x"))
        assert not user.may(place / "theirs/file", os.W_OK)
        settings.MEDIA_ROOT, settings.RENDER_CACHE = place / "roots", place / "theirs"
        monkeypatch.setattr(deployment, "kept_database", lambda _: SqliteFile(place / "theirs/file"))
        said = [message.msg for message in deployment.check_places() if message.id == "site.E007"]
        assert said == [
            f"The user 54321 cannot write to {place / 'roots'} (GRIMOIRE_MEDIA_ROOT).",
            f"The user 54321 cannot write to {place / 'theirs/file'} (GRIMOIRE_DATABASE).",
        ]
