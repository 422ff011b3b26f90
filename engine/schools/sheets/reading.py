"""Reading that both sheets share: names of players."""

from __future__ import annotations

from typing import Any, Final

from engine.schools.formats.state_reading import FirstFault

MAX_LETTERS: Final = 60


class SheetReader(FirstFault):
    """Raises the first fault of a sheet as an ``EngineError`` (``bad-sheet``)."""

    def __init__(self) -> None:
        super().__init__("bad-sheet")

    def name(self, data: Any, at: str) -> str:
        good = isinstance(data, str) and 1 <= len(data) <= MAX_LETTERS
        self.must(good, at, f"a name of 1 to {MAX_LETTERS} characters")
        return str(data)

    def different(self, names: list[str], at: str) -> None:
        """No two players have one name."""
        self.must(len(set(names)) == len(names), at, "a sheet on which all names are different")
