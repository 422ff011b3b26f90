"""Reading an address: which position it asks for, what is to be done in it, and at which step to look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from board.fault_text import fault_text
from board.naming import in_language
from board.samples import all_samples, find_sample
from board.services import MAX_ADDRESS, BoardAddress, site_cards, split_actions
from engine.decks.formats import compact
from engine.decks.rules.position import Position
from engine.kernel.errors import BadPosition, EngineError
from engine.kernel.numbers import whole_number


class NoSuchPosition(Exception):
    """An address that leads to no position; the message is in the reader's language."""


@dataclass(frozen=True, slots=True)
class BoardRequest:
    """The position, actions and step that an address asks for."""

    position: Position
    actions: tuple[str, ...]
    address: BoardAddress
    step: int


def asked_for(parameters: Mapping[str, str], language: str) -> BoardRequest:
    """Reads the parameters ``p`` or ``sample``, ``a`` and ``step``. Raises ``NoSuchPosition``."""
    actions_text = parameters.get("a")
    actions = None if actions_text is None else tuple(split_actions(actions_text))
    if actions_text is not None and len(actions_text) > MAX_ADDRESS:
        raise NoSuchPosition(_("This link contains too many actions."))
    step = whole_number(parameters.get("step", ""), 6) or 0
    packed = parameters.get("p")
    if packed is not None:
        address = BoardAddress(packed=packed, actions=actions or ())
        position = in_language(_unpack(packed, language), language)
        return BoardRequest(position, address.actions or (), address, step)
    slug = parameters.get("sample") or all_samples()[0].slug
    sample = find_sample(slug)
    if sample is None:
        raise NoSuchPosition(_("This lesson doesn't exist."))
    played = sample.actions if actions is None else actions
    position = sample.position_in(language)
    return BoardRequest(position, played, BoardAddress(sample=sample.slug, actions=actions), step)


def _unpack(packed: str, language: str) -> Position:
    try:
        return compact.unpack(packed, site_cards())
    except BadPosition as wrong:
        fault = wrong.faults[0]
        raise NoSuchPosition(f"{fault.at}: {fault_text(fault, language)}") from wrong
    except EngineError as wrong:
        raise NoSuchPosition(_("This link is broken: it doesn't contain a valid position.")) from wrong
