"""The pack of a puzzle: its tree, sealed, as a browser keeps it to solve it without a network."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from board.arrangement import Arrangement
from board.naming import localised
from cards.rendering import store
from engine.decks.rules.version import RULES_VERSION
from engine.decks.solving.hidden import is_hidden
from grimoire.attempt_state import state_of
from grimoire.goals import asks_ways
from grimoire.lines import read_start
from grimoire.models import Attempt, Puzzle
from grimoire.models.puzzles import DECKS
from grimoire.offline.sealing import Sealer, end_of, mark_of, sealed, text_of
from grimoire.offline.tree import MAX_SECONDS, End, Node, TooLarge, TooSlow, Tree
from grimoire.outcomes import truth_of
from grimoire.solving.judging import FAILED
from grimoire.solving.predicting import questions_for
from grimoire.solving.solving_text import failure_words

FORMAT: Final = 1  # counted up when packs are written differently
_TEXTS: Final = (("locale", "*.po"), ("board/text", "*"), ("cards/text", "*"))

# Why a puzzle stays on the site.
OTHER_GAME, UNPROVEN, HIDDEN, NUMBER, LARGE = "game", "unproven", "hidden", "number", "large"


def version_of(puzzle: Puzzle) -> str:
    """Another one wherever another answer may be right: what was solved by one pack is judged by that puzzle alone."""
    asked = (puzzle.position, puzzle.kind, puzzle.answer_by, puzzle.questions, puzzle.position_key, RULES_VERSION)
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:16]


def stays(puzzle: Puzzle) -> str:
    """Why a puzzle cannot be taken along, as far as that is known without looking; "" where nothing says so."""
    if puzzle.game != DECKS:
        return OTHER_GAME
    if puzzle.is_challenge:
        return UNPROVEN
    if is_hidden(read_start(puzzle.position).position):
        return HIDDEN
    return NUMBER if asks_ways(puzzle.position) else ""


def why_words(reason: str) -> str:
    return {
        OTHER_GAME: _("another game"),
        UNPROVEN: _("not proven yet"),
        HIDDEN: _("a hidden hand"),
        NUMBER: _("asks for a number"),
        LARGE: _("too many possible plays"),
    }[reason]


def pack_of(puzzle: Puzzle, language: str, *, seconds: float = MAX_SECONDS) -> bytes | None:
    """The pack in ``en`` or ``fr`` as JSON, kept once it is made; None where that takes longer than so many seconds.

    One that cannot be made says why, as ``left``.
    """
    try:
        return store.kept("pack", _content(puzzle, language), lambda: write_pack(puzzle, language, seconds))
    except TooSlow:
        return None


def is_kept(puzzle: Puzzle, language: str) -> bool:
    """Whether there is a pack, so that ``pack_of`` has nothing to make."""
    return store.is_kept("pack", _content(puzzle, language))


def _content(puzzle: Puzzle, language: str) -> object:
    named = json.dumps(localised(puzzle.position, language), sort_keys=True) if puzzle.game == DECKS else ""
    return FORMAT, puzzle.token, version_of(puzzle), language, named, _texts()


@cache
def _texts() -> str:
    digest = hashlib.sha256()
    for folder, pattern in _TEXTS:
        for path in sorted((Path(settings.BASE_DIR) / folder).rglob(pattern)):
            if path.is_file():
                digest.update(path.read_bytes())
    return digest.hexdigest()


def write_pack(puzzle: Puzzle, language: str, seconds: float = MAX_SECONDS) -> bytes:
    """A pack, made anew. Raises ``TooSlow`` where there would be one with more than so many seconds."""
    with translation.override(language):
        if reason := stays(puzzle):
            return _json({"left": why_words(reason)})
        sealer = Sealer(repr(_content(puzzle, language)))
        about = {"format": FORMAT, "version": version_of(puzzle), "kind": puzzle.kind}
        if puzzle.kind == Puzzle.Kind.FORETELL:
            return _json({**about, **_foretold(puzzle, sealer)})
        try:
            tree = Tree(read_start(puzzle.position, language), seconds)
        except TooSlow:
            if seconds < MAX_SECONDS:
                raise
            return _json({"left": why_words(LARGE)})
        except TooLarge:
            return _json({"left": why_words(LARGE)})
        return _json({**about, **_Writer(tree, sealer).pack})


def _foretold(puzzle: Puzzle, sealer: Sealer) -> dict[str, Any]:
    """The marks of the right answers, which say nothing of them."""
    root, attempt = sealer.key("root"), Attempt(puzzle=puzzle)
    if puzzle.answer_by == Puzzle.AnswerBy.CHOICES:
        truth: Mapping[str, str] = {question.key: str(question.right) for question in questions_for(attempt)}
    else:
        truth = truth_of(state_of(attempt).course)
    return {"root": text_of(root), "marks": {part: mark_of(root, part, value) for part, value in truth.items()}}


class _Table:
    """Things that are said often, each once; sorted, so that their order tells nothing of when they are said."""

    def __init__(self, things: Iterable[Any]) -> None:
        self.written = sorted({_text(thing) for thing in things})
        self._places = {text: place for place, text in enumerate(self.written)}

    def place(self, thing: Any) -> int:
        return self._places[_text(thing)]

    @property
    def things(self) -> list[Any]:
        return [json.loads(text) for text in self.written]


class _Writer:
    """Writes a tree: ``items``, ``panels`` and ``words`` once, and each node and each end sealed.

    A node is ``[zones, panels, status, plays, seat, turn, is_assault]``, an end ``[verdict, zones, panels, status,
    told, says, next]``, both by places in those tables; zones and panels only where they differ from the first node's.
    """

    def __init__(self, tree: Tree, sealer: Sealer) -> None:
        self.tree = tree
        self.keys = [sealer.key(number) for number in range(len(tree.nodes))]
        self.first = tree.nodes[0].arranged
        self.zones = sorted(self.first.zones)
        self.seats = sorted(self.first.seats)
        arranged = [part.arranged for node in tree.nodes for part in (node, node.end) if part is not None]
        self.items = _Table(item for each in arranged for items in each.zones.values() for item in items)
        self.panels = _Table(panel for each in arranged for panel in each.seats.values())
        self.words = _Table(self._all_words(arranged))

    def _all_words(self, arranged: Iterable[Arrangement]) -> Iterable[str]:
        yield from (each.status for each in arranged)
        for node in self.tree.nodes:
            assert node.end is not None
            yield node.seat
            for told in (*(play for play, _number in node.plays), *node.end.told):
                yield from (told.action, told.what, told.where, told.seat)
            yield _says(node.end)

    @property
    def pack(self) -> dict[str, Any]:
        sealed_nodes = {}
        for node, key in zip(self.tree.nodes, self.keys, strict=True):
            assert node.end is not None
            for name, says in (sealed(key, self._node(node)), sealed(end_of(key), self._end(node.end))):
                sealed_nodes[name] = says
        return {
            "root": text_of(self.keys[0]),
            "zones": self.zones,
            "seats": self.seats,
            "items": self.items.things,
            "panels": self.panels.things,
            "words": self.words.things,
            "nodes": dict(sorted(sealed_nodes.items())),
        }

    def _node(self, node: Node) -> list[Any]:
        word = self.words.place
        plays = [
            [word(told.action), text_of(self.keys[number]), word(told.what), word(told.where)]
            for told, number in node.plays
        ]
        is_first = node is self.tree.nodes[0]
        return [*self._board(node.arranged, is_first), plays, word(node.seat), node.turn, int(node.is_assault)]

    def _end(self, end: End) -> list[Any]:
        word = self.words.place
        told = [[word(each.action), word(each.what), word(each.where), word(each.seat)] for each in end.told]
        following = None if end.next is None else text_of(self.keys[end.next])
        return [end.judgement.verdict, *self._board(end.arranged), told, word(_says(end)), following]

    def _board(self, arranged: Arrangement, is_whole: bool = False) -> list[Any]:
        zones = [
            [number, *map(self.items.place, arranged.zones[name])]
            for number, name in enumerate(self.zones)
            if is_whole or arranged.zones[name] != self.first.zones[name]
        ]
        panels = [
            [number, self.panels.place(arranged.seats[name])]
            for number, name in enumerate(self.seats)
            if is_whole or arranged.seats[name] != self.first.seats[name]
        ]
        return [zones, panels, self.words.place(arranged.status)]


def _says(end: End) -> str:
    return failure_words(end.judgement.to_json()) if end.judgement.verdict == FAILED else ""


def _text(thing: Any) -> str:
    return json.dumps(thing, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _json(data: Any) -> bytes:
    return _text(data).encode()
