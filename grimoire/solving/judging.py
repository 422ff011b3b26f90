"""Judging an answer: by the objective alone, against every defence, never against a line that somebody wrote down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar

from engine.decks.rules.actions import ASSAULT, END_TURN
from engine.decks.rules.board import END, SUMMONING
from engine.decks.rules.position import Position
from engine.decks.solving.lacking import Lack, lacking
from engine.decks.solving.objective import PREDICT
from grimoire.following import Followed, StartingPosition, follow, step
from grimoire.solving.defence import Defender

T = TypeVar("T")

SOLVED: Final = "solved"
FAILED: Final = "failed"
GOES_ON: Final = "goes-on"  # right as far as anybody can say: the next turn is the solver's


@dataclass(frozen=True, slots=True)
class AnswerJudgement:
    """The verdict on an answer.

    ``line`` is the line with all that followed: the Assault, the end of the turn, what the enemies did. ``lack`` is
    what the goal lacks, as ``Lack.to_json`` writes it, at best where ``refuted``: an enemy's turn put the goal out of
    reach. ``proven`` is False where the defence could not be searched to the end.
    """

    verdict: str
    line: tuple[str, ...]
    lack: dict[str, Any] | None = None
    refuted: bool = False
    proven: bool = True

    def to_json(self) -> dict[str, Any]:
        return {"verdict": self.verdict, "lack": self.lack, "refuted": self.refuted, "proven": self.proven}


def verdict_on(start: StartingPosition, followed: Followed) -> AnswerJudgement:
    """The result of a line in a page's position; cached for a while, so that asking again costs nothing.

    Raises as ``judge_line``.
    """
    return _judged(_Kept(start.content, followed), tuple(followed.line))


def judge_line(position: Position, line: Sequence[str]) -> AnswerJudgement:
    """Ends the solver's turn after a line and plays the enemies' turns, up to the solver's next one or the verdict.

    Raises ``IllegalAction`` for a line that cannot be played, ``EngineError`` for a position without an objective.
    """
    return judge_followed_line(follow(position, line))


def judge_followed_line(followed: Followed) -> AnswerJudgement:
    """``judge_line`` for a line that was followed already; goes on with it."""
    walker = followed.walker
    defender = Defender(walker)
    settled = defender.replies.settled(followed.state)
    if settled is None and followed.position.phase == SUMMONING:
        step(followed, ASSAULT)
        settled = defender.replies.settled(followed.state)
    lack = None if followed.state.reached or walker.objective.kind == PREDICT else lacking(walker, followed.state)
    if settled is None and followed.position.phase == END:
        step(followed, END_TURN)
        settled = defender.replies.settled(followed.state)
        if followed.position.is_over and not followed.state.reached:
            lack = lacking(walker, followed.state)
    refuted, proven = False, True
    while settled is None and not walker.objective.helps(followed.position.active):
        actions, refutes = defender.answer(followed.state)
        refuted = refuted or bool(refutes)
        proven = proven and refutes is not None
        for action in actions:
            step(followed, action)
            if not followed.state.reached and action is not END_TURN:
                lack = lacking(walker, followed.state)
            settled = defender.replies.settled(followed.state)
            if settled is not None:
                break
    if settled is None and not refuted:
        holds = defender.holds(followed.state)
        refuted, proven = holds is False, proven and holds is not None
    return _verdict(followed, defender, settled, refuted, proven, lack)


def _verdict(
    followed: Followed, defender: Defender, settled: bool | None, refuted: bool, proven: bool, lack: Lack | None
) -> AnswerJudgement:
    line = tuple(str(action) for action in followed.actions[followed.opening :])
    if settled:
        return AnswerJudgement(SOLVED, line, proven=proven)
    if settled is None and not refuted:
        return AnswerJudgement(GOES_ON, line, proven=proven)
    if settled is None:
        lack = defender.nearest(followed.state)
    return AnswerJudgement(FAILED, line, lack.to_json() if lack else None, refuted, proven)


def played_out(start: StartingPosition, line: Sequence[str]) -> tuple[str, ...]:
    """A solution's first turn with all that follows: the toughest defence, and the turns that win against it."""
    return _played_out(_Kept(start.content, start.position), tuple(line))


class _Kept(Generic[T]):
    """The input of a cached calculation, keyed by its content, which forgets it when it is worked out."""

    def __init__(self, content: str, given: T) -> None:
        self.content = content
        self._given: T | None = given

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept) and self.content == other.content

    def __hash__(self) -> int:
        return hash(self.content)

    def take(self) -> T:
        """Takes the input out, once."""
        given, self._given = self._given, None
        assert given is not None
        return given


@lru_cache(maxsize=256)
def _judged(kept: _Kept[Followed], line: tuple[str, ...]) -> AnswerJudgement:
    return judge_followed_line(kept.take().copy())


@lru_cache(maxsize=256)
def _played_out(kept: _Kept[Position], line: tuple[str, ...]) -> tuple[str, ...]:
    position = kept.take()
    while True:
        followed = follow(position, line)
        defender = Defender(followed.walker)
        if defender.replies.settled(followed.state) is not None:
            return line
        if followed.position.phase == END:  # an author's line may stop right after the Assault
            actions = [END_TURN]
        elif followed.position.phase == SUMMONING and not followed.walker.objective.helps(followed.position.active):
            actions = defender.answer(followed.state)[0]
        else:
            actions = defender.winning_turn(followed.state)
        for action in actions:
            step(followed, action)
            if defender.replies.settled(followed.state) is not None:
                break
        longer = tuple(str(action) for action in followed.actions[followed.opening :])
        if longer == line:
            return line
        line = longer
