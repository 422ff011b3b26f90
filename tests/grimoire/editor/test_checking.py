"""The check of a document: its address, its faults in words, windows and Auras as the engine has them."""

import json
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given

from board import services
from engine.decks.formats import compact, notation
from engine.decks.formats.interchange import read_position
from engine.decks.rules.modes import LINE_NAMES, SEAT_NAMES
from grimoire.editor import checking
from grimoire.editor.checking import check
from grimoire.editor.documents import read_document, starter
from tests.engine.decks.strategies import positions
from tests.grimoire.editor.test_documents import IMP, written_out

pytestmark = pytest.mark.slow("tries hundreds of documents")


def told(data: Any, language: str = "en") -> dict[str, Any]:
    return check(read_document(data), language).to_json()


@given(positions())
def test_the_address_and_the_line_hold_the_position(data: Any) -> None:
    position = read_position(written_out(data))
    answer = told(written_out(data))
    assert answer["isPosition"]
    if answer["packed"]:
        assert compact.unpack(answer["packed"]).key() == position.key()
    assert notation.parse(answer["notation"]).key() == position.key()
    assert read_position(json.loads(answer["text"])).key() == position.key()
    json.dumps(answer)


@given(positions())
def test_windows_and_auras_are_the_engines(data: Any) -> None:
    position = read_position(written_out(data))
    answer = told(written_out(data))
    for seat in range(position.mode.seats):
        if seat not in position.mode.ai_seats:
            assert answer["windows"][SEAT_NAMES[seat]] == position.window(seat)
    for number, row in enumerate(position.rows):
        for place, creature in enumerate(row):
            key = f"{LINE_NAMES[number & 1]}-{SEAT_NAMES[number >> 1]}/{place}"
            assert (key in answer["given"]) == bool(creature.abilities & ~creature.body.abilities)


@pytest.mark.parametrize(("language", "words"), [("en", "fallen"), ("fr", "tombée")])
def test_faults_have_their_place_and_words(language: str, words: str) -> None:
    data = starter()
    data["players"]["B"]["hand"] = ["bastion"]
    with translation.override(language):
        answer = told(data, language)
    assert [fault["at"] for fault in answer["faults"]] == ["/players/B/hand/0"]
    assert words in answer["faults"][0]["text"]
    assert (answer["packed"], answer["notation"], answer["links"]) == ("", "", {})


def test_a_target_that_is_not_there_still_has_an_address() -> None:
    data = starter()
    data["objective"] = {
        "player": "A",
        "turns": 1,
        "goal": {"destroy": {"player": "B", "line": "upper", "position": 99}},
    }
    answer = told(data)
    assert [fault["at"] for fault in answer["faults"]] == ["/objective/goal/destroy"]
    assert answer["packed"]


def test_the_objective_is_told_in_words() -> None:
    data = starter()
    assert told(data)["goal"] == ""
    data["objective"] = {"player": "A", "goal": "win", "turns": 2}
    assert "2" in told(data)["goal"]


def test_what_is_too_long_for_an_address_is_a_position_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "MAX_ADDRESS", 20)
    answer = told(starter())
    assert (answer["isPosition"], answer["packed"], answer["faults"]) == (True, "", [])
    assert services.MAX_ADDRESS > 20


def test_what_the_engine_cannot_pack_is_a_position_all_the_same() -> None:
    data = starter()
    cards = [{**IMP, "name": f"{number:03}" + chr(0x4E00 + number) * 57} for number in range(105)]
    data["players"]["A"]["hand"] += cards
    answer = told(data)
    assert answer["isPosition"]
    assert len(answer["packed"]) <= services.MAX_ADDRESS


def test_the_points_of_an_ai_are_those_of_custom_play() -> None:
    data = starter()
    data["mode"] = "solo"
    ai = {"fixed_mana": 8, "variable_mana": 2, "resistance": True, "abilities": ["rage", "blackmail"]}
    data["players"]["B"] = {"ai": ai, "pile": [IMP], "turn": 1}
    assert told(data)["levels"] == {"B": "7 points"}


@pytest.mark.parametrize(
    ("mana", "entered", "text"),
    [
        (6, [], "The Mana is what a game gives here."),
        (3, [], "A game gives 6 Mana here. 3 are left if cards were already played this turn."),
        (9, [], "A game gives 6 Mana here, not 9."),
        (4, [3], "The Mana is what a game gives here."),
        (6, [3], "A game gives 4 Mana here, not 6."),
    ],
)
def test_whether_the_mana_is_that_of_a_game(mana: int, entered: list[int], text: str) -> None:
    """Five cards in hand give 6 Mana; a Creature that came for 3 was a sixth."""
    document = starter()
    document["mana"] = mana
    for cost in entered:
        card = {"name": "Late", "type": "creature", "cost": cost, "av": 1, "hp": 1, "abilities": []}
        document["players"]["A"]["upper"].append({"card": card, "entered": True})
    checked = check(read_document(document), "en")
    assert checked.legality is not None and checked.legality.text == text
    assert not checked.complaints
    assert checked.legality.is_natural == (checked.legality.mana == mana)
