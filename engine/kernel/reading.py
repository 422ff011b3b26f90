"""Reading a JSON document part by part, collecting every fault with its place instead of stopping at the first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from engine.kernel.errors import Fault

MAX_NUMBER: Final = 10**9  # of what the contract sets no limit to: beyond any game, and Python still writes it out


def pointer(at: str, key: str | int) -> str:
    """The JSON pointer of a part of what stands at ``at``."""
    return f"{at}/{str(key).replace('~', '~0').replace('/', '~1')}"


class Reader:
    """Reads typed values and notes faults. After a fault a harmless value is handed out, so that reading goes on."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def fault(self, name: str, at: str, detail: str = "") -> None:
        self.faults.append(Fault(name, at, detail))

    def object(self, data: Any, at: str, required: Iterable[str], optional: Iterable[str]) -> dict[str, Any]:
        """A JSON object with no keys but these; the required ones that are missing are faults."""
        if not isinstance(data, dict):
            self.fault("wrong-type", at, "an object")
            return {}
        known = {*required, *optional}
        for key in data:
            if key not in known:
                self.fault("unknown-key", pointer(at, key), str(key)[:60])
        for key in required:
            if key not in data:
                self.fault("missing-key", at, key)
        return data

    def list(self, data: Any, at: str) -> list[Any]:
        if not isinstance(data, list):
            self.fault("wrong-type", at, "a list")
            return []
        return data

    def number(self, data: Any, at: str, low: int, high: int = MAX_NUMBER) -> int:
        """A whole number from ``low`` to ``high``."""
        if not isinstance(data, int) or isinstance(data, bool):
            self.fault("wrong-type", at, "a whole number")
            return low
        if not low <= data <= high:
            self.fault("out-of-range", at, f"from {low} to {high}")
            return low
        return data

    def flag(self, data: Any, at: str) -> bool:
        if not isinstance(data, bool):
            self.fault("wrong-type", at, "true or false")
            return False
        return data

    def choice(self, data: Any, at: str, values: Iterable[str]) -> str:
        """One of some words; the first of them after a fault."""
        allowed = tuple(values)
        if not isinstance(data, str) or data not in allowed:
            self.fault("unknown-value", at, ", ".join(allowed))
            return allowed[0]
        return data

    def seat(self, data: Any, at: str, seats: Sequence[str]) -> int:
        if not isinstance(data, str) or len(data) != 1 or data not in seats:
            self.fault("unknown-seat", at, ", ".join(seats))
            return 0
        return seats.index(data)
