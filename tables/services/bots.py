"""Bots at the table. What a bot does is computed from what its seat knows, and from chance that the record settles.

Quick ones move at once, in the request after which it is their turn; the searches move in the background. A request
that was killed in between, or a worker, loses nothing: whose turn it is stands in the log.
"""

from __future__ import annotations

import random
import time
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.utils import timezone

from background import services as background
from contract.characters import level_in
from contract.registry import GAMES
from tables.answers import SUBSTITUTE
from tables.models import BotTurn, GameSeat, LiveGame
from tables.services.log import Kind, NewEntry, StaleVersion, apply_entries, commit
from tables.states import GameState, state_of

ONLY_CHOICE: Final = "only-choice"  # in the place of a level: a person has but one answer
BOTS_WAIT: Final = 0.25
BATCH: Final = 40  # moves of quick bots in one transaction
STEP: Final = 2.0  # seconds of the processor after which a worker looks at what else waits
LEFT_ALONE: Final = timedelta(seconds=3)  # after which somebody who looks has the bots go on

Mover = tuple[tuple[str, str], datetime | None]  # seat and level, and when it is to move, None for at once


def due(state: GameState, seats: Iterable[GameSeat]) -> tuple[str, str] | None:
    """The seat and level (or character) of a bot that is to move now; None if there is none.

    The level is "" where the rules play, ``ONLY_CHOICE`` for a person who has none.
    """
    return _due(_movers(state, seats))


def next_due(state: GameState, seats: Iterable[GameSeat]) -> datetime | None:
    """When the first of those who wait on purpose is to move; None if nobody does."""
    return _next_due(_movers(state, seats))


def _due(movers: Iterable[Mover]) -> tuple[str, str] | None:
    return next((mover for mover, at in movers if at is None or timezone.now() >= at), None)


def _next_due(movers: Iterable[Mover]) -> datetime | None:
    return min((at for _, at in movers if at is not None), default=None)


def _movers(state: GameState, seats: Iterable[GameSeat]) -> Iterator[Mover]:
    """Who is to move without a person: seat and level, and when, None for at once."""
    if state.engine is None or state.result is not None:
        return
    table = GAMES[state.game].adapter
    if table.holds_bots_back(state):
        return
    level_of = {seat.seat_name: SUBSTITUTE if seat.is_person else seat.player for seat in seats if _is_played(seat)}
    only = state.only_choices()
    for seat_name in state.to_act():
        level = SUBSTITUTE if seat_name in state.left else level_of.get(seat_name)
        if table.played_by_rules(state, seat_name):
            yield (seat_name, ""), None
        elif level is not None:
            slow = state.is_asked and not is_quick(state, level)
            yield (seat_name, level), _answers_at(state, seat_name, BOTS_WAIT) if slow else None
        elif seat_name in only:
            yield (seat_name, ONLY_CHOICE), _answers_at(state, seat_name)


def _answers_at(state: GameState, seat_name: str, part: float = 1.0) -> datetime:
    """When a seat that is asked something answers, if not a person does: a while that the others cannot foretell.

    It depends on nothing that the seat holds. A seat with nothing to choose answers then, and so does a bot that would
    think for longer about some hands than about others: in a ``part`` of that while, still longer than it thinks.
    """
    shortest, longest = settings.PLAY_ANSWER_WAIT
    chance = random.Random(f"{state.setup['seed']} {seat_name} answers at {state.moment()}")
    return state.since + timedelta(seconds=part * chance.uniform(shortest, longest))


def _is_played(seat: GameSeat) -> bool:
    return not seat.is_person or seat.has_left


def is_quick(state: GameState, level: str) -> bool:
    """Whether a request may wait for it."""
    table = GAMES[state.game].adapter
    return level in ("", ONLY_CHOICE) or level_in(table.characters, level) in table.quick_levels


def move(state: GameState, seat_name: str, level: str) -> NewEntry:
    """The move of a bot, or of a person who has but one."""
    if level == ONLY_CHOICE:
        return NewEntry(Kind.ACTION, seat_name, state.only_choices()[seat_name])
    return GAMES[state.game].adapter.move(state, seat_name, level)


def run(game: LiveGame, seats: Iterable[GameSeat] | None = None) -> None:
    """Has the bots whose turn it is move: the quick ones now, the others in the background.

    ``seats`` are those of the game as they are now, where somebody has them.
    """
    seats = list(game.seats.all() if seats is None else seats)
    for _ in range(3):
        before = state = state_of(game)
        entries: list[NewEntry] = []
        movers = list(_movers(state, seats))
        while (mover := _due(movers)) is not None and is_quick(state, mover[1]) and len(entries) < BATCH:
            entries.append(move(state, *mover))
            state, _rows = apply_entries(game, state, entries[-1:])
            movers = list(_movers(state, seats))
        try:
            if entries:
                after, rows = apply_entries(game, before, entries)
                commit(game, before, after, rows)
            _queue_for(game, movers)
            return
        except StaleVersion:
            game.refresh_from_db()


def finish(game: LiveGame) -> GameState:
    """Plays on here, however long it takes, until a person is to act or the game is over; its state then."""
    seats = list(game.seats.all())
    while True:
        before = state = state_of(game)
        entries: list[NewEntry] = []
        while (mover := due(state, seats)) is not None and len(entries) < BATCH:
            entries.append(move(state, *mover))
            state, _rows = apply_entries(game, state, entries[-1:])
        if not entries:
            return state
        after, rows = apply_entries(game, before, entries)
        commit(game, before, after, rows)


def queue(game: LiveGame, after: datetime | None = None) -> None:
    """Has a worker move, not before ``after``."""
    job, _ = BotTurn.objects.get_or_create(game=game)
    background.queue(job=job, after=after)


def _queue_for(game: LiveGame, movers: Collection[Mover]) -> None:
    """Has a worker move if anybody is to, now or after a while."""
    if _due(movers) is not None:
        queue(game)
    elif (after := _next_due(movers)) is not None:
        queue(game, after)


def queue_with(game: LiveGame, state: GameState, seats: Iterable[GameSeat]) -> bool:
    """Has a worker move if a search is to: for the transaction that makes it its turn.

    Whether anybody is to move without a person, now or later: else there is nothing to ``run``.
    """
    movers = list(_movers(state, seats))
    mover = _due(movers)
    if mover is None or not is_quick(state, mover[1]):
        _queue_for(game, movers)
    return bool(movers)


def resume(game: LiveGame, state: GameState, seats: Iterable[GameSeat]) -> None:
    """Has bots go on that stand still, because whoever was to move them was stopped."""
    mover = due(state, seats)
    if mover is None or abs(timezone.now() - game.updated) < LEFT_ALONE:
        return
    if is_quick(state, mover[1]):
        run(game)
        return
    job, is_new = BotTurn.objects.get_or_create(game=game)
    if is_new or not job.is_busy:
        background.queue(job=job)
    else:
        background.go_on(job=job)


def work(turn_id: int) -> None:
    """A worker's task: moves until a person is to act, for some seconds. Whoever acts meanwhile begins it anew."""
    until = time.process_time() + STEP
    lease = background.claim(BotTurn.objects.select_related("game"), turn_id)
    if lease is None:
        return
    with lease:
        game = lease.job.game
        while True:
            game.refresh_from_db()
            seats = list(game.seats.all())
            before = state_of(game)
            mover = due(before, seats)
            if mover is None:
                later = next_due(before, seats)
                if later is None:
                    lease.finish()
                else:
                    lease.requeue(after=later)
                break
            after, rows = apply_entries(game, before, [move(before, *mover)])
            if not lease.note(moves=lease.job.moves + 1):
                return
            lease.job.moves += 1
            try:
                commit(game, before, after, rows)
            except StaleVersion:
                continue
            if time.process_time() > until:
                lease.requeue()
                return
    game.refresh_from_db()
    if due(state_of(game), list(game.seats.all())) is not None:
        queue(game)
