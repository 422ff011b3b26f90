"""Faults of positions: every fault has its name and its place, and all of them are named at once."""

from __future__ import annotations

from typing import Any

import pytest

from engine.decks.formats.interchange import faults_of, read_position, write_position
from engine.kernel.errors import FAULTS, BadPosition
from tests.engine.decks.helpers import read
from tests.engine.decks.test_errors import AT_Y, BOARD, OVER, target


def changed(text: str, **changes: Any) -> dict[str, Any]:
    """A sound position with other values at some places: ``players__A__hand=...``; ``...`` takes the key away."""
    data = write_position(read(text))
    for path, value in changes.items():
        *keys, last = path.split("__")
        part: Any = data
        for key in keys:
            part = part[int(key) if key.isdigit() else key]
        key = int(last) if last.isdigit() else last
        if value is ...:
            del part[key]
        else:
            part[key] = value
    return data


BEAST = {"name": "Ox", "type": "creature", "cost": 1, "av": 1, "hp": 2, "abilities": []}
SPELL = {"name": "Zap", "type": "incantation", "cost": 1, "av": 1, "abilities": []}
TICK = {**BEAST, "abilities": ["symbiote"]}
U0 = "players__A__upper__0"
HAND = "players__A__hand"
CHAMPION = "players__A__champion"
FAULTY: list[tuple[str, str, dict[str, Any]]] = [
    ("wrong-type", "/players", {"players": []}),
    ("wrong-type", "/exhaustion", {"exhaustion": "no"}),
    ("wrong-type", "/exhaustion", {"exhaustion": 1}),
    ("wrong-type", "/mana", {"mana": True}),
    ("wrong-type", "/mana", {"mana": 3.0}),
    ("wrong-type", "/players/A/hand", {HAND: "bastion"}),
    ("wrong-type", "/players/A/hand/0", {f"{HAND}__0": 7}),
    ("wrong-type", "/players/A/upper", {"players__A__upper": {}}),
    ("wrong-type", "/players/A/upper/0", {U0: "base/imp"}),
    ("wrong-type", "/players/A/upper/0/card", {f"{U0}__card": []}),
    ("wrong-type", "/players/A/upper/0/struck", {f"{U0}__struck": 1}),
    ("wrong-type", "/players/A/upper/0/champion", {f"{U0}__champion": "host"}),
    ("wrong-type", "/players/A/upper/0/card/hp", {f"{U0}__card__hp": None}),
    ("wrong-type", "/players/A/upper/0/card/abilities", {f"{U0}__card__abilities": "rage"}),
    ("missing-key", "", {"active": ...}),
    ("missing-key", "", {"phase": ...}),
    ("missing-key", "", {"players": ...}),
    ("missing-key", "/players", {"players__B": ...}),
    ("missing-key", "/players/A", {HAND: ...}),
    ("missing-key", "/players/A/upper/0", {f"{U0}__card": ...}),
    *(
        ("missing-key", "/players/A/upper/0/card", {f"{U0}__card__{key}": ...})
        for key in ("name", "type", "cost", "av", "hp")
    ),
    ("missing-key", "/players/A/champion", {f"{CHAMPION}__state": ...}),
    ("missing-key", "/players/A/champion", {f"{CHAMPION}__card": ...}),
    ("unknown-key", "/colour", {"colour": 1}),
    ("unknown-key", "/players/C", {"players__C": {}}),
    ("unknown-key", "/players/A/deck", {"players__A__deck": []}),
    ("unknown-key", "/players/A/upper/0/marks", {f"{U0}__marks": []}),
    ("unknown-key", "/players/A/upper/0/card/text", {f"{U0}__card__text": ""}),
    ("unknown-key", "/players/A/hand/2/hp", {f"{HAND}__2": {**SPELL, "hp": 1}}),
    ("unknown-value", "/format", {"format": "clash-position/2"}),
    ("unknown-value", "/edition", {"edition": "season-3"}),
    ("unknown-value", "/mode", {"mode": "chess"}),
    ("unknown-value", "/phase", {"phase": "assault"}),
    ("unknown-value", "/phase", {"phase": None}),
    ("unknown-value", "/players/A/champion/state", {f"{CHAMPION}__state": "tired"}),
    ("unknown-value", "/players/A/upper/0/card/type", {f"{U0}__card__type": "stronghold"}),
    ("unknown-seat", "/active", {"active": "C"}),
    ("unknown-seat", "/active", {"active": None}),
    ("unknown-seat", "/first", {"first": "AB"}),
    ("unknown-seat", "/first", {"first": ""}),
    ("out-of-range", "/mana", {"mana": -1}),
    ("out-of-range", "/players/A/turn", {"players__A__turn": -1}),
    ("out-of-range", "/players/A/upper/0/damage", {f"{U0}__damage": -1}),
    ("out-of-range", "/players/A/upper/0/sprint", {f"{U0}__sprint": -1}),
    *(("out-of-range", f"/players/A/upper/0/card/{key}", {f"{U0}__card__{key}": 100}) for key in ("cost", "av", "hp")),
    *(("out-of-range", f"/players/A/upper/0/card/{key}", {f"{U0}__card__{key}": -1}) for key in ("cost", "av")),
    ("out-of-range", "/players/A/upper/0/card/hp", {f"{U0}__card__hp": 0}),
    ("unknown-ability", "/players/A/upper/0/card/abilities/0", {f"{U0}__card__abilities": ["flying"]}),
    ("unknown-ability", "/players/A/upper/0/card/abilities/1", {f"{U0}__card__abilities": ["rage", "aura"]}),
    ("unknown-ability", "/players/A/upper/0/card/abilities/0", {f"{U0}__card__abilities": ["aura:aura:rage"]}),
    ("unknown-ability", "/players/A/upper/0/card/abilities/0", {f"{U0}__card__abilities": [["rage"]]}),
    ("unknown-ability", "/players/A/upper/0/card/abilities/0", {f"{U0}__card__abilities": ["Rage"]}),
    ("ability-of-other-edition", "/players/A/upper/0/card/abilities/0", {f"{U0}__card__abilities": ["wrecker"]}),
    ("ability-of-other-edition", "/players/A/upper/0/card/abilities/0", {f"{U0}__card__abilities": ["aura:aim"]}),
    ("unknown-card", "/players/A/hand/0", {f"{HAND}__0": "base/unheard-of"}),
    ("bad-name", "/players/A/upper/0/card/name", {f"{U0}__card__name": "x" * 61}),
    ("bad-name", "/players/A/upper/0/card/name", {f"{U0}__card__name": 5}),
    ("bad-name", "/players/A/upper/0/card/name", {f"{U0}__card__name": "\ud800"}),
    ("no-stronghold", "/players/A/hand", {HAND: [BEAST]}),
    ("no-stronghold", "/players/A/hand", {HAND: []}),
    ("two-strongholds", "/players/A/hand", {HAND: ["bastion", BEAST, "fort", BEAST]}),
    ("stronghold-fallen", "/players/A/hand/1", {HAND: [BEAST, "bastion"]}),
    ("stronghold-fallen", "/players/A/hand/0", {HAND: ["fort"]}),
    ("not-a-creature", "/players/A/upper/0/card", {f"{U0}__card": SPELL}),
    ("not-a-creature", "/players/A/champion/card", {f"{CHAMPION}__card": SPELL}),
    ("not-a-symbiote", "/players/A/upper/0/symbiote", {f"{U0}__symbiote": BEAST}),
    ("host-is-symbiote", "/players/A/upper/1/card", {"players__A__upper__1__symbiote": TICK}),
    ("mark-not-allowed", "/players/A/hand/0/sharpened", {f"{HAND}__0": {**BEAST, "sharpened": True}}),
    ("mark-not-allowed", "/players/A/upper/0/enchained/sharpened", {f"{U0}__enchained": {**SPELL, "sharpened": True}}),
    ("damage-too-high", "/players/A/upper/0/damage", {f"{U0}__damage": 2}),
    ("champion-not-in-play", "/players/A/upper/0", {f"{U0}__champion": True}),
    ("champion-not-on-board", "/players/A/champion/state", {f"{CHAMPION}__state": "in-play"}),
    ("champion-not-on-top", "/players/A/upper/0/champion", {f"{U0}__champion": "symbiote"}),
    ("champion-differs", "/players/A/upper/0", {f"{U0}__champion": True, f"{CHAMPION}__state": "in-play"}),
    (
        "two-champions",
        "/players/A/upper/1",
        {f"{U0}__champion": True, "players__A__upper__1__champion": True, f"{CHAMPION}__state": "in-play"},
    ),
    ("too-many-cards", "/players", {"players__B__hand": ["bastion", *[BEAST] * 120]}),
    ("result-without-over", "/result", {"result": {"winners": ["A"], "reason": "fort-destroyed"}}),
    ("missing-key", "/result", {"result": {"winners": ["A"]}}),
    ("unknown-seat", "/result/winners/0", {"phase": "over", "result": {"winners": ["D"], "reason": "fort-destroyed"}}),
    ("unknown-value", "/result/reason", {"phase": "over", "result": {"winners": ["A"], "reason": "bored"}}),
    ("unknown-value", "/objective/goal", {"objective": {"player": "A", "goal": "draw", "turns": 1}}),
    ("unknown-seat", "/objective/player", {"objective": {"player": "C", "goal": "win", "turns": 1}}),
    ("out-of-range", "/objective/turns", {"objective": {"player": "A", "goal": "win", "turns": 0}}),
    ("out-of-range", "/objective/goal/damage", {"objective": {"player": "A", "goal": {"damage": 0}, "turns": 1}}),
    ("missing-key", "/objective", {"objective": {"player": "A", "goal": "win"}}),
    (
        "unknown-value",
        "/objective/goal/destroy/line",
        {"objective": {"player": "A", "goal": {"destroy": target("B", "left", 0)}, "turns": 1}},
    ),
    (
        "unknown-key",
        "/objective/goal/destroy",
        {"objective": {"player": "A", "goal": {"destroy": AT_Y, "damage": 1}, "turns": 1}},
    ),
]


@pytest.mark.parametrize(("name", "at", "changes"), FAULTY)
def test_fault(name: str, at: str, changes: dict[str, Any]) -> None:
    faults = faults_of(changed(BOARD, **changes))
    assert (name, at) in [(fault.name, fault.at) for fault in faults]
    with pytest.raises(BadPosition) as refused:
        read_position(changed(BOARD, **changes))
    written = refused.value.to_json()
    assert written["code"] == "bad-position" and written["at"] == faults[0].at
    assert [fault["name"] for fault in written["faults"]] == [fault.name for fault in faults]
    assert faults[0].message in written["message"] and ("and" in written["message"]) >= (len(faults) > 1)


AI = {"fixed_mana": 6, "variable_mana": 1, "resistance": False, "abilities": []}
SOLO = "cod1 solo A summoning m3 | A [B x x] | B t2 ai [6+1] bastion pile [x(c1 1/1)] upper y(c1 1/1)"
FAULTY_AI: list[tuple[str, str, dict[str, Any]]] = [
    ("pile-empty", "/players/B/pile", {"players__B__pile": []}),
    ("pile-empty", "/players/B/pile", {"players__B__pile": ...}),
    ("ai-phase", "/phase", {"active": "B"}),
    ("ai-phase", "/phase", {"active": "B", "phase": "end"}),
    ("missing-key", "/players/B", {"players__B__ai": ...}),
    ("unknown-key", "/players/B/hand", {"players__B__hand": ["bastion", BEAST]}),
    ("unknown-key", "/players/A/ai", {"players__A__ai": AI}),
    ("unknown-key", "/players/A/pile", {"players__A__pile": []}),
    ("unknown-value", "/players/B/side", {"players__B__side": "B"}),
    ("unknown-card", "/players/B/pile/0", {"players__B__pile": ["bastion"]}),
    ("wrong-type", "/players/B/discard", {"players__B__discard": {}}),
    ("wrong-type", "/players/B/ai/fixed_mana", {"players__B__ai": {**AI, "fixed_mana": "6"}}),
    ("out-of-range", "/players/B/ai/variable_mana", {"players__B__ai": {**AI, "variable_mana": -1}}),
    ("wrong-type", "/players/B/ai/resistance", {"players__B__ai": {**AI, "resistance": 1}}),
    ("unknown-ability", "/players/B/ai/abilities/0", {"players__B__ai": {**AI, "abilities": ["flying"]}}),
    ("ability-of-other-edition", "/players/B/ai/abilities/0", {"players__B__ai": {**AI, "abilities": ["aim"]}}),
    ("unknown-key", "/players/B/ai/level", {"players__B__ai": {**AI, "level": 3}}),
    ("mark-not-allowed", "/players/B/pile/0/sharpened", {"players__B__pile": [{**SPELL, "sharpened": True}]}),
]


@pytest.mark.parametrize(("name", "at", "changes"), FAULTY_AI)
def test_fault_of_an_ai(name: str, at: str, changes: dict[str, Any]) -> None:
    assert (name, at) in [(fault.name, fault.at) for fault in faults_of(changed(SOLO, **changes))]
    with pytest.raises(BadPosition):
        read_position(changed(SOLO, **changes))


@pytest.mark.parametrize("state", ["ready", "exhausted", "in-play"])
def test_an_ai_has_no_champion(state: str) -> None:
    data = changed(SOLO, players__B__champion={"card": BEAST, "state": state})
    data["players"]["B"]["upper"] = [{"card": BEAST, "champion": True}] if state == "in-play" else []
    with pytest.raises(BadPosition):
        read_position(data)
    with pytest.raises(BadPosition):
        read_position(changed(SOLO, players__B__upper=[{"card": BEAST, "champion": True}]))


def test_all_faults_are_named_at_once() -> None:
    data = changed(BOARD, mana=-1, active="E", players__A__hand=[], players__A__upper__0__card__hp=0)
    assert [fault.name for fault in faults_of(data)] == [
        "unknown-seat",
        "out-of-range",
        "no-stronghold",
        "out-of-range",
    ]


def test_every_kind_of_fault_has_its_case() -> None:
    # The two "bad-" ones name other things than positions, and an objective's faults are named where they are.
    assert set(FAULTS) - {"bad-action", "bad-request", "bad-objective"} <= {name for name, _, _ in FAULTY + FAULTY_AI}


@pytest.mark.parametrize("data", [None, 1, 1.5, "x", True, [], [[]], {}, {"players": {}}])
def test_no_position_at_all(data: Any) -> None:
    with pytest.raises(BadPosition):
        read_position(data)


def test_a_catalogues_cards_are_checked_like_others() -> None:
    for card in (None, 5, {}, {**BEAST, "hp": 0}, {**BEAST, "abilities": ["wrecker"]}, {**SPELL, "sharpened": True}):
        with pytest.raises(BadPosition):
            read_position(changed(BOARD, **{f"{HAND}__0": "base/odd"}), {"base/odd": card})


def test_a_finished_game_may_show_a_fallen_stronghold() -> None:
    assert faults_of(changed(OVER)) == []
