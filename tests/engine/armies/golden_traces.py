"""Golden traces: what happens in chosen moments, event by event with its rulings, frozen in ``golden/traces.jsonl``.

python -m tests.engine.armies.golden_traces            says which traces are other ones now
python -m tests.engine.armies.golden_traces --write    writes all of them down; then read the difference
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from engine.armies.cli.requests import answer
from tests.engine.armies.helpers import Json, state

PATH: Final = Path(__file__).resolve().parent / "golden" / "traces.jsonl"
_EMPTY: Final = state("", "", "", phase="deal", active=None, hand_number=0, turn_number=0, dealer="C")
_FIGHT: Final = ("battle 7.3", "stand", "surrender", "join", "champion 9.6")
_AT_FIGHT: Final = state(
    *("7.3 9.6 guardian", "7.1 7.6 castle death wild", "7.2 5.1", "8.2 8.3 spy wild guardian"), deck="1.1 bonus 1.2"
)
_TWO_ARMIES: Final = "1.1 1.2 1.3 1.4 2.1 2.2 2.3 wild"

# A name, the state, the actions.
SCENES: Final[tuple[tuple[str, Json, tuple[str, ...]], ...]] = (
    ("the first deal", _EMPTY | {"seed": "golden"}, ("deal",)),
    ("a Bonus on the way", state("9.1", "6.1", deck="bonus bonus 5.5"), ("draw",)),
    ("through a reshuffle", state("9.1", "6.1", deck="5.5", discard="1.1 1.2 1.3"), ("draw", "end-turn")),
    ("nobody has it", state("7.3 9.1", "6.1", deck="1.1"), ("battle 7.3",)),
    ("nobody has what a Spy names", state("spy 9.1", "6.1"), ("battle spy 3",)),
    ("all surrender", state("7.3 9.1", "7.1 8.1", "spy 1.1"), ("battle 7.3", "surrender", "pass")),
    ("a joiner wins with a Wild", _AT_FIGHT, (*_FIGHT, "champion castle", "champion wild", "guard")),
    (
        "a Castle and Death",
        state("7.3 death", "7.1 castle"),
        ("battle 7.3", "stand", "champion death", "champion castle"),
    ),
    ("Death changes hands", _AT_FIGHT, (*_FIGHT, "champion death", "champion 8.2", "decline", "guard")),
    (
        "several Wilds",
        state("7.3 9.1", "7.1 wild", "7.2 wild"),
        ("battle 7.3", "stand", "stand", "champion 9.1", "champion wild", "champion wild", "decline"),
    ),
    (
        "God saves a Wild",
        state("7.3 wild guardian", "7.1 9.1", options={"god": True}),
        ("battle 7.3", "stand", "champion wild", "champion 9.1", "guard", "decline"),
    ),
    ("a Bonus stolen", state("thief 9.1", "6.1", B={"bonus": 1}, deck="bonus 1.1"), ("thief bonus B", "allow")),
    ("a Bonus defended", state("thief 9.1", "castle 6.1", B={"bonus": 1}), ("thief bonus B", "castle")),
    ("a card given", state("thief 9.1", "6.1 6.2"), ("thief ask B 6", "give 6.2")),
    ("a Castle kept with a Castle", state("thief 9.1", "castle castle"), ("thief ask B castle", "castle")),
    ("asked in vain", state("thief 9.1", "6.1"), ("thief ask B death",)),
    ("under the Chest", state("chest 7.1 7.2 7.3 wild", "6.1", deck="1.1 1.2"), ("chest 7.1 7.2 7.3 wild",)),
    ("out of the discard pile", state("gravedigger", "6.1", discard="5.5"), ("gravedigger 5.5", "end-turn")),
    ("armies laid down", state(_TWO_ARMIES, "6.1 death", A={"bonus": 1}), ("lay-down",)),
    ("a stalemate", state("9.1", "6.1", idle=1), ("draw", "end-turn")),
    ("the last turn", state("9.1", "6.1", turn_number=100), ("draw", "end-turn")),
    ("the end of the game", state(_TWO_ARMIES, "6.1", A={"score": 400}), ("lay-down",)),
    ("the hundredth hand", state(_TWO_ARMIES, "6.1", hand_number=100), ("lay-down",)),
)


def traces() -> dict[str, list[Json]]:
    """The trace of each scene, by name, as it is now."""
    return {
        name: answer("resolve", {"state": start, "actions": list(actions)})["trace"] for name, start, actions in SCENES
    }


def frozen() -> dict[str, list[Json]]:
    """The traces of the file, by name."""
    lines = PATH.read_text(encoding="utf-8").splitlines() if PATH.exists() else []
    return {entry["name"]: entry["trace"] for entry in map(json.loads, lines)}


def main(arguments: list[str]) -> int:
    """Says what has changed, or writes it down."""
    now, before = traces(), frozen()
    changed = [name for name in {**now, **before} if now.get(name) != before.get(name)]
    print("\n".join(changed))
    if arguments == ["--write"]:
        lines = [json.dumps({"name": name, "trace": trace}, ensure_ascii=False) for name, trace in now.items()]
        PATH.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return 0
    return int(bool(changed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
