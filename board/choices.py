"""Choices beside a board: buttons, and lists of actions to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Choice:
    """A button: the action that it sends, its words, the picture that it shows, what is to be known beside."""

    action: str
    words: str
    icon: str = ""
    note: str = ""


@dataclass(frozen=True)
class ChoiceGroup:
    """Actions of one sort: buttons, or a list to choose from where there are many."""

    title: str
    choices: Sequence[Choice]
    ruling: str = ""
    is_strong: bool = False
    is_folded: bool = False  # there is another way to do it, on the board

    @property
    def is_list(self) -> bool:
        """Whether there are too many for buttons."""
        return len(self.choices) > 6
