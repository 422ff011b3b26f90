"""The descriptions of the APIs name every code with which the source refuses something."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.documents import description as library
from tables.api.documents import description as games

RULES = ("rules", "game")  # the rooms of a game's engine that a request gets to
CALLS = {"RequestRefused": 1, "IllegalAction": 0, "conflict": 0, "illegal": 0}  # where each has its code


def codes_in(root: Path, *rooms: str) -> set[str]:
    """The codes that the source of these rooms gives to refusals, and those that have a message."""
    files = [
        path for room in rooms for path in ([root / room] if room.endswith(".py") else (root / room).rglob("*.py"))
    ]
    assert files
    return {code for path in files for node in ast.walk(ast.parse(path.read_text("utf-8"))) for code in _codes(node)}


def _codes(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call):
        place = CALLS.get(getattr(node.func, "id", getattr(node.func, "attr", "")))
        if place is not None and len(node.args) > place:
            yield from _texts(node.args[place])
    elif isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "MESSAGES":
        assert isinstance(node.value, ast.Dict)
        for key in node.value.keys:
            yield from _texts(key)


def _texts(node: ast.AST | None) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_texts(node.body), *_texts(node.orelse))


def told(document: dict[str, Any], name: str) -> set[str]:
    code = document["components"]["schemas"][name]["properties"]["error"]["properties"]["code"]
    assert set(code) == {"type", "enum"}, "closed: a generated client has a name for each"
    return set(code["enum"])


def test_of_games(root: Path) -> None:
    known = told(games(), "Error")
    of_pages = codes_in(root, "tables/people/services.py", "tables/chat")  # on pages alone: challenges and chats
    assert codes_in(root, "tables", "games", "contract", "web", "accounts") - of_pages <= known
    for game in ("decks", "schools", "armies"):
        rooms = [f"engine/{game}/{room}" for room in RULES]
        used = codes_in(root, *rooms) - codes_in(root, "engine/decks/game/mutations.py")
        assert len(used) > 10 and used <= known, game


@pytest.mark.parametrize(
    ("name", "rooms"),
    [
        ("Error", ["api/views.py", "api/rules.py", "api/positions.py", "api/players.py", "api/oembed", "web"]),
        ("Problem", ["api/own", "web"]),
    ],
)
def test_of_the_library(root: Path, name: str, rooms: list[str]) -> None:
    known = told(library(), name)
    assert codes_in(root, *rooms) <= known
    if name == "Error":
        assert codes_in(root, "engine/decks/rules") | {"bad-action", "bad-position"} <= known
