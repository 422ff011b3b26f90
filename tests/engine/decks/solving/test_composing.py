"""Composed puzzles are what was wished for, and a search can be gone on with."""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.decks.cli.bench import pool
from engine.decks.cli.main import main
from engine.decks.cli.play import cards_of
from engine.decks.composing import GOALS, Wishes, assessment, attempt
from engine.decks.composing.assessment import (
    abilities_of,
    answered,
    card_matters,
    goal_of,
    is_sound,
    likeness,
    matters,
)
from engine.decks.composing.editing import Editable, edited, places, settle, with_card, without
from engine.decks.composing.proposals import Prospects, proposed
from engine.decks.composing.sampling import bears, dealt, positions
from engine.decks.composing.scouting import scouted
from engine.decks.composing.tidying import MAX_TRIES_KEPT
from engine.decks.composing.wishes import DECK
from engine.decks.formats.interchange import faults_of, read_position, write_position
from engine.decks.formats.notation import parse
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, SEASON_1
from engine.decks.rules.board import SUMMONING, AISeat
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import MODES
from engine.decks.solving import Answer, solve
from engine.decks.solving.result import UNIQUE
from tests.engine.processes import answers_of

pytestmark = pytest.mark.slow("composes puzzles, for which hundreds of positions are solved")

CARDS = pool(random.Random(7))


def compose(path: Path, *options: str) -> dict[str, Any]:
    """The answer of the command."""
    status, (answer,) = answers_of(main, "compose", str(path), "--processes", "1", *options)
    assert status == 0 and isinstance(answer, dict)
    return answer


def some(seed: int, wishes: Wishes, enough: int = 3, attempts: int = 120) -> list[dict[str, Any]]:
    """The first few puzzles of a seed."""
    puzzles: list[dict[str, Any]] = []
    for number in range(attempts):
        puzzle = attempt(seed, number, CARDS, wishes)
        if puzzle is not None:
            puzzles.append(puzzle)
            if len(puzzles) == enough:
                break
    return puzzles


def is_composed(puzzle: dict[str, Any], goal: str) -> None:
    """Asserts that it is a puzzle of a goal, with one solution, as its proof says."""
    assert faults_of(puzzle["position"]) == []
    position = read_position(puzzle["position"])
    assert goal_of(position) == goal
    answer = solve(position)
    assert answer.unique
    assert answer.to_json()["solutions"] == puzzle["answer"]["solutions"]
    assert puzzle["answer"]["complete"] and puzzle["answer"]["nodes"] == answer.nodes
    assert 1 <= puzzle["answer"]["difficulty"]["level"] <= 5


@pytest.mark.parametrize("goal", GOALS)
def test_what_is_composed_has_one_solution(goal: str) -> None:
    puzzles = some(3, Wishes(goals=(goal,), plays=1, nodes=3000))
    assert len(puzzles) == 3
    for puzzle in puzzles:
        is_composed(puzzle, goal)


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode != "duel"])
def test_every_mode(mode: str) -> None:
    puzzles = some(3, Wishes(goals=("win", "damage", "destroy"), plays=1, nodes=3000, mode=mode), 2)
    assert len(puzzles) == 2
    for puzzle in puzzles:
        assert puzzle["position"]["mode"] == mode
        is_composed(puzzle, goal_of(read_position(puzzle["position"])))


@pytest.mark.parametrize("mode", ["solo", "coop"])
def test_surviving_an_ai(mode: str) -> None:
    (puzzle,) = some(3, Wishes(goals=("survive",), plays=1, nodes=3000, mode=mode), 1)
    is_composed(puzzle, "survive")


def test_wishes_are_heeded() -> None:
    wishes = Wishes(goals=("damage", "destroy"), abilities=("immolation",), plays=2, level=2, most_level=4, nodes=3000)
    puzzles = some(4, wishes)
    assert len(puzzles) == 3
    for puzzle in puzzles:
        difficulty = puzzle["answer"]["difficulty"]
        assert difficulty["features"]["plays"] >= 2
        assert 2 <= difficulty["level"] <= 4
        position = read_position(puzzle["position"])
        assert "immolation" in puzzle["abilities"]
        assert matters(position, solve(position), "immolation")


def test_catalyst_is_seen_acting() -> None:
    """Its puzzles begin before Phase 1, in which it acts."""
    (puzzle,) = some(4, Wishes(goals=("damage", "destroy"), abilities=("catalyst",), plays=1, nodes=3000), 1)
    assert puzzle["position"]["phase"] == "mana"
    assert puzzle["answer"]["solutions"][0][0] == {"do": "mana"}
    assert "catalyst" in puzzle["abilities"]


def test_two_turns() -> None:
    puzzles = some(5, Wishes(goals=("damage", "win"), plays=1, turns=2, nodes=3000), 2)
    assert len(puzzles) == 2
    assert all(puzzle["answer"]["solutions"][0][-1] == {"do": "end-turn"} for puzzle in puzzles)


def test_season_1() -> None:
    """Its puzzles say of which edition they are, and live by abilities that only it has."""
    cards = pool(random.Random(7), SEASON_1)
    allowed = ABILITIES_OF_EDITION[SEASON_1]
    assert all(not (card.abilities | card.auras) & ~allowed for card in cards)
    for slug in ("wrecker", "aim", "focus"):
        wishes = Wishes(goals=("damage", "destroy"), abilities=(slug,), plays=1, nodes=3000, edition=SEASON_1)
        puzzles = (attempt(3, number, cards, wishes) for number in range(120))
        puzzle = next(candidate for candidate in puzzles if candidate is not None)
        assert puzzle["position"]["edition"] == SEASON_1
        assert slug in puzzle["abilities"]
        is_composed(puzzle, goal_of(read_position(puzzle["position"])))


def test_small_decks_make_small_puzzles() -> None:
    for puzzle in some(2, Wishes(goals=("damage", "destroy"), plays=1, nodes=3000, deck=4)):
        players = puzzle["position"]["players"].values()
        for player in players:
            assert sum(isinstance(card, dict) for card in player["hand"]) <= 8
        cards = sum(len(player[key]) for player in players for key in ("hand", "upper", "lower"))
        assert cards <= 2 * 4 + 2 + 2  # two Strongholds, and what edits may have added


@pytest.mark.parametrize("mode", MODES)
def test_a_small_catalogue_is_shared_fairly(mode: str) -> None:
    few = CARDS[:32]
    position = dealt(random.Random(1), few, ("aerial",), mode, DECK)
    shares = [len(seat.pile) if isinstance(seat, AISeat) else len(seat.hand) for seat in position.seats]
    assert min(shares) >= min(DECK, 32 // (len(shares) + 1))
    assert sum(shares) <= 32
    held = [card.key for seat in position.seats for card in [*seat.hand, *getattr(seat, "pile", ())]]
    assert len(set(held)) == len(held)


def test_a_prediction_has_something_to_predict() -> None:
    for puzzle in some(6, Wishes(goals=("predict",), nodes=3000)):
        features = puzzle["answer"]["difficulty"]["features"]
        assert features["attacks"] >= 2 and features["acts"] >= 1


def test_a_tidy_puzzle_has_no_idle_cards() -> None:
    """Whatever else is taken away, the solution or its difficulty changes, or a near miss is lost."""
    wishes = Wishes(goals=("damage", "destroy"), plays=2, nodes=3000)
    for puzzle in some(8, wishes, 2):
        position = read_position(puzzle["position"])
        answer = answered(position, 3000)
        assert answer.difficulty is not None
        for place in places(position):
            if place.row is None:
                continue
            editable = Editable(position)
            changed = editable.puzzle() if editable.remove(place) else None
            if changed is None:
                continue
            other = answered(changed, 3000)
            if not is_sound(other) or other.difficulty is None:
                continue
            near = [judgement.features["near_misses"] for judgement in (answer.difficulty, other.difficulty)]
            assert (
                likeness(changed, other, []) != likeness(position, answer, [])
                or other.difficulty.level < answer.difficulty.level
                or near[1] < min(near[0], MAX_TRIES_KEPT)
                or other.difficulty.features["plays"] < 2
            )


# The parts


def test_games_give_natural_positions() -> None:
    for mode in MODES:
        met = positions(random.Random(1), CARDS, ("rage",), mode, False, False)
        assert met
        for position in met:
            assert position.phase == SUMMONING and position.active not in position.mode.ai_seats
            assert faults_of(write_position(position)) == []
            copy = position.copy()
            settle(copy)
            assert copy.key() == position.key()  # the Mana is that of Phase 1


def test_scouting_sees_what_the_turn_brings() -> None:
    position = parse(
        "cod1 duel A summoning m3 | A t3 [B p(c1 2/2 rage) q(c9 1/1) r(c9 1/1)] upper a(c3 2/3) "
        "| B t2 [u(c9 1/1) B v(c9 1/1) w(c9 1/1)] lower b(c1 1/2)"
    )
    endings = scouted(position)
    assert endings is not None
    assert (endings[0].plays, endings[0].damage, endings[0].gone) == (0, 2, frozenset())
    assert any(ending.gone == {(3, 0)} and ending.plays == 1 for ending in endings)
    (puzzle,) = proposed(random.Random(1), position, "destroy", 1, Prospects(endings, [], 1))
    assert puzzle.objective["goal"] == {"destroy": {"player": "B", "line": "lower", "position": 0}}
    assert solve(puzzle).verdict == UNIQUE
    assert proposed(random.Random(1), position, "destroy", 1, Prospects(endings, [], 2)) == []  # it takes but one play
    bare = scouted(without(position, "rage"))
    assert bare is not None
    assert proposed(random.Random(1), position, "destroy", 1, Prospects(endings, [bare], 1))
    assert proposed(random.Random(1), position, "destroy", 1, Prospects(endings, [endings], 1)) == []
    assert scouted(position, 2) is None


def test_an_ability_is_put_where_it_may_act_and_taken_off() -> None:
    rng = random.Random(2)
    plain = [card for card in CARDS if not bears(card, "splash")]
    position = positions(rng, plain, (), "duel", False, False)[-1]
    splashes = partial(bears, slug="splash")
    changed = with_card(rng, position, CARDS, splashes)
    assert changed is not None
    assert "splash" in abilities_of(changed) and "splash" not in abilities_of(position)
    bare = without(changed, "splash")
    assert "splash" not in abilities_of(bare)
    assert [len(row) for row in bare.rows] == [len(row) for row in changed.rows]
    assert with_card(rng, position, plain, splashes) is None


def test_edits_keep_puzzles_right() -> None:
    rng = random.Random(3)
    puzzle = read_position(some(9, Wishes(goals=("destroy",), plays=1, nodes=3000), 1)[0]["position"])
    row_of_target = puzzle.objective["goal"]["destroy"]["player"]
    changed = [result for _ in range(200) if (result := edited(rng, puzzle, CARDS, ("rage",))) is not None]
    assert len({puzzle_position.key() for puzzle_position in changed}) > 20
    for result in changed:
        assert faults_of(write_position(result)) == []
        assert result.objective["goal"]["destroy"]["player"] == row_of_target


def test_likeness_does_not_tell_lines_and_names_apart() -> None:
    text = "cod1 duel A summoning m3 | A t3 [B {0}(c1 2/2 rage) q(c9 1/1) r(c9 1/1)] | B t2 [B u(c9 1/1)] {1} b(c1 1/2)"
    likenesses = []
    for name, line in (("p", "upper"), ("q9", "lower")):
        position = parse(text.format(name, line))
        goal = {"destroy": {"player": "B", "line": line, "position": 0}}
        position.objective = {"player": "A", "goal": goal, "turns": 1}
        answer = solve(position)
        likenesses.append(likeness(position, answer, ["rage"]))
    assert likenesses == ["destroy 1 | rage | creature(rage) a"] * 2


# The command


def test_a_search_is_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    wished = ("--plays", "1", "--nodes", "2000", "--distinct")
    assert compose(whole, "--count", "3", *wished)["puzzles"] == 3
    assert compose(parts, "--count", "1", *wished)["puzzles"] == 1
    assert compose(parts, "--count", "3", *wished)["puzzles"] == 3
    assert parts.read_text(encoding="utf-8") == whole.read_text(encoding="utf-8")
    assert compose(parts, "--count", "3", *wished)["puzzles"] == 3
    assert "3 puzzles" in capsys.readouterr().err


def test_no_two_are_alike(tmp_path: Path) -> None:
    options = ("--goal", "survive", "--plays", "1", "--nodes", "2000", "--attempts", "60", "--count", "99")
    compose(tmp_path / "all", *options)
    answer = compose(tmp_path / "distinct", *options, "--distinct")
    likenesses = [json.loads(line)["likeness"] for line in (tmp_path / "all").read_text().splitlines()]
    kept = [json.loads(line)["likeness"] for line in (tmp_path / "distinct").read_text().splitlines()]
    assert len(kept) == len(set(likenesses)) == len(set(kept))
    assert answer["alike"] == len(likenesses) - len(kept) > 0


def test_more_processes_find_the_same(tmp_path: Path) -> None:
    first, second = tmp_path / "one", tmp_path / "two"
    wished = ("--plays", "1", "--nodes", "1000", "--count", "2")
    compose(first, *wished)
    compose(second, *wished, "--processes", "2")
    assert first.read_text(encoding="utf-8") == second.read_text(encoding="utf-8")


def test_a_catalogue_s_cards_are_composed_with(tmp_path: Path) -> None:
    catalogue = tmp_path / "cards.json"
    cards = {f"set/{number}": {**card.to_json(), "name": f"C{number}"} for number, card in enumerate(CARDS[:80])}  # type: ignore[dict-item]
    catalogue.write_text(json.dumps(cards), encoding="utf-8")
    path = tmp_path / "file"
    assert compose(path, "--catalogue", str(catalogue), "--count", "1", "--plays", "1")["puzzles"] == 1
    (puzzle,) = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    hand = puzzle["position"]["players"]["A"]["hand"]
    assert all(card == "bastion" or card == "fort" or card in cards for card in hand)


def test_attempts_end_it(tmp_path: Path) -> None:
    answer = compose(tmp_path / "few", "--attempts", "5", "--level", "5", "--plays", "9")
    assert (answer["puzzles"], answer["attempts"]) == (0, 5)


def test_the_command_composes_for_season_1(tmp_path: Path) -> None:
    options = ("--edition", "season-1", "--ability", "focus", "--plays", "1", "--count", "1", "--deck", "6")
    compose(tmp_path / "file", *options)
    puzzle = json.loads((tmp_path / "file").read_text(encoding="utf-8"))
    assert puzzle["position"]["edition"] == "season-1"
    assert "focus" in puzzle["abilities"]


@pytest.mark.parametrize(("edition", "ability"), [("season-2", "aim"), ("season-1", "vanish")])
def test_an_ability_of_the_other_edition(edition: str, ability: str, tmp_path: Path) -> None:
    file = str(tmp_path / "file")
    status, (answer,) = answers_of(main, "compose", file, "--edition", edition, "--ability", ability)
    error = answer["error"]
    assert (status, error["code"], error["at"]) == (2, "bad-position", "--ability")
    assert ability in error["message"] and edition in error["message"]
    assert not (tmp_path / "file").exists()


def test_a_catalogue_s_cards_of_the_other_edition_are_left_out(tmp_path: Path) -> None:
    catalogue = {"set/old": {"name": "Old", "type": "creature", "cost": 1, "av": 1, "hp": 1, "abilities": ["aim"]}}
    catalogue["set/new"] = {**catalogue["set/old"], "name": "New", "abilities": ["vanish"]}
    assert [card.name for card in cards_of(catalogue)] == ["New"]
    assert [card.name for card in cards_of(catalogue, SEASON_1)] == ["Old"]


@pytest.mark.parametrize("level", ["0", "6", "4-3", "x"])
def test_levels_that_there_are_not(level: str, tmp_path: Path) -> None:
    status, (answer,) = answers_of(main, "compose", str(tmp_path / "file"), "--level", level)
    assert (status, answer["error"]["at"]) == (2, "--level")


def test_another_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter"
    path.write_text("Dear all,\n", encoding="utf-8")
    status, (answer,) = answers_of(main, "compose", str(path))
    assert (status, answer["error"]["code"]) == (2, "bad-json")
    assert path.read_text(encoding="utf-8") == "Dear all,\n"


def test_a_wanted_card_plays_a_part_among_few_cards() -> None:
    cards = [
        Card(card.name, card.is_creature, card.cost, card.av, card.hp, card.slugs, f"pool/{number}")
        for number, card in enumerate(CARDS)
    ]
    wanted = next(card for card in cards if card.is_creature and card.cost == 2)
    assert wanted.reference is not None
    wishes = Wishes(goals=("win", "damage"), plays=1, cards=(wanted.reference,), most_cards=14)
    found = [puzzle for number in range(25) if (puzzle := attempt(3, number, cards, wishes))]
    assert found
    for puzzle in found:
        position = read_position(puzzle["position"], {f"pool/{n}": card.to_json() for n, card in enumerate(CARDS)})
        assert len(Editable(position).cards()) <= 14
        assert card_matters(position, solve(position), wanted.reference)


def test_an_attempt_ends_when_it_is_not_wanted() -> None:
    assert attempt(3, 0, CARDS, Wishes(), lambda: False) is None


@pytest.mark.parametrize(("took", "nodes"), [(100, 20_000), (10_000, 40_000), (2_000_000, 50_000)])
def test_a_search_without_an_ability_is_bounded_whatever_the_puzzle_took(took: int, nodes: int) -> None:
    assert assessment._stripped_budget(Answer(nodes=took)).nodes == nodes
