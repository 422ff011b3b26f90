"""Small boards and tiles: what they draw, that they are quick, and that they tell nothing secret."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import translation

from board import thumbnails
from board.samples import all_samples
from board.thumbnails import mini_of
from cards.icons import is_icon
from engine.decks.formats.interchange import write_position
from engine.kernel.errors import BadPosition
from grimoire.browsing.states import FIRST, OPEN, SHOWN, SOLVED, UNTRIED
from grimoire.browsing.tiles import for_tiles, tiles_of
from grimoire.models import Attempt, Favourite, Puzzle
from tests.cards.factories import make_owner
from tests.grimoire.factories import make_puzzle, names_of_positions, position_json


def sample(slug: str) -> dict[str, Any]:
    return next(write_position(candidate.position) for candidate in all_samples() if candidate.slug == slug)


EVERY = [position_json(name) for name in names_of_positions()] + [
    write_position(lesson.position) for lesson in all_samples()
]


@pytest.mark.parametrize("position", EVERY)
def test_every_position_is_drawn_with_icons_of_the_library(position: dict[str, Any]) -> None:
    mini = mini_of(position)
    used = set(re.findall(r'href="/files/[^"]+#i-([^"]+)"', mini))
    assert used and all(is_icon(name) for name in used)
    numbers = [float(number) for number in re.findall(r' (?:x|y|cx|cy)="(-?[\d.]+)"', mini)]
    height = float(re.findall(r'viewBox="0 0 320 ([\d.]+)"', mini)[0])
    assert min(numbers) >= 0
    assert max(numbers) <= max(320.0, height)
    assert "style=" not in mini


def test_every_creature_shows_its_values() -> None:
    position = sample("tide-runner")
    svg = mini_of(position)
    creatures = [c for player in position["players"].values() for line in ("upper", "lower") for c in player[line]]
    assert svg.count("mini-value") == 2 * len(creatures)


def test_damage_shows_in_what_is_left() -> None:
    position = position_json("win")
    for player in position["players"].values():
        for line in ("upper", "lower"):
            for creature in player[line]:
                creature.pop("damage", None)
    whole = mini_of(position)
    hurt = next(
        player[line][0] for player in position["players"].values() for line in ("upper", "lower") if player[line]
    )
    hurt["damage"] = 1
    assert mini_of(position) != whole
    assert "#8a5a00" in mini_of(position)


def test_names_are_not_part_of_a_drawing() -> None:
    position = sample("clean-cut")
    text = mini_of(position)
    names = re.findall(r"'name': '([^']+)'", str(position))
    assert names and not any(name in text for name in names)


def test_four_players_sit_around_four_lines() -> None:
    svg = mini_of(sample("four-kingdoms"))
    assert svg.count("mini-water") == 4
    assert re.findall(r">([ABCD])</text>", svg) == ["B", "D", "A", "C"]


def test_the_same_position_is_drawn_once() -> None:
    thumbnails._drawn.cache_clear()
    for _time in range(3):
        mini_of(position_json("win"))
    assert thumbnails._drawn.cache_info().misses == 1


def test_what_is_no_position_is_refused() -> None:
    with pytest.raises(BadPosition):
        mini_of({"format": "clash-position/1"})


# --- Tiles ---


@pytest.mark.django_db
def test_a_tile_tells_state_rating_and_favourite() -> None:
    reader = make_owner()
    states = {
        UNTRIED: None,
        OPEN: {"state": "open"},
        FIRST: {"state": "solved", "first_try": True},
        SOLVED: {"state": "solved", "first_try": True, "hint_level_at_first": 2},
        SHOWN: {"state": "shown"},
    }
    for state, fields in states.items():
        puzzle = make_puzzle(title=f"Page {state}")
        if fields is not None:
            Attempt.objects.create(owner=reader, puzzle=puzzle, **fields)
    Puzzle.objects.filter(title=f"Page {FIRST}").update(rating=1612.4, rated_count=9, deviation=80)
    Favourite.objects.create(owner=reader, puzzle=Puzzle.objects.get(title=f"Page {SHOWN}"))
    tiles = {tile.puzzle.title: tile for tile in tiles_of(for_tiles(Puzzle.objects.all()), reader, "en")}
    for state in states:
        assert tiles[f"Page {state}".strip()].state == state
    first = tiles[f"Page {FIRST}"]
    assert (first.rating, first.is_sure, first.is_done) == (1612, True, True)
    assert tiles[f"Page {OPEN}"].rating is None
    assert tiles[f"Page {SHOWN}"].favourite and not first.favourite
    assert "Solved on the first try" in first.label
    assert "favourite" in tiles[f"Page {SHOWN}"].label
    assert {tile.state for tile in tiles_of(Puzzle.objects.all(), None, "en")} == {UNTRIED}


@pytest.mark.django_db
def test_tiles_speak_the_reader_s_language() -> None:
    puzzle = make_puzzle(title="A door", title_fr="Une porte")
    with translation.override("fr"):
        (tile,) = tiles_of([puzzle], None, "fr")
        assert tile.label.startswith("Une porte")
    (english,) = tiles_of([puzzle], None, "en")
    assert english.label.startswith("A door, Win this turn")
    assert english.board == tile.board


@pytest.mark.django_db
def test_tiles_take_three_queries(django_assert_num_queries: Any) -> None:
    reader = make_owner("reader")
    names = names_of_positions()
    for number in range(24):
        make_puzzle(make_owner(f"a{number}"), position=names[number % len(names)])
    with django_assert_num_queries(3):
        tiles = tiles_of(for_tiles(Puzzle.objects.all()), reader, "en")
        assert all(tile.puzzle.author and tile.label for tile in tiles)
    assert len(tiles) == 24


@pytest.mark.django_db
def test_tiles_do_not_load_what_is_secret(django_assert_num_queries: Any) -> None:
    make_puzzle(intended=["0 upper"], afterword="It was the lamp.")
    puzzle = for_tiles(Puzzle.objects.all()).get()
    assert {"intended", "afterword", "afterword_fr"} <= puzzle.get_deferred_fields()
    with django_assert_num_queries(0):
        (tile,) = tiles_of([puzzle], None, "en")
        assert tile.href and tile.goal


# --- What the small board must not get wrong ---


def rects(svg: str, css: str) -> list[tuple[float, float]]:
    """(x, width) of the rectangles of a class."""
    matches = re.findall(rf'<rect class="{css}" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', svg)
    return [(float(x), float(width)) for x, width in matches]


def hero_position(**changes: Any) -> dict[str, Any]:
    position = sample("first-assault")
    position["objective"] = {"player": "A", "goal": "win", "turns": 1}
    position["players"]["A"].update(changes)
    return position


CARD = {"name": "Ant", "type": "creature", "cost": 1, "av": 1, "hp": 1, "abilities": []}


@pytest.mark.parametrize(
    ("hand", "first", "count"),
    [
        (["bastion", CARD], 1, 1),
        (["bastion", CARD, CARD, CARD, CARD, CARD], 1, 4),
        ([CARD, CARD, "bastion", CARD, CARD, CARD], 0, 5),  # the Stronghold lies within the window
        ([CARD, CARD, CARD, CARD, "bastion", CARD], 0, 4),
        ([CARD, CARD, CARD, CARD, CARD, "fort", CARD], 0, 4),
    ],
)
def test_the_bracket_is_around_the_cards_that_can_be_played(hand: list[Any], first: int, count: int) -> None:
    ((x, width),) = rects(mini_of(hero_position(hand=hand)), "mini-window")
    assert x == pytest.approx(thumbnails.MARGIN + 47 + thumbnails.HELD_STEP * first - 1.5, abs=0.1)
    assert width == pytest.approx(thumbnails.HELD_STEP * (count - 1) + thumbnails.HAND_CARD_SIZE[0] + 3, abs=0.1)


def test_the_bracket_is_the_solver_s_alone() -> None:
    position = hero_position()
    position["objective"]["player"] = "B"
    assert 'class="mini-seat hero"' in mini_of(position)
    assert len(rects(mini_of(position), "mini-window")) == 1


def test_a_long_hand_and_a_crowded_line_stay_on_the_board() -> None:
    line = [{"card": CARD}] * 9
    svg = mini_of(hero_position(hand=["bastion", *[CARD] * 24], upper=line, lower=line))
    numbers = [float(number) for number in re.findall(r' x="(-?[\d.]+)"', svg)]
    assert min(numbers) >= 0
    assert max(numbers) <= thumbnails.WIDTH
    assert svg.count("mini-value") >= 2 * 18


def test_champions_stacks_and_captives_are_told_apart() -> None:
    plain = mini_of(hero_position(upper=[{"card": CARD}]))
    host = {**CARD, "name": "Host", "av": 2, "hp": 4}
    rider = {**CARD, "name": "Rider", "abilities": ["symbiote"]}
    stacked = mini_of(hero_position(upper=[{"card": host, "symbiote": rider}]))
    holding = mini_of(hero_position(upper=[{"card": {**CARD, "abilities": ["enchain"]}, "enchained": CARD}]))
    assert len({plain, stacked, holding}) == 3
    assert "#4b3a2a" in holding and "#4b3a2a" not in plain  # a card face down
    assert ">3</text>" in stacked and ">5</text>" in stacked  # values of a stack are added up
    queen = mini_of(sample("the-queen-rides"))
    assert thumbnails.CHAMPION_GOLD in queen
    assert thumbnails.CHAMPION_GOLD not in plain


def test_an_ai_shows_its_pile() -> None:
    solo = next(candidate for candidate in EVERY if candidate["mode"] in ("solo", "coop"))
    seat = next(player for player in solo["players"].values() if "ai" in player)
    svg = mini_of(solo)
    left = [int(count) for count in re.findall(r'class="to-go"[^>]*>(\d+)<', svg)]
    assert len(seat["pile"]) in left
    assert len(left) == len(solo["players"])
