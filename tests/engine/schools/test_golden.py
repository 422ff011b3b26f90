"""The golden files hold what the engine does; ``python -m tests.engine.schools.golden --write`` writes it down anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.schools.formats.event_writing import SCHOOLS_EVENTS
from tests.engine.golden_files import difference
from tests.engine.schools.golden import files, renewed


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    problem = difference(path, renewed)
    if problem:
        pytest.fail(f"{problem}\n(python -m tests.engine.schools.golden --write, if this is right)", pytrace=False)


def test_every_kind_of_event_is_in_some_file() -> None:
    lines = [line for path in files() for line in path.read_text(encoding="utf-8").split("\n")]
    kinds = {line.split("  ")[0].split(" ")[1] for line in lines if "  " in line and not line.startswith("{")}
    assert kinds == set(SCHOOLS_EVENTS)
