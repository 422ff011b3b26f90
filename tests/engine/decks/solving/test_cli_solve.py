"""``python -m engine solve`` as the contract describes it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from engine.decks.cli.main import main
from engine.decks.formats.interchange import write_position
from tests.engine.decks.solving.reading import puzzle
from tests.engine.processes import answers_of

TEXT = "A summoning m1 | A [F Zap(c1 1) x y] upper Imp(c1 1/2) lower Imp(c1 1/2) | B [F x] {}"
WALLS = "upper Wall(c1 0/1) lower Wall(c1 0/1)"


def run(request: Any, *options: str) -> tuple[int, dict[str, Any]]:
    """Exit status and answer of the command."""
    status, (answer,) = answers_of(main, "solve", *options, stdin=json.dumps(request))
    return status, answer


def request(objective: str = "A damage 1 in 1", board: str = WALLS) -> dict[str, Any]:
    return write_position(puzzle(TEXT.format(board), objective))


def test_the_contracts_keys() -> None:
    status, answer = run(request())
    assert status == 0
    upper = {"player": "B", "line": "upper", "position": 0}
    lower = {"player": "B", "line": "lower", "position": 0}
    assert answer.pop("seconds") >= 0
    assert answer.pop("nodes") > 5
    assert {key: answer[key] for key in ("solved", "unique", "lines", "complete", "verdict")} == {
        "solved": True,
        "unique": False,
        "lines": 2,
        "complete": True,
        "verdict": "several",
    }
    assert answer["solutions"] == [
        [{"play": 1, "target": upper}, {"do": "assault"}],
        [{"play": 1, "target": lower}, {"do": "assault"}],
    ]


def test_no_solution() -> None:
    _, answer = run(request("A win in 1"))
    assert (answer["solved"], answer["solutions"], answer["lines"], answer["complete"]) == (False, [], 0, True)
    assert answer["verdict"] == "none"
    assert "difficulty" not in answer


def test_turns() -> None:
    assert run(request("A damage 2 in 1"))[1]["solved"] is False
    assert run(request("A damage 2 in 1"), "--turns", "2")[1]["solved"] is True


def test_limits() -> None:
    assert run(request(), "--nodes", "3")[1]["stopped_by"] == "nodes"
    assert run(request(), "--limit", "0")[1]["complete"] is False


def test_intended() -> None:
    _, answer = run(request(), "--intended", "1 at B lower 0, assault")
    assert answer["verdict"] == "cooked"
    assert answer["cook"][0]["target"]["line"] == "upper"
    status, answer = run(request(), "--intended", "anything")
    assert (status, answer["error"]["code"]) == (2, "bad-position")
    status, answer = run(request(), "--intended", "3 upper")
    assert (status, answer["error"]["code"]) == (2, "not-enough-mana")


def test_after_actions_what_they_have_reached_counts() -> None:
    """The Zap has destroyed one Wall; the objective's own place is that of the position, before the actions."""
    position = request("A destroy B lower 0 in 1", "upper Wall(c1 0/9) lower Wall(c1 0/1) Ox(c1 1/1)")
    action = {"play": 1, "target": {"player": "B", "line": "lower", "position": 1}}
    status, answer = run({"position": position, "actions": [action]})
    assert (status, answer["solutions"]) == (0, [[{"do": "assault"}]])
    action["target"]["position"] = 0
    assert run({"position": position, "actions": [action]})[1]["solutions"] == [[]]
    status, answer = run({"position": position, "actions": [{"do": "end-turn"}, {"play": 7, "line": "upper"}]})
    assert (answer["error"]["code"], answer["error"]["at"]) == ("not-available", 1)


@pytest.mark.parametrize("actions", [[], [{"do": "end-turn"}]])
def test_nothing_to_solve(actions: list[Any]) -> None:
    position = request()
    if not actions:
        del position["objective"]
    status, answer = run({"position": position, "actions": actions})
    assert status == 2
    assert answer["error"]["code"] == "bad-position"
    assert ("no objective" if not actions else "not the turn") in answer["error"]["message"]


def test_few_or_all_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.decks.cli.solve.MAX_SHOWN", 1)
    _, answer = run(request())
    assert (len(answer["solutions"]), answer["more"]) == (1, 1)
    _, answer = run(request(), "--all")
    assert len(answer["solutions"]) == 2
    assert "more" not in answer


TWO_TURNS = """cod1 duel A summoning m2 | A t2 [B Zap(c2 2) x(c9 1/1)] lower Imp(c1 2/2)
    | B t2 [F x(c9 1/1) Imp(c1 1/1)] lower Wall(c2 0/2) | objective A win in 2"""


def told(*options: str) -> str:
    out = io.StringIO()
    assert main(["solve", *options, "-"], io.StringIO(" ".join(TWO_TURNS.split())), out) == 0
    return out.getvalue()


def test_the_tree_as_text() -> None:
    assert told("--tree").splitlines() == [
        "1. 1 at B lower 0, assault, end-turn",
        "   B: assault, end-turn",
        "   B: 1 upper, assault, end-turn",
        "      A: assault",
        "   B: 1 lower, assault, end-turn",
        "      A: 2 at B lower 0, assault",
    ]


def test_counting_alone_and_the_first_few() -> None:
    assert json.loads(told("--count"))["count"] == 1
    status, answer = run(request(), "--first", "1")
    assert (status, len(answer["solutions"]), answer["complete"], answer["stopped_by"]) == (0, 1, False, "enough")
    assert len(run(request(), "--first", "3")[1]["solutions"]) == len(run(request())[1]["solutions"]) == 2


def test_hidden_hands(tmp_path: Path) -> None:
    """Of two ways the one at the Wall that would be played again by Reinforcement fails against that hand."""
    hands = tmp_path / "hands.json"
    board = "upper Wall(c1 0/1 reinforcement) lower Wall(c1 0/1)"
    plain = run(request(board=board))[1]["solutions"]
    guard = {"name": "Guard", "type": "creature", "cost": 1, "av": 0, "hp": 9, "abilities": []}
    far = {"name": "Far", "type": "incantation", "cost": 9, "av": 0, "abilities": []}
    hands.write_text(json.dumps({"B": {"cards": [guard, far]}}))
    answer = run(request(board=board), "--hidden", str(hands))[1]
    assert answer["hands"] == 2
    assert len(plain) == 2
    assert answer["solutions"] == [plain[1]]
    hands.write_text(json.dumps({"C": []}))
    assert run(request(), "--hidden", str(hands))[1]["error"]["code"] == "bad-position"
