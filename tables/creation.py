"""What a request to create a game asks for."""

from __future__ import annotations

from typing import Any

from accounts.models import Owner
from contract.adapter import TableConfig
from contract.registry import GAMES, default_game
from engine.kernel.reading import Reader
from web.refusals import RequestRefused, refuse_form


def read_request(data: Any, owner: Owner | None) -> TableConfig:
    """The set-up that *Create* is asked for.

    Raises ``RequestRefused``: 400 for all faults of form, 422 for what rules forbid and for a game that there is not.
    """
    reader = Reader()
    fields = reader.object(data, "", (), data if isinstance(data, dict) else ())
    name = fields.get("game", default_game().name)
    if isinstance(name, str) and name not in GAMES:
        raise RequestRefused(422, "unknown-game", f"there is no game '{name[:60]}' here", "/game")
    reader.choice(name, "/game", tuple(GAMES))
    refuse_form(reader.faults)
    return GAMES[name].adapter.read(fields, owner)
