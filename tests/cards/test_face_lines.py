"""Where things lie on a face: nothing thin near the cut, the flavour text in its panel, figures by what they cost."""

import io
import re
from functools import cache, partial
from typing import Final

import pytest
from fontTools.misc.bezierTools import splitCubicAtT
from fontTools.pens.boundsPen import ControlBoundsPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont
from PIL import Image

from cards import figures
from cards.abilities import ability_name
from cards.art import Artwork, composed_from
from cards.colours import TINTS
from cards.faces import Emblem, Face, bridge_face, face_of, stronghold_faces
from cards.figures import FLOOR, SPELLS, STATURES, Pose, Subject, figure_markup
from cards.fonts import FONTS
from cards.measuring import LINE, Fitted, width_of
from cards.ornaments import ornaments
from cards.rendering.geometry import DEFAULT
from cards.rendering.pdf import card_pdf
from cards.rendering.png import raster
from cards.rendering.style import face_css
from cards.scenery import SCENES, scenery_of
from cards.sets import all_cards, all_sets, champions
from engine.decks.rules.cards import Card

pytestmark = pytest.mark.slow("draws pages as PDF and as pictures")

HUNDREDTHS: Final = 0.54  # millimetres
DOTS: Final = 20  # to a millimetre
LEADING: Final = 1.12
LANGUAGES: Final = ("en", "fr")


def rule(selector: str) -> dict[str, float]:
    """Numbers in hundredths of the width that a rule of face.css gives, later rules last."""
    values: dict[str, float] = {}
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", face_css()):
        if selector in [part.strip() for part in selectors.split(",")]:
            values |= {name: float(number) for name, number in re.findall(r"([\w-]+): (-?[\d.]+)cqw", body)}
    return values


# Lines near the cut.


def plain_picture() -> Artwork:
    image = Image.new("RGB", (80, 130), "#777777")
    return Artwork(80, 130, "/a.jpg", _jpeg(image))


def _jpeg(image: Image.Image) -> bytes:
    written = io.BytesIO()
    image.save(written, "JPEG")
    return written.getvalue()


def styles() -> dict[str, Face | None]:
    card, spell = Card("Ash Wyvern", True, 4, 13, 12, ("rage",)), Card("Cinder Rain", False, 4, 3, 0, ("splash",))
    bastion, fort = stronghold_faces("Keep", art=plain_picture())
    named = {
        "art": plain_picture(),
        "flavour": "A line so long that it needs two, no less and no more than two of them.",
    }
    return {
        "creature": face_of(card, str.title, **named),
        "incantation": face_of(spell, str.title, **named),
        "champion": face_of(card, str.title, True, **named),
        "bastion": bastion,
        "fort": fort,
        "bridge": bridge_face("Ford", art=plain_picture()),
        "back": None,
    }


def strips(face: Face | None, reach: float, saver: bool = False) -> list[Image.Image]:
    """The four sides from the edge of the bleed to ``reach`` millimetres within the cut, each turned so that its rows
    lead inwards, without the corners."""
    bleed = DEFAULT.bleed
    size = round((54 + 2 * bleed) * DOTS), round((85 + 2 * bleed) * DOTS)
    page = raster(card_pdf(face, bleed=bleed, saver=saver), size)
    deep, corner = round((bleed + reach) * DOTS), round((bleed + 4) * DOTS)
    sides = []
    for turn in range(4):
        turned = page.rotate(90 * turn, expand=True)
        sides.append(turned.crop((corner, 0, turned.width - corner, deep)))
    return sides


def most_change(strip: Image.Image) -> int:
    """How much the lightness of a strip changes at most along any line that leads inwards."""
    columns = [strip.convert("L").crop((x, 2, x + 1, strip.height)).getextrema() for x in range(0, strip.width, 3)]
    return max(int(high) - int(low) for low, high in columns)


@pytest.mark.parametrize("name", styles())
@pytest.mark.parametrize("saver", [False, True])
def test_no_line_runs_along_the_cut(name: str, saver: bool) -> None:
    """Half a millimetre of a bad cut shows where there is a line to compare it with, and nowhere else."""
    assert [most_change(strip) for strip in strips(styles()[name], 2.45, saver)] == [
        pytest.approx(0, abs=4) for _ in range(4)
    ]


def as_deuteranope(strip: Image.Image) -> Image.Image:
    """Roughly as eyes without green cones see it."""
    return strip.convert("RGB", (0.37, 0.86, -0.23, 0, 0.28, 0.67, 0.05, 0, -0.01, 0.04, 0.97, 0))


def test_patterns_tell_the_frames_of_sets_apart_without_colours() -> None:
    """Along a frame light and dark take turns in another rhythm for each set; quietly, and never inwards."""
    rhythms: dict[str, str] = {}
    for card_set in all_sets():
        emblem = Emblem(card_set.accent, card_set.symbol)
        face = face_of(Card("Ash Wyvern", True, 4, 3, 2, ("rage",)), str.title, art=plain_picture(), emblem=emblem)
        drawn = strips(face, 2.45)
        assert [most_change(strip) for strip in drawn] == [pytest.approx(0, abs=4) for _ in range(4)], card_set.slug
        for seen in (drawn[0], as_deuteranope(drawn[0])):
            line = [int(level) for level in seen.convert("L").crop((0, 40, seen.width, 41)).tobytes()]  # type: ignore[arg-type]
            assert 18 <= max(line) - min(line) <= 50, card_set.slug
        middle = (max(line) + min(line)) / 2
        rhythms[card_set.slug] = "".join("#" if level > middle else "." for level in line)
    for slug, rhythm in rhythms.items():
        for other in (rhythm for name, rhythm in rhythms.items() if name != slug):
            assert sum(a != b for a, b in zip(rhythm, other, strict=True)) > 0.15 * len(rhythm), slug


def test_a_line_near_the_cut_would_be_found() -> None:
    assert max(most_change(strip) for strip in strips(styles()["creature"], 3.2)) > 60


def test_emblems_lie_within_the_safe_line() -> None:
    safe = 2.99 / HUNDREDTHS
    cost, spell = rule(".card .cost"), rule(".card.incantation .cost")
    assert min(cost["left"], cost["top"], spell["left"]) >= safe
    assert spell["top"] + spell["width"] * (1 - 0.93) / 2 >= safe  # a star's corners do not fill its box
    assert min(rule(".card .av")["left"], rule(".card .hp")["right"], rule(".card .av")["bottom"]) >= safe
    assert min(rule(".card .name")["right"], rule(".card .name")["top"]) >= safe


def test_who_breaks_the_frame_stays_on_the_card() -> None:
    for card in (card for card in all_cards() if card.cost >= 6 and card.is_creature):
        face = face_of(card.card, str.title, art=composed_from(card.art.to_json()))
        assert face.breaks_the_frame
        boxes = ink_of(face)
        assert min(left for left, _, _, _ in boxes) * 0.922 + 4 >= 0.8 / HUNDREDTHS, card.reference
    spider = next(champion for champion in champions() if champion.slug == "patient-spider")
    values = Card(spider.name.en, True, spider.cost, spider.av, spider.hp, spider.abilities)
    broken = face_of(values, str.title, True, art=composed_from(spider.art.to_json()))
    assert max(most_change(strip) for strip in strips(broken, 0.8)) < 5
    assert max(most_change(strip) for strip in strips(broken, 2.45)) > 60


def ink_of(face: Face) -> list[tuple[float, float, float, float]]:
    """The boxes of what a figure is made of, in the scene's units."""
    pose = face.pose
    figure = face.art.figure  # type: ignore[union-attr]
    spots = figures._spots(figure, pose)
    hand = [figures._in_hand(figure, spots[-1], figure.bust(pose))] if figure.hand else []
    return [spot.box for spot in (*spots, *hand)]


# The flavour text.


@cache
def metrics() -> tuple[float, float, dict[int, float]]:
    """Ascent and descent of the flavour's font, and how high each letter rises, as shares of the size."""
    heights: dict[int, float] = {}
    ascent = descent = 0.0
    for font in FONTS:
        for path in font.paths if (font.family, font.style) == LINE else ():
            with TTFont(path) as file:
                scale, glyphs = file["head"].unitsPerEm, file.getGlyphSet()
                ascent, descent = file["hhea"].ascent / scale, -file["hhea"].descent / scale
                for code, name in file.getBestCmap().items():
                    pen = ControlBoundsPen(glyphs)
                    glyphs[name].draw(pen)
                    heights.setdefault(code, pen.bounds[3] / scale if pen.bounds else 0)
    return ascent, descent, heights


@cache
def contour(style: str) -> list[tuple[float, float]]:
    """Points of the lower edge of a panel's contour: x, and y from the panel's top."""
    body = ornaments()[f"panel-{style}"].body
    drawn, width = next(re.finditer(r'stroke-width="([\d.]+)"[^>]*d="(M4 [^"]+)"', body)).group(2, 1)
    pen, points, at = RecordingPen(), [], (0.0, 0.0)
    parse_path(drawn, pen)
    for kind, points_of_curve in pen.value:
        if kind in ("curveTo", "qCurveTo"):
            first, second = (
                (points_of_curve[0], points_of_curve[-2])
                if kind == "curveTo"
                else (_raised(at, points_of_curve[0]), _raised(points_of_curve[1], points_of_curve[0]))
            )
            for part in splitCubicAtT(at, first, second, points_of_curve[-1], *(k / 24 for k in range(1, 24))):
                points.append(part[3])
        elif points_of_curve:
            points.append(points_of_curve[0])
        at = points_of_curve[-1] if points_of_curve else at
    return [(x, y + float(width) / 2) for x, y in points]


def _raised(end: tuple[float, float], control: tuple[float, float]) -> tuple[float, float]:
    return end[0] + (control[0] - end[0]) * 2 / 3, end[1] + (control[1] - end[1]) * 2 / 3


def gap(motto: Fitted, style: str) -> float:
    """How far a flavour line stays below the panel's contour, in hundredths of the width."""
    lines = len(motto.lines)
    ascent, descent, heights = metrics()
    box = rule(".card .f-flavour") | (rule(".card.motto-1 .f-flavour") if lines == 1 else {})
    panel = rule(".card .f-panel") | (rule(".card.motto-1 .f-panel") if lines == 1 else {})
    middle = box["bottom"] + box["height"] / 2
    nearest = 99.0
    for row, line in enumerate(motto.lines):
        line_top = middle + motto.size * LEADING * (lines / 2 - row)
        baseline = line_top - motto.size * ((LEADING - ascent - descent) / 2 + ascent)
        ink = baseline + motto.size * max(heights.get(ord(letter), 0.8) for letter in line)
        half = width_of(line, LINE) * motto.size / 2
        edge = [panel["bottom"] + panel["height"] - y for x, y in contour(style) if 50 - half <= x <= 50 + half]
        nearest = min(nearest, min(edge) - ink)
    return nearest


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_flavour_line_touches_the_contour_of_its_panel(language: str) -> None:
    gaps: dict[str, float] = {}
    for card in all_cards():
        face = face_of(card.card, str.title, flavour=card.flavour.in_language(language))
        gaps[card.reference] = gap(face.motto, face.style)
    for champion in champions():
        values = Card(champion.name.en, True, champion.cost, champion.av, champion.hp, champion.abilities)
        gaps[champion.slug] = gap(
            face_of(values, str.title, True, flavour=champion.flavour.in_language(language)).motto, "champion"
        )
    assert len(gaps) == 352 + 11
    assert {name: value for name, value in gaps.items() if value < 0.35 / HUNDREDTHS} == {}


# Figures.


def test_how_large_a_creature_is_drawn_says_what_it_costs() -> None:
    def high(cost: int) -> float:
        face = face_of(Card("Goat", True, cost, 1, 1, ("rage",)), str.title)
        _, top, _, bottom = ink_of(face)[0]
        return bottom - top

    heights = [high(cost) for cost in range(9)]
    assert heights == sorted(heights)
    assert high(1) < 0.8 * high(2) == 0.8 * high(5) < 0.8 * high(6)
    assert [name for name in STATURES if name not in (*SPELLS, "place")] == ["small", "usual", "large"]


def test_whoever_flies_is_in_the_air_with_a_shadow_on_the_ground() -> None:
    walking, flying = (Pose(45, "usual", aloft) for aloft in (False, True))
    low, high = (figure_markup(Subject("raven"), TINTS["amber"], pose, 30) for pose in (walking, flying))
    feet = [re.search(r"translate\([\d.]+ ([\d.]+)\) scale\(\d*\.\d+ \d", text) for text in (low, high)]
    assert [text.count(" scale(1 .17)") for text in (low, high)] == [2, 2]
    assert feet[0] and feet[1] and float(feet[0][1]) - float(feet[1][1]) > 10


def test_a_band_is_drawn_as_often_as_it_has_members_and_a_hand_holds_something() -> None:
    draw = partial(figure_markup, tint=TINTS["moss"], pose=Pose(45), sun_x=30)
    clips = draw(Subject("boar")).count("<clipPath")
    assert clips == 1
    assert [draw(Subject("boar", band=band)).count("<clipPath") for band in (2, 3)] == [2, 3]
    assert draw(Subject("boar", "horseshoe", "barn")).count("<clipPath") == 3


def test_shade_lies_away_from_the_sun() -> None:
    left, right = (figure_markup(Subject("boar"), TINTS["moss"], Pose(50), sun_x) for sun_x in (20, 80))
    assert left != right
    shadow = [float(re.search(r"translate\(([\d.]+) ", text)[1]) for text in (left, right)]  # type: ignore[index]
    assert shadow[0] > 50 > shadow[1]


@pytest.mark.parametrize("scene", SCENES)
def test_every_scene_has_a_foreground_over_the_lowest_part_of_the_figure(scene: str) -> None:
    for seed in ("a", "b", "c", "d"):
        before = scenery_of(scene, "dusk", seed).before
        assert before
        pen = ControlBoundsPen(None)
        for shape in before:
            parse_path(shape.d, pen)
        _, top, _, low = pen.bounds
        assert FLOOR - 0.25 * STATURES["usual"].height <= top <= FLOOR - 2, (scene, seed, top)
        assert low >= 162


@pytest.mark.parametrize("language", LANGUAGES)
def test_faces_of_the_sites_creatures_name_all_icons(language: str) -> None:
    card = next(card for card in all_cards() if card.slug == "net-mender")
    face = face_of(card.card, partial(ability_name, language=language), art=composed_from(card.art.to_json()))
    assert {"kneeling", "fishing-net"} <= set(face.icons)
