"""Score sheets: what is written on them, what comes out, what is kept when it is corrected."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from scores.models import ScoreSheet, SheetEntry
from tests.answers import text_of
from tests.scores.sheets import ALL_KINDS, SEATS, Keeper, hand

pytestmark = pytest.mark.django_db
CASES = json.loads((Path(__file__).parent.parent / "contract" / "magic_schools_cases.json").read_text("utf-8"))
SHEETS = [case for case in CASES if {"curriculum", "championship"} & case.get("request", {}).keys()]


def of(kind: str) -> list[Any]:
    """The contract's good sheets of a kind."""
    good = [case for case in SHEETS if kind in case["request"] and "assert" in case["expect"]]
    return [pytest.param(case["request"][kind], case["expect"]["assert"], id=case["id"]) for case in good]


def at(standing: Any, pointer: str) -> Any:
    for part in pointer.split("/")[2:]:
        standing = standing[int(part)] if isinstance(standing, list) else standing[part]
    return standing


@pytest.mark.parametrize(("sheet", "wanted"), of("curriculum"))
def test_a_curriculum_counts_as_the_contract_says(sheet: Any, wanted: Any) -> None:
    keeper = Keeper("curriculum", [sheet["players"][seat] for seat in SEATS])
    for game in sheet["games"]:
        keeper.write(**game)
    standing = keeper.standing.to_json()
    assert {pointer: at(standing, pointer) for pointer in wanted} == wanted
    assert keeper.sheet.is_over == standing["complete"]


@pytest.mark.parametrize(("sheet", "wanted"), [param for param in of("championship") if "seed" not in param.values[0]])
def test_a_championship_goes_on_as_the_contract_says(sheet: Any, wanted: Any) -> None:
    players = sheet["players"]
    keeper = Keeper("championship", players, draws="table")
    for draw in sheet["draws"]:
        keeper.write(**{f"level_{players.index(name)}": level for name, level in draw.items()})
    for winner in sheet.get("results", []):
        keeper.write(winner="drawn" if winner is None else players.index(winner))
    standing = keeper.standing.to_json()
    assert {pointer: at(standing, pointer) for pointer in wanted} == wanted


def test_the_site_draws_and_eight_play_to_the_champion() -> None:
    keeper = Keeper("championship", [f"P{number}" for number in range(1, 9)], draws="site")
    assert "Trial cards drawn" in keeper.look()
    for _game in range(7):
        keeper.write(winner=keeper.sheet.players.index(keeper.standing.bracket.next.first))
    assert keeper.sheet.is_over
    champion = keeper.standing.bracket.champion
    assert champion == keeper.standing.seeding.order[0]
    assert f"Grand Champion of the 8 Houses</span> <b>{champion}</b>" in keeper.look()
    assert "This game can&#x27;t be played now" in keeper.refused(winner="0")


def test_what_is_no_entry_is_refused_with_its_reason_and_nothing_typed_is_lost() -> None:
    keeper = Keeper("curriculum", ["Ann", "Ben"])
    page = keeper.refused(dragombre="31", blancgriffon="8")
    assert "Ann: a whole number from 0 to 30" in page and 'value="31"' in page and 'value="8"' in page
    assert keeper.sheet.version == 0
    cup = Keeper("championship", ["Ann", "Ben", "Cleo"], draws="table")
    assert "from 1 to 6" in cup.refused(level_0="7", level_1="1", level_2="1")
    cup.write(level_0="1", level_1="2", level_2="3")
    assert "This game can&#x27;t be played now" in cup.refused(winner="2")
    assert Client().post("/scores/new/curriculum/", {"player_0": "Ann", "player_1": "ann"}).status_code == 422
    assert Client().get("/scores/new/bingo/").status_code == 404


def test_a_game_given_up_is_won_by_the_other() -> None:
    keeper = Keeper("curriculum", ["Ann", "Ben"])
    keeper.write(dragombre="9", blancgriffon="2", forfeit="dragombre")
    assert keeper.standing.wins == (0, 1) and keeper.standing.points == (9, 2)
    assert "Ann gave up" in keeper.look()


# The pad: C17, C18


def test_a_hand_counts_by_the_rules() -> None:
    """Ann lays down 1 and 9: 300 + 100 + 50; all six 7s 150 + 50 and a Bonus for Ben, who holds Death: -150."""
    keeper = Keeper("pad", ["Ann", "Ben"], specials=ALL_KINDS)
    keeper.write(**hand(army_0=[1, 9], six_1=[7], bonus_1=1, ended=0, death=1))
    assert keeper.standing.now.scores == (450, 100)
    page = keeper.look()
    assert "armies of 1 + 9: 400" in page and "all six: 50" in page and "Death: \u2212150" in page
    keeper.write(**hand(army_0=[2], twin_0=[2], ended=0))
    assert keeper.standing.now.scores == (1100, 100) and keeper.sheet.is_over
    assert "<b>Ann</b>" in keeper.look()


def test_points_come_out_before_anything_is_written() -> None:
    keeper = Keeper("pad", ["Ann", "Ben"], specials=ALL_KINDS)
    response = keeper.send("enter/", **hand(army_0=[3, 5], ended=0), what="count")
    assert response.status_code == 200 and "Ann <b>500</b>" in text_of(response)
    assert keeper.sheet.version == 0


def test_reverse_points_and_the_kids_game() -> None:
    keeper = Keeper("pad", ["Ann", "Ben"], reverse="on")
    keeper.write(**hand(army_0=[10, 7], army_1=[1], ended=0, death=1, bonus_1=3))
    assert keeper.standing.now.scores == (300 + 250 + 50, 100), "there is no Death and no Bonus in a game for kids"
    page = keeper.look()
    assert "Kids, Reverse" in page and "Who holds Death" not in page and 'name="bonus_0"' not in page


def test_equal_totals_are_decided_by_the_last_hand_and_then_shared() -> None:
    keeper = Keeper("pad", ["Ann", "Ben"], specials=[])
    keeper.write(**hand(army_0=[1, 3], ended=0, army_1=[5]))  # 600, 200
    keeper.write(**hand(army_0=[2, 9], army_1=[4, 6, 1], ended=1))  # 400 and 800: 1000 each
    assert keeper.standing.now.scores == (1000, 1000) and keeper.standing.now.winners == (1,)
    both = Keeper("pad", ["Ann", "Ben"], specials=[])
    both.write(**hand(army_0=[1, 3], army_1=[2, 4]))
    both.write(**hand(army_0=[1, 3], army_1=[2, 4]))
    assert both.standing.now.winners == (0, 1) and "The victory is shared" in both.look()
    assert "over before this hand" in both.refused(**hand(army_0=[1]))


@pytest.mark.parametrize(
    ("fields", "ruling"),
    [
        (hand(army_0=[1], ended=0), "C16.2"),
        (hand(army_0=[1, 2], ended=0, death=0), "C16.2"),
        (hand(six_0=[1], army_1=[1]), "C7.1"),
        (hand(army_0=[1, 2, 3], army_1=[1, 2, 3]), "C16.1"),
        (hand(bonus_0=3, bonus_1=2), "C1.3"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_with_its_ruling(fields: dict[str, Any], ruling: str) -> None:
    keeper = Keeper("pad", ["Ann", "Ben"], specials=ALL_KINDS)
    page = keeper.refused(**fields)
    assert f"({ruling})" in page
    assert page.count(" checked") > 2, "what was chosen is still there"


# Corrections


def test_a_correction_keeps_what_was_there() -> None:
    keeper = Keeper("curriculum", ["Ann", "Ben"])
    keeper.write(dragombre="15", blancgriffon="8")
    keeper.write(dragombre="3", blancgriffon="16")
    assert keeper.send("lines/1/", dragombre="16", blancgriffon="8").status_code == 302
    assert keeper.standing.points == (19, 24)
    page = keeper.look()
    assert "Ann 16, Ben 8" in page and "<s>Ann 15, Ben 8</s>" in page
    assert keeper.send("lines/2/", what="strike").status_code == 302
    assert keeper.standing.points == (16, 8)
    assert "<s>Ann 3, Ben 16</s>" in keeper.look()
    assert list(SheetEntry.objects.values_list("number", "corrects")) == [(1, None), (2, None), (3, 1), (4, 2)]
    assert keeper.send("lines/2/", dragombre="4", blancgriffon="16").status_code == 302, "written again"
    assert keeper.standing.points == (20, 24)
    assert keeper.http.get(f"{keeper.address}lines/3/").status_code == 404, "a correction is corrected at its line"


def test_a_correction_after_which_later_lines_do_not_fit_says_which() -> None:
    keeper = Keeper("championship", ["Ann", "Ben", "Cleo"], draws="table")
    keeper.write(level_0="1", level_1="2", level_2="3")
    keeper.write(winner="0")
    keeper.write(winner="0")
    page = keeper.refused("lines/2/", winner="1")
    assert "line 3 would no longer be valid" in page
    assert keeper.standing.bracket.champion == "Ann"
    assert keeper.send("lines/3/", what="strike").status_code == 302
    assert keeper.send("lines/2/", winner="1").status_code == 302
    assert keeper.standing.bracket.next.first == "Ben" and not keeper.sheet.is_over


def test_a_form_that_is_sent_twice_writes_once() -> None:
    keeper = Keeper("curriculum", ["Ann", "Ben"])
    page = {"seen": 0, "dragombre": "15", "blancgriffon": "8"}
    for _press in range(2):
        response = keeper.http.post(f"{keeper.address}enter/", page, follow=True)
    assert len(keeper.standing.games) == 1 and "has changed since you opened" in text_of(response)


# Who may do what


def test_the_link_shows_the_sheet_and_lets_nobody_else_write() -> None:
    keeper = Keeper("curriculum", ["Ann", "Ben"])
    keeper.write(dragombre="15", blancgriffon="8")
    guest = Client()
    page = text_of(guest.get(keeper.address))
    assert "Ann" in page and "Save" not in page and ">Correct<" not in page
    assert guest.get(f"{keeper.address}sheet.pdf").status_code == 200
    for what in ("enter/", "lines/1/", "table/", "game/", "settings/", "delete/"):
        assert guest.post(f"{keeper.address}{what}", {"seen": 1}).status_code == 404, what
    assert guest.get(f"{keeper.address}lines/1/").status_code == 404
    assert keeper.send("settings/", name="Friday").status_code == 302
    assert keeper.sheet.name == "Friday"
    assert guest.get(keeper.address).status_code == 404, "private now"
    assert guest.get(f"{keeper.address}sheet.pdf").status_code == 404
    assert keeper.http.get(keeper.address).status_code == 200


def test_sheets_are_listed_for_their_owner_and_can_be_deleted() -> None:
    keeper = Keeper("pad", ["Ann", "Ben"], name="Holidays", specials=ALL_KINDS)
    for address in ("/scores/", "/me/", "/play/new/clash-of-the-cards/", "/fr/scores/"):
        assert "Holidays" in text_of(keeper.http.get(address)), address
        assert "Holidays" not in text_of(Client().get(address)), address
    assert "Holidays" not in text_of(keeper.http.get("/play/new/magic-schools/"))
    keeper.write(**hand(army_0=[1, 9], ended=0))
    things = keeper.http.get("/me/export/").json()["things"]
    assert len(things["scores.scoresheet"]) == len(things["scores.sheetentry"]) == 1
    assert keeper.send("delete/").status_code == 302
    assert not ScoreSheet.objects.exists()


def test_a_page_reads_in_french() -> None:
    keeper = Keeper("pad", ["Anne", "Benoît"], specials=ALL_KINDS)
    keeper.write(**hand(army_0=[1, 9], ended=0))
    page = text_of(keeper.http.get(f"/fr{keeper.address}"))
    assert "Manche" in page and "armées de 1 + 9" in page and "Qui a posé" in page
