"""The arrangement of a board: where each card lies and what is said of it."""

import json
from itertools import pairwise
from typing import Any

import pytest
from django.utils.translation import override

from board.arrangement import Arrangement, arrange
from board.pages import lines_of, pretty
from board.samples import Sample, all_samples, find_sample
from board.services import resolve
from engine.decks.formats import notation
from engine.decks.rules.trace.scenes import Scene


def board(line: str) -> Arrangement:
    return arrange([Scene(notation.parse(line))])[0]


def arrangements(slug: str) -> list[Arrangement]:
    sample = find_sample(slug)
    assert sample is not None
    return arrange(resolve(sample.position, sample.actions).scenes())


def window(items: list[dict[str, Any]]) -> list[str | None]:
    return [item.get("w") for item in items]


def cards(count: int) -> str:
    return " ".join(f"C{chr(97 + number)}(c1 1/1)" for number in range(count))


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        (f"B {cards(6)}", [None, "first", "amid", "amid", "last", None, None]),
        ("Ca(c1 1/1) B Cb(c1 1/1)", ["first", "amid", "last"]),
        ("Ca(c1 1/1) Cb(c1 1/1) Cc(c1 1/1) Cd(c1 1/1) B Ce(c1 1/1)", ["first", "amid", "amid", "last", None, None]),
        ("F Ca(c1 1/1)", [None, "first last"]),
    ],
)
def test_the_window_is_bracketed(hand: str, expected: list[str | None]) -> None:
    shown = board(f"cod1 duel A summoning | A [{hand}] | B [B Ca(c1 1/1)]")
    assert window(shown.zones["hand-A"]) == expected


def test_blackmail_narrows_the_window() -> None:
    shown = board(f"cod1 duel A summoning | A [B {cards(5)}] upper Spy(c1 1/1 blackmail) | B [B Ca(c1 1/1)]")
    assert window(shown.zones["hand-A"]) == [None, "first", "amid", "last", None, None]


def test_a_seat_says_how_its_stronghold_stands() -> None:
    shown = board(f"cod1 duel A summoning m3 | A t4 [Ca(c1 1/1) F {cards(3)}] | B [B Ca(c1 1/1)]")
    panel = shown.seats["A"]
    assert (panel["side"], panel["to_go"], panel["turn"], panel["mana"]) == ("Fort", "3 HP", "Turn 4", 3)
    assert panel["active"]
    assert shown.seats["B"]["mana"] is None
    assert shown.zones["hand-A"][1] == {"t": "sA", "fort": True, "left": 3, "w": "amid"}


def test_a_figure_shows_its_numbers_now() -> None:
    shown = board(
        "cod1 duel A summoning | A [B Ca(c1 1/1)] upper Ox(c3 2/6)+Tick(c1 1/1 symbiote){d2 struck holds Imp(c1 1/1)}"
        " Elf(c2 1/1 aura:rage) Cub(c2 3/3){sprint2} | B [B Ca(c1 1/1)]"
    )
    stack, elf, cub = shown.zones["row-A-upper"]
    assert {"av": 3, "hp": 5, "hurt": 2, "marks": ["struck"], "given": ["rage"]}.items() <= stack.items()
    assert {"y", "e"} <= set(stack)
    assert not {"av", "hp", "given"} & set(elf)
    assert (cub["av"], cub["given"]) == (5, ["rage"])


def test_a_champion_lies_beside_the_board_until_it_is_played() -> None:
    steps = arrangements("the-queen-rides")
    assert len(steps[0].zones["champion-A"]) == 1
    assert steps[0].zones["champion-B"][0]["exhausted"]
    assert steps[-1].zones["champion-A"] == []
    assert "exhausted" not in steps[-1].zones["champion-B"][0]


def test_what_a_step_did_is_marked() -> None:
    steps = arrangements("bastion-falls")
    tags = [[(item["m"], item.get("x")) for item in step.zones["hand-B"] if "m" in item] for step in steps]
    assert [("hit", "−2")] in tags  # noqa: RUF001
    assert [("destroyed", "falls")] in tags


@pytest.mark.parametrize("sample", all_samples(), ids=lambda sample: sample.slug)
def test_no_card_is_lost_or_doubled(sample: Sample) -> None:
    every: set[str] | None = None
    for step in arrange(resolve(sample.position, sample.actions).scenes()):
        shown = [item[key] for items in step.zones.values() for item in items for key in "tye" if key in item]
        assert len(shown) == len(set(shown))
        every = every or set(shown)
        assert set(shown) == every


def test_spent_mana_stays_in_sight() -> None:
    steps = arrangements("taken-and-released")
    panels = [step.seats["A"] for step in steps]
    assert (panels[0]["pips"], panels[0]["spent"]) == (5, 0)
    assert (panels[1]["pips"], panels[1]["spent"]) == (1, 4)


def test_more_mana_than_a_row_holds_is_told_by_numbers() -> None:
    position = notation.parse("cod1 duel A summoning m10 | A t2 [B Ox(c3 2/4)] | B t1 [B Hex(c2 1)]")
    panels = [step.seats["A"] for step in arrange(resolve(position, ["1 upper"]).scenes())]
    told = [(panel["mana_words"], panel["pips"], panel["spent"]) for panel in panels if panel["active"]]
    assert told[0] == ("10 / 10", 0, 0) and ("7 / 10", 0, 0) in told


def test_nine_mana_are_told_by_pips() -> None:
    position = notation.parse("cod1 duel A summoning m9 | A t2 [B Ox(c3 2/4)] | B t1 [B Hex(c2 1)]")
    panels = [step.seats["A"] for step in arrange(resolve(position, ["1 upper"]).scenes())]
    assert (panels[0]["mana_words"], panels[0]["pips"], panels[0]["spent"]) == ("9", 9, 0)


def test_a_seat_that_has_not_played_yet_is_in_no_turn() -> None:
    position = notation.parse("cod1 duel A summoning m6 | A t1 [B Ox(c3 2/4)] | B t0 [B Hex(c2 1)]")
    (panels, *_more) = [step.seats for step in arrange(resolve(position, ["1 upper"]).scenes())]
    assert (panels["A"]["turn"], panels["B"]["turn"]) == ("Turn 1", "Turn \N{EN DASH}")


def test_four_players_sit_in_a_ring() -> None:
    sample = find_sample("four-kingdoms")
    assert sample is not None
    lines = lines_of(sample.position)
    assert [(line.name, line.left_seat, line.right_seat) for line in lines] == [
        ("upper", "A", "B"),
        ("lower", "A", "D"),
        ("upper", "C", "D"),
        ("lower", "C", "B"),
    ]


def test_the_end_of_a_game_is_told() -> None:
    assert arrangements("bought-silence")[-1].status == "A wins: the Fort is destroyed"


def test_a_draw_is_told() -> None:
    drawn = "cod1 duel A over m0 | A t100 [B x(c9 1/1)] | B t100 [B x(c9 1/1)] | result turn-limit"
    assert board(drawn).status == "Draw: every player has played 100 turns"
    with override("fr"):
        assert board(drawn).status == "Partie nulle\u202f: chaque joueur a joué 100 tours"


def test_statuses_go_on_from_phase_to_phase() -> None:
    said = [step.status for step in arrangements("taken-and-released")]
    changes = [after for before, after in pairwise(said) if after != before]
    assert changes[0] == "A, turn 3 · Assault"
    assert changes[-1] == "B, turn 3 · Assault"


def test_pretty_json_is_still_json() -> None:
    data = {"a": [{"b": "x" * 90}, {"c": "y" * 90}], "d": [], "e": {"f": 1}}
    assert json.loads(pretty(data)) == data
    assert pretty({"a": 1}) == '{"a": 1}'
