"""Scraps on the face of a mutated card: each covers what was cut from another card, and none of the words beside it."""

from __future__ import annotations

import math
import re

import pytest
from django.utils import translation

from cards.faces import Face, Patch, patched_face
from cards.rendering.pdf import card_pdf
from cards.rendering.style import face_css
from tests.cards.printing.sheets import creature, runs_of, text_of
from tests.mutation.test_paper_patches import Box, ability, box_on_card, on_face, rule

WIDTH, HEIGHT = 54, 85  # millimetres
MOTTOS = ("Two coins.", "Two coins to cross. The pike is free, and so is the long way home by the old bridge.")


def seen(place: str) -> Box:
    """Left, top, right and bottom of all that is drawn of a scrap, with what lies under it, as it is turned."""
    style = face_css()
    left, top, width, height = box_on_card(rule(style, f".card .on-{place}"))
    shadow = rule(style, ".card .f-patch::before")
    if place in ("av", "hp"):
        shadow |= rule(style, ".card .f-patch.on-av::before")
    turned = re.search(rf"\.on-{place} \{{[^}}]*rotate\((-?[\d.]+)deg\)", style)
    turn = math.radians(abs(float(turned[1] if turned else 1.5)))
    wide, high = (
        width * math.cos(turn) + height * math.sin(turn),
        height * math.cos(turn) + width * math.sin(turn),
    )
    x, y = left + width / 2, top + height / 2
    return x - wide / 2, y - high / 2, x + wide / 2 - shadow["right"], y + high / 2 - shadow["bottom"]


def face(motto: str) -> Face:
    plain = creature("Ferry Pike", flavour=motto)
    return patched_face(plain, [Patch("cost", "Ogre"), Patch("av", "Ogre"), Patch("hp", "Ogre"), Patch("rage", "Ogre")])


def words_on(content: bytes) -> dict[str, Box]:
    """The words of a card by what they say, in hundredths of its width."""
    return {text.strip(): tuple(at / WIDTH * 100 for at in box) for text, box in runs_of(content)}  # type: ignore[misc]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("motto", MOTTOS)
def test_no_word_is_touched(language: str, motto: str) -> None:
    with translation.override(language):
        content = card_pdf(face(motto), bleed=0)
    words = words_on(content)
    label = {"en": "Creature", "fr": "Créature"}[language]
    beside = [box for text, box in words.items() if text.casefold() == label.casefold() or text[:3] in motto]
    assert len(beside) >= 1 + len(face(motto).motto.lines)
    for place in ("av", "hp"):
        left, top, right, bottom = seen(place)
        for x1, y1, x2, y2 in beside:
            assert x2 <= left or right <= x1 or y2 <= top or bottom <= y1, place


@pytest.mark.parametrize("place", ["av", "hp"])
def test_the_widest_label_and_two_lines_of_a_motto_have_their_room(place: str) -> None:
    left, top, right, _bottom = seen(place)
    widest = 40 / 2  # of ``LABEL_BOX``, to either side of the middle
    assert right <= 50 - widest or left >= 50 + widest
    motto = rule(face_css(), ".card .f-flavour")
    assert top >= 100 * HEIGHT / WIDTH - motto["bottom"] - 0.1  # hundredths of 54 mm


COVERED = {
    "cost": on_face(".card .cost", ".card.incantation .cost"),  # the larger of the two gems
    "av": on_face(".card .av", ".card .av"),
    "hp": on_face(".card .hp", ".card .hp"),
    "ability-1": ability(1, aura=True),
    "ability-2": ability(2, aura=True),
    "ability-3": ability(3, aura=True),
    "ability-4": ability(4, aura=True),
}


@pytest.mark.parametrize("place", COVERED)
def test_a_scrap_is_as_large_as_what_it_covers(place: str) -> None:
    x, y, width, height = COVERED[place]
    left, top, right, bottom = seen(place)
    assert left <= x and top <= y and x + width <= right and y + height <= bottom
    assert right - left < width + 4 and bottom - top < height + 4  # hundredths of 54 mm, all round and with its shadow


def test_where_it_came_from_is_said_to_who_hears_and_not_printed() -> None:
    assert "Ogre" not in text_of(card_pdf(face(MOTTOS[0]), bleed=0))
