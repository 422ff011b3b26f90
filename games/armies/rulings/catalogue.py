"""The rulings of the game: its texts, examples and rulebook lie beside this file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.armies.rulings.runner import ArmiesRunner
from games.armies.rulings.table import DEFENCE, champion_rows
from rulings.games.plain import PlainRulings
from rulings.games.tables import RulesTable

RULINGS: Final = PlainRulings(
    name="clash-of-the-cards",
    title="Clash of the Cards",
    sign="C",
    runner=ArmiesRunner(),
    folder=Path(__file__).resolve().parent,
    table=RulesTable(
        rows=champion_rows,
        columns=DEFENCE,
        heading=_("Champion against champion"),
        lesson=_(
            "Who wins the pile: the initiator's champion on the left, the defender's on top. Every "
            "cell is a battle fought by the engine."
        ),
    ),
)
