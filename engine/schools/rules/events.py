"""Typed events: who did it, by which rulings, and the facts (contract, part 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

SeatNumber = int
ElementNumber = int


@dataclass(slots=True)
class SchoolsEvent:
    """The fields that every event has; ``seat`` is None for what nobody does."""

    kind: ClassVar[str] = ""

    seat: SeatNumber | None
    rulings: tuple[str, ...]


@dataclass(slots=True)
class StudentsDealt(SchoolsEvent):
    """Set-up: Students dealt to a seat, in the order dealt; the cards are the seat's own to see."""

    kind = "deal"

    count: int
    cards: tuple[ElementNumber, ...]


@dataclass(slots=True)
class StudentsDrawn(SchoolsEvent):
    """Phase 1: Students drawn, in the order drawn; the cards are the seat's own to see."""

    kind = "draw"

    count: int
    cards: tuple[ElementNumber, ...]


@dataclass(slots=True)
class StudentsReshuffled(SchoolsEvent):
    """The discard pile has become a new deck of so many cards, because the seat has to draw."""

    kind = "reshuffle"

    count: int


@dataclass(slots=True)
class EmblemMoved(SchoolsEvent):
    """Move: the card discarded, and the Arenas that the Emblem left (None: the blazon) and reached."""

    kind = "move"

    card: ElementNumber
    from_: ElementNumber | None
    to: ElementNumber


@dataclass(slots=True)
class StudentAssigned(SchoolsEvent):
    """Assign: one card put on top of one's own column."""

    kind = "assign"

    card: ElementNumber
    arena: ElementNumber


@dataclass(slots=True)
class TrialPassed(SchoolsEvent):
    """Pass a Trial: whose column it came from, its level, whether it was a Starting Trial."""

    kind = "pass"

    arena: ElementNumber
    column: SeatNumber
    level: int
    start: bool


@dataclass(slots=True)
class StudentsSummoned(SchoolsEvent):
    """Summon: three Students from one Arena to another, bottom first."""

    kind = "summon"

    from_: ElementNumber
    to: ElementNumber
    students: tuple[ElementNumber, ...]


@dataclass(slots=True)
class SpellCast(SchoolsEvent):
    """A Student begins to cast: its place in the column, its Element, the spell."""

    kind = "cast"

    arena: ElementNumber
    place: int
    caster: ElementNumber
    spell: str


@dataclass(slots=True)
class BatraxDone(SchoolsEvent):
    """The opponent's Students of the Element named are discarded."""

    kind = "batrax"

    arena: ElementNumber
    element: ElementNumber
    count: int


@dataclass(slots=True)
class InundatioDone(SchoolsEvent):
    """A Trial is passed, one level left out."""

    kind = "inundatio"

    arena: ElementNumber
    column: SeatNumber
    level: int


@dataclass(slots=True)
class HypnoxDone(SchoolsEvent):
    """The opponent's Students of their top one's Element come over."""

    kind = "hypnox"

    arena: ElementNumber
    element: ElementNumber
    count: int


@dataclass(slots=True)
class CombustioDone(SchoolsEvent):
    """The opponent's stack goes back on the Trial deck: its levels, the one drawn first first."""

    kind = "combustio"

    arena: ElementNumber
    levels: tuple[int, ...]


@dataclass(slots=True)
class EversioDone(SchoolsEvent):
    """The opponent's top Trial is stolen."""

    kind = "eversio"

    arena: ElementNumber
    level: int


@dataclass(slots=True)
class MaleficioDone(SchoolsEvent):
    """The opponent has to discard so many cards."""

    kind = "maleficio"

    count: int


@dataclass(slots=True)
class CasterDiscarded(SchoolsEvent):
    """The caster leaves its column."""

    kind = "caster"

    arena: ElementNumber
    caster: ElementNumber


@dataclass(slots=True)
class HalfDiscarded(SchoolsEvent):
    """The answer to Maleficio: the cards, in the order of the Elements."""

    kind = "discard"

    cards: tuple[ElementNumber, ...]


@dataclass(slots=True)
class TrialsAnnounced(SchoolsEvent):
    """Phase 3: the levels laid on one's own column, in the order laid."""

    kind = "announce"

    levels: tuple[int, ...]


@dataclass(slots=True)
class HandTold(SchoolsEvent):
    """Phase 3: how many cards the seat has in hand."""

    kind = "hand"

    count: int


@dataclass(slots=True)
class OvertimeBegun(SchoolsEvent):
    """Overtime begins, at these totals."""

    kind = "overtime"

    totals: tuple[int, int]


@dataclass(slots=True)
class TournamentOver(SchoolsEvent):
    """The end of the game: the winner (None: a draw), the reason, the totals."""

    kind = "over"

    winner: SeatNumber | None
    reason: str
    totals: tuple[int, int]


Events = list[SchoolsEvent]
