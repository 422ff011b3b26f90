"""The command line: its commands, and that no input whatever makes it stop or show a traceback."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any

import pytest

from engine.decks.cli.bench import figures
from engine.decks.cli.main import legal, main, resolve
from engine.decks.formats.interchange import write_position
from engine.decks.formats.notation import write as notation
from tests.engine.decks.helpers import CONTRACT, json_lines, read
from tests.engine.decks.strategies import CATALOGUE
from tests.engine.processes import answers_of, engine

pytestmark = pytest.mark.slow("starts the command line a hundred times")

TEXT = "A summoning m3 | A t3 [B a(c2 1/1) i(c1 1)] upper h(c1 1/2) | B t3 [B x x]"
POSITION = write_position(read(TEXT))
NOTED = notation(read(TEXT))
GOOD = json.dumps({"position": POSITION, "actions": [{"play": 1, "line": "upper"}]})


def with_name(name: str) -> str:
    """A request in JSON whose Creature has this name, written into the JSON as it is."""
    return json.dumps(POSITION).replace('"name": "h"', f'"name": "{name}"')


def with_field(field: str) -> str:
    """A request in JSON with one more field at its top."""
    return "{" + field + ", " + json.dumps(POSITION)[1:]


def with_mark(mark: str) -> str:
    """A request in JSON whose Creature has this mark."""
    return GOOD.replace('"upper": [{', '"upper": [{' + mark + ", ")


BAD_JSON: dict[str, str | bytes] = {
    "a word": "hello",
    "an open bracket": "{",
    "two values": "{} {}",
    "NaN": with_field('"mana": NaN'),
    "Infinity": with_field('"mana": -Infinity'),
    "single quotes": "{'position': 1}",
    "a comma too many": "[1,]",
    "no value": '{"position": }',
    "a control character": '"\x01"',
    "a null byte": "\x00",
    "deep nesting": "[" * 100_000 + "]" * 100_000,
    "deep objects": '{"a":' * 100_000 + "1" + "}" * 100_000,
    "bytes that are no UTF-8": b'"\xff\xfe"',
    "a name with bytes that are no UTF-8": with_name("\0").encode().replace(b"\0", b"\xff"),
    "a number of 5000 digits": with_mark('"sprint": ' + "9" * 5000),
}
BAD_POSITIONS: dict[str, str | bytes] = {
    "null": "null",
    "a number": "17",
    "a huge number": "1e999",
    "text": '"cod1 duel A"',
    "a list": "[[[]]]",
    "no position": "{}",
    "position null": '{"position": null, "actions": []}',
    "actions null": json.dumps({"position": POSITION, "actions": None}),
    "actions an object": json.dumps({"position": POSITION, "actions": {}}),
    "an unknown key": json.dumps({"position": POSITION, "action": []}),
    "an unknown key that is half a surrogate pair": with_field(r'"\ud800": 1'),
    "a request's key that is half a surrogate pair": GOOD[:-1] + r', "\udfff": 1}',
    "a name that is half a surrogate pair": with_name(r"\ud800"),
    "a reference that is half a surrogate pair": json.dumps(POSITION).replace('"bastion"', r'"bastion", "\udc00"'),
    "an ability that is half a surrogate pair": json.dumps(POSITION).replace(
        '"abilities": []', r'"abilities": ["\udc00"]'
    ),
    "a mode that is half a surrogate pair": json.dumps(POSITION).replace('"duel"', r'"\ud800"'),
    "a seat that is half a surrogate pair": json.dumps(POSITION).replace('"active": "A"', r'"active": "\ud800"'),
    "a player that is half a surrogate pair": json.dumps(POSITION).replace('"B": {', r'"\ud800": {'),
    "a fraction": with_field('"first": 0.5'),
    "an endless fraction": with_mark('"damage": 1e999'),
    "an action that is none": json.dumps({"position": POSITION, "actions": [7]}),
    "an action with half a surrogate pair": GOOD.replace('{"play": 1', r'{"\ud800": 1'),
    "an action that does half a surrogate pair": GOOD.replace('{"play": 1, "line": "upper"}', r'{"do": "\ud800"}'),
    "an action played with half a surrogate pair": GOOD.replace('{"play": 1', r'{"play": "\ud800"'),
    "a deep action": GOOD.replace('{"play": 1', '{"play": ' + "[" * 500 + "]" * 500),
}
FINE = {
    "a good request": GOOD,
    "a bare position": json.dumps(POSITION),
    "no actions": json.dumps({"position": POSITION}),
    "white space": f"  {GOOD}  ",
    "escapes": with_name(r"\u00e9\ud83d\ude00\n\t\u2028\u0000"),
    "signs as they are": with_name("é😀\u2028\u0085\u200e"),
    "keys twice": with_field('"mana": 3, "mana": 3'),
    "a byte order mark": "\ufeff" + GOOD,
}


EVERYTHING: dict[str, str | bytes] = {**BAD_JSON, **BAD_POSITIONS, **FINE}


def in_process(arguments: list[str], stdin: str) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of a command."""
    out, said = io.StringIO(), io.StringIO()
    with redirect_stderr(said):
        status = main(arguments, io.StringIO(stdin), out)
    return status, out.getvalue(), said.getvalue()


def ask(*texts: str | bytes) -> tuple[int, list[dict[str, Any]]]:
    """Exit status and answers of a process that gets each text on a line, and after each a good request."""
    good = json.loads(json.dumps(resolve(json.loads(GOOD), {})))
    lines = [line if isinstance(line, bytes) else line.encode() for text in texts for line in (text, GOOD)]
    done = engine("resolve", "--jsonl", "-", stdin=b"\n".join(lines))
    assert done.stderr.decode()[-500:] == ""
    answers = [json.loads(line) for line in done.stdout.decode().split("\n") if line]
    assert len(answers) == len(lines)
    assert all(answer == good for answer in answers[1::2])
    return done.returncode, answers[::2]


@pytest.fixture(scope="module")
def answers() -> dict[str, dict[str, Any]]:
    """What one process answers to each of them, by its name: it goes on after all that is bad."""
    status, said = ask(*EVERYTHING.values())
    assert status == 2
    return dict(zip(EVERYTHING, said, strict=True))


@pytest.mark.parametrize("name", BAD_JSON)
def test_bad_json(name: str, answers: dict[str, dict[str, Any]]) -> None:
    answer = answers[name]
    assert answer["error"]["code"] == "bad-json"
    assert answer["error"]["at"] is None and answer["error"]["message"]


@pytest.mark.parametrize("name", BAD_POSITIONS)
def test_bad_position(name: str, answers: dict[str, dict[str, Any]]) -> None:
    error = answers[name]["error"]
    assert error["code"] == "bad-position" and error["message"]
    assert error["at"] == 0 if name.startswith(("an action", "a deep action")) else isinstance(error["at"], str)


@pytest.mark.parametrize("name", FINE)
def test_fine(name: str, answers: dict[str, dict[str, Any]]) -> None:
    assert "error" not in answers[name] and answers[name]["position"]["format"] == "clash-position/1"


def test_all_that_is_fine_is_no_failure() -> None:
    assert ask(*FINE.values())[0] == 0


@pytest.mark.parametrize("name", [*BAD_JSON, *BAD_POSITIONS])
def test_alone(name: str) -> None:
    """Without --jsonl, in this process."""
    text = EVERYTHING[name]
    stdin = text.decode(errors="surrogateescape") if isinstance(text, bytes) else text
    out = io.StringIO()
    assert main(["resolve", "-"], io.StringIO(stdin), out) == 2
    assert set(json.loads(out.getvalue())) >= {"error"}


@pytest.mark.parametrize("field", ["mana", "turn", "sprint"])
@pytest.mark.parametrize("digits", [20, 400, 4299, 4300])
def test_numbers_as_long_as_python_reads_them(field: str, digits: int) -> None:
    """Taken or refused, but answered: a bonus or a turn that grows must not become too long to be written."""
    data = write_position(read(TEXT.replace("h(c1 1/2)", "g(c1 1/1) h(c1 1/2 sprint aquatic)")))
    number = 10**digits - 1
    if field == "mana":
        data["mana"] = number
    elif field == "turn":
        data["players"]["B"]["turn"] = number
    else:
        data["players"]["A"]["upper"][1]["sprint"] = number
    status, said, noise = in_process(
        ["resolve", "--jsonl"], json.dumps({"position": data, "actions": [{"do": "end-turn"}]})
    )
    assert noise == "" and status in (0, 2)
    answer = json.loads(said)
    assert "error" not in answer or answer["error"]["code"] == "bad-position"


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_empty_lines_do_not_count(line_end: str) -> None:
    done = engine("resolve", "--jsonl", "-", stdin=line_end.join(["", GOOD, "", "  ", GOOD, ""]))
    assert done.returncode == 0 and done.stderr == b""
    assert len(json_lines(done.stdout)) == 2


@pytest.mark.parametrize("stdin", ["", " \n", "\n\n"])
def test_nothing_at_all(stdin: str) -> None:
    assert engine("resolve", "--jsonl", "-", stdin=stdin).stdout == b""
    done = engine("resolve", "-", stdin=stdin)
    assert (done.returncode, done.stderr) == (2, b"")
    assert json_lines(done.stdout)[0]["error"]["code"] == "bad-json"


def test_exit_status() -> None:
    assert engine("resolve", stdin=GOOD).returncode == 0
    assert engine("resolve", "--jsonl", stdin=GOOD + "\n" + GOOD).returncode == 0
    assert engine("resolve", "--jsonl", stdin="x\n" + GOOD).returncode == 2
    assert engine("resolve", stdin=GOOD.replace('"play": 1', '"play": 0')).returncode == 2
    assert engine("conquer").returncode == 2


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "request.json"
    path.write_text(GOOD + "\n\n" + with_name(r"\u2028"), encoding="utf-8")
    done = engine("resolve", "--jsonl", str(path))
    assert done.returncode == 0 and len(done.stdout.decode().strip().split("\n")) == 2
    for wrong in (tmp_path / "none.json", tmp_path):
        done = engine("resolve", str(wrong))
        assert (done.returncode, done.stderr) == (2, b"")
        assert json_lines(done.stdout)[0]["error"]["code"] == "bad-json"


def test_catalogue(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.json"
    path.write_text(json.dumps(CATALOGUE), encoding="utf-8")
    data = json.dumps({**POSITION, "players": {**POSITION["players"], "B": {"hand": ["bastion", "base/imp"]}}})
    done = engine("resolve", "--catalogue", str(path), stdin=data)
    assert json_lines(done.stdout)[0]["position"]["players"]["B"]["hand"] == ["bastion", "base/imp"]
    assert json_lines(engine("resolve", stdin=data).stdout)[0]["error"]["at"] == "/players/B/hand/1"
    for content in ("[]", "{", "\udcff"):
        path.write_bytes(content.encode(errors="surrogateescape"))
        done = engine("resolve", "--catalogue", str(path), stdin=data)
        assert (done.returncode, done.stderr) == (2, b"")
        assert json_lines(done.stdout)[0]["error"]["code"] == "bad-json"


def test_legal() -> None:
    request = {"position": POSITION, "actions": [{"play": 1, "line": "upper"}]}
    (answer,) = json_lines(engine("legal", stdin=json.dumps(request)).stdout)
    targets = [{"player": "A", "line": "upper", "position": place} for place in (0, 1)]
    assert answer == {"actions": [*({"play": 1, "target": target} for target in targets), {"do": "assault"}]}
    request["actions"].append({"do": "mana"})
    done = engine("legal", stdin=json.dumps(request))
    assert done.returncode == 2
    assert {"code": "wrong-phase", "at": 1}.items() <= json_lines(done.stdout)[0]["error"].items()


def test_board() -> None:
    """As text for people; a line of JSON where programs ask, and for what is wrong."""
    done = engine("board", stdin=json.dumps({"position": POSITION, "actions": [{"do": "assault"}]}))
    assert done.returncode == 0 and done.stdout.decode().startswith("duel season-2: A to act, ")
    (answer,) = json_lines(engine("board", "--jsonl", stdin=json.dumps(POSITION)).stdout)
    assert list(answer) == ["text"] and "Mana" in answer["text"]
    wrong = engine("board", stdin=json.dumps({"position": POSITION, "actions": [{"do": "mana"}]}))
    assert wrong.returncode == 2 and json_lines(wrong.stdout)[0]["error"]["code"] == "wrong-phase"


def test_perft() -> None:
    (answer,) = json_lines(engine("perft", "--depth", "1", stdin=json.dumps(POSITION)).stdout)
    assert answer == {"nodes": 4}
    (answer,) = json_lines(engine("perft", "--depth", "2", "--split", stdin=json.dumps(POSITION)).stdout)
    assert list(answer["split"]) == ["1 upper", "1 lower", "2 at A upper 0", "assault"]
    assert sum(answer["split"].values()) == answer["nodes"]
    assert json_lines(engine("perft", "--depth", "0", stdin=json.dumps(POSITION)).stdout) == [{"nodes": 1}]


@pytest.mark.parametrize(
    ("command", "option"),
    [
        *(("perft", f"--depth={number}") for number in ("-1", "nan", "1e3", "100000", "9" * 5000, "")),
        *(("solve", f"--limit={number}") for number in ("nan", "-1", "inf", "-inf", "1e300", "soon")),
        *(("solve", f"--nodes={number}") for number in ("-1", "nan")),
        *(("solve", f"--turns={number}") for number in ("0", "-1", "100000")),
        *(("bench", f"--seconds={number}") for number in ("nan", "0", "-1", "inf", "1e300", "x")),
        *(("compose", f"--{name}=-1") for name in ("count", "attempts", "seed", "processes", "plays", "turns")),
        *(("compose", f"--{name}=-1") for name in ("deck", "nodes", "edits")),
        *(("compose", option) for option in ("--level=6", "--level=3-2", "--level=x", "--processes=1000000")),
    ],
)
def test_wrong_options(command: str, option: str, tmp_path: Path) -> None:
    """They are answered as all wrong input is: one error, exit status 2, no traceback, and nothing is done."""
    file = tmp_path / "file"
    file_argument = (str(file),) if command == "compose" else ()
    status, out, said = in_process([command, *file_argument, option], json.dumps(POSITION))
    assert status == 2
    (answer,) = json_lines(out.encode())
    assert answer["error"]["code"] == "bad-position"
    assert answer["error"]["at"] == option.partition("=")[0]
    assert f"error: argument {option.partition('=')[0]}" in said
    assert not file.exists()


@pytest.mark.parametrize("arguments", [[], ["chess"], ["perft"], ["solve", "--depth", "3"], ["bench", "more"]])
def test_wrong_commands(arguments: list[str]) -> None:
    status, out, said = in_process(arguments, json.dumps(POSITION))
    assert status == 2
    (answer,) = json_lines(out.encode())
    assert answer["error"]["code"] == "bad-position"
    assert "usage:" in said


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_what_windows_writes_is_read(encoding: str, tmp_path: Path) -> None:
    """PowerShell puts a byte order mark before what it writes, in UTF-8 and in UTF-16."""
    mark = "\ufeff" if encoding.endswith(("le", "be")) else ""
    content = (mark + json.dumps(POSITION, indent=1)).encode(encoding)
    file = tmp_path / "position.json"
    file.write_bytes(content)
    status, out, _said = in_process(["legal", str(file)], "")
    assert (status, json.loads(out)) == (0, legal(POSITION, {}))
    assert json.loads(engine("legal", stdin=content).stdout) == json.loads(out)
    lines = (mark + json.dumps(POSITION) + "\r\n" + json.dumps(POSITION)).encode(encoding)
    file.write_bytes(lines)
    assert len(in_process(["legal", "--jsonl", str(file)], "")[1].splitlines()) == 2


def test_a_file_of_puzzles_that_cannot_be_written(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no" / "such" / "folder"):
        status, out, _ = in_process(["compose", str(path), "--attempts", "1"], "")
        assert (status, json.loads(out)["error"]["code"]) == (2, "bad-json")


def test_what_95_percent_of_the_times_are_not_above() -> None:
    for times in ([1.0], [1.0, 5.0], [5.0, 1.0, 3.0], [float(number) for number in range(100)]):
        rates = figures(times, len(times))
        assert rates["median_ms"] <= rates["p95_ms"] <= rates["max_ms"]
        assert sum(time <= rates["p95_ms"] for time in times) >= 0.95 * len(times)
    assert figures([float(number) for number in range(1, 101)], 100)["p95_ms"] == 95


def test_the_same_bytes_in_every_process() -> None:
    """Neither the order of hashing nor anything else of a process shows in what it answers."""
    cases = json.loads((CONTRACT / "cases.json").read_text(encoding="utf-8"))
    stdin = "\n".join(json.dumps({"position": case["position"], "actions": case["actions"]}) for case in cases)
    runs = [engine("resolve", "--jsonl", stdin=stdin, PYTHONHASHSEED=seed) for seed in ("0", "1", "random")]
    assert len({run.stdout for run in runs}) == 1
    lines = runs[0].stdout.decode().split("\n")
    for case, line in zip(cases, lines, strict=False):
        if "error" not in case["expect"] and '"error"' not in line:
            request = {"position": case["position"], "actions": case["actions"]}
            assert json.dumps(resolve(request, {}), ensure_ascii=False) == line


def answers_to(command: list[str], stdin: str) -> list[Any]:
    """What the command line answers to what is on its standard input, in this process."""
    return answers_of(main, *command, stdin=stdin)[1]


@pytest.mark.parametrize("written", [NOTED, "\ufeff\n  " + NOTED.replace(" | ", "\n| ") + "\n"])
@pytest.mark.parametrize("command", [["resolve"], ["legal"], ["perft", "--depth", "2"]])
def test_a_line_of_notation_is_a_position(command: list[str], written: str, tmp_path: Path) -> None:
    """On standard input and in a file, as the same position in JSON is."""
    replies = answers_to(command, json.dumps(POSITION))
    assert answers_to(command, written) == replies and "error" not in replies[0]
    file = tmp_path / "position.txt"
    file.write_text(written, encoding="utf-8")
    assert answers_to([*command, str(file)], "") == replies


def test_notation_in_a_request_and_line_by_line() -> None:
    in_json = {"position": NOTED, "actions": [{"play": 1, "line": "upper"}]}
    assert answers_to(["resolve"], json.dumps(in_json)) == answers_to(["resolve"], GOOD)
    lines = [NOTED, json.dumps(POSITION), "cod1 nonsense", "cod1 duel \ud800"]
    first, second, *wrong = answers_to(["legal", "--jsonl"], "\n".join(lines))
    assert first == second and "actions" in first
    assert [answer["error"]["code"] for answer in wrong] == ["bad-position", "bad-json"]
    assert "column 14" in wrong[0]["error"]["message"]


def test_a_puzzle_in_notation_is_solved() -> None:
    text = "cod1 duel A summoning m1 | A t3 [B x(c5 1/1) y(c5 1/1)] upper Ox(c1 9/9) | B t3 [F x(c1 1/1)]"
    assert answers_to(["solve"], f"{text} | objective A win in 1")[0]["verdict"]


def test_help_says_what_a_position_is(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["solve", "--help"])
    assert "line of notation" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("turns", "shortest"),
    [(1, None), (2, {"turns": 1, "line": [{"do": "assault"}]}), (3, {"turns": 1, "line": [{"do": "assault"}]})],
)
def test_a_goal_of_several_turns_tells_the_fewest(turns: int, shortest: Any) -> None:
    text = f"A summoning m0 | A t3 [B x x] upper Ox(c1 9/9) | B t3 [F x] | objective A win in {turns}"
    reply = answers_to(["solve"], notation(read(text)))[0]
    assert reply["solved"] and reply.get("shortest") == shortest
    assert reply["verdict"] == ("unique" if turns == 1 else "cooked")  # as before: of a puzzle it is a flaw


def test_the_fewest_turns_may_be_all_of_them() -> None:
    text = "A summoning m0 | A t3 [B x x] upper Ox(c1 2/9) | B t3 [F x x x] | objective A win in 2"
    reply = answers_to(["solve"], notation(read(text)))[0]
    assert reply["solved"] and reply["shortest"]["turns"] == 2
    assert "shortest" not in answers_to(["solve", "--nodes", "1"], notation(read(text)))[0]
    survive = answers_to(["solve"], notation(read(text.replace("A win in 2", "A survive in 2"))))[0]
    assert "shortest" not in survive
