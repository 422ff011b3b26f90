"""Live games as they are kept: the game, its seats, its log; what streams and repeated requests need; what is left."""

from __future__ import annotations

from play.models.answers import IdempotentAnswer
from play.models.bots import BotTurn
from play.models.first_games import FirstGame
from play.models.games import GameSeat, LiveGame, LogEntry, SeatMove
from play.models.gatherings import Gathering, GatheringSeat
from play.models.live import GameNotice, StreamPresence
from play.models.outcomes import CountedGame, OutcomeCount
from play.models.pushes import BrowserMessage, PushSubscription, TurnMessage
from play.models.reviews import GameReview
from play.models.strangers import StrangerWait
from play.models.webhooks import Webhook, WebhookEvent

__all__ = [
    "BotTurn",
    "BrowserMessage",
    "CountedGame",
    "FirstGame",
    "GameNotice",
    "GameReview",
    "GameSeat",
    "Gathering",
    "GatheringSeat",
    "IdempotentAnswer",
    "LiveGame",
    "LogEntry",
    "OutcomeCount",
    "PushSubscription",
    "SeatMove",
    "StrangerWait",
    "StreamPresence",
    "TurnMessage",
    "Webhook",
    "WebhookEvent",
]
