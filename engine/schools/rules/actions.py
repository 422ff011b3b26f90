"""Actions: small values with a stable text form (contract, part 2)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engine.kernel.errors import IllegalAction
from engine.kernel.numbers import whole_number
from engine.schools.rules.components import BATRAX, ELEMENTS, INUNDATIO, SEATS, SPELLS

MOVE: Final = "move"
ASSIGN: Final = "assign"
PASS: Final = "pass"
SUMMON: Final = "summon"
CAST: Final = "cast"
DISCARD: Final = "discard"
END: Final = "end"
LAST_PLACE: Final = 59

_ELEMENT: Final = {name: number for number, name in enumerate(ELEMENTS)}
_SEAT: Final = {name: number for number, name in enumerate(SEATS)}


class SchoolsAction(NamedTuple):
    """An action: its ``verb`` and what belongs to it.

    ``elements`` are the cards (``assign``, ``discard``), the Arena or Arenas (``move``, ``summon``), or the Element
    that Batrax names; ``seat`` is whose column a Trial comes from; ``place`` and ``spell`` belong to ``cast``.
    """

    verb: str
    elements: tuple[int, ...] = ()
    seat: int = -1
    place: int = -1
    spell: str = ""

    def __str__(self) -> str:
        words = [self.verb]
        if self.verb == CAST:
            words += [str(self.place), self.spell]
        words += [ELEMENTS[element] for element in self.elements]
        if self.seat >= 0:
            words.append(SEATS[self.seat])
        return " ".join(words)


END_TURN: Final = SchoolsAction(END)


def parse_action(text: Any) -> SchoolsAction:
    """The action that a text stands for. Raises ``IllegalAction`` (``bad-action``) for what is none."""
    action = _parsed(text.split(" ")) if isinstance(text, str) else None
    if action is None:
        shown = repr(text[:60]) if isinstance(text, str) else "what is no text"
        raise IllegalAction("bad-action", f"{shown} has not the form of an action")
    return action


def _parsed(words: list[str]) -> SchoolsAction | None:
    verb, *rest = words
    if verb == END and not rest:
        return END_TURN
    if verb == PASS and len(rest) == 1 and rest[0] in _SEAT:
        return SchoolsAction(PASS, seat=_SEAT[rest[0]])
    if verb == CAST and len(rest) >= 2:
        return _parsed_cast(*rest)
    if verb in _ELEMENTS_OF and all(word in _ELEMENT for word in rest):
        least, maximum = _ELEMENTS_OF[verb]
        if least <= len(rest) and (maximum is None or len(rest) <= maximum):
            return SchoolsAction(verb, tuple([_ELEMENT[word] for word in rest]))
    return None


# How many Elements stand behind the verb, at least and at most.
_ELEMENTS_OF: Final[dict[str, tuple[int, int | None]]] = {
    MOVE: (1, 1),
    ASSIGN: (1, None),
    SUMMON: (2, 2),
    DISCARD: (1, None),
}


def _parsed_cast(number: str, spell: str, *rest: str) -> SchoolsAction | None:
    place = whole_number(number, 2)
    if place is None or place > LAST_PLACE or str(place) != number or spell not in SPELLS:
        return None
    if spell == BATRAX:
        if len(rest) == 1 and rest[0] in _ELEMENT:
            return SchoolsAction(CAST, (_ELEMENT[rest[0]],), place=place, spell=spell)
    elif spell == INUNDATIO:
        if len(rest) == 1 and rest[0] in _SEAT:
            return SchoolsAction(CAST, seat=_SEAT[rest[0]], place=place, spell=spell)
    elif not rest:
        return SchoolsAction(CAST, place=place, spell=spell)
    return None
