"""The stages of a game, and what everybody has seen of an event."""

from __future__ import annotations

from typing import Final

from engine.decks.rules.trace.events import Event

AT_DRAFT: Final = "draft"
AT_TERMS: Final = "terms"
AT_PLAY: Final = "play"
AT_END: Final = "over"

Sighting = tuple[Event, bool]  # an event, and whether everybody may know the cards that it names
