"""The compiled core: found only when it was made from these sources, and the same in every answer."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import compiled
from tests.engine.decks.helpers import CONTRACT, ROOT
from tests.engine.processes import engine

ENGINE = ROOT / "engine"
STATE = "import engine; print(engine.compiled.state)"


def imported(name: str) -> Iterator[str]:
    """The engine's modules that a module of it imports; a package is its ``__init__``."""
    for node in ast.walk(ast.parse((ENGINE / f"{name.replace('.', '/')}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}", *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for dotted in names:
            if dotted.startswith("engine."):
                path = ROOT / dotted.replace(".", "/")
                if path.is_dir():
                    yield f"{dotted.removeprefix('engine.')}.__init__"
                elif path.with_suffix(".py").is_file():
                    yield dotted.removeprefix("engine.")


def test_the_hash_covers_all_that_the_core_imports() -> None:
    """All that its modules import, and all that those import."""
    known, new = set[str](), set(compiled.CORE)
    while new:
        known |= new
        new = {other for name in new for other in imported(name)} - known
    assert known == {*compiled.CORE, *compiled.SEEN}


def run(code: str, root: Path = ROOT, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A copy of the engine, with a compiled core beside it that is none."""
    shutil.copytree(ENGINE, tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    folder = Path(run("import engine; print(engine.compiled.folder())", tmp_path))
    assert folder.parent == tmp_path / "var" / "compiled"
    folder.mkdir(parents=True)
    return tmp_path


def test_nothing_compiled_nothing_used(elsewhere: Path) -> None:
    shutil.rmtree(elsewhere / "var")
    assert run(STATE, elsewhere) == compiled.NOT_BUILT


def test_what_cannot_be_loaded_is_left(elsewhere: Path) -> None:
    assert run(STATE, elsewhere) == compiled.BROKEN
    code = "import engine.decks.rules.board; print(engine.decks.rules.board.__file__)"
    assert run(code, elsewhere) == str(elsewhere / "engine" / "decks" / "rules" / "board.py")


@pytest.mark.parametrize(
    "name",
    [
        "decks/rules/hands",
        "decks/rules/trace/events/__init__",
        "decks/rules/trace/events/blows",
        "decks/solving/states",
    ],
)
def test_what_was_compiled_from_other_sources_is_not_found(elsewhere: Path, name: str) -> None:
    with (elsewhere / "engine" / f"{name}.py").open("a", encoding="utf-8") as file:
        file.write("\n")
    assert run(STATE, elsewhere) == compiled.NOT_BUILT


def test_an_edit_outside_the_core_changes_nothing(elsewhere: Path) -> None:
    with (elsewhere / "engine" / "decks" / "cli" / "main.py").open("a", encoding="utf-8") as file:
        file.write("\n")
    assert run(STATE, elsewhere) == compiled.BROKEN


def test_plain_files_can_be_asked_for(elsewhere: Path) -> None:
    assert run(STATE, elsewhere, GRIMOIRE_PURE="1") == compiled.FORCED
    assert run(STATE, elsewhere, GRIMOIRE_PURE="0") == compiled.BROKEN
    assert run("import engine.decks.rules.board; print(engine.decks.rules.board.__file__)", GRIMOIRE_PURE="1") == str(
        ENGINE / "decks" / "rules" / "board.py"
    )


def test_both_answer_the_same() -> None:
    """Byte by byte, on the contract's cases. (Where nothing is compiled the plain files meet themselves.)"""
    cases = json.loads((CONTRACT / "cases.json").read_text(encoding="utf-8"))
    stdin = "\n".join(json.dumps({"position": case["position"], "actions": case["actions"]}) for case in cases)
    for command in ("resolve", "legal"):
        pure, other = (engine(command, "--jsonl", "-", stdin=stdin, GRIMOIRE_PURE=value) for value in ("1", ""))
        assert pure.stdout == other.stdout
        assert pure.stdout.count(b"\n") == len(cases)
        assert pure.stderr == other.stderr == b""


def test_bench_says_what_runs() -> None:
    report = json.loads(engine("bench", "--seconds", "0.1", GRIMOIRE_PURE="1").stdout)
    assert (report["compiled"], report["runs"]) == (False, compiled.FORCED)
    assert report["actions_per_second"] > 0 and report["positions_per_second"] > 0
    for times in (report["solve_one_turn"], report["solve_two_turns"]):
        assert times["count"] >= max(times["complete"], 1)
        assert 0 < times["median_ms"] <= times["p95_ms"] <= times["max_ms"]
    report = json.loads(engine("bench", "--seconds", "0.1", GRIMOIRE_PURE="").stdout)
    assert report["compiled"] is (report["runs"] == compiled.COMPILED)
