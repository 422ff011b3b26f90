"""Imports go one way only; see docs/architecture.md. What is checked here is what the files say, by their syntax."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

# From the ground up. A room may import the rooms before it; those of one level do not see each other.
LEVELS = (
    {"engine"},
    {"background"},
    {"accounts"},
    {"cards"},
    {"champions"},
    {"rulings"},
    {"grimoire"},
    {"play", "mutation"},
    {"config"},
)
LEVEL = {room: level for level, rooms in enumerate(LEVELS) for room in rooms}
# The typed request is for every app to import (but not for the engine).
OPEN_TO_APPS = ("config.http",)


def imports_of(source: str, package: str) -> Iterator[tuple[int, str]]:
    """(line, dotted name) for each import; `from a import b` gives both a and a.b, since b may be a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*parts, node.module] if node.module else parts)
            yield node.lineno, base
            for alias in node.names:
                yield node.lineno, f"{base}.{alias.name}"


def breaches(room: str, source: str, package: str = "") -> Iterator[str]:
    """What in this source of a file in the room breaks the rules."""
    for line, name in imports_of(source, package or room):
        top, _, rest = name.partition(".")
        if room == "engine":
            if top != "engine" and top not in sys.stdlib_module_names:
                yield f"{line}: engine imports {name}"
        elif top in LEVEL and top != room:
            if LEVEL[top] >= LEVEL[room] and not name.startswith(OPEN_TO_APPS) and name != "config":
                yield f"{line}: {room} imports {name}"
            if "views" in rest.split("."):
                yield f"{line}: {room} imports the views of {top}"
        elif top == "tests":
            yield f"{line}: {room} imports {name}"


def rooms() -> list[Path]:
    root = Path(__file__).resolve().parent.parent
    return [root / room for room in LEVEL if (root / room).is_dir()]


@pytest.mark.parametrize("folder", rooms(), ids=lambda folder: folder.name)
def test_imports_go_one_way(folder: Path) -> None:
    found = [
        f"{path.relative_to(folder.parent)}:{breach}"
        for path in sorted(folder.rglob("*.py"))
        for breach in breaches(
            folder.name, path.read_text(encoding="utf-8"), ".".join(path.relative_to(folder.parent).parent.parts)
        )
    ]
    assert found == []


def test_every_package_has_a_place_in_the_order(root: Path) -> None:
    packages = {path.parent.name for path in root.glob("*/__init__.py")} - {"tests"}
    assert packages <= set(LEVEL)


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("engine", "import django"),
        ("engine", "from config.http import HtmxHttpRequest"),
        ("engine", "def f():\n    from chess import Board"),
        ("cards", "from rulings.models import Ruling"),
        ("cards", "import config.settings"),
        ("play", "from mutation import services"),
        ("grimoire", "from cards.views import index"),
        ("grimoire", "from cards import views"),
        ("rulings", "from ..grimoire import models"),
        ("config", "from tests import factories"),
    ],
)
def test_the_rules_catch(room: str, source: str) -> None:
    assert list(breaches(room, source))


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("engine", "import random\nfrom engine.position import Position\nfrom . import board"),
        ("cards", "from config.http import HtmxHttpRequest\nfrom django.db import models"),
        ("grimoire", "from cards.models import Card\nfrom engine import board\nfrom grimoire import views"),
        ("config", "from grimoire import urls"),
    ],
)
def test_the_rules_let_through(room: str, source: str) -> None:
    assert list(breaches(room, source)) == []


def test_engine_does_without_django(root: Path) -> None:
    """In a fresh process, importing every module of the engine loads nothing from outside the standard library."""
    modules = sorted(
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        for path in (root / "engine").rglob("*.py")
        if path.name != "__main__.py"
    )
    assert modules
    code = (
        "import importlib, sys\n"
        f"for name in {modules!r}: importlib.import_module(name)\n"
        "known = set(sys.stdlib_module_names) | set(sys.builtin_module_names) | {'engine'}\n"
        "known.add('__mp_main__')  # multiprocessing's other name for __main__\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules} - known - before))\n"
    )
    # Tools may load modules of their own at start (a .pth file in the environment): those were there before.
    code = "import sys\nbefore = {name.partition('.')[0] for name in sys.modules}\n" + code
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
