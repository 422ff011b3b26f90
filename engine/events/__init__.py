"""The trace's events: one class per fact, with a stable kind and no prose inside.

Every event carries ``phase`` (which list ``step`` belongs to), ``step`` (the rulebook's number there, or None),
``ability`` (the slug of what made it happen, or None) and ``rulings`` (their numbers), and the facts of its kind.
Places are ``(row, position, name)`` at the moment of the event; seats are numbers. ``to_dict`` writes an event as the
contract's JSON, ``replay`` redraws the board from it; the words that people read are made elsewhere, per language.

Each module has the events of the rules in the engine's module of the same name (``ai`` those of ``revealing`` too);
whoever uses them takes them from here: ``from engine import events as ev``.
"""

from __future__ import annotations

from engine.events.ai import AIManaCounted, ChosenInstead, Discarded, InVain, LeftPile, PileMade, Resisted, Revealed
from engine.events.assault import (
    AssaultBegins,
    AssaultEnds,
    Cleared,
    GoesBerserk,
    NoTarget,
    Sprinted,
    StrikesBack,
    StrongholdTargeted,
    Waits,
)
from engine.events.base import Event, Line, Place, Seat
from engine.events.blows import (
    Amount,
    AmountChanged,
    AuraEnds,
    AuraGives,
    Damaged,
    Destroyed,
    NoEffect,
    Prevented,
    Released,
    Sharpened,
    Targeted,
    Vanished,
)
from engine.events.hands import BastionFalls, ChampionExhausted, Regenerated, Returned, StrongholdHit
from engine.events.summoning import (
    BacklashCounted,
    CounterOrdered,
    Discounted,
    Enchained,
    Entered,
    Joined,
    LeftHand,
    Played,
    Readied,
    Reinforced,
)
from engine.events.turns import Catalysed, Exhausted, ManaGained, Over, Stopped, TurnBegins, TurnEnds
from engine.events.writing import EVENTS, to_dict

__all__ = [
    "EVENTS",
    "AIManaCounted",
    "Amount",
    "AmountChanged",
    "AssaultBegins",
    "AssaultEnds",
    "AuraEnds",
    "AuraGives",
    "BacklashCounted",
    "BastionFalls",
    "Catalysed",
    "ChampionExhausted",
    "ChosenInstead",
    "Cleared",
    "CounterOrdered",
    "Damaged",
    "Destroyed",
    "Discarded",
    "Discounted",
    "Enchained",
    "Entered",
    "Event",
    "Exhausted",
    "GoesBerserk",
    "InVain",
    "Joined",
    "LeftHand",
    "LeftPile",
    "Line",
    "ManaGained",
    "NoEffect",
    "NoTarget",
    "Over",
    "PileMade",
    "Place",
    "Played",
    "Prevented",
    "Readied",
    "Regenerated",
    "Reinforced",
    "Released",
    "Resisted",
    "Returned",
    "Revealed",
    "Seat",
    "Sharpened",
    "Sprinted",
    "Stopped",
    "StrikesBack",
    "StrongholdHit",
    "StrongholdTargeted",
    "Targeted",
    "TurnBegins",
    "TurnEnds",
    "Vanished",
    "Waits",
    "to_dict",
]
