"""Asking for a review, and the work on it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final

from background import services as background
from contract.registry import GAMES
from contract.reviews import GameReviewer
from contract.state import GameState
from tables.models import GameReview, LiveGame, LogEntry
from tables.states import state_of

STEP: Final = 20.0  # seconds after which a worker looks at what else waits


def ask(game: LiveGame) -> GameReview:
    """Has a finished game reviewed, unless it is already, or is being; a review that failed is begun again."""
    review, is_new = GameReview.objects.get_or_create(game=game)
    if is_new or not (review.is_busy or review.is_done):
        background.queue(job=review, done=0, report={}, is_automatic=False)
    else:
        background.go_on(job=review)
    return review


def work(review_id: int) -> None:
    """A worker's task: looks at the turns that are left, for some seconds."""
    lease = background.claim(GameReview.objects.select_related("game"), review_id)
    if lease is None:
        return
    with lease:
        review = lease.job
        reviewer = GAMES[review.game.game].reviewer
        assert reviewer is not None  # or nobody could have asked
        state = state_of(review.game)
        turns = turns_of(reviewer, state)
        judged = turns_of_people(reviewer, review.game, state, turns)
        said: list[Any] = list(review.report.get("turns", []))
        until = time.monotonic() + STEP
        for turn in judged[len(said) :]:
            if time.monotonic() > until:
                lease.requeue(done=len(said), report={"turns": said})
                return
            said.append(reviewer.judge(turn))
            if not lease.note(done=len(said), whole=len(judged), report={"turns": said}):
                return
        report = {"turns": said, "curve": curve(reviewer, state, turns, people(review.game))}
        lease.finish(done=len(said), whole=len(judged), report=report)


def turns_of(reviewer: GameReviewer, state: GameState) -> Sequence[Any]:
    return reviewer.turns(state) if reviewer.has_turns(state) else []


def people(game: LiveGame) -> list[str]:
    """The names of the seats that people had."""
    return [seat.seat_name for seat in game.seats.order_by("seat_name") if seat.is_person]


def turns_of_people(reviewer: GameReviewer, game: LiveGame, state: GameState, turns: Sequence[Any]) -> list[Any]:
    """The turns that people played, and no bot for somebody who had left."""
    left = dict(
        game.log.filter(kind__in=(LogEntry.Kind.RESIGNED, LogEntry.Kind.DEADLINE)).values_list("seat", "version")
    )
    persons = people(game)
    return [
        turn
        for turn in turns
        if turn.letter in persons and (turn.letter not in left or reviewer.version(state, turn) < left[turn.letter])
    ]


def curve(
    reviewer: GameReviewer, state: GameState, turns: Sequence[Any], letters: Sequence[str]
) -> list[dict[str, Any]]:
    """The outlook of seats at the beginning of each turn, and how the game ended for them.

    An object for each turn and one for the end (``turn`` null): ``values`` by seat, of those of whom it can be said.
    """
    points: list[dict[str, Any]] = []
    for turn in turns:
        values = reviewer.outlooks(turn)
        if values is not None:
            known = {letter: round(values[letter], 3) for letter in letters if letter in values}
            points.append({"turn": turn.number, "values": known})
    if points and state.result is not None:
        winners = state.result["winners"]
        scores = {letter: (1.0 if letter in winners else 0.0) if winners else 0.5 for letter in letters}
        points.append({"turn": None, "values": scores})
    return points
