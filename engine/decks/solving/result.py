"""The answer of the solver."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from engine.decks.formats.interchange import write_action
from engine.decks.rules.actions import Action
from engine.decks.solving.lacking import Lack

# Verdicts.
UNIQUE: Final = "unique"  # one solution, in one order
UNIQUE_UP_TO_ORDER: Final = "unique-up-to-order"
SEVERAL: Final = "several"
COOKED: Final = "cooked"  # not (only) as intended: ``cook`` is the line that shows it
NONE: Final = "none"  # proved: there is no solution
UNPROVEN: Final = "unproven"  # the search was not finished


@dataclass(slots=True)
class Try:
    """A line that fails, and what the goal lacks at its end.

    One that fails only after the first turn carries the enemy's turn that refutes it (``refutation``) and, where the
    player's last turn follows, the player's ``best`` line against that; ``lack`` is then what the goal lacks after it.
    Against a hidden hand ``hand`` is one against which it fails (see ``hidden.with_hand``), ``fails`` the number of
    those.
    """

    line: list[Action]
    lack: Lack | None = None
    refutation: list[Action] | None = None
    best: list[Action] | None = None
    hand: list[int] | None = None
    fails: int = 0

    def to_json(self) -> dict[str, Any]:
        """As the command line shows it."""
        data: dict[str, Any] = {"line": [write_action(action) for action in self.line]}
        if self.lack is not None:
            data["lacking"] = self.lack.to_json()
        if self.refutation is not None:
            data["refutation"] = [write_action(action) for action in self.refutation]
        if self.best is not None:
            data["best"] = [write_action(action) for action in self.best]
        if self.fails:
            data |= {"hand": self.hand, "fails": self.fails}
        return data


@dataclass(slots=True)
class Difficulty:
    """An estimate from 1 (easy) to 5 (hard): the ``features`` measured, and the ``points`` that each of them gives."""

    level: int
    features: dict[str, Any]
    points: dict[str, float]

    def to_json(self) -> dict[str, Any]:
        return {"level": self.level, "features": self.features, "points": self.points}


@dataclass(slots=True)
class Answer:
    """The answer of ``solve`` (position.md), and more.

    ``solutions`` are the minimal ones, first in the order of ``legal``; ``lines`` counts all winning lines of the first
    turn. ``complete``: the search was exhaustive, so that everything said here is proved; if it is not, solutions that
    were found are still solutions, and ``lines`` is what has been counted. ``stopped_by`` names the limit that was
    reached: ``nodes``, ``time``, ``memory``, or ``enough`` solutions. ``lack`` says of an unsolved puzzle what its best
    try lacks. ``hands`` is the number of hands that a hidden one may be (``stopped_by`` is ``hands`` where they are too
    many). ``first_turns`` are the ways to end the first turn that were met so far, ``refuted`` those that fail.
    """

    solutions: list[list[Action]] = field(default_factory=list)
    lines: int = 0
    complete: bool = True
    nodes: int = 0
    verdict: str = NONE
    stopped_by: str | None = None
    orders: list[int] = field(default_factory=list)
    tries: list[Try] = field(default_factory=list)
    cook: list[Action] | None = None
    difficulty: Difficulty | None = None
    first_turns: int = 0
    refuted: int = 0
    hands: int = 0

    @property
    def solved(self) -> bool:
        return bool(self.solutions)

    @property
    def unique(self) -> bool:
        """Whether there is proved to be just one solution."""
        return self.complete and len(self.solutions) == 1

    def to_json(self, limit: int | None = None) -> dict[str, Any]:
        """The contract's keys without ``seconds``, and the others where they say something.

        ``most`` is the number of solutions written at most; ``more`` then says how many were left out.
        """
        data: dict[str, Any] = {
            "solved": self.solved,
            "solutions": [[write_action(action) for action in line] for line in self.solutions[:limit]],
            "unique": self.unique,
            "lines": self.lines,
            "complete": self.complete,
            "nodes": self.nodes,
            "verdict": self.verdict,
        }
        if limit is not None and len(self.solutions) > limit:
            data["more"] = len(self.solutions) - limit
        if self.stopped_by is not None:
            data["stopped_by"] = self.stopped_by
        if self.hands:
            data["hands"] = self.hands
        if self.tries:
            data["tries"] = [attempt.to_json() for attempt in self.tries]
        if self.cook is not None:
            data["cook"] = [write_action(action) for action in self.cook]
        if self.difficulty is not None:
            data["difficulty"] = self.difficulty.to_json()
        return data
