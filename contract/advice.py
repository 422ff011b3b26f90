"""What a first game says of each moment: what is to be decided, a good choice, and the ruling behind it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Advice:
    """A few sentences for whoever plays for the first time; ``action`` is a choice that is never bad, "" for none."""

    text: str
    ruling: str
    action: str = ""
    button: str = ""
