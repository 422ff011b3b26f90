"""Faces of cards: icons that exist, everything that is printed, kinds told apart."""

import json
import re
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from cards import icons, symbols
from cards.art import Artwork, Composed, Crop
from cards.colours import TINTS
from cards.faces import Emblem, Face, bridge_face, face_of, printable, stronghold_faces
from cards.ornaments import ornaments
from cards.sets import all_sets
from cards.subjects import SUBJECT_ICONS, scene_of, subject_of
from engine.decks.rules.abilities import FLAG_OF_SLUG
from engine.decks.rules.cards import Card


def card(name: str = "Ash Wyvern", creature: bool = True, slugs: tuple[str, ...] = ("aerial", "aura:rage")) -> Card:
    return Card(name, creature, 4, 3, 5 if creature else 0, slugs)


def test_each_ability_has_an_icon_of_its_own() -> None:
    assert set(icons.ABILITY_ICONS) == {*FLAG_OF_SLUG, "aura"}
    assert len(set(icons.ABILITY_ICONS.values())) == len(icons.ABILITY_ICONS)
    assert icons.icon_of_ability("aura:rage") == icons.icon_of_ability("rage")


def test_any_icon_of_the_library_can_be_drawn() -> None:
    known = json.loads(settings.GAME_ICONS.read_text(encoding="utf-8"))["icons"]
    drawings = icons.drawings()
    assert len(drawings) == len(known) > 4000
    assert all(f'<path fill="currentColor" d="{drawings[name]}"/>' == icon["body"] for name, icon in known.items())
    assert set(drawings) >= SUBJECT_ICONS | set(icons.ABILITY_ICONS.values()) | set(icons.FURNITURE.values())
    assert icons.is_icon("trident")
    assert not icons.is_icon("no-such-icon")


def test_the_shared_file_holds_what_every_page_needs_and_the_ornaments() -> None:
    ids = set(re.findall(r'<symbol id="([^"]+)"', symbols.shared_file()))
    of_sets = {card_set.symbol for card_set in all_sets()}
    needed = {*icons.ABILITY_ICONS.values(), *icons.FURNITURE.values(), *icons.PAGE_ICONS, *of_sets}
    assert ids == {*(f"i-{name}" for name in needed), *(f"o-{name}" for name in ornaments())}


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
    Composed(icon, scene_of(tint), tint, name)


def drawn(face: Face | None, **context: object) -> str:
    return render_to_string("cards/face.html" if face else "cards/back.html", {"face": face, **context})


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_a_creature_shows_everything_printed_on_it() -> None:
    emblem = Emblem("#123456", "trident", "Submersion")
    text = drawn(face_of(card(), str.title, emblem=emblem, flavour="It never lands."))
    assert text_of(text) == (
        "Ash Wyvern Mana cost 4 Aerial Aura:Rage It never lands. Attack value 3 HP 5 Creature Submersion"
    )
    trident, picture = symbols.icon_href("trident"), re.search(r'src="(/files/scenes/[^"]+/wyvern/[^"]+)"', text)
    assert picture
    for shown in (f'<use href="{trident}"', 'class="ab aura"', "#123456"):
        assert shown in text


def test_the_kinds_differ_in_frame_and_panel() -> None:
    faces = [
        face_of(card(), str.title),
        face_of(card("Cinder Rain", creature=False, slugs=("splash",)), str.title),
        face_of(card(), str.title, champion=True),
        *stronghold_faces("Lighthouse Rock"),
        bridge_face(),
    ]
    styles = [face.style for face in faces]
    assert styles == ["creature", "incantation", "champion", "bastion", "fort", "bridge"]
    assert {f"{part}-{style}" for part in ("frame", "panel") for style in styles} <= set(ornaments())
    assert [face.label for face in faces] == ["Creature", "Incantation", "Champion", "Bastion", "Fort", "Bridge"]
    for face in faces:
        assert symbols.ornament_href(f"frame-{face.style}") in drawn(face)
    assert 'class="hp"' not in drawn(faces[1])
    assert 'class="cost"' not in drawn(faces[3])


def test_a_stronghold_on_a_board_has_both_sides_and_its_cards_to_go() -> None:
    text = render_to_string("cards/stronghold.html", {"left": 4})
    assert text_of(text) == "Bastion Fort HP 4"


def test_the_fort_is_the_same_place_in_another_light() -> None:
    bastion, fort = stronghold_faces("Lighthouse Rock", art=Composed("lighthouse", "waves", "storm"))
    assert fort.art == Composed("lighthouse", "waves", "ember")
    assert bastion.name == fort.name


def test_words_are_in_the_language_of_the_moment() -> None:
    with translation.override("fr"):
        face = face_of(card(), str.title, name="Vouivre des cendres", flavour="Jamais au sol.", language="fr")
        text = text_of(drawn(face))
    assert "Créature" in text
    assert "Vouivre des cendres" in text
    assert 'lang="fr"' in drawn(face)


def test_numbers_in_drawings_keep_their_points_in_french() -> None:
    picture = Artwork(1000, 1000, "/media/a.jpg", crop=Crop(rotation=1.5))
    with translation.override("fr"):
        text = drawn(face_of(card(), str.title, art=picture)) + drawn(face_of(card(), str.title))
    assert "rotate(1.5)" in text
    assert not re.search(r'opacity="[^"]*,', text)


def test_the_screen_takes_drawings_from_files_and_paper_draws_them_itself() -> None:
    face = face_of(card(), str.title, champion=True)
    for content in (face, None):
        printed = drawn(content, paper=True)
        assert "<use" not in printed and "/files/" not in printed
    used = re.findall(r' href="([^"]+)"', drawn(face))
    assert len(used) > 5 and all(href.startswith("/files/") for href in used)


def test_every_drawing_that_a_face_names_is_a_file_for_good(client: Client) -> None:
    faces = [
        face_of(card(), str.title, emblem=Emblem("#123456", "anchor", "Harbours")),
        face_of(card("Cinder Rain", creature=False, slugs=("splash",)), str.title),
        face_of(card(), str.title, champion=True, art=Composed("wyvern", "caverns", "rose", "x", flip=True)),
        *stronghold_faces(),
    ]
    named = {href for face in faces for href in re.findall(r'(?:href|src)="([^"]+)"', drawn(face))}
    for href in named:
        address, _, name = href.partition("#")
        response = client.get(address)
        assert (response.status_code, response["Content-Type"]) == (200, "image/svg+xml"), href
        assert "immutable" in response["Cache-Control"]
        assert f'id="{name}"' in response.content.decode() or not name
        ElementTree.fromstring(response.content)


@pytest.mark.parametrize(
    "address",
    [
        "icons/no-such-icon/1.svg",
        "scenes/1/nowhere-rose/wyvern/1-50-plain.svg",
        "scenes/1/caverns-grey/wyvern/1-50-plain.svg",
        "scenes/1/caverns-rose/wyvern/1-51-plain.svg",
        "scenes/1/caverns-rose/wyvern/1-50-back.svg",
        f"scenes/1/caverns-rose/wyvern/{2**64}-50-plain.svg",
    ],
)
def test_what_cannot_be_drawn_is_no_file(client: Client, address: str) -> None:
    assert client.get(f"/files/{address}").status_code == 404


def test_a_page_from_before_an_update_still_finds_its_drawings(client: Client) -> None:
    for address in ("symbols/1.svg", "icons/wyvern/1.svg", "scenes/1/caverns-rose/wyvern/1-50-rays.svg"):
        response = client.get(f"/files/{address}")
        assert response.status_code == 200 and "immutable" not in response["Cache-Control"]


def test_a_part_can_bring_its_symbols_along() -> None:
    text = symbols.self_contained(drawn(face_of(card(), str.title, art=Artwork(9, 9, "/a.jpg"))))
    assert set(re.findall(r'href="#([^"]+)"', text)) == set(re.findall(r'symbol id="([^"]+)"', text)) != set()


def test_no_style_attributes_which_the_policy_forbids() -> None:
    for text in (drawn(face_of(card(), str.title)), drawn(None), render_to_string("cards/stronghold.html")):
        assert "style=" not in text


def test_names_are_escaped_and_cleaned() -> None:
    assert "<i>" not in drawn(face_of(card("<i>"), str.title))
    assert printable(" a\x00b\ud800\n c ") == "a b c"


def test_abilities_can_be_reached_where_cards_stand_alone() -> None:
    face = face_of(card(), str.title)
    assert drawn(face, tappable=True).count('tabindex="0"') == 2
    assert "tabindex" not in drawn(face)


@pytest.mark.parametrize("colour", ["red", "#fff", "#12345g", "", '#123456"/>'])
def test_an_accent_is_a_colour(colour: str) -> None:
    with pytest.raises(ValueError, match="not a colour"):
        Emblem(colour)


def test_a_symbol_is_an_icon() -> None:
    with pytest.raises(ValueError, match="not an icon"):
        Emblem(symbol="no-such-icon")
