"""Attempts at puzzles by a program: judged as on the puzzle's page, counted there as answers, and never rated."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpResponse
from django.urls import reverse

from accounts.requests import SiteRequest
from api.own.doors import Caller
from api.own.problems import WrongPart, conflict, refuse_parts, used_up
from api.own.reading import input_schema, read_body
from api.own.states import json_with_etag
from api.writing import root_of
from engine.decks.rules.actions import ASSAULT, END_TURN
from engine.kernel.errors import IllegalAction
from grimoire.gate import attempt_of, gate_for
from grimoire.goals import asks_ways
from grimoire.lines import read_start, replay_line
from grimoire.models import Attempt, Puzzle
from grimoire.models.puzzles import DECKS
from grimoire.puzzle_games import game_of
from grimoire.solving.judging import GOES_ON, SOLVED, AnswerJudgement, verdict_on
from grimoire.solving.limits import JUDGED, JUDGED_LONG
from grimoire.solving.services import answer_elsewhere
from web.json_bodies import json_response, to_text
from web.openapi import TEXT
from web.refusals import not_found

MAX_TURNS: Final = 8
MAX_ACTIONS: Final = 30  # of a turn
_ENDS_OF_TURN: Final = frozenset({str(ASSAULT), str(END_TURN)})
_ACTION: Final = {**TEXT, "maxLength": 60}
_TURN: Final = {"type": "array", "items": _ACTION, "maxItems": MAX_ACTIONS}
INPUT: Final = input_schema(
    {
        "turns": {
            "type": "array",
            "items": _TURN,
            "minItems": 1,
            "maxItems": MAX_TURNS,
            "description": "Your turns, each the cards you play: '2 upper'. The Assault, the end of the turn and the "
            "enemies' turns follow by themselves. Magic Schools: one turn, each of its actions, with 'end'.",
        }
    },
    ["turns"],
)


def look(request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    """How far one has come with a puzzle, here and on its page."""
    return json_with_etag(request, _serialize(request, caller, _puzzle(caller, token)))


def attempt(request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    """Judges an answer. One that goes on counts for nothing yet: it is sent again with the next turn."""
    puzzle = _puzzle(caller, token)
    if puzzle.kind != Puzzle.Kind.FIND or asks_ways(puzzle.position):
        raise conflict("on-the-page", "this puzzle can only be answered on its page")
    turns: list[list[str]] = read_body(request, INPUT)["turns"]
    limit = JUDGED_LONG if puzzle.is_long else JUDGED
    if not limit.allows(request):
        raise used_up(limit, "answers are allowed only so often")
    judged = _judged(puzzle, turns) if puzzle.game == DECKS else _judged_by_game(puzzle, turns)
    if judged.verdict != GOES_ON:
        answer_elsewhere(owner=caller.owner, puzzle=puzzle, is_right=judged.verdict == SOLVED)
    data = {
        "verdict": judged.verdict,
        "line": list(judged.line),
        "lacking": judged.lack,
        "refuted": judged.refuted,
        "proven": judged.proven,
        "attempt": _serialize(request, caller, puzzle),
    }
    return json_response(to_text(data))


def _puzzle(caller: Caller, token: str) -> Puzzle:
    puzzle = Puzzle.objects.open_to(caller.owner).with_author().filter(token=token).first()
    if puzzle is None:
        raise not_found("puzzle")
    return puzzle


def _judged(puzzle: Puzzle, turns: list[list[str]]) -> AnswerJudgement:
    """The verdict on turns, with the site's answer after each. Raises ``ContentRefused`` for what can't be played."""
    start, line, judged = read_start(puzzle.position), list[str](), None
    for number, turn in enumerate(turns):
        at = f"/turns/{number}"
        if judged is not None and judged.verdict != GOES_ON:
            refuse_parts([WrongPart(at, "bad-content", "the puzzle was over before this turn")])
        for place, action in enumerate(turn):
            if action in _ENDS_OF_TURN:  # else the enemies' turns could be played too
                refuse_parts([WrongPart(f"{at}/{place}", "bad-content", "the end of a turn follows by itself")])
        try:
            judged = verdict_on(start, replay_line(start.position, [*line, *turn]))
        except IllegalAction as wrong:
            refuse_parts([WrongPart(at, wrong.code, wrong.message)])
        assert judged is not None
        line = list(judged.line)
    assert judged is not None
    return judged


def _judged_by_game(puzzle: Puzzle, turns: list[list[str]]) -> AnswerJudgement:
    """The verdict of another game, whose puzzles are one turn long. Raises ``ContentRefused``."""
    if len(turns) > 1:
        refuse_parts([WrongPart("/turns/1", "bad-content", "this puzzle is one turn long")])
    attempt, verdict = Attempt(puzzle=puzzle), None
    for place, action in enumerate(turns[0]):
        if verdict is not None:
            refuse_parts([WrongPart(f"/turns/0/{place}", "bad-content", "the puzzle was over before this action")])
        try:
            line, verdict = game_of(puzzle).play(attempt, action)
        except IllegalAction as wrong:
            refuse_parts([WrongPart(f"/turns/0/{place}", wrong.code, wrong.message)])
        attempt.line = list(line)
    if verdict is None:
        return AnswerJudgement(GOES_ON, tuple(attempt.line))
    short = verdict.get("short")
    return AnswerJudgement(verdict["verdict"], tuple(attempt.line), {"points": short} if short else None)


def _serialize(request: SiteRequest, caller: Caller, puzzle: Puzzle) -> dict[str, Any]:
    own = attempt_of(puzzle, caller.owner)
    is_open, root = gate_for(puzzle, caller.owner, attempt=own).is_open, root_of(request)
    has_ways = puzzle.game == DECKS  # the address of solutions is of this game alone
    return {
        "state": own.state,
        "tries": own.tries,
        "hints": own.hint_level,
        "first_try": own.first_try,
        "rated": own.rated_at is not None,
        "solution": root + reverse("api:own-solution", args=[puzzle.token]) if is_open and has_ways else None,
        "url": root + puzzle.get_absolute_url(),
    }
