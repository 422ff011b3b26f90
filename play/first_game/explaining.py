"""What the bot of a first game did and why, and what the reader could do, in words.

All of it is made of what the reader's seat knows: open events, and positions in which whatever it cannot see lies in an
order that says nothing. Why the bot played a card is what the play brings by the bot's own judgement (``motives``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
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
from engine.decks.bots.worth import worth
from engine.decks.game.foresight import known_to
from engine.decks.game.game import DecksGame
from engine.decks.game.stages import AT_PLAY
from engine.decks.rules.actions import ASSAULT
from engine.decks.rules.board import SUMMONING
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.trace import events as ev
from engine.kernel.budget import Budget
from play.states import DoneAction

Step = tuple[DoneAction, DecksGame, DecksGame]
HINTED_TURNS: Final = 4  # of the reader's own, in which it gets hints


@dataclass(frozen=True)
class _Turn:
    """A turn of the bot's: its actions, with all that happened in them as everybody saw it."""

    steps: list[Step]

    @property
    def plays(self) -> list[Step]:
        return [step for step in self.steps if " " in step[0].action]

    def events(self, *, of_plays: bool) -> list[ev.Event]:
        """Its open events: those of its plays, or of its Assault up to the end of the turn."""
        found: list[ev.Event] = []
        for done, _before, after in self.steps:
            if (" " in done.action) is of_plays:
                for event, is_open in after.seen[-1]:
                    if isinstance(event, ev.TurnEnds):
                        break
                    if is_open:
                        found.append(event)
        return found


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
    events = turn.events(of_plays=True)
    letter = SEAT_NAMES[1 - seat]
    cards = [event for event in events if isinstance(event, ev.Played)]
    if not cards:
        return [_("%(bot)s played no card: none would have done it any good.") % {"bot": letter}]
    said = []
    for event in cards:
        card = _named(event.card, language)
        line = next((one.whom[0] & 1 for one in events if isinstance(one, ev.Entered)), None)
        if not event.card.is_creature:
            said.append(_("%(bot)s played the Incantation %(card)s") % {"bot": letter, "card": card})
        elif line is None:
            said.append(_("%(bot)s played %(card)s") % {"bot": letter, "card": card})
        else:
            words = _("%(bot)s played %(card)s on the lower line") if line else _("%(bot)s played %(card)s on the upper line")
            said.append(words % {"bot": letter, "card": card})
    return [f"{get_text_list(said, _('and'))}{_why(turn, seat, language)}"]


def _why(turn: _Turn, seat: int, language: str) -> str:
    """What its plays were for, as the end of a sentence."""
    before, after = known_to(turn.plays[0][1], seat).position, known_to(turn.plays[-1][2], seat).position
    if before is None or after is None or before.phase != SUMMONING or after.phase != SUMMONING:
        return "."
    found = motives.motive(before, after)
    lost = [_place_named(one.whom, language) for one in _destroyed(turn.events(of_plays=True), seat)]
    if found.kind == motives.ENEMY_FORCE and lost:
        return _(", to have %(cards)s off the table.") % {"cards": get_text_list(lost, _("and"))}
    return _purpose(found)


def _purpose(found: motives.Motive) -> str:
    """What the enemy's play is for."""
    if found.kind == motives.ENEMY_LIFE and found.lives > 0:
        words = ngettext(
            ": with it, its Assault takes %(number)d Health Point more from you.",
            ": with it, its Assault takes %(number)d Health Points more from you.",
            found.lives,
        )
        return words % {"number": found.lives}
    if found.kind == motives.OWN_LIFE and found.lives > 0:
        words = ngettext(
            ": that spares its Stronghold %(number)d Health Point in your next Assault.",
            ": that spares its Stronghold %(number)d Health Points in your next Assault.",
            found.lives,
        )
        return words % {"number": found.lives}
    return {
        motives.WINS: _(", to win the game."),
        motives.ENEMY_LIFE: _(", to bring your Stronghold nearer to its fall."),
        motives.OWN_LIFE: _(", to keep its Stronghold safe."),
        motives.ENEMY_FORCE: _(", so that you have less on the table."),
        motives.OWN_FORCE: _(", to have more on the table for its next attacks."),
    }.get(found.kind, ".")


# What its Assault did


def _attacked(turn: _Turn, seat: int, language: str) -> list[str]:
    events = turn.events(of_plays=False)
    if any(isinstance(event, ev.BastionFalls) and event.player == seat for event in events):
        return [_("Its Assault brought down your Bastion: your Stronghold starts again at the left end, as a Fort.")]
    moved = sum(one.moved for one in events if isinstance(one, ev.StrongholdHit) and one.player == seat)
    lost = [_place_named(one.whom, language) for one in _destroyed(events, seat)]
    parts = []
    if moved:
        words = ngettext(
            "moved your Stronghold %(number)d place to the right", "moved your Stronghold %(number)d places to the right", moved
        )
        parts.append(words % {"number": moved})
    if lost:
        cards = get_text_list(lost, _("and"))
        parts.append(_("destroyed %(cards)s, which came back to the right of your hand") % {"cards": cards})
    if parts:
        return [_("Its Assault %(effects)s.") % {"effects": get_text_list(parts, _("and"))}]
    if any(isinstance(event, ev.Cleared) for event in events):
        return [_("Its Assault destroyed nothing and did not reach your Stronghold.")]
    if any(isinstance(event, ev.Waits) for event in events):
        return [_("Nothing of its attacked: what has just come waits a turn.")]
    return [_("It had nothing to attack with.")]


# Hints


def hint(position: Position | None, seat: int) -> str:
    """What the reader could do next; "" where nothing is to be said.

    ``position`` is as the seat knows it, after the plays that are laid down, its cards named for the reader.
    """
    if position is None or position.active != seat or position.phase != SUMMONING:
        return ""
    if position.seats[seat].turn > HINTED_TURNS:
        return ""
    action = best_play(position, Budget(), worth)
    if action == ASSAULT:
        return _("Nothing more that you could play would help much: you can end the turn.")
    after = position.copy()
    after.push(action)
    card = position.card_at(action.place).name
    words = _("You could play %(card)s, %(place)s%(purpose)s")
    return words % {"card": card, "place": place_words(position, action), "purpose": _use(motives.motive(position, after))}


def _use(found: motives.Motive) -> str:
    """What a play of the reader's own is good for, should nobody play another card until the next turn."""
    if found.kind == motives.ENEMY_LIFE and found.lives > 0:
        words = ngettext(
            ": it would cost the enemy %(number)d Health Point.",
            ": it would cost the enemy %(number)d Health Points.",
            found.lives,
        )
        return words % {"number": found.lives}
    if found.kind == motives.OWN_LIFE and found.lives > 0:
        words = ngettext(
            ": it would spare you %(number)d Health Point in the enemy’s next Assault.",
            ": it would spare you %(number)d Health Points in the enemy’s next Assault.",
            found.lives,
        )
        return words % {"number": found.lives}
    return {
        motives.WINS: _(": it would win the game."),
        motives.ENEMY_LIFE: _(": it would bring the enemy’s Stronghold nearer to its fall."),
        motives.OWN_LIFE: _(": it would keep your Stronghold safer."),
        motives.ENEMY_FORCE: _(": the enemy would have less on the table."),
        motives.OWN_FORCE: _(": you would have more on the table for your next attacks."),
    }.get(found.kind, ".")


# Names


def _destroyed(events: Iterable[ev.Event], seat: int) -> list[ev.Destroyed]:
    return [one for one in events if isinstance(one, ev.Destroyed) and one.whom[0] // 2 == seat]


def _named(card: Card, language: str) -> str:
    known = own_card(card)
    return card.name if known is None else known.name.in_language(language)


def _place_named(place: ev.Place, language: str) -> str:
    """The name of a Creature at a place, which a Symbiote may be a part of."""
    return " + ".join(_names(language).get(name, name) for name in place[2].split(" + "))


@cache
def _names(language: str) -> dict[str, str]:
    return {name: card.name.in_language(language) for card in all_cards() for name in (card.name.en, card.name.fr)}
