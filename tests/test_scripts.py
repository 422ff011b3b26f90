"""The scripts ask for what they may not install themselves, in words that can be typed as they are."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = sorted(path for path in (*ROOT.glob("script/*"), ROOT / ".ci" / "run") if path.is_file() and not path.suffix)


class Machine:
    """A copy of the project on a machine that is missing things; every command that matters here is a stand-in."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "my project"
        self.bin = folder / "bin"
        self.log = folder / "log"
        self.bin.mkdir()
        for name in ("script", "requirements"):
            shutil.copytree(ROOT / name, self.project / name, ignore=shutil.ignore_patterns("__pycache__"))
        # A Python as Debian has it before python3-venv is installed.
        self.command("python3", f'case "$*" in *ensurepip*) exit 1 ;; esac\nexec "{sys.executable}" "$@"')
        self.command("sudo", "exit 1")
        self.command("chromium", "echo Chromium 1.0")
        self.user(1000)
        self.apt("exit 0")

    def command(self, name: str, body: str) -> None:
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def user(self, number: int) -> None:
        self.command("id", f"echo {number}")

    def apt(self, body: str) -> None:
        self.command("apt-get", f'echo "$DEBIAN_FRONTEND: $*" >> "{self.log}"\n{body}')

    def bootstrap(self, *parts: str) -> subprocess.CompletedProcess[str]:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GRIMOIRE_")}
        environment["PATH"] = f"{self.bin}:/usr/bin:/bin"
        return subprocess.run(
            [self.project / "script" / "bootstrap", *parts],
            cwd="/",
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )

    @property
    def asked_of_apt(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


VENV = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_can_be_run(script: Path) -> None:
    assert os.access(script, os.X_OK)
    text = script.read_text(encoding="utf-8")
    assert text.startswith("#!/usr/bin/env bash\n")
    assert "\nset -euo pipefail\n" in text
    subprocess.run(["bash", "-n", script], check=True)


def test_an_ordinary_user_is_told_what_to_type(machine: Machine) -> None:
    done = machine.bootstrap("server")
    assert done.returncode == 1
    assert f"\n  sudo apt-get update && sudo apt-get install -y {VENV}\n" in done.stderr
    assert machine.asked_of_apt == []
    assert not (machine.project / ".venv").exists()


def test_everything_that_is_missing_is_named_at_once(machine: Machine) -> None:
    machine.command("chromium", "exit 1")
    for name in ("chromium-browser", "google-chrome", "google-chrome-stable"):
        machine.command(name, "echo 'requires the chromium snap'; exit 1")
    done = machine.bootstrap("test")
    assert done.returncode == 1
    assert VENV in done.stderr
    assert " chromium\n" in done.stderr


def test_root_installs_and_fetches_lists_only_when_needed(machine: Machine) -> None:
    machine.user(0)
    machine.bootstrap("server")
    assert [line.split(" ", 1)[0] for line in machine.asked_of_apt] == ["noninteractive:"]
    assert machine.asked_of_apt[0].endswith(f" install --yes --no-install-recommends {VENV}")


def test_root_tries_again_with_fresh_lists(machine: Machine) -> None:
    machine.user(0)
    machine.apt("echo 'E: no such package' >&2; exit 100")
    done = machine.bootstrap("server")
    assert done.returncode == 1
    assert [" update" in line for line in machine.asked_of_apt] == [False, True, False]
    assert "E: no such package" in done.stderr
    assert f"\n  apt-get update && apt-get install -y {VENV}\n" in done.stderr


def test_passwordless_sudo_is_used(machine: Machine) -> None:
    machine.command("sudo", '[ "$1" = -n ] && shift\nexec "$@"')
    machine.bootstrap("server")
    assert machine.asked_of_apt[0].endswith(VENV)


def test_an_old_python_is_refused(machine: Machine) -> None:
    for name in ("python3", "python3.11", "python3.12", "python3.13"):
        machine.command(name, "exit 1")
    done = machine.bootstrap("server")
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed" in done.stderr


def test_nothing_changed_nothing_done() -> None:
    """In this checkout everything is there, so the second start of a server costs next to nothing."""
    done = subprocess.run([ROOT / "script" / "bootstrap", "python"], capture_output=True, text=True, check=True)
    assert done.stdout == done.stderr == ""
