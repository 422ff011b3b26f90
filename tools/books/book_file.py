"""The file of a book's positions and proofs, as it is kept in ``grimoire/book_files``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from engine.decks.formats.interchange import read_position, write_position
from engine.decks.rules.position import Position
from engine.decks.rules.version import RULES_VERSION
from engine.decks.solving import Budget
from grimoire.keys import exact_key, seated
from grimoire.proving.searching import likeness_of, search
from tools.books.candidates import Candidate

KEY_LENGTH: Final = 16  # of the hash of a position, by which the words of a page name it


def bound(candidate: Candidate) -> dict[str, Any]:
    """A page as it is kept: its key, where it comes from (part and attempt), the position, and the whole proof."""
    position = read_position(seated(candidate.puzzle["position"]))
    return page_of(position, part=candidate.part.name, attempt=candidate.puzzle["attempt"])


def page_of(position: Position, *, part: str, attempt: int) -> dict[str, Any]:
    """A page of a position, proved without any limit; ``part`` and ``attempt`` say where it comes from."""
    finding = search(position, Budget())
    solution = finding.answer
    return {
        "key": short_key(position),
        "part": part,
        "attempt": attempt,
        "position": write_position(position),
        "answer": solution,
        "abilities": list(finding.abilities),
        "likeness": likeness_of(position, solution, finding.abilities),
        "rules_version": RULES_VERSION,
    }


def short_key(position: Position) -> str:
    """The beginning of ``exact_key``."""
    return exact_key(position)[:KEY_LENGTH]


def write_pages(path: Path, pages: Sequence[Mapping[str, Any]]) -> None:
    text = "".join(json.dumps(page, ensure_ascii=False, separators=(",", ":")) + "\n" for page in pages)
    path.write_text(text, encoding="utf-8")
