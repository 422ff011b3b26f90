"""The page of limits says what they are, and has them all."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

from django.conf import settings

from accounts.budgets import API, PAGES, TABLES
from accounts.limits import Limit
from accounts.request_rate import BURST, RATE
from background.lanes import JOBS
from cards.backup import archive
from grimoire.proving.limits import COUNTS

TIMES = {60: "a minute", 120: "2 minutes", 180: "3 minutes", 300: "5 minutes", 3600: "an hour", 24 * 3600: "a day"}
NONE = "\N{EN DASH}"


def rows(root: Path) -> list[list[str]]:
    """The cells of the table: what, how much, per, name."""
    text = (root / "docs" / "programmer" / "limits.md").read_text("utf-8")
    cells = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in text.splitlines() if "|" in line]
    return [row for row in cells if len(row) == 4][2:]


def all_limits(root: Path) -> list[Limit]:
    """Those that stand in a module of the site."""
    found: dict[int, Limit] = {}
    for room in (*settings.ROOMS, "games"):
        for module in pkgutil.walk_packages([str(root / room)], f"{room}."):
            if not re.search(r"\.(migrations|management)\b", module.name):
                values = vars(importlib.import_module(module.name)).values()
                found |= {id(value): value for value in values if isinstance(value, Limit)}
    return list(found.values())


def test_each_limit_is_on_the_page(root: Path) -> None:
    stated = {name: (times, per) for _what, times, per, name in rows(root) if name != NONE}
    limits = all_limits(root)
    assert len(limits) > 50
    assert stated == {limit.name: (str(limit.times), TIMES[limit.seconds]) for limit in limits}


def test_budgets_rates_and_sizes_are_right(root: Path) -> None:
    stated = [(times, per) for _what, times, per, name in rows(root) if name == NONE][1:]
    budgets = [(f"{budget.seconds:.0f}", TIMES[int(budget.every)]) for budget in (API, PAGES, COUNTS, TABLES)]
    assert stated == [*budgets, (f"{JOBS.limit:.0f}", TIMES[int(JOBS.seconds)])]
    text = (root / "docs" / "programmer" / "limits.md").read_text("utf-8")
    assert f"{RATE:.0f} a second, {BURST:.0f} at once" in text
    assert f"{archive.MAX_FILES} files, {archive.MAX_CARDS_UNPACKED // 10**6} MB of cards" in text
    assert f"{archive.MAX_PICTURES} pictures" in text
