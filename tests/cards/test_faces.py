"""Faces of cards: icons that exist, pictures that stay the same, names that fit."""

import json
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.template.loader import render_to_string

from cards import icons
from cards.faces import face_of
from cards.scenery import scenery_of
from cards.subjects import SUBJECT_ICONS, TINTS, subject_of
from engine.abilities import FLAG_OF_SLUG
from engine.cards import Card


def card(name: str = "Ash Wyvern", creature: bool = True, slugs: tuple[str, ...] = ("aerial", "aura:rage")) -> Card:
    return Card(name, creature, 4, 3, 5 if creature else 0, slugs)


def test_each_ability_has_an_icon_of_its_own() -> None:
    assert set(icons.ABILITY_ICONS) == {*FLAG_OF_SLUG, "aura"}
    assert len(set(icons.ABILITY_ICONS.values())) == len(icons.ABILITY_ICONS)
    assert icons.icon_of_ability("aura:rage") == icons.icon_of_ability("rage")


def test_the_package_has_every_icon_that_is_used() -> None:
    known = json.loads(settings.GAME_ICONS.read_text(encoding="utf-8"))["icons"]
    assert set(icons.drawings()) <= set(known)
    assert set(icons.drawings()) >= SUBJECT_ICONS


def test_the_sprite_is_well_formed_and_holds_what_was_asked_for() -> None:
    tree = ElementTree.fromstring(icons.sprite(["trident", "flame", "trident"]))
    assert [symbol.get("id") for symbol in tree] == ["i-flame", "i-trident"]


@pytest.mark.parametrize(
    ("name", "icon"),
    [
        ("Ash Wyvern", "wyvern"),
        ("Thorn Boar", "boar"),
        ("Dire Wolves", "direwolf"),
        ("Vieille Sorcière", "witch-flight"),
    ],
)
def test_the_words_of_a_name_choose_the_subject(name: str, icon: str) -> None:
    assert subject_of(name, True)[0] == icon


@pytest.mark.parametrize("name", ["Xyzzy", "", "Ünïcödé", "\ud800", "a" * 60])
@pytest.mark.parametrize("creature", [True, False])
def test_any_name_has_a_picture(name: str, creature: bool) -> None:
    icon, tint = subject_of(name, creature)
    assert icon in SUBJECT_ICONS
    assert tint in TINTS


@pytest.mark.parametrize("tint", TINTS)
def test_a_landscape_is_always_the_same_for_a_name(tint: str) -> None:
    scenery = scenery_of("Ash Wyvern", tint)
    scenery_of.cache_clear()
    assert scenery_of("Ash Wyvern", tint) == scenery
    assert len(scenery.layers) == 3
    assert scenery_of("Moss Troll", tint) != scenery


@pytest.mark.parametrize(
    ("name", "fit"), [("Ogre", 0), ("Storm Harpooner", 1), ("Keeper of the Seven Bells", 2), ("W" * 60, 3), ("", 0)]
)
def test_long_names_are_set_smaller(name: str, fit: int) -> None:
    assert face_of(card(name), str.title).fit == fit


def drawn(face_card: Card, champion: bool = False) -> str:
    return render_to_string("cards/face.html", {"face": face_of(face_card, str.title, champion)})


def test_a_creature_shows_everything_printed_on_it() -> None:
    text = drawn(card())
    for shown in ("Ash Wyvern", ">Aerial<", ">Aura:Rage<", "Creature", '<use href="#i-wyvern"/>', 'class="hp"'):
        assert shown in text
    assert 'class="ab aura"' in text


def test_kinds_are_told_apart() -> None:
    incantation = drawn(card("Cinder Rain", creature=False, slugs=("splash",)))
    assert 'class="card incantation' in incantation
    assert 'class="hp"' not in incantation
    assert " champion" in drawn(card(), champion=True)
    assert "Champion" in drawn(card(), champion=True)


def test_names_are_escaped() -> None:
    assert "<i>" not in drawn(card("<i>"))
