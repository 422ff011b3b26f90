"""The engine as a library: its front door, pictures and notebook, and its package without the site."""

from __future__ import annotations

import copy
import doctest
import json
import random
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from engine import library
from engine.decks.bots.levels import make_bot
from engine.decks.bots.selfplay import play_game
from engine.decks.cli.bench import pool
from engine.decks.game.records import write_record
from engine.decks.game.setup import DRAFT, SetUp, players_of
from engine.decks.game.terms import Terms
from engine.decks.rules.modes import MODES
from engine.library import Board, EngineError, IllegalAction, Outcome, boards_of_record

ROOT = Path(__file__).resolve().parents[2]
START = "cod1 duel A summoning m4 | A t2 [B Ox(c3 2/4) Ant(c1 1/1)] upper Imp(c1 1/2){d1} | B t1 [B Hex(c2 1)]"
SVG = "{http://www.w3.org/2000/svg}"


def test_a_board_is_read_from_json_and_copied_whole() -> None:
    """A shallow copy shares nothing that changes; what is no action is told at once."""
    board = Board(START)
    assert Board(json.dumps(board.to_json())) == board == copy.copy(board)
    other = copy.copy(board)
    other.push(other.legal_actions[0])
    assert (board.ply(), other.ply()) == (0, 1) and board == Board(START) != other
    with pytest.raises(TypeError, match="Board"):
        board.push(other)  # type: ignore[arg-type]
    with pytest.raises(EngineError):
        Board("{}")


def test_a_board_is_dealt_from_a_view() -> None:
    position = Board(START).to_json()
    hidden = position["players"]["B"]["hand"][1]
    position["players"]["B"]["hand"][1] = None
    view = {"seat": "A", "position": {**position, "hidden": [{"in": ["B"], "cards": [hidden]}]}}
    del view["position"]["format"]
    assert Board.from_view(view, seed=1) == Board.from_view(view["position"], seed=2) == Board(START)


def deck(name: str = "Wolf") -> list[dict[str, Any]]:
    return [{"name": f"{name} {n}", "type": "creature", "cost": n % 5 + 1, "av": 2, "hp": 2} for n in range(8)]


@pytest.fixture(scope="module", params=sorted(MODES))
def game(request: pytest.FixtureRequest) -> Any:
    """A whole game of each mode, as bots play it."""
    mode = MODES[request.param]
    cards = tuple(pool(random.Random(1)))
    bots = {seat: make_bot("random") for seat in players_of(mode)}
    return play_game(SetUp(mode, DRAFT, 5, pool=cards), Terms(), bots, 5, 10_000, shuffles=False).game


def test_the_examples_of_the_module_are_true() -> None:
    assert doctest.testmod(library) == (0, 6)


def test_the_notebook_runs() -> None:
    cells = json.loads((ROOT / "docs" / "programmer" / "engine.ipynb").read_text(encoding="utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert len(code) == 10
    assert all(not cell.get("outputs") for cell in cells)
    names: dict[str, Any] = {}
    for number, source in enumerate(code):
        exec(compile(source, f"cell {number}", "exec"), names)
    assert names["answer"].verdict == "unique" and names["answer"].complete
    assert names["outcome"].winners


def test_names_of_chess_lead_to_those_here() -> None:
    board = Board(START)
    for name, here in library.NAMES_OF_CHESS.items():
        with pytest.raises(AttributeError, match=re.escape(here)):
            getattr(board, name)
        own = re.match("[a-z_]+", here)
        assert own is None or hasattr(board, own[0]) or own[0] in ("engine", "str")
    assert not hasattr(board, "castle") and board.svg() == board._repr_svg_()


@pytest.mark.parametrize("seed", range(5))
def test_all_that_was_pushed_can_be_undone(seed: int) -> None:
    board = Board.random(seed)
    texts = [board.notation()]
    rng = random.Random(seed)
    while not board.is_over:
        action = rng.choice(board.legal_actions)
        assert board.is_legal(str(action))
        board.push(str(action))
        assert board.peek() == action
        texts.append(board.notation())
    assert len(board.trace) == len(board.action_stack) == len(texts) - 1
    copy, bare, root = board.copy(), board.copy(stack=False), board.root()
    assert (copy.ply(), bare.ply(), root.ply()) == (len(texts) - 1, 0, 0)
    assert bare == board and root.notation() == texts[0] and bare.root() == board
    while board.action_stack:
        assert board.notation() == texts.pop()
        board.pop()
    assert [board.notation()] == texts
    assert copy.outcome() is not None and board.outcome() is None and copy != board
    with pytest.raises(IndexError):
        board.pop()


@pytest.mark.parametrize("action", ["3 upper", "1 at B upper 0", "banana", "", "mana", "9 lower"])
def test_what_is_refused_leaves_the_board_as_it_was(action: str) -> None:
    board = Board(START)
    with pytest.raises(IllegalAction) as refused:
        board.push(action)
    assert refused.value.code and not board.is_legal(action)
    assert board == Board(START) and not board.action_stack


def test_a_board_reads_what_it_writes() -> None:
    board = Board(START)
    assert eval(repr(board), {"Board": Board}) == board == Board(board.to_json()) == Board(board.position)
    assert (board.turn, board.mana, board.outcome()) == ("A", 4, None)


def test_a_game_from_decks_is_settled_by_its_seed() -> None:
    board = Board.from_decks([deck(), deck("Bear")], seed=7)
    assert board == Board.from_decks([deck(), deck("Bear")], seed=7)
    assert board != Board.from_decks([deck(), deck("Bear")], seed=8)
    assert Board.from_decks([deck(), deck()], seed=7, first="B").turn == "B"
    assert isinstance(board.play_randomly(1), Outcome)


@pytest.mark.parametrize(
    ("decks", "options", "at"),
    [
        ([deck(), deck()[:7]], {}, "/decks/1"),
        ([deck(), [*deck()[:7], {"name": "Cub", "type": "creature", "cost": 1, "av": 1}]], {}, "/decks/1/7"),
        ([deck(), deck()], {"mode": "chess"}, "/mode"),
        ([deck(), deck()], {"first": "E"}, "/first"),
        ([deck()], {}, "/decks"),
    ],
)
def test_a_deck_that_cannot_be_played_is_refused_with_its_place(decks: Any, options: Any, at: str) -> None:
    with pytest.raises(EngineError) as refused:
        Board.from_decks(decks, seed=1, **options)
    assert at in str(refused.value) or str(refused.value.at).startswith(at)


def test_the_boards_of_a_record_are_those_of_the_game(game: Any) -> None:
    boards = list(boards_of_record(json.loads(json.dumps(write_record(game)))))
    assert boards[-1] == Board(game.position)
    assert len(boards) >= len(game.actions) + 1


def test_both_pictures_show_every_card_of_a_game(game: Any) -> None:
    for board in list(boards_of_record(write_record(game)))[::20]:
        text, picture = str(board), ElementTree.fromstring(board._repr_svg_())
        shown = " ".join(picture.itertext())
        for seat in board.position.seats:
            assert all(f"{card.name}(" in text for card in seat.hand)
            assert all(card.name in shown for card in seat.hand)
        for row in board.position.rows:
            assert all(f"{creature.body.name}(" in text and creature.body.name in shown for creature in row)
        width, height = float(picture.attrib["width"]), float(picture.attrib["height"])
        for box in picture.iter(f"{SVG}rect"):
            right = float(box.get("x", 0)) + float(box.attrib["width"])
            assert right <= width and float(box.get("y", 0)) + float(box.attrib["height"]) <= height


def test_a_board_as_text() -> None:
    assert str(Board(START)).splitlines() == [
        "duel season-2: A to act, summoning, 4 Mana",
        "A: Bastion, HP 2, turn 2",
        "  [Bastion]  1 Ox(3 2/4)  2 Ant(1 1/1)",
        "B: Bastion, HP 1, turn 1",
        "  [Bastion]  1 Hex(2 1)",
        "A upper: Imp(1 1/2){damage 1} = B upper: -",
        "A lower: - = B lower: -",
    ]


def test_names_are_no_markup_in_a_picture() -> None:
    name = "<script>\\u0007&]]>"
    board = Board(f'cod1 duel A summoning m4 | A t2 [B "{name}"(c1 1/1)] | B t1 [B Hex(c2 1)]')
    picture = ElementTree.fromstring(board._repr_svg_())
    assert {element.tag for element in picture.iter()} == {
        f"{SVG}{tag}" for tag in ("svg", "style", "rect", "g", "title", "text")
    }
    assert any("<script>&]]>" in text for text in picture.itertext())


def test_the_package_lists_all_of_the_engine() -> None:
    packages = tomllib.loads((ROOT / "engine" / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    found = {".".join(path.parent.relative_to(ROOT).parts) for path in (ROOT / "engine").rglob("__init__.py")}
    assert sorted(packages) == sorted(found)


@pytest.mark.slow("installs a package")
def test_the_engine_is_installed_by_itself(tmp_path: Path) -> None:
    pytest.importorskip("setuptools")
    shutil.copytree(ROOT / "engine", tmp_path / "source", ignore=shutil.ignore_patterns("__pycache__"))
    options = ("--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check", "--no-compile")
    target = tmp_path / "site"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", *options, "--target", target, tmp_path / "source"],
        check=True,
        timeout=600,
    )
    assert {path.name.partition("-")[0] for path in target.iterdir()} == {"engine", "grimoire_engine"}
    script = (
        f"import sys; sys.path.insert(0, {str(target)!r}); from engine.library import Board; print(Board.random(1))"
    )
    ran = subprocess.run([sys.executable, "-I", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert ran.stdout == f"{Board.random(1)}\n"
