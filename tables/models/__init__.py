"""Live games as they are kept: the game, its seats, its log; what streams and repeated requests need; what is left."""

from __future__ import annotations

from tables.models.bots import BotTurn
from tables.models.chat import ChatLine
from tables.models.clocks import DayOff, TimeoutCheck
from tables.models.first_games import FirstGame
from tables.models.games import GameSeat, LiveGame, LogEntry, SeatMove
from tables.models.gatherings import Gathering, GatheringSeat
from tables.models.live import GameNotice, StreamPresence
from tables.models.messages import GameMail, MailLine, MailWhen, MessageSettings, PeopleMessage, Told
from tables.models.outcomes import CountedGame, OutcomeCount
from tables.models.people import Challenge, Relation
from tables.models.pushes import BrowserMessage, PushSubscription, TurnMessage
from tables.models.ratings import LadderSeason, PlayerProfile, PlayerRating, RatedGame, SeasonPlace
from tables.models.reviews import GameReview
from tables.models.strangers import StrangerWait
from tables.models.webhooks import Webhook, WebhookEvent

__all__ = [
    "BotTurn",
    "BrowserMessage",
    "Challenge",
    "ChatLine",
    "CountedGame",
    "DayOff",
    "FirstGame",
    "GameMail",
    "GameNotice",
    "GameReview",
    "GameSeat",
    "Gathering",
    "GatheringSeat",
    "LadderSeason",
    "LiveGame",
    "LogEntry",
    "MailLine",
    "MailWhen",
    "MessageSettings",
    "OutcomeCount",
    "PeopleMessage",
    "PlayerProfile",
    "PlayerRating",
    "PushSubscription",
    "RatedGame",
    "Relation",
    "SeasonPlace",
    "SeatMove",
    "StrangerWait",
    "StreamPresence",
    "TimeoutCheck",
    "Told",
    "TurnMessage",
    "Webhook",
    "WebhookEvent",
]
