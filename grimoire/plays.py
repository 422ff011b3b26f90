"""Plays in words: what could be played next, card by card, and what a line of actions does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from engine.actions import ASSAULT, BEGIN_TURN, CHAMPION, PLAY_LINE, PLAY_ONTO, Action, parse_action
from engine.cards import Card
from engine.modes import SEAT_NAMES
from engine.position import Position


@dataclass(slots=True)
class Choice:
    """A card that can be played: ``places`` are pairs of words for a place and the address after playing it there."""

    name: str
    cost: int
    places: list[tuple[str, str]] = field(default_factory=list)


def choices_of(position: Position, address: Callable[[str], str]) -> list[Choice]:
    """The cards that can be played, in the order of the hand; ``address`` gives that of an action in text form."""
    choices: dict[int, Choice] = {}
    for action in position.legal_actions():
        if action.kind < PLAY_LINE:
            continue
        card = _card(position, action.place)
        choice = choices.setdefault(action.place, Choice(card.name, card.cost))
        choice.places.append((_place(position, action), address(str(action))))
    return list(choices.values())


def told(position: Position, actions: Sequence[str]) -> list[str]:
    """What each of some actions in text form is, in the language of the moment: "Lamp Bat, upper line".

    Raises ``EngineError`` for what may not be done, and ``ValueError`` for what is no action.
    """
    reached, said = position.copy(), []
    for written in actions:
        action = parse_action(written)
        said.append(_said(reached, action))
        reached.apply(action)
    return said


def _said(position: Position, action: Action) -> str:
    if action.kind < PLAY_LINE:
        if action == BEGIN_TURN:
            return _("Begin the turn")
        return _("Assault") if action == ASSAULT else _("End the turn")
    return _("%(card)s, %(place)s") % {"card": _card(position, action.place).name, "place": _place(position, action)}


def _card(position: Position, place: int) -> Card:
    player = position.seats[position.active]
    if place == CHAMPION:
        assert player.champion is not None  # else it would not be legal
        return player.champion
    return player.hand[place if place < player.place else place - 1]


def _place(position: Position, action: Action) -> str:
    if action.kind == PLAY_LINE:
        return _("lower line") if action.line else _("upper line")
    if action.kind == PLAY_ONTO:
        return _("onto %(name)s") % {"name": position.rows[2 * position.active + action.line][action.at].body.name}
    target = position.rows[2 * action.seat + action.line][action.at]
    return _("at %(name)s (%(seat)s)") % {"name": target.body.name, "seat": SEAT_NAMES[action.seat]}
