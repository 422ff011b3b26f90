"""Counts of action sequences: the ``perft`` files, and those of the contract.

A file holds one position: ``id NAME``, ``position NOTATION``, then ``perft DEPTH COUNT`` lines; ``#`` begins a comment.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.decks.formats.interchange import read_position
from engine.decks.formats.notation import parse, parse_to_json
from engine.decks.rules.perft import divide, perft
from tests.engine.decks.compare import differences, normal
from tests.engine.decks.helpers import CONTRACT, HERE

CAP = 30_000  # the longest count of the unit run
OF_THE_CONTRACT = json.loads((CONTRACT / "perft.json").read_text(encoding="utf-8"))


def load(path: Path) -> tuple[str, str, list[tuple[int, int]]]:
    """The id, the position and the counts by depth."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    fields = [line.split(" ", 1) for line in lines]
    assert [key for key, _ in fields[:2]] == ["id", "position"] and {key for key, _ in fields[2:]} == {"perft"}
    counts = [tuple(map(int, value.split())) for _, value in fields[2:]]
    return fields[0][1], fields[1][1], [(depth, count) for depth, count in counts]


FILES = {path.stem: load(path) for path in sorted((HERE / "perft").glob("*.perft"))}
LINES = [
    pytest.param(name, depth, count, id=f"{name}-{depth}", marks=[pytest.mark.long] if count > CAP else [])
    for name, _, counts in FILES.values()
    for depth, count in counts
]


@pytest.mark.parametrize(("name", "depth", "count"), LINES)
def test_count(name: str, depth: int, count: int) -> None:
    position = parse(FILES[name][1])
    before = position.key()
    nodes = perft(position, depth)
    assert position.key() == before
    if nodes != count:
        split = "\n".join(f"{action}: {part}" for action, part in divide(position, depth))
        pytest.fail(f"{nodes} instead of {count} at depth {depth}, by first action:\n{split}", pytrace=False)


def test_depth_0_and_less() -> None:
    position = parse("cod1 duel A over m0 | A [x(c1 1/1) F] | B [B x(c1 1/1)] | result B fort-destroyed")
    assert [perft(position, depth) for depth in (0, 1, 2)] == [1, 0, 0]


def test_split_adds_up() -> None:
    name, text, counts = FILES["duel-middle"]
    split = divide(parse(text), 3)
    assert [action for action, _ in split] == parse(text).legal_actions()
    assert sum(part for _, part in split) == dict(counts)[3], name


def test_files_have_the_name_of_their_position() -> None:
    assert all(stem == name for stem, (name, _, _) in FILES.items())


@pytest.mark.parametrize("entry", OF_THE_CONTRACT, ids=lambda entry: entry["id"])
def test_the_contracts_counts_are_among_the_files(entry: dict[str, Any]) -> None:
    _, text, counts = FILES[entry["id"]]
    assert [count for _, count in counts] == entry["nodes"]
    assert differences(normal(entry["position"]), normal(parse_to_json(text)), "") == []
    assert read_position(entry["position"]).key() == parse(text).key()
