"""What makes a state wrong, sentence by sentence; and junk in any place of a state is answered, never stumbled over."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.armies.cli.requests import answer
from engine.armies.formats.state_reading import read_state
from engine.armies.formats.state_writing import write_state
from engine.armies.rules.position import ArmiesPosition
from engine.kernel.errors import EngineError
from tests.engine.armies.helpers import Json, state
from tests.engine.armies.test_properties import POSITIONS

PLAYING = state("7.3 9.1 guardian", "7.1 8.1 castle", "8.2 spy")
PILE = {"A": ["7.4"], "B": ["7.2"]}


def battle(phase: str, queue: list[str] | None = None, *hands: str, god: bool = False, **parts: Any) -> Json:
    """A state in a battle for 7 of A against B, C being outside."""
    fought = {"number": 7, "by": "card", "pile": PILE} | parts
    written = state(*(hands or ("7.3 9.1 guardian", "7.1 8.1 castle", "8.2 spy")), phase=phase, battle=fought)
    written["options"] = {"god": god}
    return written if queue is None else written | {"queue": queue}


def theft(**parts: Any) -> Json:
    return state("9.1", "6.1", phase="theft", theft={"victim": "B", "name": "6"} | parts)


RIGHT = {
    "a turn": PLAYING,
    "a deal": state("", "", phase="deal", active=None),
    "hands on show beside a complete deck": state("1.1", "", phase="deal", active=None, hand_number=0, turn_number=0),
    "the end": state("1.1", "", phase="over", active=None, result={"any": ["thing"]}, last={}),
    "stand": battle("stand", ["B"]),
    "a Spy's battle": battle("stand", ["B"], by="spy", pile={"B": ["7.2"]}),
    "spy": battle("spy", ["C"]),
    "champion": battle("champion"),
    "one champion set, not by the first": battle("champion", champions={"B": "castle"}),
    "a joiner's champion": battle("champion", joined=["C"], champions={"C": "death"}),
    "guardian": battle("guardian", pile={}, champions={"A": "10.1"}, winner="A"),
    "God saves a Castle": battle("guardian", pile={}, champions={"B": "castle"}, winner="A", god=True),
    "a theft": theft(),
    "a theft of a Bonus": state("9.1", "6.1", phase="theft", theft={"victim": "B", "name": "bonus"}, B={"bonus": 1}),
    "seats that have nothing in the pile": battle("stand", ["B"], pile=PILE | {"C": []}),
    "null for what is null by default": PLAYING | dict.fromkeys(("battle", "theft", "last", "result")),
    "an empty text as seed": PLAYING | {"seed": ""},
    "200 bytes of seed": PLAYING | {"seed": "é" * 100},
    "a score below zero": state("1.1", "2.1", A={"score": -(10**9)}),
}


@pytest.mark.parametrize("name", RIGHT)
def test_states_that_can_be(name: str) -> None:
    position = read_state(RIGHT[name])
    assert read_state(write_state(position)).key() == position.key()
    for action in position.legal_actions():
        position.copy().apply(action)


WRONG: dict[str, Any] = {
    "no object": [],
    "null": None,
    "unknown key": PLAYING | {"x": 1},
    "no format": {key: value for key, value in PLAYING.items() if key != "format"},
    "no players": {key: value for key, value in PLAYING.items() if key != "players"},
    "no phase": {key: value for key, value in PLAYING.items() if key != "phase"},
    "another phase": PLAYING | {"phase": "battle"},
    "phase of another type": PLAYING | {"phase": ["turn"]},
    "seven players": state(*["1.1", "1.2", "1.3", "1.4", "1.5", "1.6"]) | {"players": {seat: {} for seat in "ABCDEFG"}},
    "a gap": PLAYING | {"players": {"A": {}, "C": {}}},
    "players in a list": PLAYING | {"players": [{}, {}]},
    "a player null": PLAYING | {"players": {"A": {}, "B": None}},
    "unknown key of a player": state("1.1", "2.1", B={"cards": 3}),
    "hand no list": state("1.1", "2.1", B={"hand": "2.1"}),
    "card of another type": state("1.1", "2.1", B={"hand": [["2.1"]]}),
    "card 0.1": state("1.1", "0.1"),
    "card 01.1": state("1.1", "01.1"),
    "card with a capital": state("1.1", "Wild"),
    "seed of 201 bytes": PLAYING | {"seed": "é" * 100 + "x"},
    "seed a number": PLAYING | {"seed": 5},
    "seed null": PLAYING | {"seed": None},
    "seed with half a pair": PLAYING | {"seed": "\ud800"},
    "shuffles true": PLAYING | {"shuffles": True},
    "shuffles 1.0": PLAYING | {"shuffles": 1.0},
    "too large": PLAYING | {"idle": 10**9 + 1},
    "score too low": state("1.1", "2.1", A={"score": -(10**9) - 1}),
    "dealer who is not there": PLAYING | {"dealer": "D"},
    "dealer null": PLAYING | {"dealer": None},
    "active who is not there": PLAYING | {"active": "D"},
    "active null": PLAYING | {"active": None},
    "active at the end": RIGHT["the end"] | {"active": "A"},
    "no result at the end": RIGHT["the end"] | {"result": None},
    "result a list": RIGHT["the end"] | {"result": []},
    "last a text": PLAYING | {"last": "x"},
    "last that is no JSON": PLAYING | {"last": {"x": float("inf")}},
    "hand 0": PLAYING | {"hand_number": 0},
    "turn 0": PLAYING | {"turn_number": 0},
    "options null": PLAYING | {"options": None},
    "unknown option": PLAYING | {"options": {"kids": True}},
    "a kind that there is not": PLAYING | {"options": {"specials": ["joker"]}},
    "a kind twice": PLAYING | {"options": {"specials": ["spy", "spy", "guardian", "castle"]}},
    "god 1": PLAYING | {"options": {"god": 1}},
    "a card that is not in the game": PLAYING | {"options": {"specials": ["spy", "castle"]}},
    "a Bonus that is not in the game": state("1.1", "2.1", options={"specials": []}, A={"bonus": 1}),
    "a Chest that is not in the game": state(
        "1.1", "", options={"specials": []}, B={"chest": ["7.1", "7.2", "7.3", "7.4"]}
    ),
    "a Bonus in hand": state("1.1", "bonus"),
    "a Bonus in the discard pile": state("1.1", "2.1", discard="bonus"),
    "Death in the discard pile": state("1.1", "2.1", discard="death"),
    "a numbered card twice": state("1.1", "1.1"),
    "seven Castles": state("castle castle castle castle", "castle castle castle"),
    "two Chests": state("chest", "", B={"chest": ["7.1", "7.2", "7.3", "7.4"]}),
    "a champion that is in hand too": battle("champion", champions={"B": "9.1"}),
    "no army under the Chest": state("1.1", "", B={"chest": ["7.1", "7.2", "7.3", "8.4"]}),
    "an empty Chest": state("1.1", "", B={"chest": []}),
    "seven under the Chest": state("1.1", "", B={"chest": ["7.1", "7.2", "7.3", "7.4", "7.5", "7.6", "wild"]}),
    "half a deck before a deal": state("", "", phase="deal", active=None, deck="1.1 1.2"),
    "discarded cards before a deal": state("", "", phase="deal", active=None, discard="1.1"),
    "battle in a turn": PLAYING | {"battle": RIGHT["stand"]["battle"]},
    "no battle": battle("stand", ["B"]) | {"battle": None},
    "theft in a turn": PLAYING | {"theft": {"victim": "B", "name": "7"}},
    "no theft": theft() | {"theft": None},
    "spies without Spies": battle("spy", ["C"], "9.1", "8.1", "8.2") | {"options": {"specials": []}},
    "guardians without Guardians": battle(
        "guardian", None, "9.1", "8.1", "8.2", pile={}, champions={"A": "9.2"}, winner="A"
    )
    | {"options": {"specials": ["spy"]}},
    "a Bonus stolen without Castles": RIGHT["a theft of a Bonus"] | {"options": {"specials": ["thief", "bonus"]}},
    "a theft without Thieves": theft() | {"options": {"specials": ["castle"]}},
    "queue of another seat": PLAYING | {"queue": ["B"]},
    "queue empty": PLAYING | {"queue": []},
    "queue null": PLAYING | {"queue": None},
    "queue at the end": RIGHT["the end"] | {"queue": ["A"]},
    "stand without a queue": battle("stand"),
    "stand with an empty queue": battle("stand", []),
    "stand asks the initiator": battle("stand", ["A"]),
    "stand asks an outsider": battle("stand", ["C"]),
    "stand asks who has surrendered": battle("stand", ["B"], surrendered=["B"]),
    "stand asks twice": battle("stand", ["B", "B"]),
    "stand asks the wrong way round": battle("stand", ["C", "B"], pile=PILE | {"C": ["7.6"]}),
    "spy asks a defender": battle("spy", ["B"]),
    "spy asks a joiner": battle("spy", ["C"], joined=["C"]),
    "champion asks who has set one": battle("champion", ["A", "B"], champions={"A": "10.1"}),
    "champion asks the wrong way round": battle("champion", ["B", "A"]),
    "no number": battle("stand", ["B"]) | {"battle": {"by": "card", "pile": PILE}},
    "no by": battle("stand", ["B"]) | {"battle": {"number": 7, "pile": PILE}},
    "unknown key of a battle": battle("stand", ["B"], x=1),
    "number 11": battle("stand", ["B"], number=11),
    "by Thief": battle("stand", ["B"], by="thief"),
    "another number in the pile": battle("stand", ["B"], pile={"A": ["7.4"], "B": ["6.2"]}),
    "a Wild in the pile": battle("stand", ["B"], pile={"A": ["7.4"], "B": ["wild"]}),
    "two cards of the initiator": battle("stand", ["B"], pile={"A": ["7.4", "7.5"], "B": ["7.2"]}),
    "no card of the initiator": battle("stand", ["B"], pile={"B": ["7.2"]}),
    "a card and a Spy": battle("stand", ["B"], by="spy"),
    "no defender": battle("stand", ["B"], pile={"A": ["7.4"]}),
    "a pile of nobody": battle("stand", ["B"], pile=PILE | {"D": ["7.5"]}),
    "surrendered twice": battle("spy", ["C"], surrendered=["B", "B"]),
    "the initiator surrendered": battle("spy", ["C"], surrendered=["A"]),
    "surrendered and joined": battle("champion", surrendered=["B"], joined=["B"]),
    "an outsider surrendered": battle("spy", ["C"], surrendered=["C"]),
    "a defender joined": battle("champion", joined=["B"]),
    "joined too early": battle("stand", ["B"], joined=["C"]),
    "champions in stand": battle("stand", ["B"], champions={"A": "10.1"}),
    "champions in spy": battle("spy", ["C"], champions={"A": "10.1"}),
    "one fighter": battle("champion", surrendered=["B"]),
    "a champion of an outsider": battle("champion", champions={"C": "10.1"}),
    "a champion of who surrendered": battle("champion", surrendered=["B"], joined=["C"], champions={"B": "10.1"}),
    "a Spy as champion": battle("champion", champions={"B": "spy"}),
    "a joiner's Castle": battle("champion", joined=["C"], champions={"C": "castle"}),
    "a champion null": battle("champion", champions={"B": None}),
    "all champions set": battle("champion", champions={"A": "10.1", "B": "10.2"}),
    "no card for a champion": battle("champion", None, "guardian castle", "8.1", "8.2"),
    "a winner before the reveal": battle("champion", winner="A"),
    "a pile after the reveal": battle("guardian", champions={"A": "10.1"}, winner="A"),
    "nobody to ask": battle("guardian", pile={}, champions={}, winner="A"),
    "a Castle saved": battle("guardian", pile={}, champions={"B": "castle"}, winner="A"),
    "Death saved": battle("guardian", pile={}, champions={"B": "death"}, winner="A", god=True),
    "saved after surrender": battle("guardian", pile={}, surrendered=["B"], champions={"B": "10.1"}, winner="A"),
    "nobody has won": battle("guardian", pile={}, champions={"A": "10.1"}),
    "a winner who surrendered": battle("guardian", pile={}, surrendered=["B"], champions={"A": "10.1"}, winner="B"),
    "one's own victim": theft(victim="A"),
    "no such victim": theft(victim="C"),
    "a theft of what is not there": theft(name="7"),
    "a theft of no Bonus": theft(name="bonus"),
    "a theft of a strength": theft(name="6.1"),
    "a number as a number": theft(name=6),
    "a theft without a name": state("9.1", "6.1", phase="theft", theft={"victim": "B"}),
}


@pytest.mark.parametrize("name", WRONG)
def test_states_that_cannot_be(name: str) -> None:
    for command in ("resolve", "legal", "view"):
        with pytest.raises(EngineError) as wrong:
            answer(command, {"state": WRONG[name], "actions": ["nonsense"]})
        assert (wrong.value.code, wrong.value.at) == ("bad-state", None)
        assert wrong.value.message.startswith("/")


JUNK = st.sampled_from(
    [None, True, 0, -1, 7, 10**30, 1.5, "", "A", "Z", "wild", "7.1", "turn", [], {}, ["A"], [[]], {"A": 1}]
)


@given(POSITIONS, JUNK, st.data())
def test_junk_in_any_place(position: ArmiesPosition, junk: Any, data: st.DataObject) -> None:
    written = copy.deepcopy(write_state(position))
    place: Any = written
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = junk
    try:
        reply = answer("resolve", {"state": written})
    except EngineError as wrong:
        assert wrong.code == "bad-state"
    else:
        json.dumps(reply)
        assert read_state(reply["state"]).key() == read_state(written).key()
