"""The kinds of score sheets, by name: as the contract has them."""

from __future__ import annotations

from contract.registry import GAMES
from contract.sheets import SheetKind
from scores.models import ScoreSheet


def sheet_kinds() -> dict[str, SheetKind]:
    return {kind.slug: kind for game in GAMES.values() for kind in game.sheets}


def kind_of(sheet: ScoreSheet) -> SheetKind:
    return sheet_kinds()[sheet.kind]
