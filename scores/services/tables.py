"""Games played here that belong on a sheet: tables begun for it, finished games taken in, results when they end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.locks import lock_row
from accounts.models import Owner
from contract.sheets import UnfitSheet
from contract.state import GameState
from scores.kinds import kind_of
from scores.models import ScoreSheet, SheetTable
from scores.services.writing import lines_of, standing_of, write
from tables.creation import read_request
from tables.models import GameSeat, LiveGame
from tables.occasions import Occasion
from tables.services.log import game_ended
from tables.services.tables import new_game
from tables.states import state_of

Outcome = SheetTable.Outcome
MAX_OFFERED: Final = 12  # finished games to choose from


def open_tables(sheet: ScoreSheet) -> QuerySet[SheetTable]:
    """The tables at which games of a sheet are being played."""
    return sheet.tables.select_related("game").filter(outcome=Outcome.OPEN, game__isnull=False)


class OfSheet(Occasion):
    def ways_back(self, game: LiveGame, owner: Owner | None) -> list[tuple[str, str]]:
        """From a game of a sheet to it."""
        table = SheetTable.objects.select_related("sheet").filter(game=game).first()
        if table is None or not table.sheet.is_readable_by(owner):
            return []
        return [(_("Back to the score sheet"), table.sheet.get_absolute_url())]


def players_of_next(sheet: ScoreSheet) -> dict[str, str] | None:
    """Who sits where in the next game; None where none is to be played here."""
    return kind_of(sheet).seats(sheet.setup, standing_of(sheet, lines_of(sheet)))


@transaction.atomic
def begin(sheet: ScoreSheet, params: dict[str, Any], owner: Owner) -> LiveGame:
    """A table for the next game, as a request to *Create* asks for it; the one that is open, if there is one.

    Raises ``RequestRefused`` as ``read_request`` does, ``UnfitSheet`` where there is no next game.
    """
    lock_row(ScoreSheet, sheet.pk)
    table = open_tables(sheet).first()
    if table is not None and table.game is not None:
        return table.game
    players = players_of_next(sheet)
    if players is None or set(params["seats"]) != set(players):
        raise UnfitSheet(_("No game can be played right now."))
    kind = kind_of(sheet)
    body = {**params, "game": kind.game, "options": kind.options(sheet.setup)}
    game = new_game(read_request(body, owner), owner)
    SheetTable.objects.create(sheet=sheet, game=game, players=players)
    return game


def finished_games(sheet: ScoreSheet, owner: Owner) -> list[LiveGame]:
    """The latest games of somebody's that could go on the sheet: finished ones of its game, players and options."""
    players = players_of_next(sheet)
    if players is None:
        return []
    kind = kind_of(sheet)
    seated = GameSeat.objects.filter(owner=owner).values("game")
    games = LiveGame.objects.filter(
        game=kind.game, status=LiveGame.Status.OVER, pk__in=seated, sheet_table__isnull=True
    ).order_by("-updated")
    options = kind.options(sheet.setup)
    fitting = [
        game
        for game in games[: 4 * MAX_OFFERED]
        if list(game.setup["seats"]) == list(players) and game.setup.get("options", {}) == options
    ]
    return fitting[:MAX_OFFERED]


@transaction.atomic
def take_in(sheet: ScoreSheet, game: LiveGame, *, seen: int | None = None) -> None:
    """Writes a finished game on the sheet. Raises ``StaleSheet``, ``UnfitSheet``."""
    lock_row(ScoreSheet, sheet.pk)
    players = players_of_next(sheet)
    if players is None:
        raise UnfitSheet(_("No game can be played right now."))
    write(sheet, _entries(sheet, players, state_of(game)), seen=seen, game=game)
    SheetTable.objects.create(sheet=sheet, game=game, players=players, outcome=Outcome.ENTERED)


def _entries(sheet: ScoreSheet, players: Mapping[str, str], state: GameState) -> list[dict[str, Any]]:
    entries = kind_of(sheet).played(sheet.setup, players, state)
    if not entries:
        raise UnfitSheet(_("This game doesn't count: none of its hands was scored."))
    return entries


def enter_result(sender: type[LiveGame], game: LiveGame, state: GameState, **more: Any) -> None:
    """A game has ended: if it belongs on a sheet, it is written there."""
    table = SheetTable.objects.select_related("sheet").filter(game=game, outcome=Outcome.OPEN).first()
    if table is None:
        return
    sheet = table.sheet
    try:
        with transaction.atomic():
            lock_row(ScoreSheet, sheet.pk)
            if players_of_next(sheet) != table.players:  # written by hand meanwhile, or corrected
                raise UnfitSheet(_("No game can be played right now."))
            write(sheet, _entries(sheet, table.players, state), game=game)
        table.outcome = Outcome.ENTERED
    except UnfitSheet:
        table.outcome = Outcome.REFUSED
    table.save(update_fields=["outcome"])


def start() -> None:
    game_ended.connect(enter_result, dispatch_uid="scores.tables")
