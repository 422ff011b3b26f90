"""The OpenAPI documents pass a linter, and clients made of them have every operation."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from api.documents import description as library
from tables.api.documents import description as games
from tournaments.api.documents import description as tournaments

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROGRAMS = HERE / "node_modules" / ".bin"
CONFIG = ROOT / "docs" / "programmer" / "openapi-python-client.yaml"
DOCUMENTS = {"games": games, "library": library, "tournaments": tournaments}

pytestmark = pytest.mark.slow("runs a linter and two generators of clients")


@pytest.fixture(params=DOCUMENTS)
def document(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / f"{request.param}.json"
    path.write_text(json.dumps(DOCUMENTS[request.param]()), encoding="utf-8")
    return path


def run(*command: str | Path) -> str:
    """What a program prints; it ends well."""
    node = shutil.which("node") or ROOT / ".venv" / "bin" / "node"
    path = f"{Path(node).parent}:{os.environ['PATH']}"
    quiet = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    done = subprocess.run(
        command, env={**os.environ, **quiet, "PATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def operations(document: Path) -> list[dict[str, Any]]:
    paths = json.loads(document.read_text(encoding="utf-8"))["paths"]
    return [operation for methods in paths.values() for operation in methods.values()]


def test_a_linter_finds_nothing(document: Path) -> None:
    found = run(PROGRAMS / "redocly", "lint", "--config", HERE / "redocly.yaml", "--format=json", document)
    totals = json.loads(found[found.index('{\n  "totals"') : found.rindex("}") + 1])["totals"]
    assert totals == {"errors": 0, "warnings": 0, "ignored": 0}


def test_each_operation_says_what_it_does(document: Path) -> None:
    for operation in operations(document):
        assert operation["summary"] and operation["description"] and len(operation["tags"]) == 1
        assert operation["description"] != operation["summary"]


def test_a_client_in_python_has_every_operation(document: Path, tmp_path: Path) -> None:
    client = tmp_path / "client"
    command = ("generate", "--path", document, "--config", CONFIG, "--meta", "none", "--output-path", client)
    run(sys.executable, "-m", "openapi_python_client", *command, "--fail-on-warning")
    paths = list(client.glob("api/*/[!_]*.py"))
    modules = {path.stem.rstrip("_") for path in paths}
    names = {
        re.sub(r"(?<=[a-z])(?=[A-Z])|-", "_", operation["operationId"]).lower() for operation in operations(document)
    }
    assert modules == names
    code = [f"import client.{path.relative_to(client).with_suffix('').as_posix().replace('/', '.')}" for path in paths]
    run("env", f"PYTHONPATH={tmp_path}", sys.executable, "-c", "\n".join(code))


def test_a_client_in_typescript_has_every_operation(document: Path, tmp_path: Path) -> None:
    client = tmp_path / "client.ts"
    run(PROGRAMS / "openapi-typescript", document, "--output", client)
    text = client.read_text(encoding="utf-8")
    known = text[text.index("export interface operations {") :]
    assert set(re.findall(r'^    "?([\w-]+)"?: \{$', known, re.MULTILINE)) == {
        operation["operationId"] for operation in operations(document)
    }
    run(PROGRAMS / "tsc", "--noEmit", "--strict", client)
