"""Counts of action sequences: those of the contract, and what they must be to each other."""

from __future__ import annotations

import json

import pytest

from engine.armies.formats.state_reading import read_state
from engine.armies.rules.perft import divide, perft
from tests.engine.armies.helpers import CONTRACT, Json, state

ENTRIES: list[Json] = json.loads((CONTRACT / "clash_of_the_cards_perft.json").read_text(encoding="utf-8"))
CAP = 20_000  # the longest count of the quick run
LINES = [
    pytest.param(
        entry["state"], depth, nodes, id=f"{entry['id']}-{depth}", marks=[pytest.mark.long] if nodes > CAP else []
    )
    for entry in ENTRIES
    for depth, nodes in enumerate(entry["nodes"], 1)
]


@pytest.mark.parametrize(("start", "depth", "nodes"), LINES)
def test_count(start: Json, depth: int, nodes: int) -> None:
    position = read_state(start)
    before = position.key()
    count = perft(position, depth)
    assert position.key() == before
    if count != nodes:
        split = "\n".join(f"{action}: {part}" for action, part in divide(position, depth))
        pytest.fail(f"{count} instead of {nodes}, by first action:\n{split}", pytrace=False)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["id"])
def test_the_parts_make_the_whole(entry: Json) -> None:
    """What is remembered of one first action must not tell on the next: each is counted anew here."""
    position = read_state(entry["state"])
    total = 0
    for action in position.legal_actions():
        after = position.copy()
        after.apply(action)
        total += perft(after, 3)
    assert total == entry["nodes"][3] == sum(part for _, part in divide(position, 4))


def test_depth_0_and_the_end() -> None:
    over = read_state(state("9.1", "6.1", phase="over", active=None, result={"winners": ["A"]}))
    assert [perft(over, depth) for depth in range(3)] == [1, 0, 0]
