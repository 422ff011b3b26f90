"""Addresses that take a position: of the board, the editor, readers' questions, analyses; and of rulings by number.

Those of rooms above are settings, as ``LOGIN_URL`` is. All take the same parameters: ``p`` (packed) or
``sample`` (a slug), ``a`` (actions, joined by ``;``), ``step``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse
from django.utils.module_loading import import_string

from engine.decks.formats import compact
from engine.decks.rules.position import Position


def board_href(query: Mapping[str, str]) -> str:
    return _with(reverse("board:board"), query)


def editor_href(query: Mapping[str, str]) -> str:
    return _with(reverse(settings.EDITOR_URL), query)


def question_href(query: Mapping[str, str]) -> str:
    return _with(reverse(settings.QUESTIONS_URL), query)


def analysis_href(query: Mapping[str, str]) -> str:
    return _with(reverse(settings.ANALYSIS_URL), query)


def board_address(position: Position, actions: Sequence[str] = ()) -> str:
    """The address of the board with a position, after actions.

    This and its like raise ``EngineError`` for a position that is too long for an address.
    """
    return board_href(position_query(position, actions))


def editor_address(position: Position) -> str:
    return editor_href(position_query(position))


def question_address(position: Position, actions: Sequence[str] = ()) -> str:
    """The address where readers ask, with a position and what is done in it."""
    return question_href(position_query(position, actions))


def analysis_address(position: Position, actions: Sequence[str] = ()) -> str:
    return analysis_href(position_query(position, actions))


def ruling_address(number: str) -> str:
    address: str = import_string(settings.RULING_ADDRESS)(number)
    return address


def position_query(position: Position, actions: Sequence[str] = ()) -> dict[str, str]:
    """The parameters of such an address. Raises ``EngineError`` for a position that is too long."""
    packed = {"p": compact.pack(position)}
    return {**packed, "a": ";".join(actions)} if actions else packed


def _with(page: str, query: Mapping[str, str]) -> str:
    return f"{page}?{urlencode(query, safe=';')}" if query else page
