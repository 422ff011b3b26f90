"""Importing into somebody's own sets: what would be done, what is done, and what never is."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Owner, Visibility
from cards.exchange import VERSION, CardFile, CardsRefused, read_file, read_set, write_json, write_set, write_table
from cards.importing import ImportAction, carry_out, plan_import
from cards.models import Card, CardSet, Picture
from cards.workshop.services import MAX_CARDS, MAX_SETS

pytestmark = pytest.mark.django_db

TABLE = "name,type,cost,av,hp,abilities\nImp,creature,1,1,1,\nOgre,creature,4,3,5,rage\nGate,bridge,,,,\n"


def changes(owner: Owner | None, file: CardFile, name: str = "Mine") -> list[str]:
    return [line.change for line in plan_import(owner=owner, file=file, name=name).lines]


def file_of(*cards: dict[str, Any], **more: Any) -> CardFile:
    return read_set({"format": VERSION, "cards": list(cards), **more})


def test_a_plan_makes_nothing(owner: Owner) -> None:
    plan = plan_import(owner=owner, file=read_file(TABLE), name="  Mine ")
    assert (plan.name, plan.card_set, plan.counts) == ("Mine", None, {"new": 3, "changed": 0, "same": 0})
    assert changes(None, read_file(TABLE)) == [ImportAction.NEW] * 3
    assert not CardSet.objects.exists()
    assert not Card.objects.exists()


def test_a_set_is_made_with_its_cards(owner: Owner) -> None:
    card_set = carry_out(owner=owner, file=read_file(TABLE), name="Mine", visibility=Visibility.UNLISTED)
    assert card_set.is_owned_by(owner)
    assert card_set.visibility == Visibility.UNLISTED
    cards = list(card_set.cards.all())
    assert [(card.slug, card.number, card.name) for card in cards] == [
        ("imp", 1, "Imp"),
        ("ogre", 2, "Ogre"),
        ("gate", 3, "Gate"),
    ]
    assert all(card.is_owned_by(owner) and card.visibility == Visibility.UNLISTED for card in cards)
    assert cards[0].reference == f"{card_set.slug}/imp"
    assert all(card.versions.count() == 1 for card in cards)


def test_slugs_of_own_sets_never_meet_those_of_the_site_or_of_others(owner: Owner) -> None:
    slugs = {
        carry_out(owner=importer, file=read_file(TABLE), name="Initiation").slug
        for importer in (owner, Owner.objects.create())
    }
    assert len(slugs) == 2
    assert "initiation" not in slugs


def test_what_a_file_says_of_its_set_is_taken_but_for_its_slug(owner: Owner) -> None:
    about = {"name": "Lamps", "slug": "initiation", "about": "Light.", "accent": "#112233", "symbol": "crab"}
    card_set = carry_out(owner=owner, file=file_of({"type": "bridge", "name": "B"}, set=about))
    assert (card_set.name, card_set.about, card_set.accent, card_set.symbol) == ("Lamps", "Light.", "#112233", "crab")
    assert card_set.slug != "initiation"


def test_once_more_changes_only_what_differs_and_keeps_versions(owner: Owner) -> None:
    carry_out(owner=owner, file=read_file(TABLE), name="Mine")
    changed = read_file(TABLE.replace("Ogre,creature,4", "Ogre,creature,5") + "Elf,creature,1,1,1,\n")
    assert changes(owner, changed, "mine") == [
        ImportAction.SAME,
        ImportAction.CHANGED,
        ImportAction.SAME,
        ImportAction.NEW,
    ]
    before = dict(Card.objects.values_list("slug", "revision"))
    carry_out(owner=owner, file=changed, name="mine")
    after = dict(Card.objects.values_list("slug", "revision"))
    assert after == {**before, "ogre": before["ogre"] + 1, "elf": 1}
    ogre = Card.objects.get(slug="ogre")
    assert (ogre.cost, ogre.number) == (5, 2)
    assert [version.content["cost"] for version in ogre.versions.all()] == [5, 4]
    assert CardSet.objects.count() == 1
    assert Card.objects.get(slug="elf").number == 4


def test_cards_that_the_file_leaves_out_stay(owner: Owner) -> None:
    carry_out(owner=owner, file=read_file(TABLE), name="Mine")
    carry_out(owner=owner, file=read_file("name,type\nPier,bridge\n"), name="Mine")
    assert Card.objects.count() == 4


def test_a_card_that_was_thrown_away_comes_back(owner: Owner) -> None:
    from cards.workshop.services import delete_card

    carry_out(owner=owner, file=read_file(TABLE), name="Mine")
    card = Card.objects.get(slug="imp")
    delete_card(card=card)
    assert changes(owner, read_file(TABLE)) == [ImportAction.NEW, ImportAction.SAME, ImportAction.SAME]
    carry_out(owner=owner, file=read_file(TABLE), name="Mine")
    assert Card.objects.get(slug="imp").pk == card.pk


def test_a_set_of_somebody_else_is_never_extended(owner: Owner) -> None:
    other = Owner.objects.create()
    theirs = carry_out(owner=other, file=read_file(TABLE), name="Mine", visibility=Visibility.PUBLIC)
    mine = carry_out(owner=owner, file=read_file(TABLE), name="Mine")
    assert mine != theirs
    assert theirs.cards.count() == 3


def test_a_picture_must_be_ones_own(owner: Owner) -> None:
    crop = {"x": 0.5, "y": 0.5, "zoom": 2, "rotation": 0}
    theirs = Picture.objects.create(owner=Owner.objects.create(), sha256="a", width=1, height=1, size=1)
    mine = Picture.objects.create(owner=owner, sha256="b", width=2000, height=3000, size=1)
    imp = {"type": "creature", "name": "Imp", "cost": 1, "av": 1, "hp": 1, "art": crop}
    file = file_of({**imp, "picture": theirs.token}, {**imp, "name": "Ogre", "picture": mine.token})
    notes = [line.notes for line in plan_import(owner=owner, file=file, name="Mine").lines]
    assert [len(lines) for lines in notes] == [1, 0]
    carry_out(owner=owner, file=file, name="Mine")
    imp_card, ogre_card = Card.objects.order_by("number")
    assert (imp_card.picture, imp_card.art) == (None, {})
    assert (ogre_card.picture, ogre_card.art) == (mine, crop)


def test_a_picture_with_too_few_pixels_is_told_before_it_is_saved(owner: Owner) -> None:
    crop = {"x": 0.5, "y": 0.5, "zoom": 1, "rotation": 0}
    imp = {"type": "creature", "name": "Imp", "cost": 1, "av": 1, "hp": 1, "art": crop}

    def note(width: int, height: int) -> str:
        picture = Picture.objects.create(owner=owner, sha256=f"{width}", width=width, height=height, size=1)
        (line,) = plan_import(owner=owner, file=file_of({**imp, "picture": picture.token}), name="Mine").lines
        return " ".join(line.notes)

    assert note(2000, 3240) == ""
    told = note(200, 324)
    assert "102 DPI" in told and "sharp up to 17 × 27 mm" in told and "587 × 951 pixels" in told


def dressed(owner: Owner) -> tuple[Card, Card, Picture]:
    """A set of two cards that say all that a table has no room for: a picture with its crop, and a turned icon."""
    picture = Picture.objects.create(owner=owner, sha256="b", width=1, height=1, size=1)
    ogre = {
        "type": "creature",
        "name": "Ogre",
        "cost": 4,
        "av": 3,
        "hp": 5,
        "abilities": ["rage"],
        "flavour": "Hungry.",
    }
    imp = {"type": "creature", "name": "Imp", "name_fr": "Lutin", "cost": 1, "av": 1, "hp": 1}
    crop = {"x": 0.5, "y": 0.5, "zoom": 2, "rotation": 0}
    art = {"icon": "candle-light", "scene": "spires", "tint": "amber", "seed": "x", "flip": True}
    file = file_of({**ogre, "art": crop, "picture": picture.token}, {**imp, "art": art})
    cards = carry_out(owner=owner, file=file, name="Mine").cards.order_by("number")
    return cards[0], cards[1], picture


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_set_comes_back_from_its_own_table_as_it_is(owner: Owner, language: str) -> None:
    cards = dressed(owner)[:2]
    table = write_table(write_set(None, cards)["cards"], language)
    assert changes(owner, read_file(table)) == [ImportAction.SAME] * 2


def test_a_table_changes_only_what_it_speaks_of(owner: Owner) -> None:
    ogre, imp, picture = dressed(owner)
    before = {card.pk: (card.art, card.flavour, card.name_fr, card.abilities) for card in (ogre, imp)}
    carry_out(owner=owner, file=read_file("name;type;cost;av;hp\nOgre;creature;5;3;5\nImp;creature;1;1;1"), name="Mine")
    for card in (ogre, imp):
        card.refresh_from_db()
        assert (card.art, card.flavour, card.name_fr, card.abilities) == before[card.pk]
    assert (ogre.cost, ogre.picture, imp.versions.count()) == (5, picture, 1)


def test_empty_cells_and_other_icons_are_spoken_of(owner: Owner) -> None:
    ogre, imp, _picture = dressed(owner)
    table = "name,type,cost,av,hp,abilities,icon,scene,tint\nOgre,creature,4,3,5,,ogre,hills,red\nImp,bridge,,,,,,,"
    with pytest.raises(CardsRefused):  # no such scene
        read_file(table)
    carry_out(owner=owner, file=read_file(table.replace("hills,red", "spires,amber")), name="Mine")
    ogre.refresh_from_db()
    imp.refresh_from_db()
    assert (ogre.abilities, ogre.picture, ogre.flavour) == ([], None, "Hungry.")
    assert ogre.art == {"icon": "ogre", "scene": "spires", "tint": "amber"}
    assert (imp.kind, imp.hp, imp.art, imp.name_fr) == ("bridge", None, {}, "Lutin")


def test_json_says_everything(owner: Owner) -> None:
    ogre = dressed(owner)[0]
    card = {"type": "creature", "name": "Ogre", "cost": 4, "av": 3, "hp": 5}
    carry_out(owner=owner, file=file_of(card), name="Mine")
    ogre.refresh_from_db()
    assert (ogre.abilities, ogre.picture, ogre.art, ogre.flavour) == ([], None, {}, "")


def test_abilities_of_two_seasons_are_remarked_upon(owner: Owner) -> None:
    file = file_of({"type": "incantation", "name": "A", "cost": 1, "av": 1, "abilities": ["aim", "immolation"]})
    assert "season" in plan_import(owner=owner, file=file, name="Mine").lines[0].notes[0]


def test_a_name_is_needed(owner: Owner) -> None:
    with pytest.raises(CardsRefused, match="name"):
        carry_out(owner=owner, file=read_file(TABLE), name="  ")


def test_names_in_any_letters_have_slugs(owner: Owner) -> None:
    carry_out(owner=owner, file=read_file("name,type\n龍の門,bridge\n橋,bridge\n"), name="龍")
    slugs = list(Card.objects.values_list("slug", flat=True))
    assert len(set(slugs)) == 2
    assert all(slug.startswith("card-") for slug in slugs)
    assert changes(owner, read_file("name,type\n橋,bridge\n"), "龍") == [ImportAction.SAME]


def test_nobody_has_more_cards_than_there_is_room_for(owner: Owner) -> None:
    Card.objects.bulk_create(Card(owner=owner, name="x") for _number in range(MAX_CARDS - 2))
    for action in (plan_import, carry_out):
        with pytest.raises(CardsRefused, match="room for only 2 more"):
            action(owner=owner, file=read_file(TABLE), name="Mine")
    assert not CardSet.objects.exists()
    carry_out(owner=owner, file=read_file("name,type\nA,bridge\nB,bridge\n"), name="Mine")


def test_nobody_has_more_sets_than_there_is_room_for(owner: Owner) -> None:
    CardSet.objects.bulk_create(CardSet(owner=owner, name=f"x{n}", slug=f"x{n}") for n in range(MAX_SETS))
    with pytest.raises(CardsRefused, match="maximum number of sets"):
        carry_out(owner=owner, file=read_file(TABLE), name="Mine")
    carry_out(owner=owner, file=read_file(TABLE), name="x7")


def test_all_or_nothing(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cards.importing.content_of", lambda card: 1 / (card.name != "Gate"))
    with pytest.raises(ZeroDivisionError):
        carry_out(owner=owner, file=read_file(TABLE), name="Mine")
    assert not Card.objects.exists()
    assert not CardSet.objects.exists()


def own_file(owner: Owner, kind: str) -> CardFile:
    """All cards of somebody's, as the page hands them out."""
    written = write_set(None, Card.objects.filter(owner=owner).with_set().order_by("pk"), references=True)
    return read_file(write_json(written) if kind == "json" else write_table(written["cards"]))


@pytest.mark.parametrize("kind", ["json", "csv"])
def test_all_of_ones_own_come_back_as_they_are(owner: Owner, kind: str) -> None:
    ogre, imp, picture = dressed(owner)
    carry_out(owner=owner, file=file_of({"type": "bridge", "name": "Imp"}), name="Second")
    plan = plan_import(owner=owner, file=own_file(owner, kind))
    assert (plan.is_in_place, [line.change for line in plan.lines]) == (True, [ImportAction.SAME] * 3)
    before = list(Card.everything.order_by("pk").values())
    assert carry_out(owner=owner, file=own_file(owner, kind)) is None
    assert list(Card.everything.order_by("pk").values()) == before
    assert CardSet.objects.count() == 2
    assert (ogre.picture, imp.picture) == (picture, None)


@pytest.mark.parametrize("kind", ["json", "csv"])
def test_what_was_changed_is_changed_where_it_is(owner: Owner, kind: str) -> None:
    ogre, _imp, picture = dressed(owner)
    carry_out(owner=owner, file=file_of({"type": "bridge", "name": "Pier"}), name="Second")
    file = own_file(owner, kind)
    Card.objects.filter(pk=ogre.pk).update(av=9, art={"icon": "candle-light", "scene": "spires", "tint": "amber"})
    Card.objects.filter(pk=ogre.pk).update(picture=None, name="Renamed", slug="renamed")
    Card.objects.filter(name="Pier").delete()  # for good
    new = plan_import(owner=owner, file=file, name="Third")
    assert [line.change for line in new.lines] == [ImportAction.CHANGED, ImportAction.SAME, ImportAction.NEW]
    third = carry_out(owner=owner, file=file, name="Third")
    ogre.refresh_from_db()
    assert (ogre.name, ogre.av, ogre.set.name, ogre.picture) == ("Ogre", 3, "Mine", picture)  # type: ignore[union-attr]
    assert ogre.art == {"x": 0.5, "y": 0.5, "zoom": 2, "rotation": 0}
    assert third is not None and [card.name for card in third.cards.all()] == ["Pier"]


def test_a_crop_is_changed_by_a_table(owner: Owner) -> None:
    ogre, _imp, picture = dressed(owner)
    cells = f"Ogre,creature,4,3,5,{picture.token},0.25 0.5 3 90,own/{ogre.token}"
    text = f"name,type,cost,av,hp,picture,crop,reference\n{cells}\n"
    assert carry_out(owner=owner, file=read_file(text)) is None
    ogre.refresh_from_db()
    assert (ogre.art, ogre.picture) == ({"x": 0.25, "y": 0.5, "zoom": 3.0, "rotation": 90.0}, picture)
    with pytest.raises(CardsRefused):
        read_file(text.replace("0.25 0.5 3 90", "wide"))


@pytest.mark.parametrize("kind", ["json", "csv"])
def test_somebody_elses_reference_makes_a_new_card(owner: Owner, kind: str) -> None:
    dressed(owner)
    other = Owner.objects.create()
    file = own_file(owner, kind)
    assert {line.change for line in plan_import(owner=other, file=file, name="Theirs").lines} == {ImportAction.NEW}
    imported = carry_out(owner=other, file=file, name="Theirs")
    assert imported is not None and imported.cards.count() == 2
    assert set(imported.cards.values_list("owner", flat=True)) == {other.pk}
    assert Card.objects.filter(owner=owner).count() == 2


def test_a_reference_stands_once_in_a_file(owner: Owner) -> None:
    ogre, _imp, _picture = dressed(owner)
    row = {"type": "bridge", "reference": f"own/{ogre.token}"}
    with pytest.raises(CardsRefused, match="appears twice"):
        plan_import(owner=owner, file=file_of({**row, "name": "A"}, {**row, "name": "B"}), name="Mine")


@pytest.mark.parametrize("name", ["Mi\u200bne", "mine", "\u00a0Mine ", "\uff2dine", "Mine\u00ad"])
def test_a_set_is_known_by_its_name_whatever_nobody_sees(owner: Owner, name: str) -> None:
    carry_out(owner=owner, file=file_of({"type": "bridge", "name": "A"}), name="Mine")
    carry_out(owner=owner, file=file_of({"type": "bridge", "name": "B"}), name=name)
    assert CardSet.objects.count() == 1


def test_cards_that_differ_by_what_nobody_sees_are_one(owner: Owner) -> None:
    rows = [{"type": "bridge", "name": name} for name in ("Green Knight", "Green Kni\u200bght", "Green\u00a0Knight")]
    with pytest.raises(CardsRefused):
        file_of(*rows)
    for row in rows:
        imported = carry_out(owner=owner, file=file_of(row), name="Mine")
    assert imported is not None and [card.slug for card in imported.cards.all()] == ["green-knight"]
