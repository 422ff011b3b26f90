"""The board of Clash of Magic Schools: five Arenas with both schools' columns and Trials, what lies beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.schools.rules.components import SEATS
from games.schools.board.faces import ELEMENT_FACES, ElementFace, student_face

FOE: Final = {SEATS[0]: SEATS[1], SEATS[1]: SEATS[0]}
START: Final = "start"


@dataclass(frozen=True)
class StudentOnBoard:
    """A Student of a column: its place from the bottom, and whether it may cast now."""

    face: ElementFace
    name: str
    icon: str
    place: int
    casts: bool


@dataclass(frozen=True)
class ArenaSide:
    """A school's side of an Arena: Students from the bottom up, the visible Trial and those that it covers."""

    school: str
    students: Sequence[StudentOnBoard]
    level: int
    covered: Sequence[int]
    has_emblem: bool


@dataclass(frozen=True)
class ArenaOnBoard:
    """An Arena with both sides, the reader's own below."""

    face: ElementFace
    far: ArenaSide
    near: ArenaSide
    is_open: bool  # the Emblem of whoever acts is there


@dataclass(frozen=True)
class HandCard:
    """Cards of an Element in hand, with what may be done with one."""

    face: ElementFace
    count: int
    move: str
    assign: str


@dataclass(frozen=True)
class SchoolSideShown:
    """What lies beside the Arenas on a school's side."""

    school: str
    name: str
    total: int
    emblem: ElementFace | None
    column: Sequence[str]  # announced Trials, the available one last
    passes: str  # the action that takes the available one
    hand: Sequence[HandCard] | None
    cards: int
    is_active: bool


def board_of(view: Mapping[str, Any], own: str, names: Mapping[str, str]) -> dict[str, Any]:
    """What ``schools/board/_schools.html`` shows of a view, as tables have it: ``own`` is the seat that sits below."""
    position, actions = view["position"], view["actions"]
    near = own or SEATS[0]
    far = FOE[near]
    active = SEATS[(position["turn"] + 1) % 2]
    arenas = []
    for element, face in ELEMENT_FACES.items():
        sides = {school: _side(position, school, element, actions) for school in SEATS}
        arenas.append(ArenaOnBoard(face, sides[far], sides[near], position["seats"][active]["emblem"] == element))
    return {
        "arenas": arenas,
        "far": _beside(view, far, names[far], active),
        "near": _beside(view, near, names[near], active),
        "turn": position["turn"],
        "overtime": position["overtime"],
        "deck": position["deck"],
        "discard": sum(position["discard"].values()),
        "trials": position["trials"],
        "known": position["known"],
    }


def _side(position: Mapping[str, Any], school: str, element: str, actions: Sequence[str]) -> ArenaSide:
    seat = position["seats"][school]
    here = seat["arenas"][element]
    has_emblem = seat["emblem"] == element
    casters = {int(action.split(" ")[1]) for action in actions if action.startswith("cast ")}
    mine = SEATS[(position["turn"] + 1) % 2] == school and has_emblem
    students, met = [], Counter[str]()
    for place, name in enumerate(here["students"]):
        face = student_face(name, met[name])
        met[name] += 1
        students.append(StudentOnBoard(face.element, face.name, face.icon, place, mine and place in casters))
    trials = here["trials"]
    return ArenaSide(school, students, trials[-1] if trials else 0, trials[:-1], has_emblem)


def _beside(view: Mapping[str, Any], school: str, name: str, active: str) -> SchoolSideShown:
    seat = view["position"]["seats"][school]
    actions = view["actions"]
    from_hand = actions if school == active else ()  # hands may both be open
    hand = seat["hand"]
    shown = None
    if isinstance(hand, dict):
        shown = [
            HandCard(
                face,
                hand[element],
                f"move {element}" if f"move {element}" in from_hand else "",
                f"assign {element}" if f"assign {element}" in from_hand else "",
            )
            for element, face in ELEMENT_FACES.items()
            if hand.get(element)
        ]
    return SchoolSideShown(
        school=school,
        name=name,
        total=view["totals"][school],
        emblem=ELEMENT_FACES.get(seat["emblem"] or ""),
        column=["1" if level == START else str(level) for level in seat["column"]],
        passes=f"pass {school}" if f"pass {school}" in actions else "",
        hand=shown,
        cards=sum(hand.values()) if isinstance(hand, dict) else hand,
        is_active=school == active,
    )
