"""Facts about events of any game: a kind, and what an event of it has at least."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Fact = Mapping[str, Any]


def matches(fact: Fact, event: Mapping[str, Any]) -> bool:
    """Whether an event is of the kind that a fact names and has what it says."""
    return bool(event["kind"] == fact["event"]) and all(
        event.get(key) == value for key, value in fact.get("with", {}).items()
    )
