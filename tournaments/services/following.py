"""What happens by itself: games that end, players who do not come, arenas whose time is up.

A worker looks now and then (``background.services.resuming``), and so does whoever looks at a tournament.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.locks import lock_row
from background.outages import is_passing
from background.services import resuming
from contract.log import Kind
from tables.models import GameSeat, LiveGame
from tables.services.leaving import leave
from tables.services.log import StaleVersion, game_ended
from tables.states import GameState
from tournaments.models import Match, Tournament
from tournaments.services import results, rounds

logger = logging.getLogger(__name__)


def look(tournament: Tournament) -> None:
    """Does what is due in a tournament: for each request about it, and now and then."""
    if tournament.phase != Tournament.Phase.RUNNING:
        return
    due = timezone.now() - timedelta(minutes=tournament.no_show)
    for match in tournament.matches.filter(outcome="", opened__lt=due, game__isnull=False).select_related("game"):
        if match.game is not None and match.game.status != LiveGame.Status.OVER:
            end_no_show(match.game)
    if _stands_still(tournament):
        rounds.advance(tournament)
    tournament.refresh_from_db()


def _stands_still(tournament: Tournament) -> bool:
    """Whether there is something to be done for which nobody has come; a guess, which ``advance`` looks at itself."""
    if not tournament.is_arena:
        return not tournament.matches.filter(outcome="").exists()
    return tournament.pairs_no_more or tournament.entrants.filter(is_waiting=True, is_out=False).count() >= rounds.LEAST


def end_no_show(game: LiveGame) -> None:
    """Has those lose who are to act and have done nothing in the game at all."""
    try:
        with transaction.atomic():
            lock_row(LiveGame, game.pk)
            game.refresh_from_db()
            seats = list(game.seats.select_related("owner"))
            absent = [seat for seat in seats if _is_absent(game, seat)]
            if absent and game.result is None:
                leave(game, seats, absent, Kind.DEADLINE, "deadline")
    except StaleVersion:  # they came this moment
        return


def _is_absent(game: LiveGame, seat: GameSeat) -> bool:
    is_due = seat.is_person and not seat.has_left and seat.seat_name in game.acting
    return is_due and not game.log.filter(seat=seat.seat_name).exists()


def enter_result(sender: type[LiveGame], game: LiveGame, state: GameState, **_: Any) -> None:
    """A receiver of ``game_ended``: if it was a match, the tournament goes on after the transaction."""
    if not Match.objects.filter(game=game, outcome="").exists():
        return
    game.result = state.result
    tournament = results.settle_game(game)
    if tournament is not None:
        rounds.advance_later(tournament)


def resume(**_: Any) -> None:
    """Looks at all tournaments that go on. What goes wrong with one is logged, and keeps no other from going on."""
    for tournament in Tournament.objects.filter(phase=Tournament.Phase.RUNNING):
        try:
            look(tournament)
        except Exception as error:
            if is_passing(error):
                raise  # the worker waits until the database is there again
            logger.exception("Tournament %s stands still", tournament.token)


def start() -> None:
    game_ended.connect(enter_result, dispatch_uid="tournaments.results")
    resuming.connect(resume, dispatch_uid="tournaments.results")
