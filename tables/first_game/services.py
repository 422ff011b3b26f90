"""Sitting down to a moment of a first game, and how far somebody is in it."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from accounts.locks import lock_row
from accounts.models import Owner
from contract.guide import guide_of
from contract.moments import Moment, is_done
from contract.registry import GAMES, find_moment
from tables.models import FirstGame, LiveGame
from tables.services.tables import new_game
from tables.states import state_of


def progress_of(owner: Owner | None) -> FirstGame | None:
    """How far an owner is; None for who has not begun."""
    if owner is None:
        return None
    return FirstGame.objects.filter(owner=owner).select_related("table", "game").first()


def moment_of(game: LiveGame) -> Moment | None:
    guide = guide_of(game.setup)
    return find_moment(guide.moment) if guide is not None and guide.moment else None


def outcome_at(game: LiveGame) -> str:
    """The outcome of the moment that a game is the table of; "" while it is being played."""
    moment = moment_of(game)
    return "" if moment is None else moment.outcome(state_of(game))


def done_by(progress: FirstGame | None) -> list[str]:
    """The slugs of the moments that are done, that of the table of now included."""
    if progress is None:
        return []
    done = list(progress.done)
    moment = None if progress.table is None else moment_of(progress.table)
    if progress.table is not None and moment is not None and moment.slug not in done:
        done += [moment.slug] if is_done(outcome_at(progress.table)) else []
    return done


def next_moment(game: str, done: Collection[str], after: Moment | None = None) -> Moment | None:
    """The next moment of a game that is not done, the ones after ``after`` first; None when all are."""
    moments = GAMES[game].moments()
    start = 0 if after is None or after.game != game else after.number
    return next((moment for moment in (*moments[start:], *moments[:start]) if moment.slug not in done), None)


def progress_held(owner: Owner) -> FirstGame:
    """An owner's progress, to be changed in this transaction; begun if there is none."""
    key = FirstGame.objects.get_or_create(owner=owner)[0].pk
    lock_row(FirstGame, key)
    return FirstGame.objects.select_related("table", "game").get(pk=key)


def sit_down(owner: Owner, moment: Moment) -> LiveGame:
    """The table of a moment, as it begins. The one of before is noted, and cleared away."""
    with transaction.atomic():
        progress = progress_held(owner)
        progress.done = done_by(progress)
        before, progress.table = progress.table, new_game(moment.setup(), owner)
        progress.save(update_fields=["done", "table"])
        if before is not None:
            before.delete()
    return progress.table
