"""How many examples a test of properties takes where its number is not the profile's own."""

from __future__ import annotations

from hypothesis import settings

USUAL = 100  # Hypothesis's own, which every profile but "fast" keeps


def examples(number: int) -> int:
    """So many, or as much fewer as the profile takes: a tenth of them with ``--hypothesis-profile=fast``."""
    return max(number * settings().max_examples // USUAL, 1)
