"""What Clash of Decks keeps that no other game has."""

from __future__ import annotations

from games.decks.analysing.models import Analysis
from games.decks.analysing.thinking_models import Thinking
from games.decks.deal.models import DealTry

__all__ = ["Analysis", "DealTry", "Thinking"]
