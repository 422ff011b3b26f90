"""The error codes of actions, and which one comes first."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.decks.cli.main import resolve
from engine.decks.formats.interchange import read_action, write_position
from engine.decks.rules.legality import MESSAGES
from engine.kernel.errors import BadPosition, EngineError
from tests.engine.decks.helpers import read

# A's hand: 0 a Creature, 1 the Bastion, 2 an Incantation, 3 a Symbiote, 4 a dear Creature, 5 beyond the window.
BOARD = """A summoning m3 | A t3 [a(c2 1/1) B i(c1 1) s(c1 1/1 symbiote) d(c4 1/1) e(c1 1/1)]
    upper h(c1 1/2) k(c2 1/1 symbiote) lower n(c1 1/1)+o(c1 1/1 symbiote) champion z(c5 1/1) exhausted
    | B t3 [B x x] upper y(c1 1/5)"""
READY = BOARD.replace("exhausted", "ready").replace("z(c5 1/1)", "z(c2 1/1)")
SYMBIOTE_CHAMPION = READY.replace("z(c2 1/1)", "z(c2 1/1 symbiote)")
NO_CREATURES = "A summoning m3 | A [B i(c1 1) x] | B [B x x]"
OVER = "A over m3 | A t3 [a(c2 1/1) B i(c1 1)] | B [x F] | result A fort-destroyed"
END = BOARD.replace("summoning", "end")
MANA = BOARD.replace("summoning m3", "mana m0")


def host(line: str, position: int) -> dict[str, Any]:
    return {"line": line, "position": position}


def target(player: str, line: str, position: int) -> dict[str, Any]:
    return {"player": player, "line": line, "position": position}


AT_Y = target("B", "upper", 0)
UNAVAILABLE = [
    *({"play": place, "line": "upper"} for place in (1, 5, 6, 7, -1, -2, 10**30, -(10**30))),
    {"play": 1},
    {"play": 1, "onto": host("upper", 0)},
    {"play": 9, "line": "middle"},
]
WRONG: list[tuple[str, str, list[Any]]] = [
    ("game-over", OVER, [{"play": 0, "line": "upper"}, {"do": "mana"}, {"do": "assault"}, {"do": "end-turn"}]),
    ("game-over", OVER, [{"play": 9}, {"play": "champion", "line": "upper"}]),
    ("wrong-phase", END, [{"play": 0, "line": "upper"}, {"do": "mana"}, {"do": "assault"}, {"play": 99}]),
    ("wrong-phase", MANA, [{"play": 0, "line": "upper"}, {"do": "assault"}, {"do": "end-turn"}]),
    ("wrong-phase", BOARD, [{"do": "mana"}]),
    ("not-available", BOARD, UNAVAILABLE),
    ("champion-not-ready", BOARD, [{"play": "champion", "line": "upper"}, {"play": "champion", "line": "nowhere"}]),
    ("champion-not-ready", NO_CREATURES, [{"play": "champion", "line": "upper"}, {"play": "champion"}]),
    ("bad-line", BOARD, [{"play": 0}, {"play": 0, "line": "middle"}, {"play": 4, "line": ""}, {"play": 3}]),
    ("bad-line", BOARD, [{"play": 0, "target": AT_Y}, {"play": 3, "line": "x", "onto": host("upper", 0)}]),
    ("bad-line", READY, [{"play": "champion"}, {"play": "champion", "line": "Upper"}]),
    ("bad-host", BOARD, [{"play": 0, "onto": host("upper", 0)}, {"play": 2, "onto": host("upper", 0)}]),
    ("bad-host", BOARD, [{"play": 3, "onto": host("upper", place)} for place in (1, 2, -1, 10**30)]),
    ("bad-host", BOARD, [{"play": 3, "onto": host("lower", 0)}, {"play": 3, "onto": host("middle", 0)}]),
    ("bad-host", BOARD, [{"play": 3, "line": "upper", "onto": host("upper", 0)}]),
    ("bad-host", BOARD, [{"play": 4, "line": "upper", "onto": host("upper", 0)}]),
    ("bad-host", READY, [{"play": "champion", "onto": host("upper", 0)}]),
    ("needs-target", BOARD, [{"play": 2}, {"play": 2, "line": "upper"}, {"play": 2, "line": "middle"}]),
    ("needs-target", NO_CREATURES, [{"play": 1}]),
    ("needs-target", NO_CREATURES, [{"play": 1, "target": AT_Y}]),  # also when none exists
    ("bad-target", BOARD, [{"play": 2, "target": target("B", "upper", place)} for place in (1, -1, 10**30)]),
    ("bad-target", BOARD, [{"play": 2, "target": target(seat, "upper", 0)} for seat in ("C", "D", "E", "", "AB", "a")]),
    ("bad-target", BOARD, [{"play": 2, "target": target("B", line, 0)} for line in ("lower", "middle", "")]),
    ("bad-target", BOARD, [{"play": 0, "line": "upper", "target": AT_Y}]),
    ("bad-target", BOARD, [{"play": 3, "onto": host("upper", 0), "target": AT_Y}]),
    ("bad-target", BOARD, [{"play": 4, "line": "upper", "target": AT_Y}]),
    ("not-enough-mana", BOARD, [{"play": 4, "line": "upper"}]),
    (
        "not-enough-mana",
        BOARD.replace("m3", "m0"),
        [{"play": 2, "target": AT_Y}, {"play": 3, "onto": host("upper", 0)}],
    ),
    ("not-enough-mana", READY.replace("m3", "m0"), [{"play": "champion", "line": "lower"}]),
]
RIGHT = [
    (BOARD, [{"play": 0, "line": "upper"}, {"play": 3, "onto": host("upper", 0)}, {"play": 3, "line": "lower"}]),
    (BOARD, [{"play": 2, "target": AT_Y}, {"play": 2, "target": target("A", "lower", 0)}, {"do": "end-turn"}]),
    (BOARD, [{"play": 2, "target": AT_Y, "line": "middle"}]),  # an Incantation's line is not looked at
    (SYMBIOTE_CHAMPION, [{"play": "champion", "onto": host("upper", 0)}, {"play": "champion", "line": "lower"}]),
    (END, [{"do": "end-turn"}]),
    (MANA, [{"do": "mana"}]),
]
NOT_ACTIONS: list[Any] = [
    *(None, 1, 1.5, "mana", True, [], {}, {"do": None}, {"do": "pass"}, {"do": "mana", "play": 0}, {"do": []}),
    *(
        {"line": "upper"},
        {"play": True, "line": "upper"},
        {"play": 1.0, "line": "upper"},
        {"play": "x"},
        {"play": None},
    ),
    *({"play": 0, "line": 0}, {"play": 0, "line": None}, {"play": 0, "lines": "upper"}, {"play": {}, "line": "upper"}),
    *(
        {"play": 0, "onto": None},
        {"play": 0, "onto": []},
        {"play": 0, "onto": {}},
        {"play": 0, "onto": {"line": "upper"}},
    ),
    *({"play": 3, "onto": {"line": "upper", "position": flag}} for flag in (True, "0", None, 0.0, [])),
    *({"play": 3, "onto": {"line": line, "position": 0}} for line in (0, None, [])),
    *({"play": 2, "target": part} for part in (None, "B", {}, {"player": "B", "line": "upper"})),
    *({"play": 2, "target": {**AT_Y, key: None}} for key in AT_Y),
    {"play": 2, "target": {**AT_Y, "more": 1}},
]


@pytest.mark.parametrize(("code", "text", "action"), [(code, text, a) for code, text, some in WRONG for a in some])
def test_code(code: str, text: str, action: Any) -> None:
    position = read(text)
    before = position.key()
    with pytest.raises(EngineError) as refused:
        read_action(position, action)
    assert refused.value.code == code
    assert refused.value.message == MESSAGES[code]
    answer = resolve({"position": write_position(position), "actions": [action]}, {})
    assert answer["error"] == {"code": code, "message": MESSAGES[code], "at": 0}
    assert position.key() == before


@pytest.mark.parametrize(("text", "action"), [(text, action) for text, some in RIGHT for action in some])
def test_no_error(text: str, action: Any) -> None:
    position = read(text)
    position.apply(read_action(position, action))


@pytest.mark.parametrize("action", NOT_ACTIONS, ids=json.dumps)
@pytest.mark.parametrize("text", [BOARD, OVER], ids=["before", "over"])
def test_no_action_at_all_comes_before_everything_else(text: str, action: Any) -> None:
    with pytest.raises(BadPosition) as refused:
        read_action(read(text), action)
    assert refused.value.code == "bad-position"


def test_what_came_before_the_wrong_action_stands() -> None:
    actions = [{"play": 0, "line": "lower"}, {"do": "mana"}, {"do": "assault"}]
    answer = resolve({"position": write_position(read(BOARD)), "actions": actions}, {})
    assert (answer["error"]["code"], answer["error"]["at"]) == ("wrong-phase", 1)
    assert answer["position"]["mana"] == 1 and answer["trace"]
    assert len(answer["position"]["players"]["A"]["lower"]) == 2 and answer["result"] is None
