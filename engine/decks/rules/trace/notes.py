"""The notes that a trace is made of, and what has been said of Auras.

The classes that stand on this one record what happens: ``attacks``, and ``recorder``, which the rules call.
"""

from __future__ import annotations

from typing import Any, Final

from engine.decks.rules.board import Board, Creature
from engine.decks.rules.trace import events as ev
from engine.decks.rules.trace.events.base import EventTemplate
from engine.decks.rules.trace.events.blows import aura_events

# A note is a plain tuple: what it says, where in the activation order, and the facts of its event. What it says is a
# template, or a function that makes a list of events of where and facts.
Note = tuple[Any, ...]
Where = tuple[Any, ...]  # the phase and the step's number there, or None
Place = tuple[Any, ...]  # an ``ev.Place``

IN_MANA: Final[Where] = ("mana", None)
IN_SUMMONING: Final[Where] = ("summoning", None)
IN_ASSAULT: Final[Where] = ("assault", None)
IN_CLEARANCE: Final[Where] = ("assault", 2)
AT_THE_END: Final[Where] = ("end", None)


class TraceNotes:
    """The notes of one or more actions, in order, and the events that they stand for.

    What happens is noted as plain tuples, which become events when somebody asks for ``events``, so that a trace costs
    a resolution little. ``where`` is the phase and the step that is being resolved.
    """

    __slots__ = ("_events", "_made", "_said", "changing", "notes", "where")

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self.where = IN_MANA
        self.changing: dict[Creature, int] | None = None  # what Auras gave in rows that are changing
        self._said: dict[Creature, int] = {}  # what Auras have been said to give
        self._events: list[ev.Event] = []
        self._made = 0  # how many notes have become events

    @property
    def events(self) -> list[ev.Event]:
        if self._made < len(self.notes):
            self._events += _made_of(self.notes[self._made :])
            self._made = len(self.notes)
        return self._events

    def to_json(self) -> list[dict[str, Any]]:
        return [ev.to_dict(event) for event in self.events]

    @staticmethod
    def _place(board: Board, creature: Creature) -> Place:
        return (creature.row, board.place_of(creature), creature.body.name)

    def _who(self, board: Board, creature: Creature | None) -> Place | None:
        return None if creature is None else self._place(board, creature)

    # Auras

    def aura_changes(self, board: Board) -> None:
        """Steps 5, 13, 18 (13, 19): what Auras newly give and no longer give in the rows of ``changing``."""
        before, self.changing = self.changing, None
        for creature, was in (before or {}).items():
            now = creature.abilities & ~creature.body.abilities
            if now != was and board.in_play(creature):
                self._aura_changes(board, creature, was, now)

    def auras_of(self, board: Board, creature: Creature) -> None:
        """Says what Auras give a Creature that acts or is acted upon, unless that has been said."""
        data = creature.abilities & ~creature.body.abilities
        noted = self._said.get(creature, 0)
        if data & ~noted:
            self._aura_changes(board, creature, noted & data, data)

    def _remember(self, row: list[Creature]) -> None:
        """A row is about to change: keeps what Auras give there, for the next report."""
        for creature in row:
            if creature.body.auras:
                break
        else:
            return
        if self.changing is None:
            self.changing = {}
        for creature in row:
            self.changing.setdefault(creature, creature.abilities & ~creature.body.abilities)

    def _aura_changes(self, board: Board, creature: Creature, was: int, now: int) -> None:
        self._said[creature] = now
        row = board.rows[creature.row]
        place = board.place_of(creature)
        nearer = row[place - 1].body if place else None
        farther = row[place + 1].body if place + 1 < len(row) else None
        whom: Place = (creature.row, place, creature.body.name)
        self.notes.append((aura_events, self.where, whom, nearer, farther, was, now))


def _made_of(notes: list[Note]) -> list[ev.Event]:
    """The events that notes stand for."""
    made: list[ev.Event] = []
    for note in notes:
        what = note[0]
        if isinstance(what, EventTemplate):
            made.append(what.event(*note[1], what.ability, what.rulings, *note[2:]))
        else:
            made.extend(what(*note[1], *note[2:]))
    return made
