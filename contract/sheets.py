"""What a room of pages has to know of a kind of score sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from django import forms

from contract.state import GameState

Data = Mapping[str, Any]  # of an entry


class UnfitSheet(ValueError):
    """What a sheet cannot hold, in words for whoever writes it; ``entry`` is the number from 0 of the first one that
    does not fit, None where it is the players."""

    def __init__(self, words: str, entry: int | None = None) -> None:
        super().__init__(words)
        self.words = words
        self.entry = entry


class SheetKind(Protocol):
    """A kind of score sheet; ``slug`` is its name in addresses, ``game`` the game's in ``contract.registry``."""

    slug: str
    game: str
    is_landscape: bool  # on paper
    new_form: type[forms.Form]  # a ``scores.forms.NewSheetForm``

    @property
    def about(self) -> str:
        """What it is for, in a sentence."""
        ...

    def read(self, setup: Data, entries: Sequence[Data]) -> Any:
        """What follows from the entries in force, by the engine. Raises ``UnfitSheet``."""
        ...

    def is_over(self, standing: Any) -> bool:
        """Whether the sheet has its end."""
        ...

    def written(self, setup: Data, standing: Any, form: Mapping[str, Any]) -> dict[str, Any]:
        """The entry that a form sends, a ``QueryDict``. Raises ``UnfitSheet`` for what is no entry of this kind."""
        ...

    def corrected(self, setup: Data, before: Data, form: Mapping[str, Any]) -> dict[str, Any]:
        """The entry that is to stand in the place of one. Raises ``UnfitSheet``."""
        ...

    def words(self, setup: Data, data: Data) -> str:
        """An entry in words."""
        ...

    def page(self, setup: Data, standing: Any) -> dict[str, Any]:
        """The context of ``scores/_KIND.html``."""
        ...

    def seats(self, setup: Data, standing: Any) -> dict[str, str] | None:
        """Who plays the next game here, names by seat; None where there is none."""
        ...

    def options(self, setup: Data) -> dict[str, Any]:
        """The options of games that belong on the sheet."""
        ...

    def played(self, setup: Data, players: Mapping[str, str], state: GameState) -> list[dict[str, Any]]:
        """The entries of a game that was played here, with the names of its seats."""
        ...

    def filled_in(self, setup: Data, data: Data) -> dict[str, Any]:
        """What the form of an entry shows that is filled in with one, beside its ``data``."""
        ...

    def paper(self, page: Mapping[str, Any], standing: Any) -> dict[str, Any]:
        """The context of ``scores/paper/KIND.html``; of an empty sheet with nothing and None."""
        ...
