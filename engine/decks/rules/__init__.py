"""The rules of Clash of Decks: board and cards, legality, and the two activation orders (the compiled core)."""

from __future__ import annotations

from engine import compiled

compiled.use_below(__path__, "decks/rules")  # before any of its modules is imported
