"""What is said of a position: its report as JSON, and the order of its lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict

from engine.decks.rules.actions import PLAY_LINE, parse_action


class Proven(TypedDict):
    """A proof: whoever's turn it is ``wins`` or ``loses`` within so many turns of their own."""

    outcome: str
    turns: int


class Line(TypedDict):
    """A turn as it could be played: its actions, from the position that it is played in, and what comes of it.

    ``outlook`` is that of who plays it, ``error`` how far it may be off. ``position`` is there where hidden cards have
    been dealt for it; ``wins_in`` counts the deals, of ``deals``, in which who plays it wins at once.
    """

    seat: str
    actions: list[str]
    outlook: float
    error: float
    proven: Proven | None
    answer: NotRequired[Line | None]
    position: NotRequired[dict[str, Any]]
    wins_in: NotRequired[int]
    deals: NotRequired[int]


class Threat(TypedDict):
    """What happens when the seat plays nothing: the turns until the other side's, its best one, and what that does."""

    before: list[str]
    line: Line | None
    lost: dict[str, int]
    ends: bool  # the game, which the seat has lost then


class Report(TypedDict):
    """A report on a position, as JSON.

    ``seat`` is who is to play, after the actions ``before``; ``none_within`` the turns within which it is proven that
    it cannot win; ``winners`` are those of a game that is over then.
    """

    stage: int
    seat: str
    before: list[str]
    winners: list[str] | None
    outlook: float
    error: float
    proven: Proven | None
    none_within: int
    lines: list[Line]
    threat: Threat | None


def is_settled(report: Report) -> bool:
    """Whether nothing better can be said: the game is over, or a shortest win is proven, and the threat is known."""
    won = report["proven"] is not None and report["proven"]["outcome"] == "wins"
    return report["winners"] is not None or (won and report["stage"] >= 3)


def rank_of(line: Line) -> tuple[float, int]:
    """The best first, of those as good the shorter ones."""
    proven = line["proven"]
    if proven is not None and proven["outcome"] == "wins":
        return (proven["turns"] - 9.0, len(line["actions"]))
    return (1.0 if proven is not None else -line["outlook"], len(line["actions"]))


def is_won(line: Line | None) -> bool:
    return line is not None and line["proven"] is not None and line["proven"]["outcome"] == "wins"


def is_lost(line: Line) -> bool:
    return line["proven"] is not None and line["proven"]["outcome"] == "loses"


def plays_of(actions: Sequence[str]) -> list[str]:
    return [action for action in actions if parse_action(action).kind >= PLAY_LINE]
