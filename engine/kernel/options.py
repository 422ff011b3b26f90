"""Types of command-line options, and the answer to a wrong one: like all wrong input, as JSON."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable
from typing import ClassVar, Final, NoReturn

from engine.kernel.errors import EngineError

MAX_SECONDS: Final = 1_000_000.0  # eleven days: whatever is longer is a slip
_OF_ONE: Final = re.compile(r"argument (\S+?)(?:/\S+)?: (.*)", re.DOTALL)


class WrongOption(EngineError):
    """An option that cannot be; ``at`` is its name, None when one is missing. ``usage`` says how it should be."""

    def __init__(self, code: str, message: str, usage: str) -> None:
        of_one = _OF_ONE.match(message)
        super().__init__(code, message, of_one[1] if of_one else None)
        self.usage = usage


class Parser(argparse.ArgumentParser):
    """An argument parser that raises ``WrongOption`` where others write to standard error and leave.

    ``code`` is the game's for it.
    """

    code: ClassVar[str] = "bad-request"

    def error(self, message: str) -> NoReturn:
        raise WrongOption(self.code, message, f"{self.format_usage()}{self.prog}: error: {message}")


def whole(least: int, maximum: int | None = None) -> Callable[[str], int]:
    """Reads whole numbers in these bounds, both included."""
    bounds = f"from {least}" if maximum is None else f"from {least} to {maximum}"

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if number < least or (maximum is not None and number > maximum):
            raise argparse.ArgumentTypeError(f"a whole number {bounds}, not {text[:40]!r}")
        return number

    return read


def seconds(text: str) -> float:
    """Reads a span of time above 0. Raises ``ArgumentTypeError`` for what is none, ``nan`` and ``inf`` included."""
    number = _seconds(text)
    if not 0 < number <= MAX_SECONDS:
        raise argparse.ArgumentTypeError(f"seconds above 0, at most {MAX_SECONDS:.0f}, not {text[:40]!r}")
    return number


def seconds_or_none(text: str) -> float:
    """Like ``seconds``, but 0 is allowed: no time at all."""
    return 0.0 if _seconds(text) == 0 else seconds(text)


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan
