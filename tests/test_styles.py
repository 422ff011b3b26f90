"""Style sheets: every rule is in a layer, and what wins over what is said in one place."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
import tinycss2

STYLES: Final = Path(__file__).parent.parent / "static" / "css"
SHEETS: Final = sorted(STYLES.glob("*.css"))


def top_of(sheet: Path) -> list[Any]:
    """The rules of a style sheet, not those inside of them."""
    text = sheet.read_text(encoding="utf-8")
    return list(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True))


def words_of(rule: Any) -> list[str]:
    """The names of the layers that an ``@layer`` is about."""
    return [token.value for token in rule.prelude if token.type == "ident"]


def test_the_order_of_the_layers_stands_first_in_base_and_nowhere_else() -> None:
    orders = [(sheet.name, rule) for sheet in SHEETS for rule in top_of(sheet) if getattr(rule, "content", 0) is None]
    ((name, order),) = orders
    assert name == "base.css" and top_of(STYLES / name)[0].source_line == order.source_line
    assert len(words_of(order)) > 1


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_no_rule_is_outside_a_layer_that_has_its_place_in_the_order(sheet: Path) -> None:
    order = words_of(top_of(STYLES / "base.css")[0])
    for rule in top_of(sheet):
        assert rule.type == "at-rule" and rule.lower_at_keyword == "layer", (sheet.name, rule.source_line)
        assert set(words_of(rule)) <= set(order), (sheet.name, rule.source_line)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_layers_alone_say_what_wins(sheet: Path) -> None:
    assert "!important" not in sheet.read_text(encoding="utf-8")
