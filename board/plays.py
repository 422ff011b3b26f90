"""Plays in words: what could be played next, card by card, and what a line of actions does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.decks.rules.actions import PLAY_LINE, PLAY_ONTO, Action, parse_action
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position

PHASES: Final = {
    "mana": gettext_lazy("Mana phase"),
    "assault": gettext_lazy("Assault"),
    "end-turn": gettext_lazy("End of the turn"),
}


@dataclass(frozen=True, slots=True)
class Told:
    """An action in words: ``what`` is the card or the phase, ``where`` the card goes; ``seat`` is who does it,
    ``action`` its text form."""

    what: str
    where: str
    seat: str
    is_play: bool
    action: str = ""

    @property
    def text(self) -> str:
        """All of it: "Lamp Bat, upper line"."""
        return _("%(card)s, %(place)s") % {"card": self.what, "place": self.where} if self.is_play else self.what


@dataclass(slots=True)
class PlayableCard:
    """A card that can be played: ``places`` are pairs of words for a place and the address after playing it there."""

    name: str
    cost: int
    places: list[tuple[str, str]] = field(default_factory=list)


def choices_of(position: Position, address: Callable[[str], str]) -> list[PlayableCard]:
    """The cards that can be played, in the order of the hand; ``address`` gives that of an action in text form."""
    choices: dict[int, PlayableCard] = {}
    for action in position.legal_actions():
        if action.kind < PLAY_LINE:
            continue
        card = position.card_at(action.place)
        choice = choices.setdefault(action.place, PlayableCard(card.name, card.cost))
        choice.places.append((place_words(position, action), address(str(action))))
    return list(choices.values())


def tell(position: Position, action: Action) -> Told:
    """The name of an action that may be done in a position, in the language of the moment."""
    seat = SEAT_NAMES[position.active]
    if action.kind < PLAY_LINE:
        return Told(str(PHASES[str(action)]), "", seat, False, str(action))
    return Told(position.card_at(action.place).name, place_words(position, action), seat, True, str(action))


def tell_line(start: Position, actions: Sequence[str]) -> list[Told]:
    """A line of actions in text form, in words; ``start`` has its cards named in the reader's language.

    Raises ``EngineError`` for what may not be done, and ``ValueError`` for what is no action.
    """
    position, sentences = start.copy(), []
    for text in actions:
        action = parse_action(text)
        sentences.append(tell(position, action))
        position.apply(action)
    return sentences


def tell_turns(start: Position, actions: Sequence[str]) -> list[tuple[str, list[Told]]]:
    """A line of several turns in words, turn by turn, each with the seat whose turn it is; see ``tell_line``."""
    position = start.copy()
    turns: list[tuple[str, list[Told]]] = []
    for text in actions:
        action = parse_action(text)
        if not turns or turns[-1][0] != SEAT_NAMES[position.active]:
            turns.append((SEAT_NAMES[position.active], []))
        turns[-1][1].append(tell(position, action))
        position.apply(action)
    return turns


def line_name(line: int) -> str:
    return _("lower line") if line else _("upper line")


def place_words(position: Position, action: Action) -> str:
    if action.kind == PLAY_LINE:
        return line_name(action.line)
    if action.kind == PLAY_ONTO:
        return _("onto %(name)s") % {"name": position.rows[2 * position.active + action.line][action.at].body.name}
    target = position.rows[2 * action.seat + action.line][action.at]
    return _("at %(name)s (%(seat)s)") % {"name": target.body.name, "seat": SEAT_NAMES[action.seat]}
