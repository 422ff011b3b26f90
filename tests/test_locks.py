"""Locks: what is installed is what was locked, and what is shown in French is all in French."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCKS = sorted(ROOT.glob("requirements/*.txt"))
ADDRESS = re.compile(r"https?:|--(?:extra-)?index-url|--find-links|--trusted-host| @ ")


def requirements(lock: Path) -> list[str]:
    """The logical lines: one requirement with all its hashes each."""
    text = lock.read_text(encoding="utf-8").replace("\\\n", " ")
    return [line for line in map(str.strip, text.splitlines()) if line and not line.startswith("#")]


def test_every_input_has_a_lock() -> None:
    assert {path.stem for path in ROOT.glob("requirements/*.in")} == {path.stem for path in LOCKS}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_python_locks(lock: Path) -> None:
    lines = requirements(lock)
    assert lines
    for line in lines:
        assert re.match(r"[\w.-]+(\[\w+\])?==\S+ .*--hash=sha256:[0-9a-f]{64}", line), line
    assert not ADDRESS.search(lock.read_text(encoding="utf-8"))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_direct_requirement_is_locked(lock: Path) -> None:
    locked = {re.split(r"[=\[ ]", line)[0].lower() for line in requirements(lock)}
    for line in lock.with_suffix(".in").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith(("#", "-r")):
            assert re.split(r"[=<>\[ ]", line)[0].lower() in locked, line


def test_locks_agree_on_versions() -> None:
    """One environment serves them all."""
    versions: dict[str, str] = {}
    for lock in LOCKS:
        for line in requirements(lock):
            requirement = line.split(" --hash")[0]
            name = requirement.split("==")[0]
            assert versions.setdefault(name, requirement) == requirement


@pytest.mark.parametrize("folder", [ROOT, ROOT / "tests" / "clients"], ids=lambda path: path.name)
def test_npm_locks(folder: Path) -> None:
    wanted = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    lock = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))
    top = lock["packages"].pop("")
    for kind in {"dependencies", "devDependencies"} & wanted.keys():
        assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in wanted[kind].values())
        assert top[kind] == wanted[kind]
    for name, package in lock["packages"].items():
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name
    for name, version in {**wanted.get("dependencies", {}), **wanted["devDependencies"]}.items():
        assert lock["packages"][f"node_modules/{name}"]["version"] == version


def test_npm_settings_name_no_registry() -> None:
    assert not re.search("registry *=|https?:", (ROOT / ".npmrc").read_text(encoding="utf-8"))


def test_translations_are_complete() -> None:
    """Every text of the templates and the code is in the catalogues, translated, and none is left over."""
    done = subprocess.run(
        [sys.executable, "script/messages.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
