"""Playing a stranger: two who wait for the same game get one, nearest by rating where several wait.

For a rated game both are near each other at first (``NEAR``); once one of them has waited for ``NEAR_FOR``, they are
paired however far they are.

All that changes who waits is done one after the other (``lock_name``, and SQLite by itself), so that two who come at
the same moment find each other, and nobody is given to two.
"""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.locks import lock_name, lock_row
from accounts.models import Owner
from contract.glicko import MIDDLE
from contract.seating import ME
from engine.decks.game.setup import players_of
from engine.decks.rules.modes import MODES, SEAT_NAMES
from games.decks.setups import DECKS, read_arrangement
from tables.lobby.listing import waiting_strangers
from tables.models import LiveGame, PlayerRating, StrangerWait
from tables.people.services import blocked_with
from tables.ratings.services import check_rated
from tables.services import bots
from tables.services.tables import new_game
from web.refusals import RequestRefused

OVER: Final = LiveGame.Status.OVER
NEAR: Final = 200.0  # points between two ratings
NEAR_FOR: Final = timedelta(seconds=30)
SAME_PRESS: Final = timedelta(seconds=10)  # a double click, or a second window: it leads to the game that there is
_LOCK: Final = "strangers"


def wish_of(request_data: dict[str, Any], *, rated: bool = False) -> str:
    """A hash of what is asked for, the same for the same game."""
    whole = request_data | ({"rated": True} if rated else {})
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()


def wait_for_stranger(
    owner: Owner,
    request_data: dict[str, Any],
    deck: list[Any] | None,
    *,
    rated: bool = False,
    takes_anybody: bool = False,
) -> StrangerWait:
    """Pairs an owner with one who waits for the same, else has them wait. What they waited for before is forgotten,
    but for a game that has just come of the same press.

    ``asked`` is what *Create* is asked for, without seats and decks; ``deck`` the own deck of Constructed, its cards
    written out. ``takes_anybody``: however far they are by rating. Raises ``RequestRefused`` where that cannot be
    played, or not as a rated game.
    """
    whole = _for_two(request_data, deck, deck)
    arrangement = read_arrangement(whole, owner)
    if rated:
        check_rated(whole, arrangement, owner)
    now, wish = timezone.now(), wish_of(request_data, rated=rated)
    with transaction.atomic():
        lock_name(_LOCK)
        own = StrangerWait.objects.filter(owner=owner)
        just_paired = own.filter(wish=wish, game__created__gt=now - SAME_PRESS).exclude(game__status=OVER)
        if pair := just_paired.select_related("game").first():
            return pair
        own.delete()
        asked = {"wish": wish, "asked": request_data, "deck": deck, "rated": rated}
        wait = StrangerWait(owner=owner, since=now, seen=now, **asked)
        wait.game = _find_game(wait, takes_anybody=takes_anybody)
        wait.save(force_insert=True)
    if wait.game is not None:
        bots.run(wait.game)
    return wait


def _find_game(wait: StrangerWait, *, takes_anybody: bool = False) -> LiveGame | None:
    """The game with the nearest of all who wait for the same; None where nobody does who will do. With ``_LOCK``."""
    others = list(_others(wait))
    ratings = _ratings(wait, [wait.owner_id, *(other.owner_id for other in others)])
    own = ratings[wait.owner_id]
    others.sort(key=lambda other: abs(ratings[other.owner_id] - own))  # of those as near the one who came first
    for other in others:
        is_near = abs(ratings[other.owner_id] - own) <= NEAR
        has_waited = timezone.now() - min(wait.since, other.since) >= NEAR_FOR
        if takes_anybody or is_near or has_waited or not wait.rated:
            game = _pair(other, wait)
            if game is not None:
                return game
    return None


def _others(wait: StrangerWait) -> QuerySet[StrangerWait]:
    others = waiting_strangers().filter(wish=wait.wish).exclude(owner=wait.owner_id)
    return others.exclude(owner__in=blocked_with(wait.owner))


def _ratings(wait: StrangerWait, owners: list[Any]) -> dict[Any, float]:
    """How strong owners are in what is waited for; guests and who is new like everybody at first."""
    known = PlayerRating.objects.filter(owner__in=owners, game=DECKS, mode=wait.asked["mode"])
    return dict.fromkeys(owners, MIDDLE) | dict(known.values_list("owner", "rating"))


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
    owners = {first: holder, second: wait.owner}
    game = new_game(arrangement, holder, owners, apart=(second,), rated=wait.rated)
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
    """The pairing that somebody waits for, noting that they are still there. Whom one was too far from, one may be
    paired with now."""
    wait = StrangerWait.objects.filter(owner=owner).select_related("game").first()
    if wait is None or wait.game is not None:
        return wait
    StrangerWait.objects.filter(pk=wait.pk, game=None).update(seen=timezone.now())
    if wait.rated and _others(wait).exists():
        with transaction.atomic():
            lock_name(_LOCK)
            wait = StrangerWait.objects.filter(owner=owner).select_related("game").first()
            if wait is None or wait.game is not None:
                return wait
            wait.game = _find_game(wait)
            StrangerWait.objects.filter(pk=wait.pk).update(game=wait.game)
        if wait.game is not None:
            bots.run(wait.game)
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
