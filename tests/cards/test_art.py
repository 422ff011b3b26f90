"""Art: landscapes that stay the same, compositions and crops as JSON, colours."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.art import ArtError, Artwork, Composed, Crop, composed_from, crop_from
from cards.colours import CREAM, INK, TINTS, luminance, mix, upon
from cards.scenery import HEIGHT, SCENES, WIDTH, scenery_from, scenery_of

WANTED = {"waves", "peaks", "trees", "dunes", "spires", "ruins"}
WANTED |= {"caverns", "clouds", "fields", "stars", "marsh", "flames"}


def test_the_scenes_and_tints() -> None:
    assert set(SCENES) == WANTED
    assert len(TINTS) == 12


@pytest.mark.parametrize("scene", SCENES)
def test_a_landscape_is_always_the_same_for_a_seed(scene: str) -> None:
    scenery = scenery_of(scene, "amber", "Ash Wyvern")
    scenery_from.cache_clear()
    assert scenery_of(scene, "amber", "Ash Wyvern") == scenery
    assert scenery_of(scene, "amber", "Moss Troll") != scenery
    assert scenery.before
    assert len(scenery.behind) > 6


def test_every_scene_in_every_tint_is_small() -> None:
    for scene in SCENES:
        for tint in TINTS:
            scenery = scenery_of(scene, tint, "seed")
            assert sum(len(shape.d) for shape in (*scenery.behind, *scenery.before)) < 14_000, (scene, tint)


def test_compositions_survive_json() -> None:
    for art in (Composed("trident", "waves", "tide"), Composed("goat", "peaks", "sand", "seed", True)):
        assert composed_from(json.loads(json.dumps(art.to_json()))) == art


@pytest.mark.parametrize(
    ("data", "field", "problem"),
    [
        ({"icon": "no-such", "scene": "waves", "tint": "tide"}, "icon", "unknown-icon"),
        ({"icon": "goat", "scene": "beach", "tint": "tide"}, "scene", "unknown-scene"),
        ({"icon": "goat", "scene": "waves", "tint": "pink"}, "tint", "unknown-tint"),
        ({"icon": "goat", "scene": "waves", "tint": "tide", "flip": 1}, "flip", "wrong-type"),
        ({"icon": ["goat"], "scene": "waves", "tint": "tide"}, "icon", "wrong-type"),
        ({"icon": "goat", "scene": "waves", "tint": "tide", "more": 1}, "more", "unknown-field"),
        ({}, "icon", "unknown-icon"),
    ],
)
def test_what_is_wrong_with_a_composition_is_named(data: dict[str, Any], field: str, problem: str) -> None:
    with pytest.raises(ArtError) as caught:
        composed_from(data)
    assert (caught.value.field, caught.value.problem) == (field, problem)


def test_crops_survive_json() -> None:
    crop = Crop(0.25, 0.75, 2.5, -90)
    assert crop_from(json.loads(json.dumps(crop.to_json()))) == crop
    assert crop_from({}) == Crop()


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"x": 2}, "out-of-range"),
        ({"zoom": 0.5}, "out-of-range"),
        ({"rotation": float("nan")}, "out-of-range"),
        ({"x": "0.5"}, "wrong-type"),
        ({"x": True}, "wrong-type"),
        ({"w": 1}, "unknown-field"),
    ],
)
def test_what_is_wrong_with_a_crop_is_named(data: dict[str, Any], problem: str) -> None:
    with pytest.raises(ArtError) as caught:
        crop_from(data)
    assert caught.value.problem == problem


@given(
    st.integers(1, 5000),
    st.integers(1, 5000),
    st.floats(0, 1),
    st.floats(0, 1),
    st.floats(1, 8),
    st.sampled_from((0.0, 180.0)),
)
def test_an_unturned_picture_always_covers_the_art(
    width: int, height: int, x: float, y: float, zoom: float, rotation: float
) -> None:
    left, top, wide, high = Artwork(width, height, crop=Crop(x, y, zoom, rotation)).box
    assert left <= -WIDTH / 2 + 0.02
    assert top <= -HEIGHT / 2 + 0.02
    assert left + wide >= WIDTH / 2 - 0.04
    assert top + high >= HEIGHT / 2 - 0.04


def test_how_many_dots_an_inch_a_picture_gives() -> None:
    picture = Artwork(600, 972)  # just the shape of the art
    assert picture.dpi(50.8) == pytest.approx(300)
    assert Artwork(600, 972, crop=Crop(zoom=2)).dpi(50.8) == pytest.approx(150)


def test_a_picture_needs_pixels_and_for_paper_its_bytes() -> None:
    with pytest.raises(ArtError):
        Artwork(0, 10)
    with pytest.raises(ArtError, match="no-content"):
        _ = Artwork(10, 10, "/media/a.jpg").paper_url
    assert Artwork(10, 10, content=b"a").paper_url != Artwork(10, 10, content=b"b").paper_url


def test_colours() -> None:
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
    assert (luminance("#000000"), luminance("#ffffff")) == (0, pytest.approx(1))
    assert (upon("#102030"), upon("#ffe0a0")) == (CREAM, INK)


@pytest.mark.parametrize(
    ("crop", "covers"),
    [
        (Crop(), True),
        (Crop(zoom=3, rotation=180), True),
        (Crop(rotation=45), False),
        (Crop(zoom=2.5, rotation=45), True),
        (Crop(x=0, rotation=10), False),
    ],
)
def test_a_picture_tells_whether_it_leaves_corners_empty(crop: Crop, covers: bool) -> None:
    assert Artwork(1000, 1620, crop=crop).covers == covers


@pytest.mark.parametrize("rotation", [5, 45, 90, 137])
def test_the_zoom_that_fills_the_corners_is_just_enough(rotation: float) -> None:
    needed = Artwork(1000, 1400, crop=Crop(rotation=rotation)).covering_zoom
    assert Artwork(1000, 1400, crop=Crop(zoom=needed / 100, rotation=rotation)).covers
    assert not Artwork(1000, 1400, crop=Crop(zoom=needed / 100 - 0.03, rotation=rotation)).covers
