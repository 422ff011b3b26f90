"""How many examples a test of properties takes where its number is not the profile's own."""

from __future__ import annotations

from hypothesis import settings

USUAL = 100  # Hypothesis's own, which the profiles' numbers are shares of


def examples(number: int) -> int:
    """That share of so many that the profile takes: usually half, a tenth with ``--hypothesis-profile=fast``."""
    return max(number * settings().max_examples // USUAL, 1)
