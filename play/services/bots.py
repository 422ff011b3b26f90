"""Bots at the table. What a bot does is computed from what its seat knows, and from chance that the record settles.

Quick ones move at once, in the request after which it is their turn; the searches move in the background. A request
that was killed in between, or a worker, loses nothing: whose turn it is stands in the log.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from django.utils import timezone

from background import services as background
from engine.decks.bots import make_bot
from engine.decks.bots.bot_view import bot_view
from engine.decks.game.stages import AT_DRAFT, AT_TERMS
from engine.decks.game.terms import faults_of_champion
from engine.decks.rules.actions import BEGIN_TURN
from engine.decks.rules.modes import SEAT_NAMES
from engine.kernel.chance import Chance
from play.cardpool import site_champions
from play.models import BotTurn, GameSeat, LiveGame
from play.services.log import Kind, NewEntry, StaleVersion, commit, follow
from play.setups import guide_of
from play.states import GameState, state_of

QUICK: Final = ("random", "greedy")
SUBSTITUTE: Final = "greedy"  # plays on for who has left a Free-for-All
BATCH: Final = 40  # moves of quick bots in one transaction
LEFT_ALONE: Final = timedelta(seconds=3)  # after which somebody who looks has the bots go on


def due(state: GameState, seats: Iterable[GameSeat]) -> tuple[str, str] | None:
    """The letter and level of a seat that a bot is to move for, level "" for the rules' AI; None if there is none."""
    if state.engine is None or state.result is not None:
        return None
    level_of = {seat.letter: SUBSTITUTE if seat.is_person else seat.level for seat in seats if _is_played(seat)}
    guide = guide_of(state.setup)
    if guide is not None and not guide.answers:
        return None
    for letter in state.to_act():
        if SEAT_NAMES.index(letter) in state.mode.ai_seats:
            return letter, ""
        if letter in state.left:
            return letter, SUBSTITUTE
        if letter in level_of:
            return letter, level_of[letter]
    return None


def _is_played(seat: GameSeat) -> bool:
    return not seat.is_person or seat.has_left


def is_quick(level: str) -> bool:
    """Whether a request may wait for it."""
    return level in QUICK or not level


def move(state: GameState, letter: str, level: str) -> NewEntry:
    """The move of a bot."""
    engine, seat = state.engine, SEAT_NAMES.index(letter)
    assert engine is not None
    if not level:
        return NewEntry(Kind.ACTION, letter, str(BEGIN_TURN))
    seed = engine.seed
    if engine.stage == AT_TERMS:
        return _champion(state, letter, seed)
    bot = make_bot(level)
    if engine.stage == AT_DRAFT and engine.draft is not None:
        chance = Chance(seed, f"bot {letter} draft {len(engine.draft_actions)}")
        return NewEntry(Kind.ACTION, letter, str(bot.pick(engine.draft, seat, chance)))
    if _holds_back(state, seat):
        return NewEntry(Kind.ACTION, letter, str(engine.legal_actions(seat)[-1]))
    chance = Chance(seed, f"bot {letter} {len(engine.actions)}")
    return NewEntry(Kind.ACTION, letter, str(bot.choose(bot_view(engine, seat), chance)))


def _holds_back(state: GameState, seat: int) -> bool:
    """Whether a bot plays no card now: in a first game it plays one a turn, and none at a moment of it."""
    guide = guide_of(state.setup)
    if guide is None:
        return False
    turn = state.turn()
    return bool(guide.moment) or any(
        done.seat == seat and done.turn == turn and " " in done.action for done in state.done
    )


def _champion(state: GameState, letter: str, seed: int) -> NewEntry:
    """One of the site's own Champions that is not in the bot's deck."""
    assert state.engine is not None
    deck = state.engine.decks.players[state.players().index(SEAT_NAMES.index(letter))]
    edition = state.engine.setup.edition
    fit = [card for card in site_champions(edition) if not any(faults_of_champion(card, deck, edition, ""))]
    card = fit[Chance(seed, f"bot {letter} champion").below(len(fit))]
    return NewEntry(Kind.TERMS, letter, card.to_json(), {"card": card.written_out()})


def run(game: LiveGame, seats: Iterable[GameSeat] | None = None) -> None:
    """Has the bots whose turn it is move: the quick ones now, the others in the background.

    ``seats`` are those of the game as they are now, where somebody has them.
    """
    seats = list(game.seats.all() if seats is None else seats)
    for _ in range(3):
        before = state = state_of(game)
        entries: list[NewEntry] = []
        while (mover := due(state, seats)) is not None and is_quick(mover[1]) and len(entries) < BATCH:
            entries.append(move(state, *mover))
            state, _rows = follow(game, state, entries[-1:])
        try:
            if entries:
                after, rows = follow(game, before, entries)
                commit(game, before, after, rows)
                state = after
            if due(state, seats) is not None:
                queue(game)
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
            state, _rows = follow(game, state, entries[-1:])
        if not entries:
            return state
        after, rows = follow(game, before, entries)
        commit(game, before, after, rows)


def queue(game: LiveGame) -> None:
    """Has a worker move."""
    job, _ = BotTurn.objects.get_or_create(game=game)
    background.queue(job=job)


def queue_with(game: LiveGame, state: GameState, seats: Iterable[GameSeat]) -> None:
    """Has a worker move if a search is to: for the transaction that makes it its turn."""
    mover = due(state, seats)
    if mover is not None and not is_quick(mover[1]):
        queue(game)


def resume(game: LiveGame, state: GameState, seats: Iterable[GameSeat]) -> None:
    """Has bots go on that stand still, because whoever was to move them was stopped."""
    mover = due(state, seats)
    if mover is None or timezone.now() - game.updated < LEFT_ALONE:
        return
    if is_quick(mover[1]):
        run(game)
        return
    job, is_new = BotTurn.objects.get_or_create(game=game)
    if is_new or not job.is_busy:
        background.queue(job=job)
    else:
        background.go_on(job=job)


def work(turn_id: int) -> None:
    """A worker's task: moves until a person is to act. Whoever acts meanwhile begins it anew."""
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
                lease.finish()
                break
            after, rows = follow(game, before, [move(before, *mover)])
            if not lease.note(moves=lease.job.moves + 1):
                return
            lease.job.moves += 1
            try:
                commit(game, before, after, rows)
            except StaleVersion:
                continue
    game.refresh_from_db()
    if due(state_of(game), list(game.seats.all())) is not None:
        queue(game)
