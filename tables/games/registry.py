"""The games that can be played here, by name: the only file that sees them all."""

from __future__ import annotations

from typing import Any, Final

from accounts.models import Owner
from engine.kernel.reading import Reader
from tables.games.armies import ArmiesTable
from tables.games.decks import DecksTable
from tables.games.protocol import GameArrangement, TableGame
from tables.games.schools import SchoolsTable
from web.refusals import RequestRefused, refuse_form

DEFAULT: Final = DecksTable.name
GAMES: Final[dict[str, TableGame]] = {game.name: game for game in (DecksTable(), SchoolsTable(), ArmiesTable())}


def table_game(name: str) -> TableGame:
    """A game by its name. Raises ``KeyError``."""
    return GAMES[name]


def read_request(data: Any, owner: Owner | None) -> GameArrangement:
    """The set-up that *Create* is asked for.

    Raises ``RequestRefused``: 400 for all faults of form, 422 for what rules forbid and for a game that there is not.
    """
    reader = Reader()
    given = reader.object(data, "", (), data if isinstance(data, dict) else ())
    name = given.get("game", DEFAULT)
    if isinstance(name, str) and name not in GAMES:
        raise RequestRefused(422, "unknown-game", f"there is no game '{name[:60]}' here", "/game")
    reader.choice(name, "/game", tuple(GAMES))
    refuse_form(reader.faults)
    return table_game(name).read(given, owner)
