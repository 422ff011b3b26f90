"""The cost of reading a file is bounded, whatever is in it: counted, not measured."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from cards.exchange import CardsRefused, headings, reading, table
from cards.exchange.faults import MAX_FAULTS, MAX_WORDED
from cards.exchange.reading import MAX_KEYS, check_cards
from cards.exchange.shape import VERSION
from cards.exchange.table import MAX_COLUMNS, MAX_SNIFFED, read_table


class Counted:
    """Stands for a function and counts its calls."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function, self.calls = function, 0

    def __call__(self, *args: Any, **more: Any) -> Any:
        self.calls += 1
        return self.function(*args, **more)


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any, str], Counted]:
    def watch(module: Any, name: str) -> Counted:
        counted = Counted(getattr(module, name))
        monkeypatch.setattr(module, name, counted)
        return counted

    return watch


def refused(text: str) -> CardsRefused:
    with pytest.raises(CardsRefused) as raised:
        read_table(text)
    return raised.value


@pytest.mark.parametrize("heading", ["costt;" * 20_000, "x," * 60_000, "name;type;" + "a;" * 40_000])
def test_a_heading_line_of_thousands_of_columns(heading: str, count: Callable[[Any, str], Counted]) -> None:
    known, alike = count(table, "field_of"), count(table, "get_close_matches")
    faults = refused(f"{heading}\n1;2").faults
    assert [str(fault) for fault in faults] == [f"Row 1: A table has at most {MAX_COLUMNS} columns."]
    assert known.calls <= MAX_SNIFFED * len(table.SEPARATORS)
    assert alike.calls == 0


def test_empty_columns_do_not_count() -> None:
    assert read_table("name,type" + "," * 500 + "\nGate,bridge" + "," * 500)[0].name == "Gate"


def test_a_heading_as_long_as_a_page_is_compared_with_none(count: Callable[[Any, str], Counted]) -> None:
    alike = count(table, "get_close_matches")
    assert "Choose one of " in refused(f"name,{'type' * 5000}\nA,bridge").faults[0].message
    assert alike.calls == 0


@pytest.mark.parametrize("mark", [" ", ","])
def test_a_cell_of_thousands_of_abilities(mark: str, count: Callable[[Any, str], Counted]) -> None:
    looked_up = count(headings, "_slug")
    cell = mark.join(["nothing"] * 10_000)
    assert refused(f'name,type,cost,av,hp,abilities\nImp,creature,1,1,1,"{cell}"').faults[0].row == 2
    assert looked_up.calls < 3000


def test_a_card_of_thousands_of_keys() -> None:
    card = {"type": "bridge", "name": "Gate", **{f"key{number}": 1 for number in range(MAX_KEYS)}}
    _cards, faults = check_cards([card], lambda path: {"pointer": f"/{path[0]}"})
    assert [str(fault) for fault in faults] == [f"/0: A card has at most {MAX_KEYS} keys."]


def test_thousands_of_cards_full_of_faults(count: Callable[[Any, str], Counted]) -> None:
    alike = count(reading, "get_close_matches")
    card = {"type": "bridge", "name": "Gate", **{f"namee{number}": 1 for number in range(50)}}
    with pytest.raises(CardsRefused) as raised:
        reading.read_set({"format": VERSION, "cards": json.loads(json.dumps([card] * 900))})
    assert alike.calls < 2 * MAX_WORDED
    assert len(raised.value.faults) == MAX_FAULTS and raised.value.faults[0].pointer == "/cards/0/namee0"
    assert all(fault.message for fault in raised.value.faults)
    assert raised.value.total == 900 * 50
