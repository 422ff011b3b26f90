"""Reading an address: which position it asks for, what is to be done in it, and at which step to look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine import compact
from engine.errors import BadPosition, EngineError
from engine.position import Position
from grimoire.naming import in_language
from grimoire.samples import all_samples, find_sample
from grimoire.services import MAX_ADDRESS, Address, site_cards, split_actions
from rulings.wording import fault_text


class NoSuchPosition(Exception):
    """An address that leads to no position; the message is in the reader's language."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks for."""

    position: Position
    actions: tuple[str, ...]
    address: Address
    step: int


def asked_for(parameters: Mapping[str, str], language: str) -> Asked:
    """What the parameters ``p`` or ``sample``, ``a`` and ``step`` ask for. Raises ``NoSuchPosition``."""
    written = parameters.get("a")
    actions = None if written is None else tuple(split_actions(written))
    if written is not None and len(written) > MAX_ADDRESS:
        raise NoSuchPosition(_("The list of actions in the address is too long."))
    step = _number(parameters.get("step", "0"))
    packed = parameters.get("p")
    if packed is not None:
        address = Address(packed=packed, actions=actions or ())
        position = in_language(_unpack(packed, language), language)
        return Asked(position, address.actions or (), address, step)
    slug = parameters.get("sample") or all_samples()[0].slug
    sample = find_sample(slug)
    if sample is None:
        raise NoSuchPosition(_("There is no lesson of this name."))
    asked = sample.actions if actions is None else actions
    return Asked(sample.position, asked, Address(sample=sample.slug, actions=actions), step)


def _number(written: str) -> int:
    return int(written) if written.isascii() and written.isdigit() and len(written) < 7 else 0


def _unpack(packed: str, language: str) -> Position:
    try:
        return compact.unpack(packed, site_cards())
    except BadPosition as wrong:
        fault = wrong.faults[0]
        raise NoSuchPosition(f"{fault.at}: {fault_text(fault, language)}") from wrong
    except EngineError as wrong:
        raise NoSuchPosition(_("The address is damaged: it leads to no position.")) from wrong
