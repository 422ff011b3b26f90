"""Made-up cards to play with where no catalogue is given: the same that ``bench`` measures with."""

from __future__ import annotations

from engine.cli_bench import pool

__all__ = ["pool"]
