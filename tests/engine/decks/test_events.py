"""The events as a set: the package has all of them, each with a kind of its own, and each can be written."""

import importlib
import json
import pkgutil
from dataclasses import fields
from types import ModuleType
from typing import Any

import pytest

from engine.decks.rules.cards import Card
from engine.decks.rules.trace import events as ev

MODULES = [importlib.import_module(f"{ev.__name__}.{module.name}") for module in pkgutil.iter_modules(ev.__path__)]
CLASSES = [
    value
    for module in MODULES
    for value in vars(module).values()
    if isinstance(value, type) and issubclass(value, ev.Event) and value.__module__ == module.__name__
]
IMP = Card("Imp", True, 1, 1, 1, ())
PLACE = {"player": "B", "line": "lower", "position": 2, "name": "Imp"}
# What a field of each type may hold, and how the contract writes that.
VALUES: dict[str, tuple[Any, Any]] = {
    "str": ("bastion", "bastion"),
    "str | None": (None, None),
    "int": (3, 3),
    "int | None": (3, 3),
    "bool": (True, True),
    "SeatIndex": (2, "C"),
    "SeatIndex | None": (2, "C"),
    "tuple[SeatIndex, ...]": ((0, 2), ["A", "C"]),
    "LineIndex": (1, "lower"),
    "Place": ((3, 2, "Imp"), PLACE),
    "Place | None": ((3, 2, "Imp"), PLACE),
    "Card": (IMP, IMP.to_json()),
    "Card | None": (IMP, IMP.to_json()),
    "tuple[Card, ...]": ((IMP,), [IMP.to_json()]),
    "tuple[str, ...]": (("4.1",), ["4.1"]),
}


def test_the_package_has_them_all() -> None:
    names = {cls.__name__ for cls in CLASSES}
    assert all(getattr(ev, cls.__name__) is cls for cls in CLASSES)
    others = {name for name, value in vars(ev).items() if name[0] != "_" and not isinstance(value, ModuleType)} - names
    assert others - {"annotations"} == {"EVENTS", "Event", "LineIndex", "Place", "SeatIndex", "to_dict"}


def test_each_has_a_kind_of_its_own() -> None:
    kinds = [cls.kind for cls in CLASSES]
    assert len(kinds) == len(set(kinds)) and all(kinds)
    assert {cls.kind: cls for cls in CLASSES} == ev.EVENTS


@pytest.mark.parametrize("kind", sorted(ev.EVENTS))
def test_each_is_written_by_the_types_of_its_fields(kind: str) -> None:
    cls = ev.EVENTS[kind]
    values = {field.name: VALUES[str(field.type)] for field in fields(cls)}
    written = ev.to_dict(cls(**{name: value for name, (value, _) in values.items()}))
    assert written == {"kind": kind, **{name: value for name, (_, value) in values.items()}}
    assert list(written)[:5] == ["kind", "phase", "step", "ability", "rulings"]
    assert json.loads(json.dumps(written)) == written


@pytest.mark.parametrize("kind", [kind for kind, cls in ev.EVENTS.items() if "None" in str(fields(cls))])
def test_nothing_is_written_as_null(kind: str) -> None:
    cls = ev.EVENTS[kind]
    values = {field.name: VALUES[str(field.type)][0] for field in fields(cls)}
    optional = {field.name: None for field in fields(cls) if str(field.type).endswith("| None")}
    written = ev.to_dict(cls(**{**values, **optional}))
    assert all(written[name] is None for name in optional)
