"""Names and explanations of the abilities, and what is wrong with a position or a request, in each language."""

from __future__ import annotations

import re
from typing import Final

from engine.abilities import AURA_PREFIX, SEASON_2
from engine.errors import Fault
from rulings.texts import find, texts

_FROM_TO: Final = re.compile(r"from (\d+) to (\d+)")
_AT_LEAST: Final = re.compile(r"at least (\d+)")
AURA: Final = "aura"


def ability_name(slug: str, language: str) -> str:
    """The name of an ability; ``aura:SLUG`` is the Aura with what it lends: "Aura: Rage"."""
    if slug.startswith(AURA_PREFIX):
        pattern: str = find(language, "abilities", AURA, "of")
        return pattern.format(name=ability_name(slug.removeprefix(AURA_PREFIX), language))
    name: str = find(language, "abilities", slug, "name")
    return name


def ability_text(slug: str, language: str, edition: str = SEASON_2) -> str:
    """What an ability does, in one or two sentences; for ``aura:SLUG`` what is lent is explained too.

    An ability of one season only is explained for whatever edition.
    """
    if slug.startswith(AURA_PREFIX):
        lent = slug.removeprefix(AURA_PREFIX)
        pattern: str = find(language, "abilities", AURA, "gives")
        return pattern.format(name=ability_name(lent, language), text=ability_text(lent, language, edition))
    entry: dict[str, str] = find(language, "abilities", slug)
    return entry.get(edition) or entry["text"]


def fault_text(fault: Fault, language: str) -> str:
    """What is wrong with a position, in a sentence."""
    pattern: str = find(language, "faults", "faults", fault.name)
    return pattern.format(detail=_detail(fault.detail, language))


def error_text(code: str, language: str) -> str:
    """Why a request fails or an action is not allowed, by the contract's code, in a sentence."""
    text: str = find(language, "faults", "errors", code)
    return text


def _detail(detail: str, language: str) -> str:
    """A fault's detail: the engine's English phrases in the language, names and numbers as they are."""
    details: dict[str, str] = texts(language, "faults")["details"]
    if found := _FROM_TO.fullmatch(detail):
        return details["from-to"].format(low=found[1], high=found[2])
    if found := _AT_LEAST.fullmatch(detail):
        return details["at-least"].format(low=found[1])
    return details.get(detail, detail)
