"""What a game does for readers' questions: it reads a position, shows it, and tells what decides in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol


class BadPositionError(ValueError):
    """What was typed is no position of the game; the message is in the language of the moment."""


class AskedPosition(NamedTuple):
    """A position as one line, and what is done in it."""

    line: str
    actions: Sequence[str] = ()


class DecidingStep(NamedTuple):
    """The step of a trace that decides, in a language, with the numbers of the rulings that it cites."""

    words: str
    rulings: Sequence[str]


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    """The position of a question on a page: ``template`` shows it with ``context`` as ``asked``; ``head`` is the
    template of its styles, "" for none."""

    template: str
    context: Any
    head: str = ""


class QuestionGame(Protocol):
    """A game about whose positions readers ask."""

    def read(self, text: str) -> AskedPosition:
        """The position of a text as people paste it, with the actions that come with it. Raises ``BadPositionError``
        in the language of the moment."""
        ...

    def trouble(self, line: str, actions: Sequence[str]) -> str:
        """Why actions cannot be carried out in a position, in the language of the moment; "" when they can."""
        ...

    def shown(self, line: str, actions: Sequence[str]) -> ShownQuestion | None:
        """The position with what comes of the actions; None where it is none under the rules of today."""
        ...

    def deciding(self, line: str, actions: Sequence[str], language: str) -> DecidingStep | None:
        """The last step that cites a ruling; None where none does, or where nothing is done."""
        ...

    def query(self, engine: Any, seat: int | None, *, is_open: bool = False) -> Mapping[str, str] | None:
        """The parameters of the form's address that bring a position of the game: as a seat knows it, hidden cards in
        an order that says nothing, or with ``is_open`` as it is.

        None where there is no position, or where whoever looks knows too little to make one.
        """
        ...
