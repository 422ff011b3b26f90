"""The check of the editor's document after every edit: faults, address, how it stands, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from board.fault_text import fault_text
from board.forms import MAX_FAULTS, Complaint
from board.links import board_href
from board.pages import pretty
from board.services import MAX_ADDRESS
from engine.decks.composing.editing import phase_1_mana
from engine.decks.formats import compact
from engine.decks.formats.notation import write
from engine.decks.game.custom_play import Custom
from engine.decks.rules.abilities import slugs_of
from engine.decks.rules.board import ENTERED, SUMMONING
from engine.decks.rules.modes import LINE_NAMES, SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.turns import opening_mana
from engine.kernel.errors import EngineError, Fault
from grimoire.editor.documents import Document, Read
from grimoire.goals import goal_text


@dataclass(frozen=True, slots=True)
class Legality:
    """Whether the Mana is what a game gives, in words; ``mana`` is what it gives. A hint, not a fault."""

    is_natural: bool
    text: str
    mana: int

    def to_json(self) -> dict[str, Any]:
        return {"isNatural": self.is_natural, "text": self.text, "mana": self.mana}


@dataclass(frozen=True, slots=True)
class Checked:
    """A document, looked at.

    ``complaints`` are its faults in words; when there are none, ``packed`` is the position for an address (empty when
    it is too long for one), ``notation`` its line and ``goal`` its objective in words. ``windows`` maps seats to the
    number of available cards, ``granted`` places (``upper-A/0``) to the abilities that Auras give there.
    """

    document: Document
    complaints: tuple[Complaint, ...]
    is_position: bool
    packed: str = ""
    notation: str = ""
    goal: str = ""
    windows: dict[str, int] | None = None
    granted: dict[str, list[str]] | None = None
    legality: Legality | None = None

    @property
    def levels(self) -> dict[str, str]:
        """The cost of each AI's settings in difficulty points of Custom Play (ruling 7.8), in words."""
        return {name: _level(seat["ai"]) for name, seat in self.document["players"].items() if "ai" in seat}

    @property
    def json_text(self) -> str:
        """The document for reading."""
        return pretty(self.document)

    def to_json(self) -> dict[str, Any]:
        """As the page's script gets it."""
        return {
            "faults": [{"at": complaint.at, "text": complaint.text} for complaint in self.complaints],
            "isPosition": self.is_position,
            "packed": self.packed,
            "notation": self.notation,
            "text": self.json_text,
            "goal": self.goal,
            "levels": self.levels,
            "windows": self.windows or {},
            "given": self.granted or {},
            "legality": self.legality.to_json() if self.legality else None,
            "links": links_of(self.packed),
        }


def check(read: Read, language: str) -> Checked:
    """Looks at what was taken in."""
    complaints = complaints_of(read.faults, language)
    position = read.position
    if position is None:
        return Checked(read.document, complaints, False)
    return Checked(
        read.document,
        complaints,
        True,
        packed_for_address(position),
        write(position),
        goal_words(position, language),
        {name: _window(position, seat) for seat, name in enumerate(SEAT_NAMES[: position.mode.seats])},
        _given(position),
        legality_of(position),
    )


def legality_of(position: Position) -> Legality | None:
    """How the Mana stands to what Phase 1 gives; None where that says nothing.

    Cards that entered this turn were in the hand and have been paid for. An Incantation is back in the hand, so that
    less Mana than that can be left.
    """
    if position.phase != SUMMONING:
        return None
    natural = phase_1_mana(position)
    rows = (position.rows[2 * position.active], position.rows[2 * position.active + 1])
    entered = [creature.body.card for row in rows for creature in row if creature.marks & ENTERED]
    was_in_hand = 1 if opening_mana(position) is None else 0
    left = natural + sum(was_in_hand - card.cost for card in entered)
    if position.mana == left:
        return Legality(True, _("The Mana is what a game gives here."), left)
    facts = {"mana": left, "left": position.mana}
    if position.mana > left:
        return Legality(False, _("A game gives %(mana)d Mana here, not %(left)d.") % facts, left)
    text = _("A game gives %(mana)d Mana here. %(left)d are left if cards were already played this turn.")
    return Legality(False, text % facts, left)


def packed_for_address(position: Position) -> str:
    """The position for an address; empty when it is too long."""
    try:
        packed = compact.pack(position)
    except EngineError:
        return ""
    return packed if len(packed) <= MAX_ADDRESS else ""


def complaints_of(faults: Iterable[Fault], language: str) -> tuple[Complaint, ...]:
    shown = list(faults)[:MAX_FAULTS]
    return tuple(Complaint(fault.at, _text(fault, language)) for fault in shown)


def _text(fault: Fault, language: str) -> str:
    if fault.name == "no-target":
        return _("The objective is to destroy a Creature, but there's none in that place.")
    return fault_text(fault, language)


def goal_words(position: Position, language: str) -> str:
    """The objective in words; empty without one."""
    if position.objective is None:
        return ""
    return goal_text(position, language)


def _level(ai: dict[str, Any]) -> str:
    points = Custom(1, ai["fixed_mana"], ai["variable_mana"], False, ai["resistance"], tuple(ai["abilities"])).spent()
    return ngettext("%(points)d point", "%(points)d points", points) % {"points": points}


def _window(position: Position, seat: int) -> int:
    return 0 if seat in position.mode.ai_seats else position.window(seat)


def _given(position: Position) -> dict[str, list[str]]:
    granted = {}
    for number, row in enumerate(position.rows):
        zone = f"{LINE_NAMES[number & 1]}-{SEAT_NAMES[number >> 1]}"
        for place, creature in enumerate(row):
            slugs = slugs_of(creature.abilities & ~creature.body.abilities)
            if slugs:
                granted[f"{zone}/{place}"] = list(slugs)
    return granted


def links_of(packed: str) -> dict[str, str]:
    """Where a position can be looked at: on the board."""
    return {"board": board_href({"p": packed})} if packed else {}
