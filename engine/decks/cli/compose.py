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

from engine.decks.cli.bench import pool
from engine.decks.cli.play import cards_of
from engine.decks.composing import GOALS, Wishes, attempt
from engine.decks.composing.wishes import DECK, HARDEST
from engine.decks.formats.interchange import Catalogue
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, FLAG_OF_SLUG, SEASON_2
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import MODES
from engine.decks.rules.version import RULES_VERSION
from engine.kernel.chance import SEED_BITS
from engine.kernel.errors import EngineError
from engine.kernel.options import whole

CHUNK: Final = 8  # attempts that a process does at a time
PROGRESS_EVERY: Final = 100
MAX_PROCESSES: Final = 256
MAX_TURNS: Final = 20
MAX_DECK_SIZE: Final = 30  # four hands of them are the 120 cards that a position may have

Face = tuple[str, bool, int, int, int, tuple[str, ...], str | None]  # what a Card is made of


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("output", metavar="FILE", help="JSON lines; the search goes on where the file ends")
    command.add_argument(
        "--count", type=whole(1), default=10, metavar="N", help="until the file has N puzzles (default 10)"
    )
    command.add_argument("--attempts", type=whole(0), metavar="N", help="at most this many attempts in all")
    command.add_argument("--seed", type=whole(0, (1 << SEED_BITS) - 1), default=1, metavar="S")
    command.add_argument("--processes", type=whole(1, MAX_PROCESSES), metavar="N", help="default: one a core")
    command.add_argument("--mode", choices=MODES, default="duel", help="default duel")
    command.add_argument("--goal", action="append", choices=GOALS, help="may be repeated; default: any of them")
    command.add_argument("--edition", choices=ABILITIES_OF_EDITION, default=SEASON_2, help=f"default {SEASON_2}")
    command.add_argument(
        "--ability", action="append", default=[], choices=FLAG_OF_SLUG, metavar="SLUG", help="one that it needs"
    )
    command.add_argument(
        "--plays", type=whole(0), default=2, metavar="N", help="plays of the solution at least (default 2)"
    )
    command.add_argument(
        "--level", type=_levels, default=(1, HARDEST), metavar="1-5", help="at least 3: 3; just 3: 3-3"
    )
    command.add_argument("--turns", type=whole(1, MAX_TURNS), default=1, metavar="N")
    command.add_argument(
        "--deck", type=whole(2, MAX_DECK_SIZE), default=DECK, metavar="N", help=f"cards of a player (default {DECK})"
    )
    command.add_argument("--nodes", type=whole(1), default=20_000, metavar="N", help="what one proof may cost")
    command.add_argument("--edits", type=whole(0), default=Wishes().edits, metavar="N", help="what a draft is worth")
    command.add_argument("--untidy", action="store_true", help="leave what plays no part")
    command.add_argument("--distinct", action="store_true", help="no two of the same likeness in the file")


def _levels(text: str) -> tuple[int, int]:
    least, _, highest = text.partition("-")
    of_levels = whole(1, HARDEST)
    levels = of_levels(least), of_levels(highest) if highest else HARDEST
    if levels[0] > levels[1]:
        raise argparse.ArgumentTypeError(f"the easiest level first, not {text!r}")
    return levels


def answer(options: argparse.Namespace, catalogue: Catalogue, progress: TextIO | None = None) -> dict[str, Any]:
    """Composes until there is enough; answers a summary. Raises ``EngineError``."""
    wishes = Wishes(
        goals=tuple(options.goal or GOALS),
        abilities=tuple(options.ability),
        plays=options.plays,
        level=options.level[0],
        most_level=options.level[1],
        turns=options.turns,
        nodes=options.nodes,
        mode=options.mode,
        edition=options.edition,
        deck=options.deck,
        edits=options.edits,
        tidy=not options.untidy,
    )
    for slug in options.ability:
        if not FLAG_OF_SLUG[slug] & ABILITIES_OF_EDITION[options.edition]:
            raise EngineError("bad-position", f"'{slug}' is no ability of {options.edition}", "--ability")
    rng = random.Random(options.seed)
    cards = list(cards_of(catalogue, options.edition)) if catalogue else pool(rng, options.edition)
    path = Path(options.output)
    try:
        return _compose(options, wishes, cards, path, progress or sys.stderr)
    except OSError as wrong:
        raise EngineError("bad-json", f"{path} cannot be read and written: {wrong}", "FILE") from wrong


def _compose(
    options: argparse.Namespace, wishes: Wishes, cards: Sequence[Card], path: Path, progress: TextIO
) -> dict[str, Any]:
    """Goes on with a file until there is enough in it; answers the summary."""
    begun = Begun(path)
    puzzle_count, alike = len(begun.likenesses), 0
    known = set(begun.likenesses)
    tried = begun.next
    numbers = range(tried, options.attempts) if options.attempts is not None else count(tried)
    with path.open("a", encoding="utf-8") as file:
        for number, puzzle in _attempts(options, cards, wishes, numbers if puzzle_count < options.count else ()):
            tried = number + 1
            if puzzle is not None and options.distinct and puzzle["likeness"] in known:
                puzzle, alike = None, alike + 1
            if puzzle is not None:
                puzzle_count += 1
                known.add(puzzle["likeness"])
                file.write(json.dumps(puzzle, ensure_ascii=False) + "\n")
                file.flush()
            if puzzle is not None or tried % PROGRESS_EVERY == 0:
                print(f"{tried} attempts, {puzzle_count} puzzles", file=progress)
            if puzzle_count >= options.count:
                break
    return {
        "puzzles": puzzle_count,
        "alike": alike,
        "attempts": tried,
        "file": str(path),
        "rules_version": RULES_VERSION,
    }


def _attempts(
    options: argparse.Namespace, cards: Sequence[Card], wishes: Wishes, numbers: Any
) -> Iterator[tuple[int, dict[str, Any] | None]]:
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


class Begun:
    """A file's state: the number of the ``next`` attempt, and the ``likenesses`` of the puzzles in it.

    Raises ``EngineError`` (``bad-json``) for a file that ``compose`` has not written.
    """

    def __init__(self, path: Path) -> None:
        self.next = 0
        self.likenesses: list[str] = []
        try:
            lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
            for line in lines:
                if line.strip():
                    puzzle = json.loads(line)
                    self.next = max(self.next, int(puzzle["attempt"]) + 1)
                    self.likenesses.append(str(puzzle["likeness"]))
        except (ValueError, KeyError, TypeError) as wrong:
            raise EngineError("bad-json", f"{path} is not a file of puzzles: {wrong}") from None
