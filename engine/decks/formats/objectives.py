"""Objectives of puzzles as ``clash-position/1`` writes them."""

from __future__ import annotations

from typing import Any

from engine.decks.rules.modes import LINE_NAMES
from engine.kernel.reading import Reader

GOALS = ("win", "bastion", "survive", "predict")


def read_objective(reader: Reader, data: Any, at: str, seats: str) -> Any:
    """Checks an objective, noting its faults, and hands it back as it was written."""
    fields = reader.object(data, at, ("player", "goal", "turns"), ())
    if "player" in fields:
        reader.seat(fields["player"], f"{at}/player", seats)
    if "turns" in fields:
        reader.number(fields["turns"], f"{at}/turns", 1)
    if "goal" in fields:
        _read_goal(reader, fields["goal"], f"{at}/goal", seats)
    return data


def _read_goal(reader: Reader, goal: Any, at: str, seats: str) -> None:
    if isinstance(goal, dict) and "damage" in goal:
        reader.object(goal, at, ("damage",), ())
        reader.number(goal["damage"], f"{at}/damage", 1)
    elif isinstance(goal, dict):
        fields = reader.object(goal, at, ("destroy",), ())
        if "destroy" not in fields:
            return
        target = reader.object(fields["destroy"], f"{at}/destroy", ("player", "line", "position"), ())
        if "player" in target:
            reader.seat(target["player"], f"{at}/destroy/player", seats)
        if "line" in target:
            reader.choice(target["line"], f"{at}/destroy/line", LINE_NAMES)
        if "position" in target:
            reader.number(target["position"], f"{at}/destroy/position", 0)
    else:
        reader.choice(goal, at, GOALS)
