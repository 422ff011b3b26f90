"""Where an activation order is entered: at a step by its name, wherever that stands."""

from __future__ import annotations

import ast
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from engine.decks.rules import assault, summoning


def written(module: ModuleType, name: str) -> str:
    """What a constant of a module is said to be."""
    source = Path(__file__).parents[3] / f"{module.__name__.replace('.', '/')}.py"  # may be imported compiled
    tree = ast.parse(source.read_text(encoding="utf-8"))
    [value] = [
        node.value
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == name
    ]
    assert value is not None
    return ast.unparse(value)


@pytest.mark.parametrize(
    ("module", "name", "step"),
    [
        (summoning, "IN_BLOOD", "pay_in_blood"),
        (summoning, "WITHOUT_PAYING", "leave_hand"),
        (assault, "FIND_TARGETS", "find_targets"),
        (assault, "ANSWER", "answer"),
    ],
)
def test_a_step_put_in_front_moves_the_places_along(module: ModuleType, name: str, step: str) -> None:
    known: dict[str, Any] = dict(vars(module))
    steps = known["STEPS"]
    assert steps[known[name]][1] == known[step]
    longer = ((0, None), *steps, (99, None))
    moved = eval(written(module, name), {**known, "STEPS": longer})
    assert longer[moved][1] == known[step] and moved == known[name] + 1
