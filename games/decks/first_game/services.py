"""The real game that follows the moments, and the lessons of the board."""

from __future__ import annotations

import secrets

from django.db import transaction

from accounts.begun import token_for
from accounts.models import Owner
from contract.guide import Guide
from contract.seating import BOT, ME
from engine.decks.game.setup import PRECONSTRUCTED, SetUp
from engine.decks.rules.modes import DUEL
from engine.kernel.chance import SEED_BITS
from games.decks.cardpool import DEFAULT_SETS, decks_of_sets
from games.decks.first_game.moments import BOT_LEVEL
from games.decks.setups import GameSetup
from tables.first_game.services import done_by, progress_held, progress_of
from tables.models import FirstGame, LiveGame
from tables.services import bots
from tables.services.tables import begun_before, new_game


def begin_game(owner: Owner, page: str = "") -> LiveGame:
    """A real Duel with ready-made decks against a bot that plays one card a turn, and explains itself.

    One for each form (``accounts.begun``).
    """
    seats = {"A": (ME, ""), "B": (BOT, BOT_LEVEL)}
    setup = SetUp(DUEL, PRECONSTRUCTED, _new_seed(), decks=decks_of_sets(DEFAULT_SETS), first=0)
    arrangement = GameSetup(setup, champions=False, custom=None, seats=seats, sets=DEFAULT_SETS, guide=Guide())
    with transaction.atomic():
        progress = progress_held(owner)
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
        progress = progress_held(owner)
        if slug not in progress.lessons:
            progress.lessons = [*progress.lessons, slug]
            progress.save(update_fields=["lessons"])
