"""The commands ``solve`` and ``compose``: pages "win this turn", proved and made."""

from __future__ import annotations

import argparse
from typing import Any, Final

from engine.kernel.budget import Budget
from engine.kernel.errors import EngineError
from engine.kernel.options import whole
from engine.schools.composing import attempt
from engine.schools.rules.shuffling import SEED
from engine.schools.rules.state import SchoolsState
from engine.schools.solving import prove, why_no_puzzle

MAX_NODES: Final = 1_000_000


def add_solve_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--nodes", type=whole(1, MAX_NODES), default=200_000, metavar="N", help="states (200000)")


def add_options(command: argparse.ArgumentParser) -> None:
    """The options of ``compose``."""
    command.add_argument("--seed", default="0", metavar="S", help="attempt N is settled by this and N (default 0)")
    command.add_argument("--first", type=whole(0), default=0, metavar="N", help="the first attempt (default 0)")
    command.add_argument("--attempts", type=whole(1), default=1, metavar="N", help="how many (default 1)")


def solve(state: SchoolsState, nodes: int) -> dict[str, Any]:
    """The proof of a state. Raises ``EngineError`` (``bad-state``) where nobody can win in this turn by acting."""
    wrong = why_no_puzzle(state)
    if wrong:
        raise EngineError("bad-state", f"/state/phase: {wrong}", "/state/phase")
    return prove(state, Budget(nodes)).to_json()


def compose(options: argparse.Namespace) -> dict[str, Any]:
    """The pages of some attempts. Raises ``EngineError`` (``bad-request``)."""
    last = options.first + options.attempts - 1
    if not SEED.fullmatch(f"{options.seed}-{last}"):
        raise EngineError("bad-request", "with a dash and a number behind it this is no seed", "--seed")
    numbers = range(options.first, last + 1)
    return {"pages": [page.to_json() for number in numbers for page in attempt(options.seed, number)]}
