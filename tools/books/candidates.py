"""Candidates for the pages of a book, composed into one file a part: the work can be stopped and gone on with."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Protocol
from zlib import crc32

from cards.sets import SetCard, SetFile
from engine.decks.composing import attempt
from engine.decks.formats.interchange import read_action, read_position
from engine.decks.rules.actions import DO_MANA, PLAY_LINE
from engine.decks.rules.board import SUMMONING
from engine.decks.rules.cards import Card
from engine.decks.solving.objective import PREDICT
from tools.books.hidden_hands import hidden_attempt
from tools.books.recipes import ChapterPart, parts_of
from tools.books.whole_lines import own_plays, takes_an_evening

PUZZLES: Final = ".jsonl"
TRIED: Final = ".tried"  # holds how many attempts were made
MIN_COST: Final = 3  # of Incantations where a plan is asked for: cheaper ones are back in hand and played turn by turn


@dataclass(frozen=True)
class Candidate:
    """A composed puzzle (see ``engine.decks.composing.attempt``) and the part of the book that it was made for."""

    part: ChapterPart
    puzzle: dict[str, Any]

    @property
    def level(self) -> int:
        """From 1 to 5."""
        level: int = self.puzzle["answer"]["difficulty"]["level"]
        return level

    @property
    def likeness(self) -> str:
        """Equal for puzzles that are alike."""
        likeness: str = self.puzzle["likeness"]
        return likeness

    @property
    def pattern(self) -> str:
        """The plays of the solution, without goal and abilities."""
        return self.likeness.rpartition(" | ")[2]

    @cached_property
    def played(self) -> tuple[str, ...]:
        """The names of the cards that the first turn of the solution plays."""
        return tuple(played(self.puzzle["position"], self.puzzle["answer"]["solutions"][0]))

    @cached_property
    def own_plays(self) -> tuple[str, ...]:
        """The names of the cards that the solver plays until the goal is reached; none where something is foretold."""
        return () if self.goal == PREDICT else tuple(own_plays(self.puzzle["position"], self.puzzle["answer"]))

    @property
    def goal(self) -> str:
        return self.likeness.partition(" ")[0]

    @property
    def is_hidden(self) -> bool:
        """Whether a hand is not known."""
        return "hidden" in self.puzzle["position"]["objective"]


class Pool(Protocol):
    """What candidates are composed of: a set, or another choice of cards under a name of its own."""

    @property
    def slug(self) -> str: ...

    @property
    def cards(self) -> tuple[SetCard, ...]: ...


def compose(folder: Path, file: Pool, parts: Iterable[ChapterPart] | None = None) -> Iterator[tuple[ChapterPart, int]]:
    """Composes what is still missing of a book's candidates; gives each part with the number that it has, as it goes.

    Only the set's own cards are used. The same recipe always gives the same candidates. ``parts`` are those wanted,
    all of the book's if it is ``None``.
    """
    folder.mkdir(parents=True, exist_ok=True)
    cards = [written_out(card.card) for card in file.cards]
    if parts is None:
        assert isinstance(file, SetFile)
        parts = parts_of(file)
    for part in parts:
        path, counter = folder / f"{part.name}{PUZZLES}", folder / f"{part.name}{TRIED}"
        puzzles = _read(path)
        known = {puzzle["likeness"] for puzzle in puzzles}
        tried = max(int(counter.read_text()) if counter.exists() else 0, puzzles[-1]["attempt"] + 1 if puzzles else 0)
        seed = crc32(f"{file.slug} {part.name}".encode())
        pool = [card for card in cards if not part.deep or card.is_creature or card.cost >= MIN_COST]
        with path.open("a", encoding="utf-8") as output:
            while len(known) < part.make and tried < part.attempts:
                puzzle = (hidden_attempt if part.hidden else attempt)(seed, tried, pool, part.wishes)
                tried += 1
                if puzzle is not None and puzzle["likeness"] not in known and _is_wanted(part, puzzle):
                    known.add(puzzle["likeness"])
                    output.write(json.dumps(puzzle, ensure_ascii=False) + "\n")
                    output.flush()
                _write_whole(counter, str(tried))
        yield part, len(known)


def _is_wanted(part: ChapterPart, puzzle: Mapping[str, Any]) -> bool:
    return not part.deep or takes_an_evening(own_plays(puzzle["position"], puzzle["answer"]))


def composed(folder: Path, file: SetFile) -> list[Candidate]:
    return composed_of(folder, parts_of(file))


def composed_of(folder: Path, parts: Iterable[ChapterPart]) -> list[Candidate]:
    return [Candidate(part, puzzle) for part in parts for puzzle in _read(folder / f"{part.name}{PUZZLES}")]


def played(position: Mapping[str, Any], line: Iterable[Any]) -> Iterator[str]:
    """The names of the cards that the first turn of a line plays, in their order."""
    walked = read_position(position)
    for written in line:
        action = read_action(walked, written)
        if action.kind >= PLAY_LINE and walked.phase == SUMMONING:
            yield walked.card_at(action.place).name
        elif action.kind != DO_MANA:
            return
        walked.push(action)
        if walked.is_over:
            return


def written_out(card: Card) -> Card:
    """The card without its reference, so that a position keeps it as it was when it was proved."""
    return Card(card.name, card.is_creature, card.cost, card.av, card.hp, card.slugs)


def _write_whole(path: Path, text: str) -> None:
    """Writes a small file so that it is never seen half written, wherever the work is stopped."""
    beside = path.with_suffix(".new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def _read(path: Path) -> list[dict[str, Any]]:
    """The puzzles of a file; a last line that was not finished is cut off."""
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        _write_whole(path, whole)
    return [json.loads(line) for line in whole.splitlines() if line.strip()]
