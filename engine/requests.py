"""Requests as programs and people send them: JSON text, and a position with the actions to carry out in it."""

from __future__ import annotations

import json
from typing import Any

from engine.errors import BadPosition, EngineError, Fault


def split_request(request: Any) -> tuple[Any, list[Any]]:
    """Position and actions of a request, or of a bare position. Raises ``BadPosition`` when it is neither."""
    if not isinstance(request, dict) or "position" not in request:
        return request, []
    extra = [key for key in request if key not in ("position", "actions")]
    actions = request.get("actions", [])
    faults = [Fault("unknown-key", "", key[:60]) for key in extra]
    if not isinstance(actions, list):
        faults.append(Fault("wrong-type", "/actions", "a list"))
    if faults:
        raise BadPosition(faults)
    return request["position"], actions


def parse_json(text: str) -> Any:
    """The JSON value of a text. Raises ``EngineError`` (``bad-json``)."""
    try:
        text.encode()  # what was no UTF-8 has been read as half surrogate pairs
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as wrong:
        raise EngineError("bad-json", f"this is not JSON: {wrong}") from wrong


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
