"""Bots play whole games, and the command line keeps records of them that replay."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from engine.decks.bots import LEVELS, Bot, make_bot
from engine.decks.bots.selfplay import play_game
from engine.decks.cli.main import main
from engine.decks.formats.interchange import write_position
from engine.decks.game.custom_play import Custom
from engine.decks.game.record_reader import read_record
from engine.decks.game.records import replay, write_record
from engine.decks.game.setup import players_of
from engine.decks.game.terms import Terms
from engine.decks.rules.modes import MODES
from tests.engine.decks.bots.helpers import PLACES, setup_of
from tests.engine.decks.game.helpers import terms_for
from tests.engine.processes import answers_of, engine

AI_FIRST = Custom(1, ai_first=True)
MAX_ACTIONS = 1500  # with the Exhaustion module no game takes longer


def bots_for(mode: str, level: str) -> dict[int, Bot]:
    return {seat: make_bot(level, nodes=60) for seat in players_of(MODES[mode])}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("mode", PLACES)
def test_every_mode_is_played_to_an_end(mode: str, level: str) -> None:
    for seed in range(2):
        setup = setup_of(mode, seed, exhaustion=True)
        terms = terms_for(setup) if seed else Terms()
        played = play_game(setup, terms, bots_for(mode, level), seed, MAX_ACTIONS)
        assert played.end.is_over
        assert played.end.result is not None


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_the_same_game(level: str) -> None:
    first, same, other = (
        play_game(setup_of("duel", 4), Terms(), bots_for("duel", level), seed, 200).game for seed in (1, 1, 2)
    )
    assert (first.draft_actions, first.actions) == (same.draft_actions, same.actions)
    if level == "random":
        assert first.actions != other.actions


def test_a_game_is_left_after_so_many_actions() -> None:
    played = play_game(setup_of("duel", 4), Terms(), bots_for("duel", "greedy"), 1, 5)
    assert len(played.game.actions) == 5
    assert not played.end.is_over


def test_an_ai_that_begins() -> None:
    played = play_game(setup_of("solo", 4), Terms(custom=AI_FIRST), bots_for("solo", "greedy"), 1, 400)
    assert played.start.active == 1
    assert played.end.is_over


@pytest.mark.parametrize("mode", PLACES)
def test_a_game_that_shuffles_has_a_record(mode: str) -> None:
    played = play_game(setup_of(mode, 6), Terms(), bots_for(mode, "greedy"), 6, 400)
    written = write_record(played.game)
    *_, last = replay(read_record(written), written)
    assert last.game.key() == played.game.key()


# The command line


def run(*arguments: str) -> tuple[int, dict[str, Any]]:
    """Status and answer of a command."""
    status, (answer,) = answers_of(main, *arguments)
    return status, answer


@pytest.mark.parametrize("mode", PLACES)
def test_records_replay_through_the_command_line(mode: str, tmp_path: Path) -> None:
    arguments = ("play", "--mode", mode, "--games", "2", "--seed", "11", "--exhaustion")
    status, summary = run(*arguments, "--record", str(tmp_path / "new" / "folder"))
    assert status == 0
    files = sorted((tmp_path / "new" / "folder").iterdir())
    assert [file.name for file in files] == [f"{mode}-11.json", f"{mode}-12.json"]
    wins: Counter[str] = Counter()
    for seed, file in enumerate(files, 11):
        assert set(json.loads(file.read_text(encoding="utf-8"))) == {"position", "actions"}
        status, replayed = run("resolve", str(file))
        assert status == 0
        played = play_game(setup_of(mode, seed, True), Terms(), bots_for(mode, "greedy"), seed, 1000, shuffles=False)
        assert replayed["position"] == write_position(played.end)
        wins.update(replayed["result"]["winners"])
    assert {seat: won for seat, won in summary["wins"].items() if won} == dict(wins)
    assert run(*arguments) == (0, summary)


def test_piles_made_anew_replay(tmp_path: Path) -> None:
    """Of these games in Solo some come to a new pile; the records go through it."""
    run("play", "--mode", "solo", "--games", "6", "--record", str(tmp_path))
    kinds = [{event["kind"] for event in run("resolve", str(file))[1]["trace"]} for file in tmp_path.iterdir()]
    assert sum("new-pile" in kind for kind in kinds) > 1


def test_a_seat_each() -> None:
    status, summary = run("play", "--mode", "ffa", "--seed", "3", "--bots", "random,greedy,random,search-small")
    assert status == 0
    assert summary["bots"] == {"A": "random", "B": "greedy", "C": "random", "D": "search-small"}
    assert sum(summary["wins"].values()) == 1
    assert summary["ends"] == {"fort-destroyed": 1}


def test_games_that_are_left() -> None:
    _, summary = run("play", "--games", "2", "--most", "5", "--exhaustion")
    assert summary["ends"] == {"unfinished": 2}
    assert summary["wins"] == {"A": 0, "B": 0}
    assert summary["actions"] == 5


def test_a_limit_of_time() -> None:
    assert run("play", "--bots", "search-small", "--seconds", "0.001", "--most", "20")[0] == 0


def catalogue(folder: Path, size: int, **more: object) -> str:
    """A file with so many cards, one of season 1 beside them, and one face twice."""
    cards = {
        f"set/{n}": {"name": f"c{n}", "type": "creature", "cost": 1, "av": 2, "hp": 2, "abilities": []}
        for n in range(size)
    }
    cards["old/focus"] = {**cards["set/0"], "abilities": ["focus"]}
    cards["set/again"] = dict(cards["set/0"])
    file = folder / "cards.json"
    file.write_text(json.dumps({**cards, **more}))
    return str(file)


def test_cards_of_a_catalogue(tmp_path: Path) -> None:
    cards = catalogue(tmp_path, 16)
    folder = tmp_path / "games"
    assert run("play", "--catalogue", cards, "--record", str(folder))[0] == 0
    request = json.loads((folder / "duel-0.json").read_text())
    assert {type(card) for card in request["position"]["players"]["A"]["hand"]} == {str}
    assert run("resolve", str(folder / "duel-0.json"), "--catalogue", cards)[0] == 0


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--bots", "greedy,greedy,greedy"], "bad-position"),
        (["--record", "/dev/null/games"], "bad-json"),
        (["--seed", str((1 << 128) - 1), "--games", "2"], "bad-position"),
        (["--catalogue", "few"], "too-few-cards"),
        (["--catalogue", "wrong"], "bad-position"),
    ],
)
def test_wrong_input(arguments: list[str], code: str, tmp_path: Path) -> None:
    files = {"few": lambda: catalogue(tmp_path, 8), "wrong": lambda: catalogue(tmp_path, 16, bad=5)}
    texts = [files[text]() if text in files else text for text in arguments]
    status, answer = run("play", *texts)
    assert status == 2
    assert answer["error"]["code"] == code


@pytest.mark.slow("starts the site anew in processes of its own")
@pytest.mark.parametrize(
    "option",
    [
        "--games=0",
        "--games=1e3",
        "--seed=-1",
        f"--seed={1 << 128}",
        "--bots=greedy,foo",
        "--seconds=0",
        "--seconds=nan",
        "--seconds=inf",
        "--seconds=1e300",
        "--nodes=x",
        "--nodes=-1",
        "--most=0",
        "--mode=chess",
    ],
)
def test_wrong_options(option: str) -> None:
    done = engine("play", option)
    assert done.returncode == 2
    assert b"error: argument" in done.stderr
    assert b"Traceback" not in done.stderr
    error = json.loads(done.stdout)["error"]
    assert (error["code"], error["at"]) == ("bad-position", option.partition("=")[0])
