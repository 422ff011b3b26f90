"""What the tests of Clash of Magic Schools share."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.schools.formats.state_reading import read_state
from engine.schools.game.game import SchoolsGame
from engine.schools.rules.choices import legal_actions
from engine.schools.rules.components import ELEMENTS, SEATS
from engine.schools.rules.state import SchoolsState
from tests.engine.processes import engine as run_engine

ROOT = Path(__file__).resolve().parents[3]
CONTRACT = ROOT / "tests" / "contract"
CASES: list[dict[str, Any]] = json.loads((CONTRACT / "magic_schools_cases.json").read_text(encoding="utf-8"))
COUNTS: list[dict[str, Any]] = json.loads((CONTRACT / "magic_schools_perft.json").read_text(encoding="utf-8"))


def state_of(turn: int = 3, dragombre: Any = None, blancgriffon: Any = None, **parts: Any) -> dict[str, Any]:
    """A state as JSON: what is not given is nothing, of Trials there are some left."""
    seats = {"dragombre": dragombre or {}, "blancgriffon": blancgriffon or {}}
    return {"format": "magic-schools/1", "turn": turn, "trials": [6, 5, 4, 3, 2, 1], "seats": seats, **parts}


def game_of(*arguments: Any, **parts: Any) -> SchoolsGame:
    """A game that begins in a state, see ``state_of``."""
    return SchoolsGame(state=read_state(state_of(*arguments, **parts)))


def random_game(seed: str, limit: int = 10_000) -> SchoolsGame:
    """A game of random actions, fond of Trials and spells; the end of a turn is mostly left for later."""
    return list(walk(seed, limit))[-1]


def walk(seed: str, limit: int = 10_000) -> Iterator[SchoolsGame]:
    """The same game, as it stands after each action."""
    rng = random.Random(seed)
    game = SchoolsGame(seed)
    yield game
    while not game.is_over and len(game.actions) < limit:
        actions = legal_actions(game.state)
        if len(actions) > 1 and str(actions[-1]) == "end" and rng.random() < 0.66:
            actions.pop()
        casts = [action for action in actions if action.verb in ("cast", "pass")]
        game.apply(game.to_act()[0], rng.choice(casts if casts and rng.random() < 0.8 else actions))
        yield game


def all_texts(state: SchoolsState) -> Iterator[str]:
    """The text of every action that could ever be listed or stand for a listed one in this state, and of many more."""
    yield "end"
    for element in ELEMENTS:
        yield from (f"move {element}", f"assign {element}")
        yield from (f"summon {element} {other}" for other in ELEMENTS)
    yield from (f"pass {seat}" for seat in SEATS)
    arena = state.own.emblem
    for place in range((0 if arena is None else len(state.own.students[arena])) + 2):
        yield from (f"cast {place} batrax {element}" for element in ELEMENTS)
        yield from (f"cast {place} inundatio {seat}" for seat in SEATS)
        yield from (f"cast {place} {spell}" for spell in ("hypnox", "combustio", "eversio", "maleficio"))


def engine(*arguments: str, stdin: str | bytes = "") -> subprocess.CompletedProcess[bytes]:
    """Runs ``python -m engine --game magic-schools`` in a process of its own."""
    return run_engine("--game", "magic-schools", *arguments, stdin=stdin)
