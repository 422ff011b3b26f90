"""Clash of the Cards to print: ten characters of six strengths, all special cards, four quick start cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from django.utils.translation import gettext as _

from contract.kit import GameKit, KitCard, KitSide
from engine.armies.pack.cards import CARD_OF_NAME, COPIES, NUMBERS, STRENGTHS
from engine.armies.rules.scoring import FOR_BONUS, FOR_DEATH, FOR_ENDING, FOR_SIX, army_value
from games.armies.adapter import NAME
from games.armies.faces import CHARACTER_ICONS, KIND_ICONS
from games.armies.words import CHARACTER_NAMES, KIND_NAMES, KIND_TEXTS
from scores.paper.drawing import pages_of_kit

QUICK_START: Final = 4  # cards (C1.4)
# Ground and figure, as on the screen (static/css/other-cards.css): numbers by pairs that are worth the same.
PAIR_COLOURS: Final = (
    ("#f0cfc2", "#8a2412"),
    ("#c4dcf0", "#1c4f80"),
    ("#cfe2c0", "#2f5d24"),
    ("#f0dcae", "#6b4708"),
    ("#d8c9ea", "#4c2c70"),
)
KIND_COLOURS: Final = {
    "wild": ("#f3d27c", "#6a4604"),
    "bonus": ("#f3d27c", "#6a4604"),
    "castle": ("#cfd6df", "#2c3848"),
    "death": ("#b9b3c2", "#1d1a22"),
    "spy": ("#d9c6e4", "#3c1f4d"),
    "thief": ("#d9c6e4", "#3c1f4d"),
    "guardian": ("#dccdb0", "#4a3615"),
    "chest": ("#dccdb0", "#4a3615"),
    "gravedigger": ("#dccdb0", "#4a3615"),
}
BACK: Final = KitSide(
    "play/kits/back.html",
    {"icon": "crossed-swords", "ground": "#1f3350", "figure": "#e3c572", "title": "Clash of the Cards"},
)


def cards() -> list[KitCard]:
    """All cards: 60 characters, 36 special cards, 4 quick start cards."""
    kit_cards = []
    for number in NUMBERS:
        ground, figure = PAIR_COLOURS[(number - 1) // 2]
        for strength in range(1, STRENGTHS + 1):
            context = {
                "ground": ground,
                "figure": figure,
                "number": number,
                "pips": range(strength),
                "name": str(CHARACTER_NAMES[number]),
                "icon": CHARACTER_ICONS[number],
                "worth": army_value(number),
            }
            kit_cards.append(KitCard(KitSide("armies/kit/character.html", context), BACK))
    for kind, name in KIND_NAMES.items():
        ground, figure = KIND_COLOURS[kind]
        context = {
            "ground": ground,
            "figure": figure,
            "name": str(name),
            "icon": KIND_ICONS[kind],
            "text": str(KIND_TEXTS[kind]),
            "sign": f"+{FOR_BONUS}" if kind == "bonus" else f"\u2212{-FOR_DEATH}" if kind == "death" else "",
        }
        kit_cards.append(KitCard(KitSide("armies/kit/special.html", context), BACK, COPIES[CARD_OF_NAME[kind]]))
    return [*kit_cards, _quick_start()]


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
