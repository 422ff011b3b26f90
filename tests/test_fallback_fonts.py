"""The fonts that stand in for the site's until they arrive have their measures, computed again from the fonts."""

from __future__ import annotations

import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
FIGURE: Final = re.compile(r"([\d.]+)%")
MAX_DIFFERENCE: Final = 0.5  # points of a hundred: a few new texts change how often letters are used


@pytest.fixture(scope="module")
def script() -> Any:
    spec = spec_from_file_location("fallback_fonts", ROOT / "script" / "fallback_fonts.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = module_from_spec(spec)  # dataclasses look for their module there
    spec.loader.exec_module(module)
    return module


def test_the_figures_are_those_of_the_fonts(script: Any) -> None:
    sheet = script.STYLES.read_text(encoding="utf-8")
    written = sheet[sheet.index(script.BEGIN) + len(script.BEGIN) : sheet.index(script.END)].splitlines()
    computed = script.fallbacks().splitlines()
    assert len(written) == len(computed) == len(script.OURS) * len(script.DEVICES)
    for ours, theirs in zip(written, computed, strict=True):
        assert FIGURE.sub("%", ours) == FIGURE.sub("%", theirs)
        for one, other in zip(FIGURE.findall(ours), FIGURE.findall(theirs), strict=True):
            assert abs(float(one) - float(other)) <= MAX_DIFFERENCE, ours


def test_every_font_that_stands_in_is_asked_for(script: Any) -> None:
    sheet = script.STYLES.read_text(encoding="utf-8")
    for ours in script.OURS:
        names = ", ".join(f'"{ours.family} on {device.name}"' for device in script.DEVICES)
        assert re.search(rf'"{ours.family}",.*{names}', sheet)
