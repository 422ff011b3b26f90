"""The trace's events: one class per fact, with a stable kind and no prose inside.

Every event carries ``phase`` (which list ``step`` belongs to), ``step`` (the rulebook's number there, or None),
``ability`` (the slug of what made it happen, or None) and ``rulings`` (their numbers), and the facts of its kind.
Places are ``(row, position, name)`` at the moment of the event; seats are numbers. ``to_dict`` writes an event as the
contract's JSON, ``scenes`` redraws the board from it; the words that people read are made elsewhere, per language.

Each module has the events of the rules in the engine's module of the same name. Whoever uses them takes them from here:
``from engine.decks.rules.trace import events as ev``.
"""

from __future__ import annotations

from engine.decks.rules.trace.events.ai import AIManaCounted as AIManaCounted
from engine.decks.rules.trace.events.ai import ChosenInstead as ChosenInstead
from engine.decks.rules.trace.events.ai import Discarded as Discarded
from engine.decks.rules.trace.events.ai import InVain as InVain
from engine.decks.rules.trace.events.ai import LeftPile as LeftPile
from engine.decks.rules.trace.events.ai import PileMade as PileMade
from engine.decks.rules.trace.events.ai import Resisted as Resisted
from engine.decks.rules.trace.events.ai import Revealed as Revealed
from engine.decks.rules.trace.events.assault import AssaultBegins as AssaultBegins
from engine.decks.rules.trace.events.assault import AssaultEnds as AssaultEnds
from engine.decks.rules.trace.events.assault import Cleared as Cleared
from engine.decks.rules.trace.events.assault import GoesBerserk as GoesBerserk
from engine.decks.rules.trace.events.assault import NoTarget as NoTarget
from engine.decks.rules.trace.events.assault import Sprinted as Sprinted
from engine.decks.rules.trace.events.assault import StrikesBack as StrikesBack
from engine.decks.rules.trace.events.assault import StrongholdTargeted as StrongholdTargeted
from engine.decks.rules.trace.events.assault import Waits as Waits
from engine.decks.rules.trace.events.blows import Amount as Amount
from engine.decks.rules.trace.events.blows import AmountChanged as AmountChanged
from engine.decks.rules.trace.events.blows import AuraEnds as AuraEnds
from engine.decks.rules.trace.events.blows import AuraGives as AuraGives
from engine.decks.rules.trace.events.blows import Damaged as Damaged
from engine.decks.rules.trace.events.blows import Destroyed as Destroyed
from engine.decks.rules.trace.events.blows import NoEffect as NoEffect
from engine.decks.rules.trace.events.blows import Prevented as Prevented
from engine.decks.rules.trace.events.blows import Released as Released
from engine.decks.rules.trace.events.blows import Sharpened as Sharpened
from engine.decks.rules.trace.events.blows import Targeted as Targeted
from engine.decks.rules.trace.events.blows import Vanished as Vanished
from engine.decks.rules.trace.events.hands import BastionFalls as BastionFalls
from engine.decks.rules.trace.events.hands import ChampionExhausted as ChampionExhausted
from engine.decks.rules.trace.events.hands import Regenerated as Regenerated
from engine.decks.rules.trace.events.hands import Returned as Returned
from engine.decks.rules.trace.events.hands import StrongholdHit as StrongholdHit
from engine.decks.rules.trace.events.summoning import BacklashCounted as BacklashCounted
from engine.decks.rules.trace.events.summoning import CounterOrdered as CounterOrdered
from engine.decks.rules.trace.events.summoning import Discounted as Discounted
from engine.decks.rules.trace.events.summoning import Enchained as Enchained
from engine.decks.rules.trace.events.summoning import Entered as Entered
from engine.decks.rules.trace.events.summoning import Joined as Joined
from engine.decks.rules.trace.events.summoning import LeftHand as LeftHand
from engine.decks.rules.trace.events.summoning import Played as Played
from engine.decks.rules.trace.events.summoning import Readied as Readied
from engine.decks.rules.trace.events.summoning import Reinforced as Reinforced
from engine.decks.rules.trace.events.turns import Catalysed as Catalysed
from engine.decks.rules.trace.events.turns import Exhausted as Exhausted
from engine.decks.rules.trace.events.turns import ManaGained as ManaGained
from engine.decks.rules.trace.events.turns import Over as Over
from engine.decks.rules.trace.events.turns import Stopped as Stopped
from engine.decks.rules.trace.events.turns import TurnBegins as TurnBegins
from engine.decks.rules.trace.events.turns import TurnEnds as TurnEnds
from engine.decks.rules.trace.events.writing import EVENTS as EVENTS
from engine.decks.rules.trace.events.writing import to_dict as to_dict
from engine.decks.rules.trace.scenes import Event as Event
from engine.decks.rules.trace.scenes import LineIndex as LineIndex
from engine.decks.rules.trace.scenes import Place as Place
from engine.decks.rules.trace.scenes import SeatIndex as SeatIndex
