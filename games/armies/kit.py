"""Clash of the Cards to print: ten characters of six strengths, all special cards, four quick start cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import Final

from django.utils.translation import gettext as _

from cards.rendering.pdf import drawn_face_style
from contract.kit import GameKit, KitCard, KitSide
from engine.armies.pack.cards import NUMBERS
from engine.armies.rules.scoring import FOR_BONUS, FOR_DEATH, FOR_ENDING, FOR_SIX, army_value
from games.armies.adapter import NAME
from games.armies.faces import CHARACTERS, SPECIALS, CardFace
from scores.paper.drawing import pages_of_kit

QUICK_START: Final = 4  # cards (C1.4)
FACE_WIDTH: Final = 54.0  # millimetres
BACK: Final = KitSide(
    "play/kits/back.html",
    {"icon": "crossed-swords", "ground": "#1f3350", "figure": "#e3c572", "title": "Clash of the Cards"},
)


def cards() -> list[KitCard]:
    """All cards: 60 characters, 36 special cards, 4 quick start cards."""
    characters = [_card(face) for faces in CHARACTERS.values() for face in faces]
    return [*characters, *map(_card, SPECIALS), _quick_start()]


def _card(face: CardFace) -> KitCard:
    context = {"face": face, "name": face.words, "style": _face_style()}
    return KitCard(KitSide("armies/kit/card.html", context), BACK, face.count)


@cache
def _face_style() -> str:
    """The style of faces, which the screen has too, in millimetres."""
    return drawn_face_style(Path(__file__).parent / "static" / "css" / "armies-face.css", FACE_WIDTH)


def _quick_start() -> KitCard:
    """The quick start card: the turn on one side, the points on the other."""
    turn = {
        "title": _("A turn"),
        "parts": [
            (_("One of three"), ""),
            (_("Draw cards"), _("two of them")),
            (
                _("Battle"),
                _("put up a number: players who have it put in all of theirs, then fight with a champion or surrender"),
            ),
            (_("Special card"), _("Thief, Chest or Gravedigger")),
            (_("Champions"), _("the highest wins the pile; Wild is highest, Death lowest, strength breaks ties")),
            (_("Lay down"), _("two armies, three with Death: four of a number each, Wilds fill gaps. The hand ends.")),
            (_("After every turn"), _("all players draw up to eight cards")),
        ],
    }
    pairs = [(first, first + 1, army_value(first)) for first in NUMBERS[::2]]
    points = {
        "title": _("Points"),
        "parts": [
            *((_("Army of %(first)d or %(second)d") % {"first": a, "second": b}, str(worth)) for a, b, worth in pairs),
            (_("Ending the hand"), f"+{FOR_ENDING}"),
            (_("All six of a number"), f"+{FOR_SIX}"),
            (_("Each Bonus on the table"), f"+{FOR_BONUS}"),
            (_("Holding Death"), f"\u2212{-FOR_DEATH}"),
            (_("The game"), _("ends at 1,000; the highest total wins, or on a tie the better last hand")),
        ],
    }
    return KitCard(KitSide("play/kits/aid.html", turn), KitSide("play/kits/aid.html", points), QUICK_START)


def contents() -> Sequence[str]:
    return (
        _("60 characters: ten numbers, six strengths of each"),
        _("36 special cards: Wild, Bonus, Castle, Death, Spy, Thief, Guardian, Chest, Gravedigger"),
        _("4 quick start cards: the turn on one side, the points on the other"),
        _("the score pad for two to six players"),
    )


KIT: Final = GameKit(NAME, "Clash of the Cards", cards, contents, pads=partial(pages_of_kit, NAME))
