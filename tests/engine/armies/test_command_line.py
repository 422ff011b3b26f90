"""``python -m engine --game clash-of-the-cards``: requests, errors, exit statuses."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.armies.cli.main import main
from tests.engine.armies.helpers import ROOT, Json, state
from tests.engine.processes import answers_of

START = state("7.3 9.1", "7.1 8.1")
OVER = state("9.1", "6.1", phase="over", active=None, result={"winners": ["A"]})


run = partial(answers_of, main)


def ask(command: str, **request: Any) -> tuple[int, Json]:
    status, answers = run(command, "-", stdin=json.dumps(request))
    assert len(answers) == 1
    return status, answers[0]


def test_one_request_from_a_file_or_the_input(tmp_path: Path) -> None:
    path = tmp_path / "request.json"
    path.write_text(json.dumps({"state": START, "depth": 2}, indent=1), encoding="utf-8")
    assert run("perft", str(path)) == (0, [{"nodes": 4}])
    assert run("perft", stdin=path.read_text(encoding="utf-8")) == (0, [{"nodes": 4}])
    status, answers = run("perft", str(tmp_path / "nothing"))
    assert (status, answers[0]["error"]["code"]) == (2, "bad-json")


def test_a_wrong_action_leaves_what_came_before_it() -> None:
    status, reply = ask("resolve", state=START, actions=["battle 7.3", "draw", "stand"])
    assert status == 2
    assert (reply["error"]["code"], reply["error"]["at"]) == ("wrong-phase", 1)
    assert reply["state"]["phase"] == "stand" and [event["kind"] for event in reply["trace"]] == ["battle", "place"]
    for command, more in (("legal", {}), ("perft", {"depth": 1}), ("play", {"seed": "x", "limit": 3}), ("view", {})):
        status, reply = ask(command, state=START, actions=["battle 7.3", "draw"], **more)
        assert status == 2 and list(reply) == ["error"] and reply["error"]["at"] == 1


@pytest.mark.parametrize("action", [
    *("", " ", "draw ", " draw", "Draw", "draw draw", "battle", "battle wild", "battle  7.3", "battle spy"),
    *("battle spy 0", "battle spy 11", "battle spy 07", "battle spy 7 8", "battle spy wild", "battle 7.3 8"),
    *("thief", "thief bonus"),
    *("thief bonus G", "thief bonus a", "thief bonus B B", "thief ask B", "thief ask B bonus", "thief ask B 0"),
    *("thief ask B 7.3", "thief ask BC 7", "thief ask B 7 7", "chest", "chest ", "chest 7.1 x", "gravedigger"),
    *("champion", "champion 11.1", "give", "give 7", "allow 7", "castle B", "battle\t7.3", "battle 7.3\n"),
    *(7, None, ["draw"], {}, True),
])  # fmt: skip
def test_texts_that_are_no_actions(action: Any) -> None:
    for start in (START, OVER):
        _, reply = ask("resolve", state=start, actions=[action])
        assert (reply["error"]["code"], reply["error"]["at"]) == ("bad-action", 0)


@pytest.mark.parametrize(("command", "request_"), [
    ("resolve", []), ("resolve", "x"), ("resolve", None), ("resolve", {}), ("resolve", {"actions": []}),
    ("resolve", {"state": {}, "actions": {}}), ("resolve", {"state": {}, "actions": None}),
    ("resolve", {"state": {}, "depth": 1}), ("legal", {"state": {}, "seat": "A"}), ("perft", {"state": {}}),
    ("perft", {"state": {}, "depth": 51}), ("perft", {"state": {}, "depth": -1}),
    ("perft", {"state": {}, "depth": True}),
    ("perft", {"state": {}, "depth": 1.0}), ("perft", {"state": {}, "depth": "1"}),
    ("perft", {"state": {}, "depth": None}),
    ("play", {"state": {}, "seed": "x"}), ("play", {"state": {}, "limit": 1}),
    ("play", {"state": {}, "seed": 1, "limit": 1}),
    ("play", {"state": {}, "seed": "\ud800", "limit": 1}), ("play", {"state": {}, "seed": "x", "limit": 1_000_001}),
    ("view", {"state": {}, "seat": 0}), ("view", {"state": {}, "seat": ["A"]}), ("view", {"state": START, "seat": "C"}),
    ("view", {"state": START, "seat": ""}), ("view", {"state": START, "seat": "AB"}),
    ("view", {"state": START, "seat": "C", "actions": ["nonsense"]}),
])  # fmt: skip
def test_requests_that_are_none(command: str, request_: Any) -> None:
    """Before the state is looked at; but whether it has a seat can only be said after that."""
    status, answers = run(command, stdin=json.dumps(request_))
    assert (status, answers[0]["error"]["code"], answers[0]["error"]["at"]) == (2, "bad-request", None)


def test_a_seat_is_looked_at_after_the_state() -> None:
    status, reply = ask("view", state={}, seat="C")
    assert (status, reply["error"]["code"]) == (2, "bad-state")


def test_lines_never_stop() -> None:
    """Whatever comes on a line, there is one answer to it; empty lines are skipped; the status is 0."""
    right = json.dumps({"state": START})
    lines = [
        *(
            right,
            "",
            "  ",
            "{",
            "\x00",
            "NaN",
            "[" * 100_000,
            '{"a":' * 100_000,
            "\x0c",
            "\udcff",
            '"\\ud800"',
            right + "\r",
        ),
        *(
            json.dumps({"state": {"last": {"x": 0}} | START}).replace('"x": 0', '"x": 1e999'),
            "1" * 5000,
            "\ufeff" + right,
        ),
        *(json.dumps({"state": START, "\ud800": 1}), right),
    ]
    status, answers = run("legal", "--jsonl", "-", stdin="\n".join(lines) + "\n")
    codes = [answer["error"]["code"] if "error" in answer else "" for answer in answers]
    assert status == 0
    bad = "bad-json"
    assert codes == [
        *("", bad, bad, bad, bad, bad, bad, bad, "bad-request", ""),
        *("bad-state", bad, "", "bad-request", ""),
    ]


def test_deep_junk_that_can_just_be_read() -> None:
    """JSON about as deep as can be read is answered too, though it is written by more calls than it was read by."""
    for depth in range(900, 1000, 7):
        deep = '{"x":' * depth + "0" + "}" * depth
        text = json.dumps(START)[:-1] + f', "last": {deep}}}'
        status, answers = run("resolve", "--jsonl", "-", stdin='{"state": ' + text + "}\n")
        assert status == 0 and len(answers) == 1
        assert answers[0].get("error", {}).get("code", "") in ("", "bad-json", "bad-state")


@pytest.mark.parametrize("arguments", [[], ["solve"], ["resolve", "--deep"], ["bench", "--seats", "7"]])
def test_wrong_options(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    status, answers = run(*arguments)
    assert (status, answers[0]["error"]["code"]) == (2, "bad-request")
    assert "usage" in capsys.readouterr().err


def test_play_follows_its_seed() -> None:
    deal = state("", "", "", phase="deal", active=None, hand_number=0, turn_number=0)
    status, whole = ask("play", state=deal, seed="s", limit=1_000_000)
    assert status == 0 and whole["state"]["phase"] == "over"
    _, begun = ask("play", state=deal, seed="s", limit=40)
    assert begun["actions"] == whole["actions"][:40]
    _, resolved = ask("resolve", state=deal, actions=whole["actions"])
    assert resolved["state"] == whole["state"]
    _, other = ask("play", state=deal, seed="t", limit=40)
    assert other["actions"] != begun["actions"]


def test_play_stops_where_nobody_can_answer() -> None:
    """A state may hold an initiator who has nothing to fight with."""
    fought = {"number": 7, "by": "card", "pile": {"A": ["7.4"], "B": ["7.2"]}}
    start = state("castle", "8.1", phase="stand", queue=["B"], battle=fought, options={"specials": ["castle"]})
    status, reply = ask("play", state=start, actions=["stand"], seed="x", limit=5)
    assert status == 0 and reply["actions"] == [] and reply["state"]["phase"] == "champion"


def test_bench_measures() -> None:
    status, answers = run("bench", "--seats", "3", "--seconds", "0.05")
    assert status == 0
    assert answers[0]["decisions_per_second"] > 0 and answers[0]["copies_per_second"] > 0


def test_as_a_process() -> None:
    """From the outside: bytes that are no UTF-8, and a carriage return inside a line, which JSON takes for a blank."""
    right = json.dumps({"state": START}).encode()
    done = subprocess.run(
        [sys.executable, "-m", "engine", "--game", "clash-of-the-cards", "legal", "--jsonl", "-"],
        input=b"\xff\xfe\n" + right.replace(b" ", b"\r") + b"\n" + right + b"\n",
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines[0]["error"]["code"] == "bad-json"
    assert lines[1] == lines[2] == {"seat": "A", "actions": ["draw", "battle 7.3", "battle 9.1"]}
