"""``python -m engine session``: options, requests and exit status."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from engine.decks.cli.main import main
from tests.engine.decks.sessions.contract_cases import CASES, document_of
from tests.engine.processes import answers_of

DRAFTED = document_of({"header": "drafted", "prelude": "decks"})
FAULTY = document_of({"header": "drafted", "events": [{"by": "A", "kind": "pick", "card": "ox"}]})


run = partial(answers_of, main, "session")


def test_from_standard_input_and_from_a_file(tmp_path: Path) -> None:
    text = json.dumps(DRAFTED)
    file = tmp_path / "evening.json"
    file.write_text(text, encoding="utf-8")
    answers = [run(stdin=text), run("-", stdin=text), run(str(file)), run("--jsonl", stdin=text)]
    assert answers == answers[:1] * 4
    status, (answer,) = answers[0]
    assert status == 0 and set(answer) == {"state", "faults"}
    legal = run("legal", "--seat", "B", stdin=text)
    assert legal == run("legal", str(file), "--seat", "B") == run("--seat", "B", "legal", str(file))
    assert legal[1][0]["seat"] == "B" and set(legal[1][0]) == {"seat", "game", "points", "why", "mutations"}


def test_faults_are_no_failure() -> None:
    status, (answer,) = run(stdin=json.dumps(FAULTY))
    assert status == 0 and [fault["code"] for fault in answer["faults"]] == ["draft-over"]


def test_a_bad_line_stops_nothing() -> None:
    lines = [json.dumps(DRAFTED), "{", "", "[]", json.dumps({"session": DRAFTED, "legal": "E"}), json.dumps(FAULTY)]
    status, answers = run("--jsonl", stdin="\n".join(lines))
    assert status == 2
    codes = [answer.get("error", {}).get("code") for answer in answers]
    assert codes == [None, "bad-json", "bad-session", "bad-request", None]
    assert answers[-1]["faults"]


def test_requests_name_a_seat() -> None:
    lines = [{"session": DRAFTED, "legal": seat} for seat in ("C", None)] + [{"session": DRAFTED}, DRAFTED]
    text = "\n".join(map(json.dumps, lines))
    assert [answer.get("seat") for answer in run("--jsonl", stdin=text)[1]] == ["C", None, None, None]
    assert [answer["seat"] for answer in run("legal", "--seat", "A", "--jsonl", stdin=text)[1]] == ["C", "A", "A", "A"]


@pytest.mark.parametrize(
    ("arguments", "at"),
    [
        (("legal",), "--seat"),
        (("legal", "--seat", "E"), "--seat"),
        (("--seat", "A"), "--seat"),
        (("one.json", "two.json"), None),
        (("legal", "one.json", "two.json", "--seat", "A"), None),
        (("--more",), None),
    ],
)
def test_options_that_cannot_be(arguments: tuple[str, ...], at: str | None) -> None:
    status, (answer,) = run(*arguments)
    assert status == 2 and answer["error"]["at"] == at


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    status, (answer,) = run(str(tmp_path / "none.json"))
    assert status == 2 and answer["error"]["code"] == "bad-json"


def test_cards_of_a_catalogue(tmp_path: Path) -> None:
    document = document_of(next(case for case in CASES if case["id"] == "draft-seed-7"))
    ox = document["header"]["sets"][0]["cards"][0]
    document["header"]["sets"][0]["cards"][0] = "base/ox"
    file = tmp_path / "catalogue.json"
    file.write_text(json.dumps({"base/ox": {key: value for key, value in ox.items() if key != "id"}}), encoding="utf-8")
    status, (answer,) = run("--catalogue", str(file), stdin=json.dumps(document))
    hands = [card for player in answer["state"]["players"].values() for card in player["hand"]]
    assert status == 0 and "base/ox" in hands and len(set(hands)) == 64
    status, (answer,) = run(stdin=json.dumps(document))
    assert (status, answer["error"]["code"], answer["error"]["at"]) == (2, "bad-session", "/header/sets/0/cards/0")


def test_half_surrogates_and_numbers_without_end() -> None:
    """What JSON can hold and UTF-8 cannot, and numbers that no game has."""
    events = [
        {"by": "A", "kind": "ready", "game": 10**400},
        {"by": "A", "kind": "pick", "card": "\ud800"},
        {"by": "\ud800", "kind": "\udfff"},
        {"by": "organiser", "kind": "correct", "event": -(10**30), "with": [], "reason": "so"},
        {"by": "A", "kind": "withdraw", "reason": "x" * 401},
        {"by": "A", "kind": "withdraw", "reason": "x" * 400, "at": "x" * 60},
    ]
    document = document_of({"header": "drafted", "prelude": "decks", "events": events})
    status, (answer,) = run(stdin=json.dumps(document))
    codes = [fault["code"] for fault in answer["faults"]]
    assert status == 0 and codes == ["no-such-game", "bad-event", "bad-event", "no-such-event", "bad-event"]
    assert answer["state"]["players"]["A"]["withdrawn"] == 10
