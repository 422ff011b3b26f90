"""The version of the rules, which records carry."""

from __future__ import annotations

from typing import Final

RULES_VERSION: Final = 1  # raised when a record would come to another end
