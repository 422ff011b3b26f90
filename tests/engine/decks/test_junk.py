"""Input that nobody would send in earnest: it is read or refused, and nothing else ever happens."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decks.formats.interchange import read_action, read_position, write_position
from engine.decks.formats.notation import json_to_text, parse_to_json
from engine.decks.rules.legality import MESSAGES
from engine.kernel.errors import BadPosition, EngineError
from engine.kernel.requests import parse_json
from tests.engine.decks.helpers import read
from tests.engine.decks.profiles import LONG, QUICK
from tests.engine.decks.strategies import CATALOGUE, positions
from tests.engine.decks.test_errors import BOARD
from tests.engine.decks.test_faults import BEAST, SPELL, TICK
from tests.examples import examples

pytestmark = pytest.mark.slow("tries hundreds of positions")

JUNK = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=5),
        st.sampled_from(("A", "bastion", "fort", "upper", "base/imp", "rage", "\ud800", 10**400, -1, 100, "symbiote")),
        st.sampled_from((BEAST, SPELL, TICK, {"card": BEAST}, {"card": TICK, "state": "in-play"})),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(("card", "name", "hand", "A", "x")), inner, max_size=3),
    ),
    max_leaves=4,
)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    paths = [path]
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, part in parts:
        paths += places(part, (*path, key))
    return paths


def resolves(data: Any, pointer: str) -> bool:
    """Whether a JSON pointer leads to a place, or its parent does."""
    keys = [key.replace("~1", "/").replace("~0", "~") for key in pointer.split("/")[1:]]
    for index, key in enumerate(keys):
        if isinstance(data, dict) and key in data:
            data = data[key]
        elif isinstance(data, list) and key.isdigit() and int(key) < len(data):
            data = data[int(key)]
        else:
            return index == len(keys) - 1
    return True


def survives_junk(start: Any, data: st.DataObject) -> None:
    """Any part of a position replaced by anything is read or refused, in JSON and in notation."""
    start = copy.deepcopy(start)
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(places(start)))
        value, kind = (
            copy.deepcopy(data.draw(JUNK)),
            data.draw(st.sampled_from(("replace", "replace", "remove", "add"))),
        )
        if not path:
            start = value if kind == "replace" else start
            continue
        part: Any = start
        for key in path[:-1]:
            part = part[key]
        if kind == "replace":
            part[path[-1]] = value
        elif kind == "remove":
            del part[path[-1]]
        elif isinstance(part, dict):
            part[data.draw(st.sampled_from(("champion", "symbiote", "damage", "first", "objective", "x", "~/")))] = (
                value
            )
        else:
            part.insert(0, value)
    try:
        position = read_position(start, CATALOGUE)
    except BadPosition as wrong:
        assert wrong.faults and all(resolves(start, fault.at) for fault in wrong.faults)
        assert json.dumps(wrong.to_json())
    else:
        assert read_position(write_position(position), CATALOGUE).key() == position.key()
        assert parse_to_json(json_to_text(write_position(position))) == write_position(position)
    try:
        json_to_text(start)
    except BadPosition as wrong:
        assert wrong.faults


@settings(QUICK, max_examples=examples(150))
@given(positions(), st.data())
def test_junk(start: Any, data: st.DataObject) -> None:
    survives_junk(start, data)


@pytest.mark.long
@settings(LONG)
@given(positions(), st.data())
def test_much_junk(start: Any, data: st.DataObject) -> None:
    survives_junk(start, data)


@settings(QUICK, max_examples=examples(300))
@given(st.one_of(JUNK, st.dictionaries(st.sampled_from(("play", "do", "line", "onto", "target")), JUNK, max_size=4)))
def test_junk_actions(action: Any) -> None:
    position = read(BOARD)
    try:
        read_action(position, action)
    except EngineError as wrong:
        assert wrong.code in {*MESSAGES, "bad-position"}


@settings(QUICK, max_examples=examples(300))
@given(st.text())
def test_junk_json(text: str) -> None:
    try:
        parse_json(text)
    except EngineError as wrong:
        assert wrong.code == "bad-json"
