"""Records: they replay to the same positions and traces, in any process, and notice when they have been changed."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import engine.decks.game.record_reader as record_reader
from engine.decks.formats.interchange import write_position
from engine.decks.game.errors import BadRecord, SetUpError
from engine.decks.game.game import DecksGame
from engine.decks.game.record_reader import game_of, read_record
from engine.decks.game.records import replay, write_record
from engine.decks.game.terms import Terms
from engine.decks.rules.trace.events import to_dict
from engine.decks.rules.version import RULES_VERSION
from engine.kernel.errors import EngineError
from tests.engine.decks.game.helpers import eyes, finished, mutation_draft, setups, shown, steps, terms_of

NAMES = (*setups(0), "mutation draft")
Json = dict[str, Any]


@cache
def played(name: str, seed: int = 6) -> DecksGame:
    if name == "mutation draft":
        return finished(DecksGame(mutation_draft(seed)), seed)
    setup = setups(seed)[name]
    return finished(DecksGame(setup, terms_of(setup, seed // 2)), seed, 2000)


@cache
def record_of(name: str, seed: int = 6) -> str:
    return json.dumps(write_record(played(name, seed)))


@pytest.mark.parametrize("name", NAMES)
def test_a_record_replays(name: str) -> None:
    for seed in (6, 7):
        game, data = played(name, seed), json.loads(record_of(name, seed))
        again = game_of(data)
        assert again.key() == game.key() and again.is_over
        assert json.dumps(write_record(again)) == record_of(name, seed)
        assert [shown(again, seat) for seat in eyes(game)] == [shown(game, seat) for seat in eyes(game)]


@pytest.mark.parametrize("name", NAMES)
def test_every_step_of_a_replay(name: str) -> None:
    """The same position after every action, and the same events."""
    original = played(name)
    game = DecksGame(original.setup, original.terms)
    expected: list[Any] = []
    for action in [None, *original.draft_actions, *original.actions]:
        events = [] if action is None else game.apply(game.active, action)
        expected.append((action, [to_dict(event) for event in events], game.key()))
    data = json.loads(record_of(name))
    replayed = [
        (step.action, [to_dict(event) for event in step.events], step.game.key())
        for step in replay(read_record(data), data)
    ]
    assert replayed == expected


def test_a_record_of_a_game_that_still_goes_on() -> None:
    for name in ("draft solo", "preconstructed teams", "constructed duel"):
        setup = setups(1)[name]
        for terms in (None, Terms()):
            for game in steps(DecksGame(setup, terms), random.Random(3), 60):
                assert game_of(json.loads(json.dumps(write_record(game)))).key() == game.key()
            assert game_of(write_record(game)).stage == game.stage


def test_the_digest_is_made_as_described() -> None:
    data = json.loads(record_of("draft duel"))
    digest = hashlib.sha256()
    for step in replay(read_record(data)):
        position = step.game.position
        written = None if position is None else write_position(position)
        line = [step.action, [to_dict(event) for event in step.events], written]
        digest.update(json.dumps(line, sort_keys=True, separators=(",", ":")).encode() + b"\n")
    without = {key: value for key, value in data.items() if key != "digest"}
    digest.update(json.dumps(without, sort_keys=True, separators=(",", ":")).encode() + b"\n")
    assert data["digest"] == digest.hexdigest()


def test_cards_are_written_out() -> None:
    """A record replays without the catalogue; a card's reference is kept all the same."""
    data = json.loads(record_of("draft solo"))
    assert all(isinstance(card, dict) and "name" in card for card in data["cards"])
    game = game_of(data)
    assert {card.reference for card in game.setup.pool} == {card.reference for card in played("draft solo").setup.pool}


SCRIPT = """
import json, sys
from engine.decks.game.record_reader import read_record
from engine.decks.game.records import replay, write_record
for line in sys.stdin:
    data = json.loads(line)
    for step in replay(read_record(data), data):
        pass
    assert json.dumps(write_record(step.game)) == line.strip()
    print(hash("x") and json.dumps([repr(step.game.key()), data["digest"]]))
"""


def test_records_replay_in_other_processes(root: Path) -> None:
    stdin = "".join(record_of(name) + "\n" for name in NAMES)
    outputs = []
    for seed in ("0", "1", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed},
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1] == outputs[2]
    assert [json.loads(line)[0] for line in outputs[0].splitlines()] == [repr(played(name).key()) for name in NAMES]


# Tampering


def changed(name: str, change: Callable[[Json], Any]) -> Json:
    data = json.loads(record_of(name))
    change(data)
    return data


def code_of(data: Any) -> str:
    with pytest.raises(EngineError) as caught:
        game_of(data)
    assert isinstance(caught.value, BadRecord | SetUpError)
    assert json.dumps(caught.value.to_json())
    return caught.value.code


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda d: d.update(rules=RULES_VERSION + 1), "other-rules"),
        (lambda d: d.update(format="clash-record/2"), "bad-record"),
        (lambda d: d.update(comment=1), "bad-record"),
        (lambda d: d.pop("digest"), "bad-record"),
        (lambda d: d.pop("setup"), "bad-record"),
        (lambda d: d["setup"].pop("seed"), "bad-record"),
        (lambda d: d["setup"].update(seed=6), "bad-record"),
        (lambda d: d["setup"].update(seed="-6"), "bad-record"),
        (lambda d: d["setup"].update(seed="06"), "bad-record"),
        (lambda d: d["setup"].update(seed=str(2**128)), "bad-record"),
        (lambda d: d["setup"].update(mode="chess"), "bad-record"),
        (lambda d: d["setup"].update(format="pauper"), "bad-record"),
        (lambda d: d["setup"].update(first="E"), "bad-record"),
        (lambda d: d["setup"]["pool"].append(10_000), "bad-record"),
        (lambda d: d["cards"][0].update(cost=100), "bad-record"),
        (lambda d: d["cards"][0].update(name="\ud800"), "bad-record"),
        (lambda d: d["cards"][0].update(abilities=["flying"]), "bad-record"),
        (lambda d: d["cards"][0].update(abilities=["aim"]), "bad-record"),
        (lambda d: d["cards"][0].pop("hp"), "bad-record"),
        (lambda d: d.update(actions={}), "bad-record"),
        (lambda d: d.update(cards=[]), "bad-record"),
        (lambda d: d["terms"].update(champions={"B": 0}), "bad-record"),
        (lambda d: d["terms"].update(champions=5), "bad-record"),
        (lambda d: d["terms"].update(custom={}), "bad-record"),
        (lambda d: d["terms"]["custom"].update(level="5"), "bad-record"),
        (lambda d: d["terms"]["custom"]["prices"]["fixed_mana"].update(seven=1), "bad-record"),
        (lambda d: d["actions"].__setitem__(0, "resign"), "bad-action"),
        (lambda d: d["actions"].append("mana"), "bad-action"),
        (lambda d: d["draft"].pop(), "bad-action"),
        (lambda d: d["draft"].append("A pick 0"), "bad-action"),
        (lambda d: d["draft"].__setitem__(0, "B pick 0"), "bad-action"),
        (lambda d: d["setup"]["pool"].append(0), "duplicate-card"),
        (lambda d: d["setup"]["pool"].__delitem__(slice(10, None)), "too-few-cards"),
        (lambda d: d["setup"].update(format="constructed"), "format-not-in-mode"),
        (lambda d: d["setup"].update(decks=[[0, 1]]), "decks-not-used"),
        (lambda d: d["terms"]["custom"].update(level=9), "points-not-spent"),
        (lambda d: d["terms"]["custom"].update(level=11), "level-out-of-range"),
        (lambda d: d["terms"].update(custom=None), "champion-in-quick-play"),
        (lambda d: d.update(digest="0" * 64), "record-differs"),
        (lambda d: d["actions"].pop(), "record-differs"),
        (lambda d: d["setup"]["pool"].reverse(), "record-differs"),
        (lambda d: d["cards"][0].update(reference="another/one"), "record-differs"),
    ],
)
def test_tampering_has_a_name(change: Callable[[Json], Any], code: str) -> None:
    assert code_of(changed("draft solo", change)) == code


def test_the_number_of_a_bad_action_counts_the_draft() -> None:
    data = changed("draft solo", lambda d: d["actions"].__setitem__(0, "assault"))
    with pytest.raises(BadRecord) as caught:
        game_of(data)
    assert caught.value.at == 8 and "action 8" in caught.value.message


@pytest.mark.parametrize("data", [None, [], 5, "x", {}, {"format": "clash-record/1"}])
def test_what_is_no_record(data: Any) -> None:
    assert code_of(data) == "bad-record"


def test_all_faults_of_form_at_once() -> None:
    with pytest.raises(BadRecord) as caught:
        read_record(changed("draft solo", lambda d: (d["cards"][0].update(cost=-1), d["setup"].update(exhaustion="x"))))
    assert [fault.at for fault in caught.value.faults] == ["/cards/0/cost", "/setup/exhaustion"]


def test_any_single_change_is_noticed() -> None:
    """Every value of a record replaced by others: some error with a name, or the very same record."""
    for name in ("draft solo", "mutation duel"):
        data = json.loads(record_of(name, 7))
        rng = random.Random(1)
        paths = [path for path in paths_of(data) if path]
        for path in rng.sample(paths, 150):
            for value in (None, 0, 1, "", "0", [], {}, True, -1, [[]], {"a": 1}):
                copied = copy.deepcopy(data)
                owner = copied
                for key in path[:-1]:
                    owner = owner[key]
                if owner[path[-1]] == value and type(owner[path[-1]]) is type(value):
                    continue
                owner[path[-1]] = value
                try:
                    game_of(copied)
                except (BadRecord, SetUpError) as wrong:
                    assert wrong.code
                else:
                    pytest.fail(f"{path} = {value!r} was not noticed")


def paths_of(data: Any, before: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [before, *(path for key, part in parts for path in paths_of(part, (*before, key)))]


def test_a_game_that_was_changed_by_hand_has_no_record() -> None:
    game = DecksGame(setups(1)["constructed duel"], Terms())
    assert game.position is not None
    game.position.mana = 99
    with pytest.raises(BadRecord) as caught:
        write_record(game)
    assert caught.value.code == "record-differs"


def test_another_version_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_reader, "RULES_VERSION", 99)
    assert code_of(json.loads(record_of("draft duel"))) == "other-rules"
