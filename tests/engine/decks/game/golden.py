"""Golden records: games of every mode and format, frozen with the version of the rules that they were played under.

    python -m tests.engine.decks.game.golden            says which records no longer come true
    python -m tests.engine.decks.game.golden --write    plays them anew and writes them down

When the rules have changed, so that a record comes to another position or another trace, ``RULES_VERSION`` has to be
raised: only then are the records written anew. A record that is missing is added at any time.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from engine.decks.formats.interchange import write_position
from engine.decks.game.game import DecksGame
from engine.decks.game.record_reader import game_of
from engine.decks.game.records import write_record
from engine.decks.rules.version import RULES_VERSION
from engine.kernel.errors import EngineError
from tests.engine.decks.game.helpers import finished, mutation_draft, setups, terms_of

PATH = Path(__file__).resolve().parent / "golden" / "records.jsonl"
SEED = 11
MAX_ACTIONS = 150  # of a game: it need not come to its end

Json = dict[str, Any]


def names() -> list[str]:
    """The games that there are records of: every format in every mode, season 1, the draft of a Mutation session."""
    return [*setups(SEED), "mutation draft"]


def recorded() -> dict[str, Json]:
    """The records of the file, by name: each line has ``name``, ``record`` and the ``end``, the last position."""
    lines = PATH.read_text(encoding="utf-8").splitlines() if PATH.exists() else []
    return {entry["name"]: entry for entry in map(json.loads, lines)}


def played(name: str) -> DecksGame:
    """A game to be frozen: random play from a seed."""
    if name == "mutation draft":
        return finished(DecksGame(mutation_draft(SEED)), SEED)
    setup = setups(SEED)[name]
    return finished(DecksGame(setup, terms_of(setup, len(name))), SEED, MAX_ACTIONS)


def entry_of(name: str) -> Json:
    """The line of a game that is played now."""
    game = played(name)
    return {"name": name, "record": write_record(game), "end": end_of(game)}


def end_of(game: DecksGame) -> Json | None:
    """The last position, None after a draft without a game."""
    return None if game.position is None else write_position(game.position)


def difference(entry: Json) -> str | None:
    """Why a record does not come true any more, or None when it does."""
    try:
        end = end_of(game_of(entry["record"]))
    except EngineError as wrong:
        return f"{wrong.code}: {wrong.message}"
    return None if end == entry["end"] else "the last position is another one"


def main(arguments: list[str]) -> int:
    """Says what has changed, or writes it down."""
    entries = recorded()
    wrong = {name: problem for name, entry in entries.items() if (problem := difference(entry)) is not None}
    for name, problem in wrong.items():
        print(f"{name}: {problem}")
    if arguments != ["--write"]:
        return int(bool(wrong))
    stale = [name for name in wrong if entries[name]["record"]["rules"] == RULES_VERSION]
    if stale:
        print("the rules have changed: raise RULES_VERSION (engine/decks/rules/version.py) first")
        return 1
    PATH.parent.mkdir(exist_ok=True)
    kept = {name: entry for name, entry in entries.items() if name not in wrong}
    lines = [json.dumps(kept.get(name) or entry_of(name), ensure_ascii=False) for name in names()]
    PATH.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
