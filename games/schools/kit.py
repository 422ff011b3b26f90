"""Clash of Magic Schools to print: 60 Students, 45 Trials, aids, Emblems, and the board with its five Arenas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _

from cards.rendering.pdf import drawn_face_style
from contract.kit import GameKit, KitCard, KitSide
from engine.schools.rules.components import SEATS, TRIALS_OF_LEVEL
from engine.schools.rules.ending import BEHIND, ENOUGH, PLENTY
from games.schools.adapter import NAME
from games.schools.board import words
from games.schools.board.faces import ELEMENT_FACES, PAPER, SCHOOL_ICONS, StudentFace, TrialFace, students_of, trials_of
from scores.paper.drawing import pages_of_kit

FACE_WIDTH: Final = 54.0  # millimetres
SCHOOL_COLOURS: Final = {"dragombre": ("#231a2c", "#d9b45a"), "blancgriffon": ("#f4ead0", "#6b4708")}
AIDS: Final = 2
POINTS: Final = 4  # of the race in a column of the board


def cards() -> list[KitCard]:
    """All cards in the order in which they lie on the sheets: 108, twelve sheets of nine."""
    return [*_students(), *_trials(), _aid(), _emblems()]


def _students() -> list[KitCard]:
    shown = {"icon": "spell-book", "ground": "#3a2a5e", "figure": "#e7c66a", "title": _("Students")}
    back = KitSide("play/kits/back.html", shown)
    return [
        KitCard(KitSide("schools/kit/student.html", _context(face)), back)
        for element in ELEMENT_FACES
        for face in students_of(element)
    ]


def _trials() -> list[KitCard]:
    """The Trials; the first two of level 1 are the Starting Trials, each with its school's back (M1.3)."""
    scroll = {"icon": "scroll-unfurled", "ground": "#6b1f1f", "figure": "#f0d38a", "title": _("Trials")}
    kit_cards = []
    for level in range(1, len(TRIALS_OF_LEVEL)):
        for place, face in enumerate(trials_of(level)):
            context = _context(face)
            back = KitSide("play/kits/back.html", scroll)
            if level == 1 and place < len(SEATS):
                seat = SEATS[place]
                dark, light = SCHOOL_COLOURS[seat]
                context |= {"school": words.SCHOOL_NAMES[seat], "sign": SCHOOL_ICONS[seat]}
                shown = {"icon": SCHOOL_ICONS[seat], "ground": dark, "figure": light}
                back = KitSide("play/kits/back.html", {**shown, "title": words.SCHOOL_NAMES[seat]})
            kit_cards.append(KitCard(KitSide("schools/kit/trial.html", context), back))
    return kit_cards


def _context(face: StudentFace | TrialFace) -> dict[str, Any]:
    return {"face": face, "name": face.name, "style": _face_style()}


@cache
def _face_style() -> str:
    """The style of faces, which the screen has too, in millimetres; frames go on beyond the cut."""
    return drawn_face_style(Path(__file__).parent / "static" / "css" / "schools-face.css", FACE_WIDTH)


def _aid() -> KitCard:
    """The player aid: the turn and the end on one side, the spells on the other."""
    turn = {
        "title": _("A turn"),
        "parts": [
            (_("1. Draw 3 Students"), ""),
            (_("2. Act, as often as you like"), ""),
            (_("Move"), _("discard a Student: your Emblem goes to the Arena of its Element")),
            (_("Assign"), _("Students from your hand on your column at your Emblem")),
            (
                _("Pass a Trial"),
                _("one level above yours there, as many Students as its level; compulsory in turn one"),
            ),
            (_("Summon, once"), _("your top 3 Students from one Arena to another")),
            (_("Cast"), _("a Student between two of its Element: its spell or Maleficio, then discard it")),
            (_("3. Announce 2 Trials"), _("the higher first, the lower on top")),
            (_("The end"), _("15 points against 9 or less. 15 against 10 or more: Overtime, to 20, or 9 or less.")),
        ],
    }
    spells = {
        "title": _("Spells"),
        "parts": [
            *(
                (f"{words.SPELL_NAMES[spell]} · {words.element(element)}", str(words.SPELL_EFFECTS[spell]))
                for element, spell in words.SPELL_OF.items()
            ),
            (words.SPELL_NAMES["maleficio"], str(words.SPELL_EFFECTS["maleficio"])),
            (_("To cast"), _("the caster stands at your Emblem, one of its Element right below and right above it")),
        ],
    }
    return KitCard(KitSide("play/kits/aid.html", turn), KitSide("play/kits/aid.html", spells), AIDS)


def _emblems() -> KitCard:
    """Both Emblem markers on one card, to cut round."""
    emblems = [(SCHOOL_ICONS[seat], *SCHOOL_COLOURS[seat], words.SCHOOL_NAMES[seat]) for seat in SEATS]
    # Seen from behind they lie where they lie in front, one above the other, so both sides agree.
    side = KitSide("schools/kit/emblems.html", {"emblems": emblems, "title": _("Emblems: cut along the rings")})
    return KitCard(side, side)


def contents() -> Sequence[str]:
    """What is in it."""
    return (
        _("60 Students, twelve of each Element"),
        _("45 Trials, two of them the schools' Starting Trials with backs of their own"),
        _("2 player aids and both Emblems, on cards of the same size"),
        _("the board with its five Arenas: one sheet of A3, or two sheets to tape together"),
        _("Curriculum and Championship, to fill in"),
    )


def board() -> Mapping[str, Any]:
    """The board: a column with both blazons, then one for each Arena with its part of the race for points."""
    arenas = [
        {
            "face": face,
            "rim": tint(face.colour, 0.55),
            "deep": tint(face.colour, 0.3),
            "pale": tint(face.colour, 0.08),
            "ground": tint(face.colour, 0.34),
            "sides": ("far", "near"),
            "points": [(point, _kind(point)) for point in range(number * POINTS + 1, (number + 1) * POINTS + 1)],
        }
        for number, face in enumerate(ELEMENT_FACES.values())
    ]
    blazons = [(SCHOOL_ICONS[seat], *SCHOOL_COLOURS[seat], words.SCHOOL_NAMES[seat]) for seat in reversed(SEATS)]
    return {"arenas": arenas, "blazons": blazons, "trial": _("Passed Trials"), "deck": _("Trial deck")}


def tint(colour: str, part: float) -> str:
    """A colour thinned on the paper of cards."""
    inks = (int(colour[at : at + 2], 16) * part + int(PAPER[at : at + 2], 16) * (1 - part) for at in (1, 3, 5))
    return "#" + "".join(f"{round(ink):02x}" for ink in inks)


def _kind(point: int) -> str:
    """What a point of the race means, as a class of the style."""
    named = {ENOUGH: "goal", PLENTY: "end"}
    return named.get(point) or ("loses" if point <= BEHIND else "wins" if point > ENOUGH else "")


KIT: Final = GameKit(
    NAME, "Clash of Magic Schools", cards, contents, board, "schools/kit/board.html", pads=partial(pages_of_kit, NAME)
)
