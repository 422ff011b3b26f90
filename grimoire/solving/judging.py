"""Judging an answer: by the objective alone, against every defence, never against a line that somebody wrote down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Final

from cachetools import LRUCache, cached

from engine.decks.rules.actions import ASSAULT, END_TURN
from engine.decks.rules.board import END, SUMMONING
from engine.decks.rules.position import Position
from engine.decks.solving.hidden import is_hidden, places_of, worlds_of
from engine.decks.solving.lacking import Lack, lacking
from engine.decks.solving.objective import PREDICT
from engine.kernel.errors import IllegalAction
from grimoire.lines import LineState, StartingPosition, replay_line, step
from grimoire.solving.defence import Defender

SOLVED: Final = "solved"
FAILED: Final = "failed"
MAX_LOOKED_AT: Final = 20_000  # positions, to see where in a line the goal was still in reach
_ENDS: Final = (str(ASSAULT), str(END_TURN))
GOES_ON: Final = "goes-on"  # right as far as anybody can say: the next turn is the solver's


@dataclass(frozen=True, slots=True)
class AnswerJudgement:
    """The verdict on an answer.

    ``line`` is the line with all that followed: the Assault, the end of the turn, what the enemies did. ``lack`` is
    what the goal lacks, as ``Lack.to_json`` writes it, at best where ``refuted``: an enemy's turn put the goal out of
    reach. ``proven`` is False where the defence could not be searched to the end. ``lost_at`` is the place in ``line``
    of the solver's action that put the goal out of reach; None where that was not found out. ``hand`` is one against
    which it fails, where the hand is hidden (see ``with_hand``).
    """

    verdict: str
    line: tuple[str, ...]
    lack: dict[str, Any] | None = None
    refuted: bool = False
    proven: bool = True
    lost_at: int | None = None
    hand: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            **({"hand": list(self.hand)} if self.hand else {}),
            "verdict": self.verdict,
            "lack": self.lack,
            "refuted": self.refuted,
            "proven": self.proven,
            "lost_at": self.lost_at,
        }


@cached(LRUCache(256), lambda start, line_state: (start.content, tuple(line_state.line)), Lock())
def verdict_on(start: StartingPosition, line_state: LineState) -> AnswerJudgement:
    """The result of a line in a page's position; cached for a while, so that asking again costs nothing.

    Raises as ``judge_line``.
    """
    if is_hidden(start.position):
        return _against_every_hand(start.position, line_state.copy())
    return judge_line_state(line_state.copy())


def _against_every_hand(position: Position, line_state: LineState) -> AnswerJudgement:
    """The verdict of the first hand against which a line fails; else it is right."""
    line = line_state.line
    if line_state.position.phase == SUMMONING:
        step(line_state, ASSAULT)  # what is shown on the board with the hand still hidden
    shown = tuple(line_state.line)
    for world in worlds_of(position):
        try:
            judgement = judge_line(world, line)
        except IllegalAction:
            judgement = AnswerJudgement(FAILED, shown)
        if judgement.verdict != SOLVED:
            return replace(judgement, line=shown, lost_at=None, hand=tuple(places_of(position, world)))
    return AnswerJudgement(SOLVED, shown)


def judge_line(position: Position, line: Sequence[str]) -> AnswerJudgement:
    """Ends the solver's turn after a line and plays the enemies' turns, up to the solver's next one or the verdict.

    Raises ``IllegalAction`` for a line that cannot be played, ``EngineError`` for a position without an objective.
    """
    return judge_line_state(replay_line(position, line))


def judge_line_state(line_state: LineState, *, looks_back: bool = True) -> AnswerJudgement:
    """``judge_line`` for a line that was followed already; goes on with it. ``looks_back`` for where it was lost."""
    walker = line_state.walker
    defender = Defender(walker)
    laid = len(line_state.actions)
    settled = defender.replies.settled(line_state.state)
    if not settled and line_state.position.phase == SUMMONING:  # with a condition broken it may reach the goal still
        step(line_state, ASSAULT)
        settled = defender.replies.settled(line_state.state)
    lack = None if line_state.state.reached or walker.objective.kind == PREDICT else lacking(walker, line_state.state)
    if settled is None and line_state.position.phase == END:
        step(line_state, END_TURN)
        settled = defender.replies.settled(line_state.state)
        if line_state.position.is_over and not line_state.state.reached:
            lack = lacking(walker, line_state.state)
    refuted, proven = False, True
    while settled is None and not line_state.is_solvers_turn:
        actions, refutes = defender.answer(line_state.state)
        refuted = refuted or bool(refutes)
        proven = proven and refutes is not None
        for action in actions:
            step(line_state, action)
            if not line_state.state.reached and action is not END_TURN:
                lack = lacking(walker, line_state.state)
            settled = defender.replies.settled(line_state.state)
            if settled is not None:
                break
    if settled is None and not refuted:
        holds = defender.holds(line_state.state)
        refuted, proven = holds is False, proven and holds is not None
    judgement = _verdict(line_state, defender, settled, refuted, proven, lack)
    if not looks_back or judgement.verdict != FAILED or walker.objective.kind == PREDICT:
        return judgement
    return replace(judgement, lost_at=_lost_at(line_state, defender, laid))


def _lost_at(line_state: LineState, defender: Defender, laid: int) -> int | None:
    """The place in the line of the action before which the goal was still in reach, of those up to ``laid``."""
    walker, whole = line_state.walker, line_state.walker.budget
    share = whole.part(MAX_LOOKED_AT)
    for place in range(laid, line_state.opening - 1, -1):
        state = line_state.states[place]
        if state.position.phase != SUMMONING or not walker.objective.helps(state.position.active):
            continue
        walker.budget = share
        holds = defender.holds(state)
        walker.budget = whole
        if holds is not False:
            return place - line_state.opening if holds else None
    return None


def _verdict(
    line_state: LineState, defender: Defender, settled: bool | None, refuted: bool, proven: bool, lack: Lack | None
) -> AnswerJudgement:
    line = tuple(str(action) for action in line_state.actions[line_state.opening :])
    if settled:
        return AnswerJudgement(SOLVED, line, proven=proven)
    if settled is None and not refuted:
        return AnswerJudgement(GOES_ON, line, proven=proven)
    if settled is None:
        lack = defender.nearest(line_state.state)
    return AnswerJudgement(FAILED, line, lack.to_json() if lack else None, refuted, proven)


def check_defence(start: StartingPosition, actions: Sequence[str]) -> None:
    """Raises ``IllegalAction`` unless, of every turn that has ended in a line, what follows is what the judge let
    follow."""
    followed = 0
    while has_ended(actions[followed:]):
        end = next(place for place in range(followed, len(actions)) if actions[place] in _ENDS)
        judged = verdict_on(start, replay_line(start.position, actions[:end]))
        followed = len(judged.line)
        if judged.verdict != GOES_ON or list(judged.line) != list(actions[:followed]):
            raise IllegalAction("not-available", "an enemy plays otherwise, or the line is over")


def has_ended(actions: Sequence[str]) -> bool:
    """Whether a turn has ended in a line, so that the defence has to be searched to read it."""
    return any(action in _ENDS for action in actions)


@cached(LRUCache(256), lambda start, line: (start.content, tuple(line)), Lock())
def played_out(start: StartingPosition, line: Sequence[str]) -> tuple[str, ...]:
    """A solution's first turn with all that follows: the toughest defence, and the turns that win against it."""
    position, line = start.position, tuple(line)
    while True:
        line_state = replay_line(position, line)
        defender = Defender(line_state.walker)
        if defender.replies.settled(line_state.state) is not None:
            return line
        if line_state.position.phase == END:  # an author's line may stop right after the Assault
            actions = [END_TURN]
        elif line_state.position.phase == SUMMONING and not line_state.is_solvers_turn:
            actions = defender.answer(line_state.state)[0]
        else:
            actions = defender.winning_turn(line_state.state)
        for action in actions:
            step(line_state, action)
            if defender.replies.settled(line_state.state) is not None:
                break
        longer = tuple(str(action) for action in line_state.actions[line_state.opening :])
        if longer == line:
            return line
        line = longer
