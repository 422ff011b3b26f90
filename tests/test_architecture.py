"""Rules of imports that import-linter cannot say; its contracts are in pyproject.toml, see docs/architecture.md.

What is checked here is what the files say, by their syntax.
"""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

# Imports inside a function, each with a comment that says why: what is imported is heavy, or need not be there.
LATE = frozenset(  # libraries that take long to import, for those who use them, and two that Gunicorn reads before apps
    {
        "board/paper/fitting.py: cards.rendering.documents",
        "board/paper/fitting.py: weasyprint.formatting_structure.boxes",
        "cards/printing/rendering.py: cards.rendering.documents",
        "cards/rendering/pdf.py: cards.rendering.documents",
        "tables/pushing/transport.py: requests",
        "tables/pushing/transport.py: requests.adapters",
        "web/outgoing/transport.py: requests.utils",
        "cards/pictures.py: pillow_heif.as_plugin",
        "tables/pushing/transport.py: pywebpush",
        "tables/pushing/transport.py: py_vapid",
        "config/gunicorn.py: background.pulse",
        "config/warming.py: rulings.desk",
    }
)
ADDRESS = re.compile(r"([a-z]+?)(?:_files)?:[a-z][a-z_-]*")


def contracts(root: Path) -> dict[str, Any]:
    """The settings of import-linter."""
    settings: dict[str, Any] = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]
    return settings


def levels(root: Path) -> list[set[str]]:
    """The rooms from the top down, those of one level together."""
    rooms = next(contract for contract in contracts(root)["contracts"] if contract["id"] == "rooms")
    return [set(layer.split(" | ")) for layer in rooms["layers"]]


def sources(root: Path) -> Iterator[tuple[Path, str]]:
    """Every file of every room, with its text."""
    for room in sorted(set().union(*levels(root))):
        for path in sorted((root / room).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path.relative_to(root), path.read_text(encoding="utf-8")


def imported(node: ast.AST) -> list[str]:
    """The modules that an import statement names; `from a import b` gives a."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) else []


def late_imports(source: str) -> Iterator[str]:
    """The imports inside functions."""
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            for node in ast.walk(function):
                yield from imported(node)


def addresses_above(source: str, above: set[str]) -> Iterator[str]:
    """The names of addresses of rooms that lie higher, as ``reverse`` takes them."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            name = ADDRESS.fullmatch(node.value)
            if name and name[1] in above:
                yield node.value


def test_every_package_has_a_place_in_the_order(root: Path) -> None:
    packages = {path.parent.name for path in root.glob("*/__init__.py")} - {"tests"}
    places = [room for level in levels(root) for room in level]
    assert packages == set(places) == set(contracts(root)["root_packages"])
    assert len(places) == len(set(places))
    cycles = next(contract for contract in contracts(root)["contracts"] if contract["id"] == "cycles")
    assert set(cycles["ancestors"]) == packages


def test_no_late_import_hides_a_cycle(root: Path) -> None:
    """In ``AppConfig.ready()`` imports are late because models are."""
    late = {f"{path}: {name}" for path, text in sources(root) if path.name != "apps.py" for name in late_imports(text)}
    assert late == LATE


def test_no_module_is_imported_by_a_string(root: Path) -> None:
    """But what was compiled, whose name only a run knows. Circles of annotations are import-linter's to find."""
    assert not contracts(root)["exclude_type_checking_imports"]
    assert [str(path) for path, text in sources(root) if "import_module(" in text] == ["engine/compiled.py"]


def test_registries_are_few(root: Path) -> None:
    """Each has entries of two rooms or more; what has one is a setting, or a field of a game's record."""
    registries = [str(path) for path, text in sources(root) for _ in re.finditer(r"\bRegistry\(\)", text)]
    assert len(registries) + 1 <= 8, registries  # with that of games


def test_no_address_goes_against_the_order(root: Path) -> None:
    """Also as a string: a room asks those above it by a registry (``web.registry``)."""
    order = levels(root)
    against = []
    for path, text in sources(root):
        at = next(number for number, level in enumerate(order) if path.parts[0] in level)
        above = set().union(*order[: at + 1]) - {path.parts[0]}
        against += [f"{path}: {name}" for name in addresses_above(text, above)]
    assert against == []


def test_nothing_imports_the_tests(root: Path) -> None:
    importers = [
        str(path)
        for path, text in sources(root)
        for node in ast.walk(ast.parse(text))
        if any(name.split(".")[0] == "tests" for name in imported(node))
    ]
    assert importers == []


@pytest.mark.parametrize(
    "source", ["def f():\n    import chess", "class A:\n    async def f(self):\n        from cards import models"]
)
def test_late_imports_are_noticed(source: str) -> None:
    assert list(late_imports(source))
    assert not list(late_imports("import chess\nif True:\n    from cards import models"))


def test_addresses_above_are_noticed() -> None:
    text = "reverse('grimoire:editor'), reverse('cards:own'), f\"{reverse('grimoire_files:dump')}\", 'grimoire: a word'"
    assert list(addresses_above(text, {"grimoire"})) == ["grimoire:editor", "grimoire_files:dump"]


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
