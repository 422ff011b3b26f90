"""The version of the rules that the engine plays, for records of games."""

from __future__ import annotations

from typing import Final

# Raised whenever some position and action come to another position or another trace than before, or a seed to another
# start: a record made under one version is only sure to replay under the same one. Frozen records tell when that is
# (``python -m tests.engine.decks.game.golden``).
RULES_VERSION: Final = 2
