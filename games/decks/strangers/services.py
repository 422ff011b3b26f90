"""Playing a stranger: two who wait for the same game get one.

All that changes who waits is done one after the other (``lock_name``, and SQLite by itself), so that two who come at
the same moment find each other, and nobody is given to two.
"""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from accounts.locks import lock_name, lock_row
from accounts.models import Owner
from contract.seating import ME
from engine.decks.game.setup import players_of
from engine.decks.rules.modes import MODES, SEAT_NAMES
from games.decks.setups import read_arrangement
from tables.lobby.listing import waiting_strangers
from tables.models import LiveGame, StrangerWait
from tables.people.services import blocked_with
from tables.services import bots
from tables.services.tables import new_game
from web.refusals import RequestRefused

OVER: Final = LiveGame.Status.OVER
SAME_PRESS: Final = timedelta(seconds=10)  # a double click, or a second window: it leads to the game that there is
_LOCK: Final = "strangers"


def wish_of(request_data: dict[str, Any]) -> str:
    """A hash of what is asked for, the same for the same game."""
    return hashlib.sha256(json.dumps(request_data, sort_keys=True).encode()).hexdigest()


def wait_for_stranger(owner: Owner, request_data: dict[str, Any], deck: list[Any] | None) -> StrangerWait:
    """Pairs an owner with one who waits for the same, else has them wait. What they waited for before is forgotten,
    but for a game that has just come of the same press.

    ``asked`` is what *Create* is asked for, without seats and decks; ``deck`` the own deck of Constructed, its cards
    written out. Raises ``RequestRefused`` where that cannot be played.
    """
    read_arrangement(_for_two(request_data, deck, deck), owner)
    now, wish = timezone.now(), wish_of(request_data)
    with transaction.atomic():
        lock_name(_LOCK)
        own = StrangerWait.objects.filter(owner=owner)
        just_paired = own.filter(wish=wish, game__created__gt=now - SAME_PRESS).exclude(game__status=OVER)
        if pair := just_paired.select_related("game").first():
            return pair
        own.delete()
        wait = StrangerWait(owner=owner, wish=wish, asked=request_data, deck=deck, since=now, seen=now)
        others = waiting_strangers().filter(wish=wish).exclude(owner=owner)
        for other in others.exclude(owner__in=blocked_with(owner)):
            wait.game = _pair(other, wait)
            if wait.game is not None:
                break
        wait.save(force_insert=True)
    if wait.game is not None:
        bots.run(wait.game)
    return wait


def _pair(other: StrangerWait, wait: StrangerWait) -> LiveGame | None:
    """The game of two who wait for the same; None where the other one has gone this moment."""
    lock_row(Owner, other.owner_id)
    holder = Owner.objects.filter(pk=other.owner_id).first()
    if holder is None or not StrangerWait.objects.filter(pk=other.pk, game=None).exists():
        return None
    try:
        arrangement = read_arrangement(_for_two(other.asked, other.deck, wait.deck), holder)
    except RequestRefused:  # a set that only one of them may see
        return None
    first, second = arrangement.seats
    game = new_game(arrangement, holder, {first: holder, second: wait.owner}, apart=(second,))
    StrangerWait.objects.filter(pk=other.pk).update(game=game)
    return game


def _for_two(request_data: dict[str, Any], first: list[Any] | None, second: list[Any] | None) -> dict[str, Any]:
    letters = [SEAT_NAMES[seat] for seat in players_of(MODES[request_data["mode"]])]
    if len(letters) != 2:
        raise RequestRefused(422, "not-for-two", "only games for two players can be paired", "/mode")
    whole = request_data | {"seats": {letter: {"kind": ME} for letter in letters}}
    if first is not None and second is not None:
        whole["decks"] = dict(zip(letters, (first, second), strict=True))
    return whole


def still_waiting(owner: Owner) -> StrangerWait | None:
    """The pairing that somebody waits for, noting that they are still there."""
    wait = StrangerWait.objects.filter(owner=owner).select_related("game").first()
    if wait is not None and wait.game is None:
        StrangerWait.objects.filter(pk=wait.pk, game=None).update(seen=timezone.now())
    return wait


def stop_waiting(owner: Owner) -> LiveGame | None:
    """Has somebody wait no longer; the game if one has come of it meanwhile."""
    with transaction.atomic():
        lock_name(_LOCK)
        wait = StrangerWait.objects.filter(owner=owner).select_related("game").first()
        if wait is None:
            return None
        wait.delete()
        return wait.game
