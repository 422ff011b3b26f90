"""The version of the rules, by which proofs are kept."""

from __future__ import annotations

from typing import Final

RULES_VERSION: Final = 1  # raised when some position and action come to another end
