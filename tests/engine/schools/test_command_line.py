"""``python -m engine --game magic-schools`` as the contract describes it: exit statuses, files, lines, options."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from engine.schools.cli.main import main, resolve
from tests.engine.processes import answers_of
from tests.engine.schools.helpers import engine

NEW = json.dumps({"new": {"seed": "a"}})


run = partial(answers_of, main)


def test_one_request_one_answer(tmp_path: Path) -> None:
    file = tmp_path / "request.json"
    file.write_text(NEW, encoding="utf-8")
    for arguments in (["resolve", str(file)], ["resolve", "-"], ["resolve"]):
        assert run(*arguments, stdin=json.dumps(json.loads(NEW), indent=1)) == (0, [resolve(json.loads(NEW))])
    assert run("perft", str(file), "--depth", "1")[1] == [{"nodes": len(run("legal", str(file))[1][0]["actions"])}]


def test_one_wrong_request() -> None:
    status, (answer,) = run("resolve", stdin="{")
    assert status == 2 and answer["error"]["code"] == "bad-json" and answer["error"]["at"] is None
    status, (answer,) = run("resolve", stdin=json.dumps({"new": {"seed": "a"}, "actions": ["end"]}))
    assert status == 2 and answer["error"]["at"] == 0 and answer["state"]["turn"] == 1
    status, (answer,) = run("legal", stdin=json.dumps({"new": {"seed": "a"}, "actions": ["end"]}))
    assert status == 2 and set(answer) == {"error"}


@pytest.mark.parametrize("command", [["resolve"], ["legal"], ["perft", "--depth", "1"]])
def test_lines_never_stop(command: list[str]) -> None:
    lines = [NEW, "", "{", "  ", "[]", '{"state": 1}', "\x0c", '{"new": {"seed": "\\ud800"}}', NEW]
    status, answers = run(*command, "--jsonl", stdin="\n".join(lines))
    codes = [answer.get("error", {}).get("code") for answer in answers]
    assert status == 0 and codes == [None, "bad-json", "bad-request", "bad-state", "bad-json", "bad-request", None]


def test_what_is_no_utf_8_and_half_surrogates_in_names() -> None:
    names = b'{"championship": {"players": ["\\ud800", "B"], "seed": "a"}}'
    done = engine("resolve", "--jsonl", stdin=b"\xff\xfe\n" + names + b"\n" + NEW.encode() + b"\r\n")
    first, second, third = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert first["error"]["code"] == "bad-json" and "\ud800" in second["championship"]["order"]
    assert third["state"]["turn"] == 1 and done.returncode == 0 and done.stderr == b""


@pytest.mark.parametrize(
    ("arguments", "at"),
    [
        (["perft"], None), (["perft", "--depth", "-1"], "--depth"), (["perft", "--depth", "x"], "--depth"),
        (["guess"], "COMMAND"), ([], None), (["resolve", "a", "b"], None), (["resolve", "--fast"], None),
        (["play", "--games", "0"], "--games"), (["play", "--seed", "a b"], "--seed"),
        (["play", "--seed", "a" * 63], "--seed"), (["play", "--bots", "greedy"], "--bots"),
        (["play", "--bots", "greedy,clever"], "--bots"), (["bench", "--seconds", "nan"], "--seconds"),
    ],
)  # fmt: skip
def test_options_that_cannot_be(arguments: list[str], at: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    status, (answer,) = run(*arguments)
    assert status == 2 and answer["error"]["code"] == "bad-request" and answer["error"]["at"] == at


def test_a_file_that_there_is_not(tmp_path: Path) -> None:
    status, (answer,) = run("resolve", str(tmp_path / "none.json"))
    assert status == 2 and answer["error"]["code"] == "bad-json"


def test_games_of_bots_and_their_records(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    arguments = ("play", "--games", "3", "--seed", "S", "--bots", "random,greedy", "--record", str(folder))
    status, (summary,) = run(*arguments)
    assert status == 0 and summary == run(*arguments)[1][0]
    assert set(summary) == {"games", "wins", "draws", "reasons", "turns", "actions"}
    assert summary["games"] == 3 == sum(summary["wins"].values()) + summary["draws"] == sum(summary["reasons"].values())
    records = [json.loads((folder / f"S-{number}.json").read_text(encoding="utf-8")) for number in range(3)]
    ends = [resolve(record) for record in records]
    assert [record["new"] for record in records] == [{"seed": f"S-{number}"} for number in range(3)]
    assert max(end["state"]["turn"] for end in ends) == summary["turns"]["max"]
    assert max(len(record["actions"]) for record in records) == summary["actions"]["max"]
    won = [end["result"]["winner"] for end in ends]
    assert {seat: won.count(seat) for seat in summary["wins"]} == summary["wins"]


def test_records_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    status, (answer,) = run("play", "--bots", "random,random", "--record", str(tmp_path / "file" / "below"))
    assert status == 2 and answer["error"]["at"] == "--record"


def test_bench() -> None:
    status, (answer,) = run("bench", "--seconds", "0.05")
    assert status == 0 and all(answer[key] > 100 for key in ("actions_per_second", "perft_nodes_per_second"))
