"""The memory that a process keeps of resolved positions is bounded by memory, however large each of them is."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest
from cachetools import LRUCache, cached

from board import walkthrough
from engine.decks.formats.interchange import read_position
from engine.decks.rules.position import Position

pytestmark = pytest.mark.slow("measures the memory of positions")


def board(creatures: int, number: int = 0) -> Position:
    """A Duel with so many Creatures, full of Auras; each number is another position."""
    auras = ["aura:rage", "aura:protection", "splash"]
    name = f"Nobody {number}"
    creature = {"card": {"name": name, "type": "creature", "cost": 1, "av": 1, "hp": 9, "abilities": auras}}
    line = [creature] * (creatures // 4)
    player: dict[str, Any] = {"turn": 3, "hand": ["bastion", creature["card"]], "upper": line, "lower": line}
    return read_position(
        {
            "format": "clash-position/1",
            "edition": "season-2",
            "mode": "duel",
            "active": "A",
            "phase": "summoning",
            "mana": 9,
            "players": {"A": player, "B": player},
        }
    )


@pytest.mark.parametrize("creatures", [4, 40, 104])
def test_the_memory_of_a_resolved_position_is_known(creatures: int) -> None:
    position = board(creatures)
    walkthrough._show(position, ("assault",), "en")  # words and icons are read once for all
    tracemalloc.start()
    shown = walkthrough._show(position, ("assault", "end-turn", "assault"), "en")
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert 0.4 * walkthrough._bytes_of(shown) < taken < 1.2 * walkthrough._bytes_of(shown)


@pytest.mark.long
def test_large_positions_push_one_another_out(monkeypatch: pytest.MonkeyPatch) -> None:
    size = walkthrough._bytes_of(walkthrough._show(board(40), ("assault",), "en"))
    cache: LRUCache[Any, Any] = LRUCache(10 * size, walkthrough._bytes_of)
    monkeypatch.setattr(walkthrough, "show", cached(cache, walkthrough._key)(walkthrough._show))
    for number in range(20):
        walkthrough.show(board(40, number), ("assault",), "en")
        assert cache.currsize <= cache.maxsize
    assert 5 <= len(cache) <= 10


def test_the_same_is_resolved_once() -> None:
    first = walkthrough.show(board(8), ("assault",), "en")
    assert walkthrough.show(board(8), ("assault",), "en") is first
    assert walkthrough.show(board(8), ("assault",), "fr") is not first
    assert walkthrough.show(board(8), (), "en") is not first
    assert walkthrough.show(board(8, 1), ("assault",), "en") is not first
