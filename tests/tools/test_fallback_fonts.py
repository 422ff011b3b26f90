"""The fonts that stand in for the site's until they arrive have their measures, computed again from the fonts."""

from __future__ import annotations

import re
from typing import Final

from tools import fallback_fonts as script

FIGURE: Final = re.compile(r"([\d.]+)%")
MAX_DIFFERENCE: Final = 0.5  # points of a hundred: a few new texts change how often letters are used


def test_the_figures_are_those_of_the_fonts() -> None:
    sheet = script.STYLES.read_text(encoding="utf-8")
    written = sheet[sheet.index(script.BEGIN) + len(script.BEGIN) : sheet.index(script.END)].splitlines()
    computed = script.fallbacks().splitlines()
    assert len(written) == len(computed) == len(script.OURS) * len(script.DEVICES)
    for ours, theirs in zip(written, computed, strict=True):
        assert FIGURE.sub("%", ours) == FIGURE.sub("%", theirs)
        for figure, other in zip(FIGURE.findall(ours), FIGURE.findall(theirs), strict=True):
            assert abs(float(figure) - float(other)) <= MAX_DIFFERENCE, ours


def test_every_font_that_stands_in_is_asked_for() -> None:
    sheet = script.STYLES.read_text(encoding="utf-8")
    for ours in script.OURS:
        names = ", ".join(f'"{ours.family} on {device.name}"' for device in script.DEVICES)
        assert re.search(rf'"{ours.family}",.*{names}', sheet)
