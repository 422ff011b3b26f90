"""The rulings of the game: its texts, examples and rulebook lie beside this file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.schools.rulings.runner import SchoolsRunner
from games.schools.rulings.table import LEVELS, trial_rows
from rulings.games.plain import PlainRulings
from rulings.games.tables import RulesTable

RULINGS: Final = PlainRulings(
    name="magic-schools",
    title="Clash of Magic Schools",
    sign="M",
    runner=SchoolsRunner(),
    folder=Path(__file__).resolve().parent,
    table=RulesTable(
        rows=trial_rows,
        columns=[str(level) for level in LEVELS],
        heading=_("Your level and that of the Trial"),
        lesson=_(
            "Your level in the Arena on the left, the Trial's level on top. Each cell comes from the engine, "
            "for a player with enough Students there."
        ),
    ),
)
