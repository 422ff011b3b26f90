"""What the site does for so many seconds and no longer, it does for longer in tests: on a busy machine they end as on a
quiet one. Tests that are about such a limit set it themselves.
"""

from __future__ import annotations

import sys
from typing import Final

import pytest

TIMES: Final = 20
LIMITS: Final = (  # of modules: seconds of the processor or of the clock
    ("api.positions", "SOLVE_SECONDS"),
    ("games.decks.analysing.thinking_services", "QUICK_SECONDS"),
    ("games.decks.analysing.thinking_services", "STEP"),
    ("games.decks.analysing.views", "IMPORT_SECONDS"),
    ("games.decks.analysing.views", "LINES_SECONDS"),
    ("grimoire.booklets.tasks", "STEP_SECONDS"),
    ("grimoire.composing.marks", "MARK_SECONDS"),
    ("grimoire.lines", "MAX_SECONDS"),
    ("grimoire.offline.views", "QUICK_SECONDS"),
    ("grimoire.proving.counting", "COUNT_SECONDS"),
    ("grimoire.proving.near_misses", "MAX_SECONDS"),
    ("grimoire.proving.searching", "SHORTER_SECONDS"),
    ("grimoire.proving.services", "QUICK_SECONDS"),
    ("grimoire.solving.free_play", "MAX_SECONDS"),
    ("grimoire.solving.set_plays", "MAX_SECONDS"),
    ("grimoire.solving.variations", "MAX_SECONDS"),
    ("tables.reviewing.services", "STEP"),
    ("tables.services.bots", "STEP"),
)


def be_patient(patch: pytest.MonkeyPatch) -> None:
    """Gives everything that is limited so ``TIMES`` as long; only where a module is there already."""
    for module, name in LIMITS:
        if module in sys.modules:
            patch.setattr(f"{module}.{name}", TIMES * getattr(sys.modules[module], name))
