"""The board of Clash of Magic Schools: five Arenas with both schools' columns and Trials, what lies beside them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.schools.formats.event_writing import write_seen_event
from engine.schools.game.game import SchoolsGame
from engine.schools.rules.actions import END
from engine.schools.rules.components import ELEMENTS, SEATS, SUMMONED
from engine.schools.rules.state import AT_DISCARD
from games.schools.board import words
from games.schools.board.faces import (
    ELEMENT_FACES,
    SCHOOL_ICONS,
    ElementFace,
    StudentFace,
    TrialFace,
    student_face,
    trial_face,
)
from games.schools.board.moves import frames_of, moves_of
from games.schools.board.pieces import FOE, Layout, Pieces, keys_in

LAST_POINT: Final = 21  # from 20 points on the race is won
LATEST: Final = 20  # actions that are shown once more at most


@dataclass(frozen=True)
class CardShown:
    """A card of the table. ``source`` are the names under which an action begins with it, ``target`` those under which
    one leads to it."""

    face: StudentFace | TrialFace
    source: str = ""
    target: str = ""

    @property
    def is_trial(self) -> bool:
        return isinstance(self.face, TrialFace)

    @property
    def casts(self) -> bool:
        return "caster:" in self.source

    @property
    def label(self) -> str:
        """What the card is called by those who do not see it."""
        if isinstance(self.face, TrialFace):
            return _("Trial of level %(level)d") % {"level": self.face.level}
        return self.face.element.name

    @property
    def note(self) -> str:
        """What a Trial is called; of a Student, what they can cast."""
        if isinstance(self.face, TrialFace):
            return self.face.name
        return words.told_with(self.face.element.spell, self.face.element.effect)


@dataclass(frozen=True)
class Stand:
    """Where the Emblem of a school may stand: in an Arena, or on the blazon ("").

    ``walked``: whether the Emblem came by here when it last moved.
    """

    school: str
    arena: str
    is_taken: bool
    walked: bool = False

    @property
    def name(self) -> str:
        return words.SCHOOL_NAMES[self.school]

    @property
    def icon(self) -> str:
        return SCHOOL_ICONS[self.school]


@dataclass(frozen=True)
class ArenaSide:
    """A school's side of an Arena: Students from the bottom up, passed Trials likewise."""

    school: str
    arena: str
    students: Sequence[CardShown]
    stack: Sequence[CardShown]
    stand: Stand


@dataclass(frozen=True)
class ArenaOnBoard:
    """An Arena with both sides, the reader's own below."""

    face: ElementFace
    far: ArenaSide
    near: ArenaSide
    is_open: bool  # the Emblem of whoever acts is there


@dataclass(frozen=True)
class SchoolSideShown:
    """What lies beside the Arenas on a school's side."""

    school: str
    name: str
    total: int
    emblem: ElementFace | None
    column: Sequence[CardShown]  # announced Trials, the available one last
    hand: Sequence[CardShown] | None
    cards: int
    is_active: bool

    @property
    def icon(self) -> str:
        return SCHOOL_ICONS[self.school]

    @property
    def stand(self) -> Stand:
        return Stand(self.school, "", self.emblem is None)

    @property
    def backs(self) -> range:
        """One for each card of a hand that is not shown."""
        return range(self.cards)

    @property
    def at(self) -> int:
        """Where it stands in the race."""
        return min(self.total, LAST_POINT)


@dataclass(frozen=True)
class BoardPlay:
    """What the board's script needs: ``moves`` that may be done, and ``frames`` of what has happened since ``start``.

    ``since`` is the number of frames that the reader has seen when they last acted, ``count`` that of all actions.
    """

    moves: Sequence[Mapping[str, Any]] = ()
    start: Layout = field(default_factory=dict)
    frames: Sequence[Mapping[str, Any]] = ()
    since: int = 0
    count: int = 0

    @property
    def sources(self) -> set[str]:
        return {move["from"] for move in self.moves}


class _Arranger:
    def __init__(self, view: Mapping[str, Any], pieces: Pieces, play: BoardPlay) -> None:
        self.view = view
        self.position = view["position"]
        self.pieces = pieces
        self.sources = play.sources
        self.discards = view["stage"] == AT_DISCARD and bool(view["actions"])
        self.active = SEATS[(self.position["turn"] + 1) % 2]
        self.open_arena = self.position["seats"][self.active]["emblem"]

    def side(self, school: str, arena: str) -> ArenaSide:
        keys = self.pieces.layout[f"students:{school}:{arena}"]
        students = [self.student(key, school, arena, at, len(keys)) for at, key in enumerate(keys)]
        stack = [_card(key) for key in self.pieces.layout[f"stack:{school}:{arena}"]]
        here = self.pieces.layout[f"emblem:{school}"] == [arena]
        return ArenaSide(school, arena, students, stack, Stand(school, arena, here, arena in self.walk(school)))

    def student(self, key: str, school: str, arena: str, at: int, count: int) -> CardShown:
        is_own, is_here = school == self.active, arena == self.open_arena
        names = []
        if is_own and is_here:
            names.append(f"caster:{at}")
        if is_own and at >= count - SUMMONED:
            names.append(f"students:{school}:{arena}")
        target = "" if is_own or not is_here else f"struck:{key.split('-')[0]}"
        return _card(key, self.among_sources(names), target)

    def among_sources(self, names: Iterable[str]) -> str:
        return " ".join(name for name in names if name in self.sources)

    def in_hand(self, school: str, element: str) -> str:
        """What begins with a card in hand; hands may both be open."""
        if self.discards and school != self.active:
            return f"pick:{element}"
        return self.among_sources([f"hand:{element}"] if school == self.active else [])

    def walk(self, school: str) -> Collection[str]:
        """The Arenas through which an Emblem last walked."""
        if school not in self.pieces.walks or not self.pieces.layout[f"emblem:{school}"]:
            return ()
        (to,) = self.pieces.layout[f"emblem:{school}"]
        ends = sorted((ELEMENTS.index(self.pieces.walks[school] or ELEMENTS[0]), ELEMENTS.index(to)))
        return ELEMENTS[ends[0] : ends[1] + 1]

    def beside(self, school: str, name: str) -> SchoolSideShown:
        seat = self.position["seats"][school]
        hand = seat["hand"]
        shown = None
        if isinstance(hand, dict):
            keys = self.pieces.hand(school, hand)
            shown = [_card(key, self.in_hand(school, key.split("-")[0])) for key in keys]
        column = [_card(key) for key in self.pieces.layout[f"column:{school}"]]
        if column:
            top = f"column:{school}"
            column[-1] = CardShown(column[-1].face, self.among_sources([top]))
        return SchoolSideShown(
            school=school,
            name=name,
            total=self.view["totals"][school],
            emblem=ELEMENT_FACES.get(seat["emblem"] or ""),
            column=column,
            hand=shown,
            cards=sum(hand.values()) if isinstance(hand, dict) else hand,
            is_active=school == self.active,
        )


def _card(key: str, source: str = "", target: str = "") -> CardShown:
    kind, *numbers = key.split("-")
    if kind == "trial":
        return CardShown(trial_face(int(numbers[0]), int(numbers[1])), source, target)
    return CardShown(student_face(kind, int(numbers[0])), source, target)


def board_of(
    view: Mapping[str, Any],
    own: str,
    names: Mapping[str, str],
    pieces: Pieces | None = None,
    play: BoardPlay | None = None,
) -> dict[str, Any]:
    """What ``schools/board/_schools.html`` shows of a view, as tables have it: ``own`` is the seat that sits below.

    ``pieces`` are those that lie there, where it is known how they came there.
    """
    position = view["position"]
    near = own or SEATS[0]
    far = FOE[near]
    pieces = pieces or Pieces.of(position)
    arranger = _Arranger(view, pieces, play or BoardPlay())
    arenas = [
        ArenaOnBoard(face, arranger.side(far, slug), arranger.side(near, slug), arranger.open_arena == slug)
        for slug, face in ELEMENT_FACES.items()
    ]
    sides = {seat: arranger.beside(seat, names[seat]) for seat in (far, near)}
    board: dict[str, Any] = {
        "arenas": arenas,
        "far": sides[far],
        "near": sides[near],
        "turn": position["turn"],
        "overtime": position["overtime"],
        "deck": position["deck"],
        "discard": sum(position["discard"].values()),
        "trials": position["trials"],
        "known": position["known"],
        "end": END if END in view["actions"] else "",
        "points": range(LAST_POINT + 1),
    }
    if play is not None:
        hand = {card.face.key for side in sides.values() for card in side.hand or ()}
        shown = keys_in(pieces.layout) | hand
        gone = set().union(*(keys_in(frame["layout"]) for frame in play.frames), keys_in(play.start)) - shown
        board |= {
            "gone": [_card(key) for key in sorted(gone)],
            "spells": words.SPELL_ICONS,
            "data": {
                "moves": play.moves,
                "start": play.start,
                "frames": play.frames,
                "since": play.since,
                "count": play.count,
                "discard": (sides[near].cards // 2 if arranger.discards else 0),
                "totals": view["totals"],
                "overtime": position["overtime"],
            },
        }
    return board


def play_of(
    game: SchoolsGame, seat: str, actions: Sequence[str], ahead: SchoolsGame | None = None
) -> tuple[Pieces, BoardPlay]:
    """The pieces of a game, and what its board's script needs for a seat, or for a spectator ("").

    ``ahead`` is the game with what the seat has laid down for its next turn: pieces and moves are as after that.
    """
    seen = [[write_seen_event(event, None) for event in events] for events in game.seen]
    doers = [next((event["seat"] for event in events if event["seat"]), "") for events in seen]
    own = max((number for number, doer in enumerate(doers) if doer == seat), default=-1)
    first = max(len(seen) - LATEST, 0)
    since = own + 1 if own + 1 < len(seen) else max(own, 0)
    pieces = Pieces.of(game.start["state"]) if "state" in game.start else Pieces.at_start()
    for events in seen[:first]:
        pieces.follow(events)
    start = {place: keys[:] for place, keys in pieces.layout.items()}
    frames = list(frames_of(seen[first:], first, pieces, words.SCHOOL_NAMES))
    latest = game
    if ahead is not None:
        latest = ahead
        for number in range(len(game.seen), len(ahead.seen)):
            pieces.follow([write_seen_event(event, None) for event in ahead.seen[number]])
    moves = list(moves_of(latest.state, seat, actions, pieces, words.SCHOOL_NAMES)) if seat else []
    return pieces, BoardPlay(moves, start, frames, max(since - first, 0), len(seen))
