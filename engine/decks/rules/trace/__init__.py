"""The trace: the recorder of a resolution, its typed events, and scenes redrawn from them."""

from __future__ import annotations

from engine import compiled

compiled.use_below(__path__, "decks/rules/trace")  # before any of its modules is imported
