"""The two activation orders as the engine has them: ``plays.Play.proceed`` and ``assault.Attack.proceed``."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

RULES: Final = Path(__file__).parents[3] / "engine" / "decks" / "rules"
MODULES: Final = {"summoning": "plays", "assault": "assault"}


def activation_order(phase: str) -> list[tuple[int, str]]:
    """The rulebook's numbers with the function of each step, from the source: it may be imported compiled."""
    tree = ast.parse((RULES / f"{MODULES[phase]}.py").read_text(encoding="utf-8"))
    [proceed] = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "proceed"]
    nodes = [node for node in ast.walk(proceed) if isinstance(node, ast.Subscript | ast.Call)]
    number = 0
    steps = []
    for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset)):
        match node:
            case ast.Subscript(value=ast.Name("WHERE"), slice=ast.Constant(int(said))):
                number = said
            case ast.Call(func=ast.Name(function), args=[ast.Name("r"), ast.Name("self")]):
                steps.append((number, function))
    return steps
