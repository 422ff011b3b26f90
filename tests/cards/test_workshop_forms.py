"""The editor's fields: what is taken, what is refused with a word beside the field, and that nothing typed is lost."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import Owner
from cards.art import composed_from, crop_from
from cards.colours import TINTS
from cards.models import MAX_VALUE, NAME_LENGTH, Card, Picture
from cards.scenery import SCENES
from cards.workshop import editor, services
from cards.workshop.content import blank, content_of
from cards.workshop.forms import SCENE_NAMES, SLOTS, TINT_NAMES, CardForm, ability_choices, initial_of
from engine.decks.formats.interchange import read_position
from engine.decks.rules.abilities import AURA_PREFIX, FLAG_OF_SLUG
from tests.cards.workshops import content, fields, made
from tests.examples import examples

pytestmark = pytest.mark.django_db


def picture_of(owner: Owner, width: int = 1000, height: int = 1400) -> Picture:
    return Picture.objects.create(
        owner=owner, sha256="0" * 64, width=width, height=height, size=1, file="pictures/x.jpg"
    )


def form_of(owner: Owner | None, **changes: Any) -> CardForm:
    return CardForm(fields(**changes), owner=owner)


def test_words_that_are_too_long_are_said_and_shown_but_never_cut(owner: Owner) -> None:
    name, line = "Sir Reginald the Unreasonably Magnificent", "word " * 40
    form = form_of(owner, name=name, flavour=line)
    assert not form.is_valid()
    assert set(form.errors) == {"name", "flavour"}
    assert (form.draft().name, form.draft().flavour) == (name, line.strip())
    assert "maxlength" not in str(form["name"]) + str(form["flavour"]) + str(form["new_set"])
    assert f'data-most="{NAME_LENGTH}"' in str(form["name"])


def test_what_is_filled_in_is_what_the_card_says(owner: Owner) -> None:
    form = form_of(owner, ability_1="rage", ability_3="aura:sprint", flavour="Out of the ashes.", name_fr="Renard")
    assert form.is_valid()
    assert form.content() == content(
        abilities=["rage", "aura:sprint"], flavour="Out of the ashes.", name_fr="Renard", art={}
    )


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "   "}, "name"),
        ({"name": "x" * (NAME_LENGTH + 1)}, "name"),
        ({"name": "Fox\x07"}, "name"),
        ({"name": "Fox \u202e gnp"}, "name"),
        ({"name": "Fox \ud800"}, "name"),
        ({"cost": "-1"}, "cost"),
        ({"cost": str(MAX_VALUE + 1)}, "cost"),
        ({"cost": "two"}, "cost"),
        ({"cost": ""}, "cost"),
        ({"av": "1.5"}, "av"),
        ({"hp": "0"}, "hp"),
        ({"hp": ""}, "hp"),
        ({"kind": "champion", "hp": ""}, "hp"),
        ({"kind": "stronghold"}, "kind"),
        ({"kind": ""}, "kind"),
        ({"ability_2": "rage"}, "ability_2"),
        ({"ability_2": "flight"}, "ability_2"),
        ({"ability_2": "aura:aura:rage"}, "ability_2"),
        ({"flavour": "x" * 91}, "flavour"),
        ({"set": "initiation"}, "set"),
        ({"art": "stolen"}, "art"),
        ({"art": "picture"}, "art"),
        ({"art": "picture", "picture": "nothing"}, "art"),
        ({"art": "composed", "icon": "no-icon", "scene": "trees", "tint": "moss"}, "icon"),
        ({"art": "composed", "icon": "../../etc", "scene": "trees", "tint": "moss"}, "icon"),
        ({"art": "composed", "icon": "fox-head", "scene": "moon", "tint": "moss"}, "scene"),
        ({"art": "composed", "icon": "fox-head", "scene": "trees", "tint": "pink"}, "tint"),
        ({"zoom": "19"}, "zoom"),
        ({"zoom": "801"}, "zoom"),
        ({"x": "nan"}, "x"),
        ({"x": "101"}, "x"),
        ({"rotation": "inf"}, "rotation"),
    ],
)
def test_problems_stand_beside_their_field(owner: Owner, changes: dict[str, str], field: str) -> None:
    form = form_of(owner, **changes)
    assert not form.is_valid()
    assert field in form.errors
    form.draft()  # and there is still something to show


def test_a_mix_of_editions_is_named(owner: Owner) -> None:
    form = form_of(owner, ability_1="aim", ability_2="aura:backlash", ability_3="rage")
    assert not form.is_valid()
    assert form.errors["ability_1"] == ["No season has all of these: Aim (first only), Aura: Backlash (second only)."]


def test_an_incantation_needs_no_health_points(owner: Owner) -> None:
    form = form_of(owner, kind="incantation", hp="")
    assert form.is_valid()
    assert form.content()["hp"] is None
    assert form_of(owner, kind="incantation", hp="7").is_valid()


def test_spaces_are_put_in_order(owner: Owner) -> None:
    form = form_of(owner, name="  Ember   Fox ")
    assert form.is_valid()
    assert form.cleaned_data["name"] == "Ember Fox"


def test_only_own_sets_and_pictures(owner: Owner) -> None:
    other = Owner.objects.create()
    theirs = services.create_set(owner=other, name="Theirs")
    mine = services.create_set(owner=owner, name="Mine")
    assert form_of(owner, set=mine.slug).is_valid()
    assert not form_of(owner, set=theirs.slug).is_valid()
    assert not form_of(None, set=theirs.slug).is_valid()
    assert form_of(owner, art="picture", picture=picture_of(owner).token).is_valid()
    assert not form_of(owner, art="picture", picture=picture_of(other).token).is_valid()
    assert not form_of(None, art="picture", picture=picture_of(other).token).is_valid()


def test_a_composition_as_art(owner: Owner) -> None:
    form = form_of(owner, art="composed", icon="fox-head", scene="trees", tint="moss", seed="7", flip="on")
    assert form.is_valid()
    art = composed_from(form.content()["art"])
    assert (art.icon, art.scene, art.tint, art.seed, art.flip) == ("fox-head", "trees", "moss", "7", True)


def test_a_crop_as_art(owner: Owner) -> None:
    token = picture_of(owner).token
    form = form_of(owner, art="picture", picture=token, x="25", y="", zoom="150", rotation="-12.5")
    assert form.is_valid()
    crop = crop_from(form.content()["art"])
    assert (crop.x, crop.y, crop.zoom, crop.rotation) == (0.25, 0.5, 1.5, -12.5)
    assert form.content()["picture"] == token


def test_the_picture_stays_while_another_art_is_tried(owner: Owner) -> None:
    token = picture_of(owner).token
    form = form_of(owner, art="name", picture=token)
    assert form.is_valid()
    assert (form.content()["art"], form.content()["picture"]) == ({}, token)


@pytest.mark.parametrize(
    "art",
    [
        {},
        {"icon": "fox-head", "scene": "trees", "tint": "moss"},
        {"icon": "fox-head", "scene": "trees", "tint": "moss", "seed": "7", "flip": True},
        {"x": 0.25, "y": 0.75, "zoom": 1.5, "rotation": -90.0},
    ],
)
def test_the_form_of_a_card_says_what_the_card_says(owner: Owner, art: dict[str, Any]) -> None:
    token = picture_of(owner).token if "zoom" in art else None
    card = made(owner, art=art, picture=token, abilities=["rage", "aura:aim"], flavour="Out of the ashes.")
    initial = initial_of(content_of(card))
    form = CardForm(
        {key: value for key, value in initial.items() if value not in (None, False)}, owner=owner, card=card
    )
    assert form.is_valid(), form.errors
    assert form.content() == content_of(card)


def test_a_new_card_starts_with_what_its_name_draws(owner: Owner) -> None:
    initial = initial_of({**blank(), "name": "Ember Fox"})
    assert (initial["art"], initial["icon"]) == ("name", "fox-head")


slots = st.lists(
    st.sampled_from(["", *FLAG_OF_SLUG, *(AURA_PREFIX + slug for slug in FLAG_OF_SLUG)]), min_size=5, max_size=5
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=examples(60))
@given(
    st.sampled_from(["creature", "incantation", "champion"]),
    st.text(max_size=44),
    st.tuples(*(st.integers(-1, 22) for _ in range(3))),
    slots,
)
def test_whatever_is_taken_the_engine_takes(
    owner: Owner, kind: str, name: str, values: tuple[int, int, int], chosen: list[str]
) -> None:
    """Every card that can be saved can be put into a position of one of the editions."""
    cost, av, hp = (str(value) for value in values)
    form = form_of(owner, kind=kind, name=name, cost=cost, av=av, hp=hp, **dict(zip(SLOTS, chosen, strict=True)))
    if not form.is_valid():
        assert form.errors
        form.draft()
        return
    card = form.draft()
    edition = {1: "season-1", 2: "season-2"}[card.editions[-1]]
    players = {seat: {"hand": ["bastion", card.printed.to_json()]} for seat in "AB"}
    read_position({"edition": edition, "active": "A", "phase": "mana", "players": players})
    saved = services.create_card(owner=owner, content=form.content())
    assert saved.printed == card.printed


def test_every_scene_and_tint_has_a_name() -> None:
    assert set(SCENE_NAMES) == set(SCENES)
    assert set(TINT_NAMES) == set(TINTS)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_ability_can_be_chosen_without_scripts(language: str) -> None:
    _nothing, (_name, own), (_also, auras) = ability_choices(language)
    assert {slug for slug, _ in own} == set(FLAG_OF_SLUG)
    assert {slug for slug, _ in auras} == {AURA_PREFIX + slug for slug in FLAG_OF_SLUG}


# Notes: they hinder nothing


def notes(owner: Owner, **changes: Any) -> dict[str, list[str]]:
    form = form_of(owner, **changes)
    assert form.is_valid(), form.errors
    return editor.preview_of(form, "en").notes


def test_an_ordinary_card_has_no_notes(owner: Owner) -> None:
    assert notes(owner) == {}


def test_a_long_name_says_how_small_it_gets(owner: Owner) -> None:
    (note,) = notes(owner, name="Wwwwwwwwwwwwwwwwwww Mmmmmmmmmmmmmmmmmmmm")["name"]
    assert note.startswith("Long name: printed at ")


def test_idle_abilities_are_named(owner: Owner) -> None:
    assert notes(owner, kind="incantation", ability_1="aerial")["abilities"] == [
        "Aerial does nothing on an Incantation."
    ]
    by_field = notes(owner, kind="champion", ability_1="lucidity", ability_2="cursed", ability_3="rage")
    assert by_field["abilities"] == ["Lucidity, Cursed do nothing on a Champion."]


def test_an_incantation_that_does_nothing(owner: Owner) -> None:
    assert "av" in notes(owner, kind="incantation", av="0", ability_1="")


@pytest.mark.parametrize(
    ("size", "zoom", "dpi"),
    [((1000, 1400), "100", 435), ((1000, 1400), "300", 145), ((3000, 4860), "100", 1533), ((600, 5000), "100", 306)],
)
def test_resolution_on_paper(owner: Owner, size: tuple[int, int], zoom: str, dpi: int) -> None:
    """Pixels to an inch where 92 % of 54 mm are covered, or 162 of 100 of that in height."""
    form = form_of(owner, art="picture", picture=picture_of(owner, *size).token, zoom=zoom)
    assert form.is_valid()
    preview = editor.preview_of(form, "en")
    assert preview.dpi == pytest.approx(dpi, abs=8)
    assert ("art" in preview.notes) == (dpi < 300)
    if dpi < 300:
        assert preview.notes["art"] == [
            "147 DPI on paper: sharp up to 24 × 40 mm. This crop needs at least 2037 × 2852 pixels."
        ]


def test_a_picture_that_no_larger_one_could_replace_is_to_be_zoomed_out(owner: Owner) -> None:
    form = form_of(owner, art="picture", picture=picture_of(owner, 3000, 3000).token, zoom="800")
    assert form.is_valid()
    assert preview_note(form).endswith("Zoom out, or use a larger picture.")


def preview_note(form: CardForm) -> str:
    return editor.preview_of(form, "en").notes["art"][0]


def test_a_composed_card_credits_its_icon_and_has_no_resolution(owner: Owner) -> None:
    preview = editor.preview_of_card(Card(name="Ember Fox", cost=1, av=1, hp=1), "en")
    assert preview.dpi is None
    assert len(preview.credits) == 1
    assert (preview.credits[0].icon, preview.credits[0].author.name) == ("fox-head", "Lorc")


@pytest.mark.parametrize("name", ["\u200b\u200b", "\u3164", " \u00ad\u2060 ", "\u0301", "\u2800"])
def test_a_name_of_which_nothing_is_seen_is_none(owner: Owner, name: str) -> None:
    assert form_of(owner, name=name).errors["name"] == ["This field is required."]


def test_letters_that_the_cards_font_lacks_are_named(owner: Owner) -> None:
    by_field = notes(owner, name="Ash 🐉🔥", flavour="Plain.", flavour_fr="竜")
    assert "🐉 🔥" in by_field["name"][0]
    assert "竜" in by_field["flavour_fr"][0]
    assert "flavour" not in by_field
