"""Curriculum and Championship beyond the contract's public cases."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.errors import EngineError
from engine.schools.sheets.championship import read_championship
from engine.schools.sheets.curriculum import read_curriculum

PLAYERS = {"dragombre": "Ann", "blancgriffon": "Ben"}


def curriculum(*totals: tuple[int, int], forfeit: str | None = None) -> dict[str, Any]:
    games: list[dict[str, Any]] = [{"dragombre": first, "blancgriffon": other} for first, other in totals]
    if forfeit is not None:
        games[-1]["forfeit"] = forfeit
    return read_curriculum({"players": PLAYERS, "games": games}).to_json()


def test_an_empty_curriculum() -> None:
    sheet = curriculum()
    assert sheet["games"] == 0 and not sheet["complete"] and not sheet["joint"] and sheet["champion"] is None


def test_equal_wins_give_nobody_the_bonus() -> None:
    sheet = curriculum((20, 5), (20, 5), (20, 5), (5, 6), (5, 6), (5, 6), (9, 9))
    assert sheet["bonus"] == {"dragombre": 0, "blancgriffon": 0} and sheet["draws"] == 1
    assert sheet["champion"] == "dragombre" and sheet["joint"] is False


def test_equal_scores_are_settled_by_wins() -> None:
    """4 games of 16 to 15 and 3 of 0 to 12 and 2: 64 + 10 against 60 + 14."""
    sheet = curriculum((16, 15), (16, 15), (16, 15), (16, 15), (0, 4), (0, 5), (0, 5))
    assert sheet["scores"] == {"dragombre": 74, "blancgriffon": 74}
    assert sheet["champion"] == "dragombre" and sheet["joint"] is False


def test_a_game_given_up_is_lost_with_the_higher_total() -> None:
    sheet = curriculum((14, 3), forfeit="dragombre")
    assert sheet["wins"] == {"dragombre": 0, "blancgriffon": 1} and sheet["points"]["dragombre"] == 14


@pytest.mark.parametrize(
    ("sheet", "at"),
    [
        ([], ""), ({"players": PLAYERS}, ""), ({"games": []}, ""),
        ({"players": PLAYERS, "games": [], "x": 1}, "/x"), ({"players": ["Ann", "Ben"], "games": []}, "/players"),
        ({"players": {"dragombre": "Ann", "blancgriffon": "Ann"}, "games": []}, "/players"),
        ({"players": {"dragombre": "", "blancgriffon": "Ann"}, "games": []}, "/players/dragombre"),
        ({"players": {"dragombre": "A", "blancgriffon": "B" * 61}, "games": []}, "/players/blancgriffon"),
        ({"players": PLAYERS, "games": {}}, "/games"),
        ({"players": PLAYERS, "games": [{"dragombre": 1, "blancgriffon": 2}] * 8}, "/games"),
        ({"players": PLAYERS, "games": [{"dragombre": 31, "blancgriffon": 2}]}, "/games/0/dragombre"),
        ({"players": PLAYERS, "games": [{"dragombre": 3, "blancgriffon": True}]}, "/games/0/blancgriffon"),
        ({"players": PLAYERS, "games": [{"dragombre": 3, "blancgriffon": 2, "forfeit": None}]}, "/games/0/forfeit"),
        ({"players": PLAYERS, "games": [{"dragombre": 3, "blancgriffon": 2, "note": ""}]}, "/games/0/note"),
    ],
)  # fmt: skip
def test_bad_curricula(sheet: Any, at: str) -> None:
    with pytest.raises(EngineError) as wrong:
        read_curriculum(sheet)
    assert (wrong.value.code, wrong.value.at) == ("bad-sheet", f"/curriculum{at}")


def cup(players: str, *draws: dict[str, int], results: list[str | None] | None = None) -> dict[str, Any]:
    return read_championship({"players": list(players), "draws": list(draws), "results": results or []}).to_json()


def test_nobody_has_drawn_yet() -> None:
    assert cup("AB") == {
        "draws": [],
        "pending": ["A", "B"],
        "order": None,
        "rounds": [],
        "next": None,
        "champion": None,
    }


def test_who_ties_again_draws_again() -> None:
    sheet = cup("ABC", {"A": 2, "B": 2, "C": 1}, {"A": 4, "B": 4})
    assert sheet["pending"] == ["A", "B"] and sheet["order"] is None
    assert cup("ABC", {"A": 2, "B": 2, "C": 1}, {"A": 4, "B": 4}, {"A": 6, "B": 5})["order"] == ["C", "B", "A"]


def test_a_cup_of_five() -> None:
    draw = {"A": 1, "B": 2, "C": 3, "D": 4, "E": 5}
    sheet = cup("ABCDE", draw, results=["A", None, "D", "D", "E"])
    assert sheet["rounds"] == [
        [{"match": ["A", "B"], "winner": "A"}, {"match": ["C", "D"], "winner": "D"}, {"bye": "E"}],
        [{"match": ["A", "D"], "winner": "D"}, {"bye": "E"}],
        [{"match": ["D", "E"], "winner": "E"}],
    ]
    assert sheet["champion"] == "E" and sheet["next"] is None


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 8), st.text("abc", min_size=1, max_size=5), st.lists(st.integers(0, 2), max_size=40))
def test_every_cup_has_one_champion(number: int, seed: str, choices: list[int]) -> None:
    """Whatever comes out of the games: one less than players are won, and a draw changes the schools."""
    names = [f"P{n}" for n in range(number)]
    results: list[str | None] = []
    choices = [*choices, *[0] * 20]
    sheet = read_championship({"players": names, "seed": seed}).to_json()
    while sheet["next"] is not None:
        seats = [*sheet["next"].values(), None]
        results.append(seats[choices.pop(0)])
        then = read_championship({"players": names, "draws": sheet["draws"], "results": results}).to_json()
        if results[-1] is None:
            assert list(then["next"].values()) == [seats[1], seats[0]]
        sheet = then
    assert sheet["champion"] == [name for name in results if name][-1]
    assert sum(name is not None for name in results) == number - 1
    assert sheet["pending"] == [] and sorted(sheet["order"]) == sorted(names)


@pytest.mark.parametrize(
    ("sheet", "at"),
    [
        ({"players": ["A"], "draws": []}, "/players"), ({"players": list("ABCDEFGHI"), "draws": []}, "/players"),
        ({"players": ["A", "A"], "draws": []}, "/players"), ({"players": ["A", 1], "draws": []}, "/players/1"),
        ({"players": ["A", "B"], "draws": [], "seed": "a"}, ""), ({"players": ["A", "B"]}, ""),
        ({"players": ["A", "B"], "seed": "a/b"}, "/seed"), ({"players": ["A", "B"], "draws": {}}, "/draws"),
        ({"players": ["A", "B"], "draws": [{"A": 1}]}, "/draws/0"),
        ({"players": ["A", "B"], "draws": [{"A": 1, "B": 7}]}, "/draws/0/B"),
        ({"players": ["A", "B"], "draws": [{"A": 1, "B": 2, "C": 3}]}, "/draws/0/C"),
        ({"players": ["A", "B"], "draws": [{"A": 1, "B": 2}, {}]}, "/draws/1"),
        ({"players": list("ABCDEF"), "draws": [dict.fromkeys("ABCDEF", 6)]}, "/draws/0"),
        ({"players": ["A", "B"], "draws": [{"A": 1, "B": 2}], "results": ["C"]}, "/results/0"),
        ({"players": ["A", "B"], "draws": [{"A": 1, "B": 2}], "results": [None, 1]}, "/results/1"),
        ({"players": ["A", "B"], "draws": [{"A": 1, "B": 2}], "results": None}, "/results"),
        ({"players": list("ABCD"), "draws": [dict(zip("ABCD", (1, 2, 3, 4), strict=True))], "results": ["C"]},
         "/results/0"),
    ],
)  # fmt: skip
def test_bad_cups(sheet: Any, at: str) -> None:
    with pytest.raises(EngineError) as wrong:
        read_championship(sheet)
    assert (wrong.value.code, wrong.value.at) == ("bad-sheet", f"/championship{at}")
