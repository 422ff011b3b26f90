"""Asking for a review, and the work on it."""

from __future__ import annotations

import time
from typing import Any, Final

from background import services as background
from engine.decks.rules.modes import SEAT_NAMES
from games.decks.replaying.turns import PlayedTurn, turns_of
from games.decks.reviewing.judging import judge, outlook_for
from games.decks.state import DecksState, decks_state_of
from tables.models import GameReview, LiveGame, LogEntry

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
        state = decks_state_of(review.game)
        turns = [] if state.engine is None or state.engine.terms is None else turns_of(state.engine)
        judged = turns_of_people(review.game, state, turns)
        said: list[Any] = list(review.report.get("turns", []))
        until = time.monotonic() + STEP
        for turn in judged[len(said) :]:
            if time.monotonic() > until:
                lease.requeue(done=len(said), report={"turns": said})
                return
            said.append(judge(turn))
            if not lease.note(done=len(said), whole=len(judged), report={"turns": said}):
                return
        report = {"turns": said, "curve": curve(state, turns, people(review.game))}
        lease.finish(done=len(said), whole=len(judged), report=report)


def people(game: LiveGame) -> list[str]:
    """The letters of the seats that people had."""
    return [seat.seat_name for seat in game.seats.order_by("seat_name") if seat.is_person]


def turns_of_people(game: LiveGame, state: DecksState, turns: list[PlayedTurn]) -> list[PlayedTurn]:
    """The turns that people played, and no bot for somebody who had left."""
    left = dict(
        game.log.filter(kind__in=(LogEntry.Kind.RESIGNED, LogEntry.Kind.DEADLINE)).values_list("seat", "version")
    )
    assert state.engine is not None or not turns
    picks = 0 if state.engine is None else len(state.engine.draft_actions)
    persons = people(game)
    return [
        turn
        for turn in turns
        if turn.letter in persons
        and (turn.letter not in left or state.done[picks + turn.first].version < left[turn.letter])
    ]


def curve(state: DecksState, turns: list[PlayedTurn], letters: list[str]) -> list[dict[str, Any]]:
    """The outlook of seats at the beginning of each turn, and how the game ended for them.

    An object for each turn and one for the end (``turn`` null): ``values`` by letter, of those of whom it can be said.
    """
    points: list[dict[str, Any]] = []
    for turn in turns:
        if turn.continues:
            continue
        values = {letter: outlook_for(turn.position, SEAT_NAMES.index(letter)) for letter in letters}
        known = {letter: value for letter, value in values.items() if value is not None}
        points.append({"turn": turn.number, "values": known})
    if points and state.result is not None:
        winners = state.result["winners"]
        scores = {letter: (1.0 if letter in winners else 0.0) if winners else 0.5 for letter in letters}
        points.append({"turn": None, "values": scores})
    return points
