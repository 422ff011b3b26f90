"""What ``docs/host/security.md`` promises, a test keeps: each that it names is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs/host/security.md").read_text("utf-8").splitlines()
    if line.startswith("|") and not line.startswith(("| --- ", "| promise |"))
]


def test_every_row_names_a_promise_and_its_tests() -> None:
    assert len(ROWS) > 20
    assert all(len(row) == 2 and row[0] and "test_" in row[1] for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0][:50])
def test_the_tests_are_there(row: list[str]) -> None:
    names = re.findall(r"`([^`]+)`", row[1])
    assert names
    path = ""
    for name in names:
        file, _, test = name.partition("::")
        path = file or path
        assert re.search(rf"^ *def {re.escape(test)}\(", (ROOT / path).read_text("utf-8"), re.MULTILINE), name
