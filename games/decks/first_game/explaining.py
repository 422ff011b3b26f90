"""A first game in words: what the bot did and why, and what the reader could do.

All of it is made of what the reader's seat knows: open events, and positions in which whatever it cannot see lies in an
order that says nothing. Why the bot played a card is what the play brings by the bot's own judgement (``motives``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from board.naming import own_card
from board.plays import place_words
from cards.sets import all_cards
from engine.decks.bots import motives
from engine.decks.bots.lookahead import best_play
from engine.decks.bots.motives import Motive
from engine.decks.bots.worth import worth
from engine.decks.game.foresight import known_to
from engine.decks.game.game import DecksGame
from engine.decks.game.stages import AT_PLAY
from engine.decks.rules.abilities import AERIAL, DEFENDER, RAGE
from engine.decks.rules.actions import ASSAULT, PLAY_LINE
from engine.decks.rules.board import SUMMONING
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.trace import events as ev
from engine.kernel.budget import Budget
from tables.states import PlayedAction

Step = tuple[PlayedAction, DecksGame, DecksGame]
HINTED_TURNS: Final = 4  # of the reader's own, in which it gets hints


@dataclass(frozen=True)
class _Turn:
    """A turn of the bot's: its actions, with all that happened in them as everybody saw it."""

    steps: list[Step]

    @property
    def plays(self) -> list[Step]:
        return [step for step in self.steps if " " in step[0].action]

    @property
    def assault(self) -> list[ev.Event]:
        """The open events of its Assault, up to the end of the turn."""
        events: list[ev.Event] = []
        for played_action, _before, after in self.steps:
            for event, is_open in after.seen[-1] if " " not in played_action.action else ():
                if isinstance(event, ev.TurnEnds):
                    break
                if is_open:
                    events.append(event)
        return events


def explained(past: Sequence[Step], seat: int, language: str) -> list[str]:
    """The bot's latest turn in some sentences: what it played and why, what its Assault did. None where it did nothing.

    ``past`` are the latest actions of all seats, with the game before and after each.
    """
    turn = _latest_turn(past, seat)
    return [] if turn is None else [*_played(turn, seat, language), *_attacked(turn, seat, language)]


def _latest_turn(past: Sequence[Step], seat: int) -> _Turn | None:
    steps = [step for step in past if step[0].seat != seat and step[0].turn[0] == AT_PLAY]
    if not steps:
        return None
    last = steps[-1][0].turn
    return _Turn([step for step in steps if step[0].turn == last])


# What it played


def _played(turn: _Turn, seat: int, language: str) -> list[str]:
    letter = SEAT_NAMES[1 - seat]
    if not turn.plays:
        return [_("%(bot)s played no card: none would have helped.") % {"bot": letter}]
    return [_play_told(step, seat, letter, language) for step in turn.plays]


def _play_told(step: Step, seat: int, letter: str, language: str) -> str:
    """One play, with what it was for."""
    _done, before, after = step
    events = [event for event, is_open in after.seen[-1] if is_open]
    played = next(event for event in events if isinstance(event, ev.Played))
    says = {"bot": letter, "card": _named(played.card, language)}
    entered = next((candidate for candidate in events if isinstance(candidate, ev.Entered)), None)
    motive = _motive(before, after, seat)
    if not played.card.is_creature:
        targets = [_place_named(targeted.whom, language) for targeted in events if isinstance(targeted, ev.Targeted)]
        sentence = _("%(bot)s played the Incantation %(card)s at %(targets)s") % {**says, "targets": _listed(targets)}
        return f"{sentence}{_struck(events, seat, motive)}"
    if entered is None:
        sentence = _("%(bot)s played %(card)s") % says
    elif entered.whom[0] & 1:
        sentence = _("%(bot)s played %(card)s on the lower line") % says
    else:
        sentence = _("%(bot)s played %(card)s on the upper line") % says
    expected = Prospect.NONE, ""
    table = known_to(after, seat).position
    if entered is not None and table is not None:
        expected = prospect(table, *entered.whom[:2])
    return f"{sentence}{_purpose(motive, *expected, language)}"


def _motive(before: DecksGame, after: DecksGame, seat: int) -> Motive:
    """Why the bot made a play, from what the reader's seat knows."""
    was, now = known_to(before, seat).position, known_to(after, seat).position
    if was is None or now is None or was.phase != SUMMONING or now.phase != SUMMONING:
        return Motive(motives.NONE)
    return motives.motive(was, now)


def _struck(events: Sequence[ev.Event], seat: int, motive: Motive) -> str:
    if _destroyed(events, seat):
        return _(": destroyed, it came back to the right end of your hand.")
    if motive.kind == motives.ENEMY_LIFE:
        return _(", to clear the way to your Stronghold.")
    return _(", to weaken it before the Assault.")


def _purpose(motive: Motive, expected: Prospect, target: str, language: str) -> str:
    """The purpose of a Creature of the enemy's, as the end of a sentence."""
    if motive.kind == motives.WINS:
        return _(", to win the game.")
    if motive.kind == motives.OWN_LIFE and motive.lives > 0:
        words = ngettext(
            ": that spares its Stronghold %(number)d Health Point in your next Assault.",
            ": that spares its Stronghold %(number)d Health Points in your next Assault.",
            motive.lives,
        )
        return words % {"number": motive.lives}
    names = {"card": _names(language).get(target, target)}
    return {
        Prospect.STRONGHOLD: _(": nothing is in its way, so it will attack your Stronghold on its next turn."),
        Prospect.CREATURE: _(": it will attack %(card)s on its next turn.") % names,
        Prospect.AT_ONCE: _(", to attack %(card)s at once.") % names,
        Prospect.HOLDS: _(", to hold that line."),
    }.get(expected, ".")


# What its Assault did


def _attacked(turn: _Turn, seat: int, language: str) -> list[str]:
    events = turn.assault
    if any(isinstance(event, ev.BastionFalls) and event.player == seat for event in events):
        return [_("Its Assault brought down your Bastion: your Stronghold starts again at the left end, as a Fort.")]
    moved = sum(hit.moved for hit in events if isinstance(hit, ev.StrongholdHit) and hit.player == seat)
    lost = [_place_named(destroyed.whom, language) for destroyed in _destroyed(events, seat)]
    parts = []
    if moved:
        words = ngettext(
            "moved your Stronghold %(number)d place to the right",
            "moved your Stronghold %(number)d places to the right",
            moved,
        )
        parts.append(words % {"number": moved})
    if lost:
        cards = _listed(lost)
        parts.append(_("destroyed %(cards)s, which came back to the right of your hand") % {"cards": cards})
    if parts:
        return [_("Its Assault %(effects)s.") % {"effects": _listed(parts)}]
    if any(isinstance(event, ev.Cleared) for event in events):
        return [_("Its Assault destroyed nothing and didn't reach your Stronghold.")]
    if any(isinstance(event, ev.Waits) for event in events):
        return [_("None of its Creatures attacked: new Creatures wait a turn.")]
    return [_("It had nothing to attack with.")]


# Hints


def hint(position: Position | None, seat: int) -> str:
    """A hint on what to do next; "" where nothing is to be said.

    ``position`` is as the seat knows it, after the plays that are laid down, its cards named for the reader.
    """
    if position is None or position.active != seat or position.phase != SUMMONING:
        return ""
    if position.seats[seat].turn > HINTED_TURNS:
        return ""
    action = best_play(position, Budget(), worth)
    if action == ASSAULT:
        return _("No other play would help much: you can end the turn.")
    after = position.copy()
    after.push(action)
    card = position.card_at(action.place).name
    expected = Prospect.NONE, ""
    if action.kind == PLAY_LINE:
        row = 2 * seat + action.line
        expected = prospect(after, row, len(after.rows[row]) - 1)
    purpose = _use(motives.motive(position, after), *expected)
    words = _("You could play %(card)s, %(place)s%(purpose)s")
    return words % {"card": card, "place": place_words(position, action), "purpose": purpose}


def _use(motive: Motive, expected: Prospect, target: str) -> str:
    """The good of a play of the reader's own, should nobody play another card until the next turn."""
    if motive.kind == motives.WINS:
        return _(": it would win the game.")
    if motive.kind == motives.ENEMY_LIFE and motive.lives > 0:
        words = ngettext(
            ": it would cost the enemy %(number)d Health Point this turn.",
            ": it would cost the enemy %(number)d Health Points this turn.",
            motive.lives,
        )
        return words % {"number": motive.lives}
    if motive.kind == motives.OWN_LIFE and motive.lives > 0:
        words = ngettext(
            ": it would spare you %(number)d Health Point in the next Assault against you.",
            ": it would spare you %(number)d Health Points in the next Assault against you.",
            motive.lives,
        )
        return words % {"number": motive.lives}
    names = {"card": target}
    text = {
        Prospect.STRONGHOLD: _(": nothing is in its way, so it would attack the enemy Stronghold on your next turn."),
        Prospect.CREATURE: _(": it would attack %(card)s on your next turn.") % names,
        Prospect.AT_ONCE: _(": it would attack %(card)s at once.") % names,
        Prospect.HOLDS: _(": it would hold that line for you."),
    }.get(expected)
    if text is not None:
        return text
    return _(": the enemy would have less on the table.") if motive.kind == motives.ENEMY_FORCE else "."


# What a Creature that has just come will do


class Prospect(Enum):
    """The enemy that a Creature is to meet if all stays as it is; ``HOLDS`` if it may not attack what is there."""

    STRONGHOLD = "stronghold"
    CREATURE = "creature"
    AT_ONCE = "at-once"
    HOLDS = "holds"
    NONE = ""


def prospect(position: Position, row: int, place: int) -> tuple[Prospect, str]:
    """The situation before a Creature at a place, with the name of the Creature there, "" for none."""
    if place >= len(position.rows[row]):
        return Prospect.NONE, ""
    abilities = position.rows[row][place].abilities
    across = position.rows[position.mode.facing[row]]
    if across and not (abilities & AERIAL and row & 1 == 0):
        name = across[0].body.name
        return (Prospect.AT_ONCE if abilities & RAGE else Prospect.CREATURE), name
    return (Prospect.HOLDS if abilities & DEFENDER else Prospect.STRONGHOLD), ""


# Names


def _destroyed(events: Iterable[ev.Event], seat: int) -> list[ev.Destroyed]:
    return [event for event in events if isinstance(event, ev.Destroyed) and event.whom[0] // 2 == seat]


def _listed(words: Sequence[str]) -> str:
    return get_text_list(list(words), _("and"))


def _named(card: Card, language: str) -> str:
    known = own_card(card)
    return card.name if known is None else known.name.in_language(language)


def _place_named(place: ev.Place, language: str) -> str:
    """The name of a Creature at a place, which a Symbiote may be a part of."""
    return " + ".join(_names(language).get(name, name) for name in place[2].split(" + "))


@cache
def _names(language: str) -> dict[str, str]:
    return {name: card.name.in_language(language) for card in all_cards() for name in (card.name.en, card.name.fr)}
