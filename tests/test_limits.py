"""The page of limits says what they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from accounts.budgets import API, PAGES, TABLES, ProcessorBudget
from accounts.request_rate import BURST, RATE
from api.oembed.limits import RATE_LIMIT as OEMBED_LIMIT
from api.own.doors import CHANGES
from background.lanes import JOBS
from background.meters import Meter
from cards.backup import archive
from cards.decks.forms import SAVES
from cards.workshop.requests import IMPORTED, NEW_CARDS, PUBLISHED, UPLOADS
from champions.limits import TRIALS
from games.decks.analysing.thinking_limits import JOBS as ANALYZED
from games.decks.analysing.thinking_limits import NEW as NEW_ANALYSES
from grimoire.authoring.forms import NEW_PAGES
from grimoire.composing.limits import SEARCHES
from grimoire.proving.limits import ASKS, COUNTS
from grimoire.solving.limits import FREELY, JUDGED
from tables.limits import NEW_GAMES

TIMES = {60: "a minute", 120: "2 minutes", 180: "3 minutes", 3600: "an hour", 24 * 3600: "a day"}
LIMITS = (
    NEW_GAMES, CHANGES, NEW_CARDS, IMPORTED, PUBLISHED, UPLOADS, SAVES, NEW_PAGES, ASKS, TRIALS, OEMBED_LIMIT,
    NEW_ANALYSES, ANALYZED, SEARCHES, FREELY, JUDGED,
)  # fmt: skip


def figures(limit: Any) -> tuple[str, str]:
    if isinstance(limit, ProcessorBudget):
        return f"{limit.seconds:.0f}", TIMES[int(limit.every)]
    if isinstance(limit, Meter):
        return f"{limit.limit:.0f}", TIMES[int(limit.seconds)]
    return str(limit.times), TIMES[limit.seconds]


@pytest.mark.parametrize("place", range(5 + len(LIMITS)))
def test_the_page_of_limits_is_right(root: Path, place: int) -> None:
    rows = [
        line.split("|")
        for line in (root / "docs" / "programmer" / "limits.md").read_text("utf-8").splitlines()
        if "|" in line
    ]
    stated = [(row[2].strip(), row[3].strip()) for row in rows if len(row) == 5][3:]
    limits = (NEW_GAMES, API, PAGES, COUNTS, TABLES, JOBS, *LIMITS[1:])
    assert stated[place] == figures(limits[place])


def test_rates_and_sizes_are_right(root: Path) -> None:
    text = (root / "docs" / "programmer" / "limits.md").read_text("utf-8")
    assert f"{RATE:.0f} a second, {BURST:.0f} at once" in text
    assert f"{archive.MAX_FILES} files, {archive.MAX_CARDS_UNPACKED // 10**6} MB of cards" in text
    assert f"{archive.MAX_PICTURES} pictures" in text
