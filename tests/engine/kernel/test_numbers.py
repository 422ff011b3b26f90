"""Whole numbers in text that somebody else has written."""

from __future__ import annotations

import pytest

from engine.kernel.numbers import whole_number


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("007", 7), ("999", 999)])
def test_digits_are_a_number(text: str, number: int) -> None:
    assert whole_number(text, 3) == number


@pytest.mark.parametrize("text", ["", " 7", "7 ", "-1", "+1", "1.0", "1e2", "1_0", "0x1", "٣", "²", "\0", "1000"])
def test_all_else_is_none(text: str) -> None:
    assert whole_number(text, 3) is None
