"""The part that the engines of all games share: seeded chance, errors, reading JSON, budgets. It knows no game."""

from __future__ import annotations

from engine import compiled

compiled.use_below(__path__, "kernel")  # before any of its modules is imported
