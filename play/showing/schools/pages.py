"""The table of Clash of Magic Schools: five Arenas with both schools' columns and Trials."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.schools.formats.state_writing import write_view
from engine.schools.rules.components import SEATS, TRIALS_OF_LEVEL
from play.showing.advice import Advice
from play.showing.plain import CardGroup, Choice, ChoiceGroup, DrawnCard, PlainPages
from play.showing.schools import words
from play.showing.schools.advice import advice_of
from play.showing.schools.faces import ELEMENT_FACES, ElementFace, student_face, students_of, trials_of

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


class SchoolsPages(PlainPages):
    """See ``PlainPages``."""

    board_template = "play/other/_schools.html"

    def title(self) -> str:
        return _("Clash of Magic Schools")

    @property
    def about(self) -> str:
        return _("Two schools send their Students into five Arenas: pass Trials, cast spells, be 15 to 9 ahead.")

    @property
    def in_words(self) -> Sequence[str]:
        return (
            _("Each turn you draw three Students, act as often as you like, and announce two Trials."),
            _("Move: discard a Student to bring your Emblem to the Arena of its Element."),
            _("Assign Students to the Arena of your Emblem, on top of your column."),
            _("Pass a Trial there: its level is one above your last, and you need as many Students as its level."),
            _("A Student between two of its own Element may cast the spell of that Element, and is then discarded."),
            _("Your total is the sum of your visible Trials. 15 against 9 or less wins at once; else Overtime begins."),
        )

    def card_groups(self) -> Iterable[CardGroup]:
        for element, face in ELEMENT_FACES.items():
            spell = words.SPELL_OF[element]
            note = words.told_with(words.SPELL_NAMES[spell], str(words.SPELL_EFFECTS[spell]))
            cards = [DrawnCard(name, icon, f"is-{element}", text=face.name) for name, icon in students_of(element)]
            yield CardGroup(_("Students of %(element)s") % {"element": face.name}, cards, note)
        for level in range(1, len(TRIALS_OF_LEVEL)):
            trials = [DrawnCard(one.name, one.icon, "is-trial", str(level)) for one in trials_of(level)]
            yield CardGroup(_("Trials of level %(level)s") % {"level": level}, trials)

    def seat_word(self, seat: str) -> str:
        return words.SCHOOL_NAMES[seat]

    def thing_word(self, thing: str) -> str:
        return words.thing(thing)

    def seats_in(self, view: Mapping[str, Any]) -> Sequence[str]:
        return SEATS

    def action_words(self, action: str) -> str:
        return words.action_words(action)

    def event_words(self, event: Mapping[str, Any], names: Mapping[str, str]) -> str:
        return words.event_words(event, names)

    def end_words(self, reason: str) -> str:
        return str(words.REASONS.get(reason, ""))

    def stage_words(self, view: Mapping[str, Any]) -> str:
        if view["stage"] == "discard":
            own = view["position"]["seats"][view["seat"]]["hand"]
            return _("Maleficio: choose %(n)d of your cards and discard them.") % {"n": sum(own.values()) // 2}
        if not any(action.startswith("pass") for action in view["actions"]) and len(view["actions"]) == 1:
            return _("Nothing is left but to end the turn.")
        return _("Move, assign, pass Trials, summon and cast as you like, then end the turn.")

    def open_view(self, engine: Any) -> Mapping[str, Any]:
        view: dict[str, Any] = {**engine.view(None), "actions": []}
        for number, seat in enumerate(SEATS):
            view["position"]["seats"][seat]["hand"] = write_view(engine.state, number)["seats"][seat]["hand"]
        return view

    # The board

    def advice(self, view: Mapping[str, Any]) -> Advice | None:
        return advice_of(view)

    def board(self, view: Mapping[str, Any], own: str, names: Mapping[str, str]) -> Any:
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

    def groups(self, view: Mapping[str, Any]) -> Iterable[ChoiceGroup]:
        if view["stage"] == "discard":
            return
        sorts: dict[str, list[Choice]] = {}
        for action in view["actions"]:
            verb, *rest = action.split(" ")
            icon = ELEMENT_FACES[rest[0]].icon if verb in ("move", "assign", "summon") else _ICONS.get(verb, "")
            sorts.setdefault(verb, []).append(Choice(action, words.action_words(action), icon, _note(verb, rest)))
        titles = {
            "pass": (_("Pass a Trial"), "M5.7"),
            "cast": (_("Cast"), "M6.1"),
            "summon": (_("Summon"), "M5.12"),
        }
        for verb, (title, ruling) in titles.items():
            if verb in sorts:
                yield ChoiceGroup(title, sorts[verb], ruling)
        if "end" in sorts:
            yield ChoiceGroup("", sorts["end"], "M8.1", is_strong=True)

    def composing(self, view: Mapping[str, Any]) -> Any:
        if view["stage"] != "discard":
            return None
        hand = view["position"]["seats"][view["seat"]]["hand"]
        cards = [ELEMENT_FACES[name] for name in ELEMENT_FACES for _number in range(hand.get(name, 0))]
        return {"verb": "discard", "cards": cards, "count": len(cards) // 2, "button": _("Discard these")}


_ICONS: Final = {"pass": "laurel-crown", "cast": "magic-swirl", "end": "hourglass"}


def _note(verb: str, rest: Sequence[str]) -> str:
    return str(words.SPELL_EFFECTS[rest[1]]) if verb == "cast" else ""


def _side(position: Mapping[str, Any], school: str, element: str, actions: Sequence[str]) -> ArenaSide:
    seat = position["seats"][school]
    here = seat["arenas"][element]
    has_emblem = seat["emblem"] == element
    casters = {int(action.split(" ")[1]) for action in actions if action.startswith("cast ")}
    mine = SEATS[(position["turn"] + 1) % 2] == school and has_emblem
    students, met = [], Counter[str]()
    for place, name in enumerate(here["students"]):
        named, icon = student_face(name, met[name])
        met[name] += 1
        students.append(StudentOnBoard(ELEMENT_FACES[name], named, icon, place, mine and place in casters))
    trials = here["trials"]
    return ArenaSide(school, students, trials[-1] if trials else 0, trials[:-1], has_emblem)


def _beside(view: Mapping[str, Any], school: str, name: str, active: str) -> SchoolSideShown:
    seat, actions = view["position"]["seats"][school], view["actions"]
    hand = seat["hand"]
    shown = None
    if isinstance(hand, dict):
        shown = [
            HandCard(
                face,
                hand[element],
                f"move {element}" if f"move {element}" in actions else "",
                f"assign {element}" if f"assign {element}" in actions else "",
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
