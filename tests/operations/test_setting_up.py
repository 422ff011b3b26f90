"""script/setup and script/upgrade, each run twice, in a small project whose programs only note what they were asked."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = ("setup", "upgrade", "manage", "hosting.sh", "with_variables.py")
BOOTSTRAP = """#!/usr/bin/env bash
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[[ ! -e broken ]] || exit 1
echo "$@" >parts
mkdir -p .venv/bin var/compiled && touch "var/compiled/$(cat version)"
cp PYTHON .venv/bin/python
"""
PYTHON = f"""#!/usr/bin/env bash
[[ $1 != *with_variables.py ]] || exec {sys.executable} "$@"
echo "$(basename "$(dirname "$(realpath "$1")")") $2 $GRIMOIRE_ALLOWED_HOSTS $GRIMOIRE_WORDS" >>"$NOTES"
[[ $2 != "$FAILS" ]] || exit 1
[[ $2 == collectstatic ]] || exit 0
mkdir -p "${{GRIMOIRE_STATIC_ROOT:=staticfiles}}"
cp "$(dirname "$1")/version" "$GRIMOIRE_STATIC_ROOT/"
"""


class Project:
    """A checkout whose origin can get new versions."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.origin, self.home, self.notes = folder / "origin", folder / "site", folder / "notes"
        self.variables = folder / "grimoire.env"
        programs = folder / "programs"
        files = {
            self.origin / "script/bootstrap": BOOTSTRAP.replace("PYTHON", "script/python"),
            self.origin / "script/python": PYTHON,
            self.origin / "script/deploy-check": "#!/bin/sh\n",
            self.origin / ".gitignore": "/var/\n/.venv/\n/staticfiles/\n/parts\n",
            self.origin / "manage.py": "",
            # Root where a test says so.
            programs / "id": '#!/bin/sh\n[ "$*" = -u ] && echo ${USER_ID:-1000} || exec /usr/bin/id "$@"\n',
        }
        for path, text in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            path.chmod(0o755)
        for name in SCRIPTS:
            shutil.copy(root / "script" / name, self.origin / "script" / name)
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("GRIMOIRE_", "GIT_"))},
            **{f"GIT_{who}_{what}": "a@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
            "PATH": f"{programs}:{os.environ['PATH']}",
            "NOTES": str(self.notes),
            "FAILS": "",
            "SITE_VARIABLES": str(self.variables),
            "SITE_BACKUPS": str(folder / "backups"),
            "SITE_UNITS": str(folder),
            "SITE_READYZ": "http://127.0.0.1:9/readyz",  # nobody answers there
        }
        self.git("init", "--quiet", "--initial-branch=main", str(self.origin))
        self.release("1")
        self.git("clone", "--quiet", str(self.origin), str(self.home))

    def git(self, *arguments: str) -> str:
        done = subprocess.run(["git", *arguments], env=self.environment, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def release(self, version: str, **files: str) -> None:
        for name, text in {"version": version, **files}.items():
            (self.origin / name).write_text(text)
        self.git("-C", str(self.origin), "add", "--all")
        self.git("-C", str(self.origin), "commit", "--quiet", "--message", version)

    def run(self, *command: str, **more: str) -> tuple[int, str, list[str]]:
        """The exit code, what was said, and what programs were asked for."""
        self.notes.write_text("")
        done = subprocess.run(
            ["bash", *command],
            cwd=self.home,
            env={**self.environment, **more},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout, self.notes.read_text().splitlines()


@pytest.fixture
def project(root: Path, tmp_path: Path) -> Project:
    return Project(root, tmp_path)


def test_a_site_is_set_up_once_however_often_it_is_asked(project: Project) -> None:
    assert "no host name" in project.run("script/setup", "https://grimoire.example/")[1]
    code, said, asked = project.run("script/setup")
    assert (code, asked) == (1, []) and "sudo script/setup grimoire.example" in said
    code, said, asked = project.run("script/setup", "grimoire.example")
    assert code == 0, said
    prepared = [
        f"site {command} grimoire.example " for command in ("migrate", "load_sets", "load_books", "collectstatic")
    ]
    assert asked == prepared
    key = project.home / "var/secret-key"
    assert len(key.read_text()) > 50 and key.stat().st_mode & 0o777 == 0o600
    assert project.variables.stat().st_mode & 0o777 == 0o640
    kept = (key.read_text(), project.variables.read_text())
    assert "\n#GRIMOIRE_DATABASE_URL=" in kept[1]
    assert project.run("script/setup")[::2] == (0, prepared)
    assert project.run("script/setup", "other.example")[::2] == (0, prepared)
    assert (key.read_text(), project.variables.read_text()) == kept
    project.variables.write_text(kept[1] + "GRIMOIRE_WORDS='a $HOME `b`'\n")  # as systemd reads it: nothing is replaced
    assert project.run("script/manage", "check")[2] == ["site check grimoire.example a $HOME `b`"]


def test_a_site_is_set_up_on_the_database_that_is_named(project: Project) -> None:
    address = "postgresql://grimoire:word@127.0.0.1/grimoire"
    assert project.run("script/setup", "grimoire.example", GRIMOIRE_DATABASE_URL=address)[0] == 0
    assert f"\nGRIMOIRE_DATABASE_URL={address}\n" in project.variables.read_text()


def test_an_upgrade_goes_on_where_it_stopped(project: Project) -> None:
    assert "script/setup" in project.run("script/upgrade")[1]
    project.run("script/setup", "grimoire.example")
    project.release("2", broken="")
    code, said, _ = project.run("script/upgrade")
    assert code and "stopping" not in said, "a version that cannot be built does not stop the site"
    (project.origin / "broken").unlink()
    project.release("3")
    code, said, asked = project.run("script/upgrade", FAILS="migrate")
    assert (
        code
        and "the site is stopped" in said
        and "collectstatic --no-input && systemctl start" in said
        and [line.split()[:2] for line in asked]
        == [
            ["next", "collectstatic"],
            ["site", "backup"],
            ["site", "migrate"],
        ]
    )
    assert (project.home / "version").read_text() == (project.home / "staticfiles/version").read_text() == "3"
    assert (project.home / "var/compiled/3").exists()
    for bucket, parts in (("", "image\n"), ("GRIMOIRE_MEDIA_S3_BUCKET=pictures\n", "image s3\n")):
        project.variables.write_text(project.variables.read_text() + bucket)
        code, said, asked = project.run("script/upgrade")
        assert code == 0, said
        assert (project.home / "parts").read_text() == parts
        assert [line.split()[1] for line in asked] == ["collectstatic", "migrate", "load_sets", "load_books"]
        assert not (project.home / "var/next").exists()


def test_an_upgrade_stops_workers_first_and_starts_pages_first(project: Project, root: Path, tmp_path: Path) -> None:
    """While the worker ends its task the site still answers; by the others' first sign of life clocks run on."""
    project.run("script/setup", "grimoire.example")
    stubs = {
        "systemctl": '[ "$1" = show-environment ] || echo "systemctl $*" >>"$NOTES"',
        "curl": 'case "$*" in *healthz) echo "pages answer" >>"$NOTES" ;; esac; echo " 200"',
    }
    for name, text in stubs.items():
        (tmp_path / "programs" / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / "programs" / name).chmod(0o755)
    (project.origin / "deploy").mkdir()
    shutil.copy(root / "deploy/grimoire-web.service", project.origin / "deploy")
    project.release("2")
    code, said, asked = project.run("script/upgrade", USER_ID="0")
    assert code == 0, said
    assert [line.removesuffix(" grimoire.example ") for line in asked] == [
        "next collectstatic",
        "site backup",
        "systemctl stop grimoire-worker",
        "systemctl stop grimoire-web grimoire-streams grimoire-worker",
        "site migrate",
        "systemctl daemon-reload",
        "systemctl enable --quiet grimoire-web grimoire-streams grimoire-worker grimoire-backup.timer",
        "systemctl start grimoire-backup.timer grimoire-web",
        "pages answer",
        "systemctl start grimoire-web grimoire-streams grimoire-worker",
        "site load_sets",
        "site load_books",
    ]


def test_an_upgrade_refuses_what_it_would_lose(project: Project) -> None:
    project.run("script/setup", "grimoire.example")
    (project.home / "version").write_text("mine")
    assert "have been changed here" in project.run("script/upgrade")[1]
    project.git("-C", str(project.home), "commit", "--quiet", "--all", "--message", "mine")
    assert "does not follow" in project.run("script/upgrade")[1]
    assert "there is no version v9" in project.run("script/upgrade", "v9")[1]


def test_units_name_where_the_project_is(project: Project, root: Path, tmp_path: Path) -> None:
    shutil.copytree(root / "deploy", project.home / "deploy")
    code, said, _ = project.run("-c", ". script/hosting.sh; has_systemd() { :; }; systemctl() { :; }; install_units")
    assert code == 0, said
    unit = (tmp_path / "grimoire-backup.service").read_text()
    assert f"WorkingDirectory={project.home}\n" in unit and f"manage.py backup {tmp_path / 'backups'} " in unit
    assert f"User={project.home.owner()}\n" in unit and "/srv/grimoire" not in unit
