"""Whom the site's cards show: faces and bodies, staged by cost, composed in several ways, apart from the sky."""

import re
import tomllib
from collections import Counter

import pytest
from fontTools.pens.boundsPen import ControlBoundsPen
from fontTools.svgLib.path import parse_path

from cards import figures, heads, icons
from cards.art import Composed, composed_from
from cards.colours import TINTS, luminance
from cards.faces import LARGE_FROM, Face, face_of
from cards.figures import COMPOSITIONS, box_of
from cards.heads import busts, eyes, faces, whole
from cards.icons import beings, drawings
from cards.landforms import HEIGHT
from cards.ornaments import BOTTOM
from cards.sets import SLUGS, SetFile, all_sets, champions
from cards.symbols import scene_markup
from engine.decks.rules.cards import Card

each_set = pytest.mark.parametrize("card_set", all_sets(), ids=SLUGS)
HEADS = re.compile(r"head|face|hood|jaws|profile|skull|mask(?!ed)")
LEAST_APART = 18  # of the 100 steps of lightness between black and white
PANEL_TOP = (BOTTOM - 46 + 6.4 + 3.85 - 4) / 0.92  # the lowest that the words of a card with a motto begin, in a scene


def drawn_cards(card_set: SetFile) -> list[tuple[Face, Composed]]:
    pictured = [(card.card, composed_from(card.art.to_json())) for card in card_set.cards]
    return [(face_of(card, str.title, art=art), art) for card, art in pictured]


def all_drawn() -> list[tuple[Face, Composed]]:
    cards = [drawn for card_set in all_sets() for drawn in drawn_cards(card_set)]
    for champion in champions():
        values = Card(champion.name.en, True, champion.cost, champion.av, champion.hp, champion.abilities)
        art = composed_from(champion.art.to_json())
        cards.append((face_of(values, str.title, True, art=art), art))
    return cards


def composition(face: Face, art: Composed) -> str:
    return art.figure.composition(face.pose)


def test_everybody_has_a_face() -> None:
    """An icon of a person has a face of its own, hides it, or gets one drawn."""
    groups = tomllib.loads(icons._BEINGS.read_text(encoding="utf-8"))
    shown = {art.icon for face, art in all_drawn() if face.kind == "creature"}
    assert shown & set(groups["people"].split()) - set(faces()) - set(busts()) - whole() == set()


def test_no_head_floats() -> None:
    """A head without a body is a portrait, whose shoulders the picture's lower edge cuts."""
    shown = [(face, art) for face, art in all_drawn() if face.kind == "creature" and HEADS.search(art.icon)]
    assert {art.icon for _face, art in shown} - set(busts()) - whole() == set()
    assert len(shown) >= 40
    portraits = [(face, art) for face, art in all_drawn() if art.figure.bust(face.pose)]
    assert len(portraits) > 70
    for face, art in portraits:
        drawn, front = scene_markup(art, face.pose), art.scenery.before
        ground = "".join(shape.markup for shape in front)
        if busts()[art.icon].dress:
            assert max(map(float, re.findall(r"[ L]([\d.]+)Z", drawn))) > HEIGHT, face.name  # a body to the very foot
            assert ground not in drawn, face.name
        else:
            cut = max(spot.y for spot in figures._spots(art.figure, face.pose))
            assert cut > PANEL_TOP, face.name
            assert f'<g transform="translate(0 {figures.LOWERED:g})">{ground}</g>' in drawn, face.name
            assert all(figures.LOWERED + top_of(shape.d) < cut for shape in front), face.name


def top_of(d: str) -> float:
    """Where the highest point of a shape is."""
    pen = ControlBoundsPen(None)
    parse_path(d, pen)
    return float(pen.bounds[1])


def test_what_is_said_of_icons_is_true() -> None:
    assert {*faces(), *busts(), *eyes(), *whole()} <= set(drawings())
    assert set(busts()) & (set(faces()) | whole()) == set()
    assert whole() <= beings()
    for icon, listed in faces().items():
        left, top, right, bottom = box_of(icon)
        for face in listed:
            assert left <= face.x - face.wide and face.x + face.wide <= right, icon
            assert top - 4 <= face.y - face.high and face.y + face.high <= bottom, icon
            assert -1 <= face.turn <= 1
    with pytest.raises(ValueError, match="not a dress"):
        heads.Bust(dress="toga")


def test_dear_cards_are_staged_as_champions_are() -> None:
    for face, art in all_drawn():
        is_staged = face.champion or (face.cost or 0) >= LARGE_FROM
        assert (face.pose.behind == "rays") == face.breaks_the_frame == is_staged, face.name
        assert (composition(face, art) == "staged") == is_staged, face.name
    assert sum(face.kind == "incantation" and face.breaks_the_frame for face, _art in all_drawn()) == 9


@each_set
def test_a_set_has_at_least_three_kinds_of_compositions(card_set: SetFile) -> None:
    kinds = Counter(composition(face, art) for face, art in drawn_cards(card_set) if face.kind == "creature")
    assert set(kinds) <= set(COMPOSITIONS)
    assert sum(number >= 2 for number in kinds.values()) >= 3, kinds
    assert max(kinds.values()) <= 13, kinds


def lightness(colour: str) -> float:
    """CIE L*, 0 to 100: equal steps look equal."""
    share = luminance(colour)
    return 116 * share ** (1 / 3) - 16 if share > 0.008856 else 903.3 * share


def as_deuteranope(colour: str) -> str:
    """A colour as eyes without green cones see it (Machado, Oliveira and Fernandes 2009)."""

    def linear(part: int) -> float:
        value = part / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    rows = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881))
    parts = [linear(int(colour[at : at + 2], 16)) for at in (1, 3, 5)]
    seen = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, parts, strict=True)))) for row in rows]
    written = [12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055 for v in seen]
    return "#" + "".join(f"{round(255 * value):02x}" for value in written)


@pytest.mark.parametrize("name", TINTS)
def test_subject_and_sky_are_apart_in_value(name: str) -> None:
    """In greyscale, and for who sees no difference between red and green."""
    tint = TINTS[name]
    for seen in (str, as_deuteranope):
        body = lightness(seen(tint.body))
        for ground in (tint.sky, tint.rim, tint.far):
            assert abs(body - lightness(seen(ground))) >= LEAST_APART, (ground, seen)
        assert abs(body - lightness(seen(tint.outline))) >= 30
    assert lightness(tint.prop) < 90  # what somebody holds takes light and shade, as white cannot
