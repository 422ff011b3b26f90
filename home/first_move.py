"""The move that the home page asks for: a small position, what each possible move comes to, and words about it.

Nothing of it is kept: a move is its address, and whoever asks for the same one gets the same answer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from board.naming import localised
from board.pages import BoardPage
from board.plays import PlayableCard, choices_of
from board.services import BoardAddress, resolve, site_cards
from engine.decks.formats.interchange import read_position
from engine.decks.rules.actions import PLAY_LINE
from engine.decks.rules.position import Position
from grimoire.solving.judging import SOLVED, judge_line

FILE: Final = Path(__file__).parent / "first_move.json"


class NoSuchMove(Exception):
    """Raised for what is no move of this position."""


@dataclass(frozen=True, slots=True)
class PreparedMove:
    """The position as ``clash-position/1`` with its objective, the move that the page shows by itself, and what is
    said of each move, by its text form and by language."""

    position: Mapping[str, Any]
    shown: str
    words: Mapping[str, Mapping[str, str]]

    def position_in(self, language: str) -> Position:
        """The position with its cards named in ``en`` or ``fr``."""
        return read_position(localised(self.position, language), site_cards())


@cache
def prepared() -> PreparedMove:
    data = json.loads(FILE.read_text(encoding="utf-8"))
    return PreparedMove(data["position"], data["shown"], data["words"])


class MoveBoard(BoardPage):
    """The board of the move, from its start to the end of what a line does. Its steps have no addresses."""

    def href(self, step: int) -> str:
        """None."""
        return ""


@dataclass(frozen=True, slots=True)
class MoveShown:
    """The board before or after a move, drawn and as data for the script.

    ``legal`` are the moves, in text form, ``choices`` the same in words; ``captions`` say what each step does.
    """

    board: SafeString
    data: Mapping[str, Any]
    captions: tuple[str, ...]
    legal: tuple[str, ...] = ()
    choices: tuple[PlayableCard, ...] = ()
    solved: bool = False
    words: str = ""


@cache
def before_the_move(language: str) -> MoveShown:
    position = prepared().position_in(language)
    legal = tuple(str(action) for action in position.legal_actions() if action.kind >= PLAY_LINE)
    choices = tuple(choices_of(position, lambda action: action))
    return _shown(position, (), language, legal=legal, choices=choices)


@cache
def _after(move: str, language: str) -> MoveShown:
    position = prepared().position_in(language)
    judged = judge_line(position.copy(), (move,))
    words = prepared().words[move][language]
    return _shown(position, judged.line, language, solved=judged.verdict == SOLVED, words=words)


def after_the_move(move: str, language: str) -> MoveShown:
    """The outcome of a move and the Assault after it, judged by the objective. Raises ``NoSuchMove``."""
    if move not in before_the_move(language).legal:
        raise NoSuchMove(move)
    return _after(move, language)


def _shown(position: Position, line: tuple[str, ...], language: str, **more: Any) -> MoveShown:
    page = MoveBoard(resolve(position, line), BoardAddress(), len(line) and 1 << 20, language)
    html = SafeString(render_to_string("board/_board.html", {"page": page}))
    captions = (_("Before anything happens."), *(row.text for row in page.rows))
    return MoveShown(html, page.data, captions, **more)
