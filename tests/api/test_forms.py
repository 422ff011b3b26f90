"""A body is checked by the schema that describes it, and all that is wrong is told at once."""

from __future__ import annotations

from typing import Any

import pytest

from web.json_bodies import Form
from web.openapi import FLAG, NUMBER, TEXT, object_schema, one_of, or_null, ref

SHORT = {**TEXT, "maxLength": 3}
SCHEMA = object_schema(
    {
        "name": SHORT,
        "count": {**NUMBER, "minimum": 1, "maximum": 9},
        "flag": FLAG,
        "kind": one_of(["red", "blue"]),
        "words": {"type": "array", "items": SHORT, "minItems": 1, "maxItems": 2},
        "note": or_null(SHORT),
        "card": ref("Card"),
        "token": {"readOnly": True},
    },
    ["name", "count"],
)
RIGHT = {"name": "Ox", "count": 1}


def faults(data: Any) -> list[str]:
    return [f"{fault.at}: {fault.message}" for fault in Form(data, SCHEMA).faults]


@pytest.mark.parametrize(
    "further",
    [{}, {"flag": True, "kind": "red", "words": ["a"]}, {"note": None}, {"note": "x"}, {"card": 1, "token": [2]}],
)
def test_what_is_right(further: dict[str, Any]) -> None:
    data = RIGHT | further
    form = Form(data, SCHEMA)
    assert not form.faults and form.given == data


def test_keys_come_first_then_values_in_the_order_of_the_schema() -> None:
    wrong = {"extra": 1, "note": 1, "words": ["abcd", 2, "c"], "kind": "green", "flag": 1, "count": 10}
    assert faults(wrong) == [
        "/extra: there is no key 'extra' here",
        ": the key 'name' is missing",
        "/count: this must be from 1 to 9",
        "/flag: this must be true or false",
        "/kind: this must be one of: red, blue",
        "/words: this must be a list of 1 to 2",
        "/words/0: this must be text of at most 3 characters",
        "/words/1: this must be text of at most 3 characters",
        "/note: this must be text of at most 3 characters",
    ]


@pytest.mark.parametrize(
    ("further", "message"),
    [
        ({"name": None}, "/name: this must be text of at most 3 characters"),
        ({"count": True}, "/count: this must be a whole number"),
        ({"count": 1.0}, "/count: this must be a whole number"),
        ({"kind": ["red"]}, "/kind: this must be one of: red, blue"),
    ],
)
def test_types_are_strict(further: dict[str, Any], message: str) -> None:
    assert faults(RIGHT | further) == [message]


def test_a_list_that_is_none_is_too_short_as_well() -> None:
    assert faults(RIGHT | {"words": "ab"}) == ["/words: this must be a list", "/words: this must be a list of 1 to 2"]


@pytest.mark.parametrize("data", [None, [], "x", 1])
def test_a_body_is_an_object(data: Any) -> None:
    assert faults(data) == [": this must be an object"]
