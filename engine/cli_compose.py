"""The command ``compose``: puzzles with one solution, found on all cores, kept in a file that can be gone on with."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final, TextIO

from engine.cards import Card
from engine.cli_bench import pool
from engine.cli_play import cards_of
from engine.composing import GOALS, Wishes, attempt
from engine.errors import EngineError
from engine.interchange import Catalogue
from engine.version import RULES_VERSION

CHUNK: Final = 8  # attempts that a process does at a time
PROGRESS_EVERY: Final = 100

Face = tuple[str, bool, int, int, int, tuple[str, ...], str | None]  # what a Card is made of


def add_options(command: argparse.ArgumentParser) -> None:
    """The options of ``compose``."""
    command.add_argument("output", metavar="FILE", help="JSON lines; the search goes on where the file ends")
    command.add_argument("--count", type=int, default=10, metavar="N", help="until the file has N puzzles (default 10)")
    command.add_argument("--attempts", type=int, metavar="N", help="at most this many attempts in all")
    command.add_argument("--seed", type=int, default=1, metavar="S")
    command.add_argument("--processes", type=int, metavar="N", help="default: one a core")
    command.add_argument("--goal", action="append", choices=GOALS, help="may be repeated; default: any of them")
    command.add_argument("--ability", action="append", default=[], metavar="SLUG", help="one that the solution needs")
    command.add_argument("--plays", type=int, default=2, metavar="N", help="plays of the solution at least (default 2)")
    command.add_argument("--level", type=int, default=1, metavar="1-5", help="difficulty at least")
    command.add_argument("--turns", type=int, default=1, metavar="N")
    command.add_argument("--nodes", type=int, default=20_000, metavar="N", help="what one proof may cost")


def answer(options: argparse.Namespace, catalogue: Catalogue, progress: TextIO | None = None) -> dict[str, Any]:
    """Composes until there is enough; answers a summary. Raises ``EngineError``."""
    wishes = Wishes(
        tuple(options.goal or GOALS),
        tuple(options.ability),
        options.plays,
        options.level,
        options.turns,
        options.nodes,
    )
    cards = list(cards_of(catalogue)) if catalogue else pool(random.Random(options.seed))
    path = Path(options.output)
    begin, found = begun(path)
    numbers = range(begin, options.attempts) if options.attempts is not None else count(begin)
    tried = begin
    with path.open("a", encoding="utf-8") as file:
        for number, puzzle in _attempts(options, cards, wishes, numbers if found < options.count else ()):
            tried = number + 1
            if puzzle is not None:
                found += 1
                file.write(json.dumps(puzzle, ensure_ascii=False) + "\n")
                file.flush()
            if puzzle is not None or tried % PROGRESS_EVERY == 0:
                print(f"{tried} attempts, {found} puzzles", file=progress or sys.stderr)
            if found >= options.count:
                break
    return {"puzzles": found, "attempts": tried, "file": str(path), "rules_version": RULES_VERSION}


def _attempts(
    options: argparse.Namespace, cards: Sequence[Card], wishes: Wishes, numbers: Any
) -> Iterator[tuple[int, dict[str, Any] | None]]:
    """The attempts in order, whoever makes them."""
    if options.processes == 1 or numbers == ():
        for number in numbers:
            yield number, attempt(options.seed, number, cards, wishes)
        return
    faces = [(c.name, c.is_creature, c.cost, c.av, c.hp, c.slugs, c.reference) for c in cards]  # a Card does not travel
    work = partial(_work, options.seed, faces, wishes)
    with multiprocessing.Pool(options.processes) as workers:
        first = iter(numbers)
        while batch := [number for number, _ in zip(first, range(CHUNK * 16), strict=False)]:
            yield from workers.imap(work, batch, CHUNK)


def _work(seed: int, faces: list[Face], wishes: Wishes, number: int) -> tuple[int, dict[str, Any] | None]:
    return number, attempt(seed, number, [Card(*face) for face in faces], wishes)


def begun(path: Path) -> tuple[int, int]:
    """The number of the next attempt after those that a file tells of, and how many puzzles it holds.

    Raises ``EngineError`` (``bad-json``) for a file that ``compose`` has not written.
    """
    if not path.exists():
        return 0, 0
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    try:
        return max((json.loads(line)["attempt"] for line in lines), default=-1) + 1, len(lines)
    except (ValueError, KeyError, TypeError) as wrong:
        raise EngineError("bad-json", f"{path} is not a file of puzzles: {wrong}") from None
