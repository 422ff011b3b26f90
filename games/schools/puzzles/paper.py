"""Turns of Clash of Magic Schools on paper: the board with its five Arenas, room for an answer, solutions in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from cards.rendering.pdf import drawn_face_style
from engine.schools.rules.components import SEATS
from games.schools.board import words
from games.schools.board.arrangement import ArenaOnBoard, ArenaSide, CardShown, SchoolSideShown, board_of
from games.schools.board.faces import ELEMENT_FACES, ElementFace
from games.schools.kit import SCHOOL_COLOURS, tint
from games.schools.puzzles.turn_text import short_words
from games.schools.puzzles.turn_to_win import TurnToWin
from grimoire.gate import Gate
from grimoire.models import Puzzle
from grimoire.solving.secrecy import proof_of

# All in millimetres.
POINT: Final = 25.4 / 72
# Heights of half an Arena.
SIZES: Final = (64.0, 60.0, 56.0, 53.0, 50.0, 48.0, 46.0, 44.0, 42.0, 40.0, 38.0, 36.0, 34.0, 32.0, 30.0, 28.0)
GAP: Final = 1.2  # between Arenas
INSET: Final = 0.8  # between the edge of an Arena and what lies in it
TALL: Final = 1.25  # the height of a card in an Arena, in widths: all of a face but the foot of its picture
HAND_TALL: Final = 1.45
STRIP: Final = 4.6  # what is seen of a covered card at most
GROUND: Final = 9.0
WHOSE: Final = 24.0  # the blazon and name of a school
BETWEEN: Final = 0.5  # cards of a hand
SCHOOLS: Final = 2.6  # what is said above the cards beside the Arenas

HERE: Final = Path(__file__).resolve().parent
TEMPLATES: Final = HERE.parent / "templates" / "schools"


@dataclass(frozen=True)
class Pile:
    """Cards of an Arena that lie on each other: the ``covered`` ones from the bottom up, and the one on ``top``."""

    covered: Sequence[CardShown]
    top: CardShown | None

    @classmethod
    def of(cls, cards: Sequence[CardShown]) -> Pile:
        return cls(cards[:-1], cards[-1] if cards else None)


@dataclass(frozen=True)
class HalfArena:
    school: str
    trials: Pile
    students: Pile
    has_emblem: bool

    @classmethod
    def of(cls, side: ArenaSide) -> HalfArena:
        return cls(side.school, Pile.of(side.stack), Pile.of(side.students), side.stand.is_taken)


@dataclass(frozen=True)
class PaperArena:
    face: ElementFace
    far: HalfArena
    near: HalfArena

    @classmethod
    def of(cls, arena: ArenaOnBoard) -> PaperArena:
        return cls(arena.face, HalfArena.of(arena.far), HalfArena.of(arena.near))


@dataclass(frozen=True)
class PaperSide:
    """A school beside the Arenas: its hand by Elements, with how many there are of each, and its announced Trials, the
    available one first."""

    shown: SchoolSideShown

    @property
    def figure(self) -> str:
        """The colour of the figure on the school's blazon."""
        return SCHOOL_COLOURS[self.shown.school][1]

    @property
    def hand(self) -> Sequence[tuple[CardShown, int]]:
        cards = {card.face.element.slug: card for card in self._cards}
        counts = Counter(card.face.element.slug for card in self._cards)
        return [(cards[slug], counts[slug]) for slug in ELEMENT_FACES if slug in counts]

    @property
    def _cards(self) -> Sequence[Any]:
        return self.shown.hand or ()

    @property
    def available(self) -> CardShown | None:
        return self.shown.column[-1] if self.shown.column else None

    @property
    def beneath(self) -> Sequence[CardShown]:
        return self.shown.column[-2::-1]


@dataclass(frozen=True)
class PaperTurn:
    """The board of a turn on paper, the school whose turn it is below."""

    arenas: Sequence[PaperArena]
    far: PaperSide
    near: PaperSide
    facts: Mapping[str, Any]

    @property
    def elements(self) -> Sequence[ElementFace]:
        return list(ELEMENT_FACES.values())

    def piles(self) -> Iterator[Pile]:
        for arena in self.arenas:
            for half in (arena.far, arena.near):
                yield half.trials
                yield half.students


class SchoolsPaper:
    """See ``contract.puzzles.PuzzlePaper``."""

    template: str = "schools/paper/board.html"
    how: str = "schools/paper/how.html"
    saver: str = """
.m-picture { display: none; }
.arena, .turn-board .ground, .turn-board .strip, .m-art { background: #fff !important; color: #2a2118 !important; }
.turn-board .shield { background: #fff; color: #2a2118; border: .2mm solid #2a2118; line-height: 3.2mm; }
"""
    folders: Sequence[Path] = (HERE, HERE.parent / "board", TEMPLATES / "paper", TEMPLATES / "board")

    def board(self, puzzle: Puzzle, language: str) -> PaperTurn:
        turn = TurnToWin(puzzle.position)
        shown = board_of(turn.view(), SEATS[turn.seat], words.SCHOOL_NAMES)
        arenas = [PaperArena.of(arena) for arena in shown["arenas"]]
        return PaperTurn(arenas, PaperSide(shown["far"]), PaperSide(shown["near"]), shown)

    def sizes(self, board: PaperTurn, width: float) -> Sequence[float]:
        return SIZES

    def style(self, board: PaperTurn, size: float, width: float) -> str:
        """``size`` is half the height of an Arena, in millimetres."""
        arena = (width * POINT - GAP * (len(board.arenas) - 1)) / len(board.arenas)
        card = (arena - 3 * INSET) / 2
        hand = len(board.elements) * (card + BETWEEN)
        return "\n".join(
            [
                _style(card),
                f".arena {{ width: {arena:.3f}mm; height: {2 * size + GROUND:.3f}mm; }}",
                *(f".arena.a{at} {{ left: {at * (arena + GAP):.3f}mm; }}" for at in range(len(board.arenas))),
                f".arenas {{ height: {2 * size + GROUND:.3f}mm; }}",
                f".half {{ height: {size:.3f}mm; }}",
                f".pile {{ width: {card:.3f}mm; height: {size:.3f}mm; }}",
                f".pile.students {{ left: {card + INSET:.3f}mm; }}",
                f".pcard {{ width: {card:.3f}mm; height: {TALL * card:.3f}mm; }}",
                f".pcard .drawn-face {{ width: {card:.3f}mm; height: {85 / 54 * card:.3f}mm; }}",
                f".in-hand {{ width: {card + BETWEEN:.3f}mm; }}",
                f".in-hand .pcard {{ height: {HAND_TALL * card:.3f}mm; }}",
                f".hand {{ left: {WHOSE}mm; width: {hand:.3f}mm; }}",
                f".announced {{ left: {WHOSE + hand:.3f}mm; width: {width * POINT - WHOSE - hand:.3f}mm; }}",
                f".turn-school {{ height: {SCHOOLS + HAND_TALL * card:.3f}mm; }}",
                *_steps(board, size - 2 * INSET - TALL * card),
            ]
        )

    def solution(self, puzzle: Puzzle, gate: Gate, language: str) -> dict[str, Any]:
        proof = proof_of(puzzle, gate)
        ways = [TurnToWin(puzzle.position, way) for way in proof.get("ways", ())]
        return {
            "count": None,
            "ways": [{"plays": _plays(turn.line), "turns": [], "steps": _told(turn)} for turn in ways],
            "tries": [("; ".join(_plays(miss["line"])), short_words(miss["short"])) for miss in proof.get("tries", ())],
        }


def _plays(line: Sequence[str]) -> list[str]:
    return [words.action_words(action) for action in line]


def _told(turn: TurnToWin) -> list[str]:
    """What happens in a turn, sentence by sentence."""
    events = [event for number in range(len(turn.line)) for event in turn.events(number)]
    return [words.event_words(event, words.SCHOOL_NAMES) for event in events]


def _steps(board: PaperTurn, room: float) -> Iterator[str]:
    """Where the cards of piles lie: each as far below the one before as there is room, at most a strip."""
    for count in sorted({len(pile.covered) for pile in board.piles()}):
        step = min(STRIP, room / count) if count else 0
        yield f".pile.n{count} .strip {{ height: {step:.3f}mm; }}"


@cache
def _style(card: float) -> str:
    faces = drawn_face_style(HERE.parent / "static" / "css" / "schools-face.css", card)
    return "\n".join([faces, (HERE / "paper.css").read_text(encoding="utf-8"), *_colours()])


def _colours() -> Iterator[str]:
    for face in ELEMENT_FACES.values():
        own, pale, deep, rim = face.colour, tint(face.colour, 0.1), tint(face.colour, 0.34), tint(face.colour, 0.55)
        yield f".strip.is-{face.slug} {{ background: {own}; }}"
        yield f".arena.is-{face.slug} {{ border-color: {rim}; background: {pale}; }}"
        yield f".arena.is-{face.slug} .ground {{ background: {deep}; }}"
    for school, (ground, figure) in SCHOOL_COLOURS.items():
        yield f".turn-board .of-{school} {{ background: {ground}; border-color: {figure}; }}"
