"""Positions as people paste them: JSON, a request, notation, a packed position or an address of this site, with
whatever a chat, a mail or a word processor put around them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from accounts.pasted_addresses import SiteAddress, address_in
from accounts.pasted_text import readings
from board.samples import find_sample
from board.services import NOTATION_START, site_cards, split_actions
from engine.decks.formats import compact, notation
from engine.decks.formats.interchange import read_position, write_position
from engine.decks.formats.notation import NotationError
from engine.decks.rules.position import Position
from engine.kernel.errors import BadPosition, EngineError
from engine.kernel.requests import parse_json, split_request
from web.registry import Registry

_PACKED: Final = re.compile(r"1[A-Za-z0-9_-]{20,}")
_PARAMETER: Final = re.compile(r"[?&]p=(1[A-Za-z0-9_-]*)")  # of a site whose pages are elsewhere
_NOTATION: Final = re.compile(rf"\b{NOTATION_START}\s", re.IGNORECASE)
_START: Final = len(NOTATION_START)


@dataclass(frozen=True, slots=True)
class WrittenPosition:
    """The JSON of a position, not yet looked at for faults of its own, and what is asked to be done in it.

    ``at`` is the JSON pointer of the position in what was written: that of a request is a part of it.
    """

    data: Any
    actions: tuple[Any, ...] = ()
    at: str = ""

    def position(self) -> Position:
        """The position. Raises ``BadPosition`` with every fault, its place counted from the top of what was written."""
        try:
            return read_position(self.data, site_cards())
        except BadPosition as wrong:
            for fault in wrong.faults:
                fault.at = f"{self.at}{fault.at}"
            raise


# Pages that show a position without having it in their addresses, by the names of their views. The rooms above fill it
# in; None where a page shows none to everybody.
positions_shown: Final[Registry[Callable[[SiteAddress], WrittenPosition | None]]] = Registry()


def read_written(text: str) -> WrittenPosition:
    """The position of a text. Raises ``EngineError``: ``NotationError`` where notation cannot be read, ``bad-json`` for
    what is no position at all, another for a packed one that is damaged."""
    errors: list[EngineError] = []
    for reading in readings(text):
        try:
            return _read(reading)
        except BadPosition:
            raise
        except EngineError as wrong:
            errors.append(wrong)
    if "/" in text and (position := _wrapped_address(text)):
        return position
    if not errors:
        raise _no_position()
    raise max(errors, key=_progress)


def _read(text: str) -> WrittenPosition:
    if text[:_START].casefold() == NOTATION_START:
        return WrittenPosition(notation.parse_to_json(NOTATION_START + text[_START:]))
    if text.startswith(("{", "[")):
        return _from_json(text)
    if _PACKED.fullmatch(text):
        return _unpacked(text)
    if address := address_in(text):
        return _at(address)
    if elsewhere := _PARAMETER.search(text):
        return _unpacked(elsewhere[1])
    if before := _NOTATION.search(text):  # behind words of a sender; blanks, for columns are counted from the beginning
        return WrittenPosition(notation.parse_to_json(" " * before.start() + NOTATION_START + text[before.end() - 1 :]))
    if 0 <= text.find("{") < text.rfind("}"):
        return _from_json(text[text.find("{") : text.rfind("}") + 1])
    raise _no_position()


def _from_json(text: str) -> WrittenPosition:
    whole = parse_json(text)
    data, actions = split_request(whole)
    at = "" if data is whole else "/position"
    if isinstance(data, str):
        return WrittenPosition(read_written(data).data, tuple(actions), at)
    return WrittenPosition(data, tuple(actions), at)


def _unpacked(text: str, actions: str = "") -> WrittenPosition:
    return WrittenPosition(write_position(compact.unpack(text, site_cards())), tuple(split_actions(actions)))


def _at(address: SiteAddress) -> WrittenPosition:
    actions = address.query.get("a", "")
    if packed := address.query.get("p"):
        return _unpacked(packed, actions)
    if sample := find_sample(address.query.get("sample", "")):
        played = tuple(split_actions(actions)) if "a" in address.query else sample.actions
        return WrittenPosition(write_position(sample.position), played)
    if address.name in positions_shown and (shown := positions_shown[address.name](address)):
        return shown
    raise _no_position()


def _wrapped_address(text: str) -> WrittenPosition | None:
    """The position of an address that a mail broke into several lines."""
    address = address_in("".join(text.split()))
    try:
        return _at(address) if address else None
    except EngineError:
        return None


def _no_position() -> EngineError:
    return EngineError("bad-json", "this is neither JSON nor notation, nor an address with a position")


def _progress(wrong: EngineError) -> tuple[int, int]:
    """How far reading came: what was recognised says more than what was not, a later place more than an earlier."""
    if isinstance(wrong, NotationError):
        return 2, wrong.column
    return int(wrong.code != "bad-json"), 0
