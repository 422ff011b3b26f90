"""The next turn of a simple game, laid down while the others play: what is left of it, and what may follow.

It is kept in the address alone, action by action, with the version at which it was laid down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from board.texts import MissingText
from contract.registry import GAMES
from contract.simple import SimpleGameAdapter
from engine.kernel.errors import IllegalAction
from engine.kernel.numbers import whole_number
from tables.showing.page import TablePage
from tables.states import state_of
from tables.viewers import Viewer

MAX_LINE: Final = 2000  # characters
MAX_ACTIONS: Final = 40
MAX_DIGITS: Final = 7


@dataclass(frozen=True)
class LaidTurn:
    """What is left of a turn that was laid down, as the game lies now.

    ``dropped`` are the other actions, each with why it no longer fits. ``engine`` is the game after the ``line``, as
    the seat knows it; ``actions`` may follow, none where that depends on something hidden. ``is_own_turn``: the turn
    has come. ``is_cleared``: the seat has acted since, in another window.
    """

    line: Sequence[str]
    dropped: Sequence[tuple[str, str]]
    engine: Any
    actions: Sequence[str]
    is_own_turn: bool
    is_cleared: bool = False


def written_line(query: Mapping[str, str]) -> str:
    """The actions that an address or a form has laid down, with the one that is added to them."""
    adds = "line" in query and "version" not in query  # which a form has that acts
    parts = (query.get("line", ""), query.get("action", "") if adds else "")
    return ";".join(part for part in parts if part)[:MAX_LINE]


def address_of(page: TablePage, line: Sequence[str]) -> str:
    query = urlencode({"line": ";".join(line), "laid": page.state.version}, safe=";") if line else ""
    return f"{page.game.get_absolute_url()}{'?' if query else ''}{query}"


def laid_ahead(page: TablePage) -> LaidTurn | None:
    """The turn that the viewer lays down, or has laid down; None where none can be."""
    state, seat, adapter = page.state, page.seat, GAMES[page.game.game].adapter
    if seat is None or state.engine is None or state.result is not None or not isinstance(adapter, SimpleGameAdapter):
        return None
    if len(page.own) != 1 or page.moment is not None or page.seat_name in state.left:
        return None
    engine = adapter.next_turn(state.engine, seat)
    is_own_turn = engine is None and page.acts
    line = [action for action in written_line(page.query).split(";") if action][:MAX_ACTIONS]
    if is_own_turn and line:
        engine = adapter.known(state.engine, seat)
    if engine is None:
        return None
    latest = max((done.version for done in state.done if done.seat == seat), default=0)
    laid_at = whole_number(page.query.get("laid", ""), MAX_DIGITS)
    if line and (laid_at is None or laid_at < latest):
        return LaidTurn((), (), engine, _legal(engine, seat), is_own_turn, is_cleared=True)
    return _tried(page, adapter, engine, seat, line, is_own_turn=is_own_turn)


def plays_later(viewer: Viewer) -> bool:
    """Whether the viewer's turn is still to come, so that what is laid down for it stays."""
    state, adapter = state_of(viewer.game), GAMES[viewer.game.game].adapter
    seat = state.seat_number(viewer.seat_name)
    if seat is None or state.engine is None or not isinstance(adapter, SimpleGameAdapter):
        return False
    return adapter.next_turn(state.engine, seat) is not None


def _tried(
    page: TablePage, adapter: SimpleGameAdapter, engine: Any, seat: int, line: Sequence[str], *, is_own_turn: bool
) -> LaidTurn:
    left: list[str] = []
    dropped: list[tuple[str, str]] = []
    for action in line:
        before = engine.copy()
        try:
            sure = adapter.try_out(engine, seat, action)
        except IllegalAction as wrong:
            engine = before
            dropped.append((action, _why(page, wrong.code)))
            continue
        left.append(action)
        if sure is not None or seat not in engine.to_act():
            return LaidTurn(left, dropped, before, (), is_own_turn)
    return LaidTurn(left, dropped, engine, _legal(engine, seat), is_own_turn)


def _legal(engine: Any, seat: int) -> Sequence[str]:
    return [str(action) for action in engine.legal_actions(seat)]


def _why(page: TablePage, code: str) -> str:
    """Why an action no longer fits; "" for what was never one."""
    refusal_text = GAMES[page.game.game].refusal_text
    try:
        return "" if refusal_text is None else refusal_text(code, page.language)
    except MissingText:
        return ""
