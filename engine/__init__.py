"""The rules of Clash of Decks, in plain Python: positions, actions, and a trace that says what happened and why."""

from engine import compiled

compiled.use(__path__)  # before any module of the core is imported

from engine.version import RULES_VERSION  # noqa: E402

__all__ = ["RULES_VERSION"]
