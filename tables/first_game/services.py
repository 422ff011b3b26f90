"""Sitting down to a moment of the first game, what was done of it, and the real game that follows."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence

from django.db import transaction

from accounts.begun import token_for
from accounts.locks import lock_row
from accounts.models import Owner
from contract.guide import Guide, guide_of
from contract.registry import GAMES
from contract.registry import find_moment as find_simple_moment
from contract.seating import BOT, ME
from contract.simple import SimpleGameState
from contract.simple_moments import SimpleMoment
from engine.decks.game.setup import PRECONSTRUCTED, SetUp
from engine.decks.rules.modes import DUEL
from engine.kernel.chance import SEED_BITS
from tables.cardpool import DEFAULT_SETS, decks_of_sets
from tables.first_game.checks import is_done, outcome_of
from tables.first_game.moments import BOT_LEVEL, TaughtMoment, all_moments, find_moment
from tables.models import FirstGame, LiveGame
from tables.services import bots
from tables.services.tables import begun_before, new_game
from tables.setups import DECKS, GameSetup
from tables.states import decks_state_of, state_of

AnyMoment = TaughtMoment | SimpleMoment


def progress_of(owner: Owner | None) -> FirstGame | None:
    """How far an owner is; None for who has not begun."""
    if owner is None:
        return None
    return FirstGame.objects.filter(owner=owner).select_related("table", "game").first()


def moment_of(game: LiveGame) -> AnyMoment | None:
    """The moment that a game is the table of."""
    guide = guide_of(game.setup)
    return find_any_moment(guide.moment) if guide is not None and guide.moment else None


def find_any_moment(slug: str) -> AnyMoment | None:
    return find_moment(slug) or find_simple_moment(slug)


def moments_of(game: str) -> Sequence[AnyMoment]:
    return all_moments() if game == DECKS else GAMES[game].moments()


def outcome_at(game: LiveGame) -> str:
    """The outcome of the moment that a game is the table of; "" while it is being played."""
    moment = moment_of(game)
    if isinstance(moment, SimpleMoment):
        state = state_of(game)
        assert isinstance(state, SimpleGameState)
        return moment.outcome(state)
    return "" if moment is None else outcome_of(moment, decks_state_of(game))


def done_by(progress: FirstGame | None) -> list[str]:
    """The slugs of the moments that are done, that of the table of now included."""
    if progress is None:
        return []
    done = list(progress.done)
    moment = None if progress.table is None else moment_of(progress.table)
    if progress.table is not None and moment is not None and moment.slug not in done:
        done += [moment.slug] if is_done(outcome_at(progress.table)) else []
    return done


def next_moment(game: str, done: Collection[str], after: AnyMoment | None = None) -> AnyMoment | None:
    """The next moment of a game that is not done, the ones after ``after`` first; None when all are."""
    moments = moments_of(game)
    start = 0 if after is None or after.game != game else after.number
    return next((one for one in (*moments[start:], *moments[:start]) if one.slug not in done), None)


def _held(owner: Owner) -> FirstGame:
    """An owner's progress, to be changed in this transaction; begun if there is none."""
    key = FirstGame.objects.get_or_create(owner=owner)[0].pk
    lock_row(FirstGame, key)
    return FirstGame.objects.select_related("table", "game").get(pk=key)


def sit_down(owner: Owner, moment: AnyMoment) -> LiveGame:
    """The table of a moment, as it begins. The one of before is noted, and cleared away."""
    with transaction.atomic():
        progress = _held(owner)
        progress.done = done_by(progress)
        before, progress.table = progress.table, new_game(moment.setup(), owner)
        progress.save(update_fields=["done", "table"])
        if before is not None:
            before.delete()
    return progress.table


def begin_game(owner: Owner, page: str = "") -> LiveGame:
    """A real Duel with ready-made decks against a bot that plays one card a turn, and explains itself.

    One for each form (``accounts.begun``).
    """
    seats = {"A": (ME, ""), "B": (BOT, BOT_LEVEL)}
    setup = SetUp(DUEL, PRECONSTRUCTED, _new_seed(), decks=decks_of_sets(DEFAULT_SETS), first=0)
    arrangement = GameSetup(setup, champions=False, custom=None, seats=seats, sets=DEFAULT_SETS, guide=Guide())
    with transaction.atomic():
        progress = _held(owner)
        progress.done = done_by(progress)
        made = begun_before(arrangement, owner, page)
        progress.game = made or new_game(arrangement, owner, token=token_for(LiveGame, page))
        progress.save(update_fields=["done", "game"])
    bots.run(progress.game)
    return progress.game


def _new_seed() -> int:
    return secrets.randbits(SEED_BITS)


def explain(owner: Owner, wanted: bool) -> None:
    """Has the bot of the real game explain itself, or not."""
    FirstGame.objects.filter(owner=owner).update(explains=wanted)


def note_lesson(owner: Owner | None, slug: str) -> None:
    """Notes that a lesson of the board was looked at, for who has begun."""
    if progress_of(owner) is None or owner is None:
        return
    with transaction.atomic():
        progress = _held(owner)
        if slug not in progress.lessons:
            progress.lessons = [*progress.lessons, slug]
            progress.save(update_fields=["lessons"])
