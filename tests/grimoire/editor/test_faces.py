"""Faces of cards on the editor's board: drawn for what is printed, with the owner's own pictures."""

from typing import Any

import pytest

from board.services import site_cards
from grimoire.editor.faces import MAX_FACES, card_to_draw, draw
from tests.cards.factories import make_card, make_owner
from tests.grimoire.editor.test_documents import IMP

pytestmark = pytest.mark.django_db


def asked(card: Any, champion: bool = False) -> list[Any]:
    return [{"card": card, "champion": champion}]


def test_a_card_is_drawn_with_all_that_it_shows() -> None:
    (face,) = draw(asked({**IMP, "name": "<b>Imp</b>", "abilities": ["rage"]}), None, "en")
    assert face is not None
    assert face.label == "<b>Imp</b>, Creature, Mana cost 1, attack value 1, 1 HP, Rage"
    assert "<b>Imp" not in face.html


def test_a_champion_has_another_frame() -> None:
    (plain,), (crowned,) = draw(asked(IMP), None, "en"), draw(asked(IMP, champion=True), None, "en")
    assert plain is not None
    assert crowned is not None
    assert "as-champion" in crowned.html
    assert "as-champion" not in plain.html
    assert "Champion" in crowned.label


def test_the_sites_own_cards_have_their_name_in_the_language() -> None:
    card = site_cards()["initiation/shell-on-guard"]
    (english,), (french,) = draw(asked(card), None, "en"), draw(asked(card), None, "fr")
    assert english is not None
    assert french is not None
    assert (english.name, french.name) == ("Shell on Guard", "Crabe en faction")


@pytest.mark.parametrize(
    "junk",
    [None, 5, "x", [], {}, {"card": 5}, {"card": {}}, {"card": {**IMP, "cost": 100}}, {"card": {**IMP, "av": "1"}}],
)
def test_what_is_no_card_is_not_drawn(junk: Any) -> None:
    assert draw([junk], None, "en") == [None]


def test_abilities_of_any_edition_are_drawn_and_others_left_out() -> None:
    card = card_to_draw({**IMP, "abilities": ["wrecker", "rage", "aura:aim", "nonsense", 7, None]})
    assert card is not None
    assert card.slugs == ("wrecker", "rage", "aura:aim")


def test_no_more_are_drawn_at_once_than_a_moment_allows() -> None:
    assert len(draw(asked(IMP) * 1000, None, "en")) == MAX_FACES


def test_only_the_owner_sees_their_own_picture() -> None:
    owner, other = make_owner("Ada"), make_owner("Bo")
    art = {"icon": "anvil", "scene": "waves", "tint": "amber"}
    make_card("Zorg", owner=owner, cost=1, av=1, hp=1, art=art)
    pet = {**IMP, "name": "Zorg"}
    (mine,), (theirs,), (nobodys,) = (draw(asked(pet), who, "en") for who in (owner, other, None))
    assert mine is not None
    assert theirs is not None
    assert "/anvil/" in mine.html
    assert theirs == nobodys
    (changed,) = draw(asked({**pet, "hp": 2}), owner, "en")
    assert changed is not None
    assert changed.html != mine.html


def test_ones_own_card_as_a_champion_keeps_its_picture() -> None:
    owner = make_owner("Ada")
    make_card("Zorg", owner=owner, cost=1, av=1, hp=1, art={"icon": "anvil", "scene": "waves", "tint": "amber"})
    (face,) = draw(asked({**IMP, "name": "Zorg"}, champion=True), owner, "en")
    assert face is not None
    assert "as-champion" in face.html
    assert "/anvil/" in face.html
