"""Messages for faults of positions and requests, in each language."""

from __future__ import annotations

import re
from typing import Final

from board.texts import find, texts
from engine.kernel.errors import Fault

_FROM_TO: Final = re.compile(r"from (\d+) to (\d+)")
_AT_LEAST: Final = re.compile(r"at least (\d+)")
_UP_TO: Final = re.compile(r"of (goals|cards) up to (\d+)")


def fault_text(fault: Fault, language: str) -> str:
    pattern: str = find(language, "faults", "faults", fault.name)
    return pattern.format(detail=_detail(fault.detail, language))


def error_text(code: str, language: str) -> str:
    """Why a request fails or an action is not allowed, by the contract's code, in a sentence."""
    text: str = find(language, "faults", "errors", code)
    return text


def _detail(detail: str, language: str) -> str:
    """A fault's detail: the engine's English phrases in the language, names and numbers as they are."""
    details: dict[str, str] = texts(language, "faults")["details"]
    if match := _FROM_TO.fullmatch(detail):
        return details["from-to"].format(low=match[1], high=match[2])
    if match := _AT_LEAST.fullmatch(detail):
        return details["at-least"].format(low=match[1])
    if match := _UP_TO.fullmatch(detail):
        return details[f"{match[1]}-up-to"].format(high=match[2])
    return details.get(detail, detail)
