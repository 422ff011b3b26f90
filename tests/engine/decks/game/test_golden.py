"""The golden records come true; ``python -m tests.engine.decks.game.golden --write`` writes them anew."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest

from engine.decks.rules.version import RULES_VERSION
from tests.engine.decks.game import golden

ENTRIES = golden.recorded()


@pytest.mark.parametrize("name", golden.names())
def test_a_golden_record_comes_true(name: str) -> None:
    assert name in ENTRIES, "python -m tests.engine.decks.game.golden --write"
    problem = golden.difference(ENTRIES[name])
    if problem:
        pytest.fail(
            f"{problem}\n(if this is right: RULES_VERSION + 1, then {golden.__name__} --write)",
            pytrace=False,
        )


def test_all_are_of_these_rules_and_hold_games_worth_freezing() -> None:
    assert {entry["record"]["rules"] for entry in ENTRIES.values()} == {RULES_VERSION}
    records = [entry["record"] for entry in ENTRIES.values()]
    assert all(record["draft"] or record["actions"] for record in records)
    assert sum(len(record["actions"]) for record in records) > 500
    modes = {(record["setup"]["mode"], record["setup"]["format"]) for record in records}
    assert {mode for mode, _ in modes} == {"duel", "solo", "coop", "ffa", "teams"}
    assert {kind for _, kind in modes} == {"draft", "preconstructed", "constructed", "mutation"}


def test_a_change_is_noticed() -> None:
    entry = copy.deepcopy(ENTRIES["draft duel"])
    entry["end"]["mana"] += 1
    assert golden.difference(entry) == "the last position is another one"
    entry = copy.deepcopy(ENTRIES["draft duel"])
    entry["record"]["cards"][0]["av"] += 1
    assert "record-differs" in str(golden.difference(entry)) or "bad-action" in str(golden.difference(entry))


def test_records_of_the_present_rules_are_not_written_over(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text(golden.PATH.read_text(encoding="utf-8").replace('"mana": ', '"mana": 9', 1), encoding="utf-8")
    monkeypatch.setattr(golden, "PATH", path)
    before = path.read_text(encoding="utf-8")
    assert golden.main(["--write"]) == 1
    assert "RULES_VERSION" in capsys.readouterr().out
    assert path.read_text(encoding="utf-8") == before
