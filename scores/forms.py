"""What a new score sheet is to be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.forms import OneLineField
from accounts.models import Visibility

MAX_LETTERS: Final = 40  # of a player's name


class NewSheetForm(forms.Form):
    """Who plays, what the sheet is called, who may look at it; ``setup`` is what the sheet keeps."""

    min_players: int = 2
    max_players: int = 2
    labels: tuple[Any, ...] = ()

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data)
        for place in range(self.max_players):
            label = self.labels[place] if self.labels else _("Player %(number)d") % {"number": place + 1}
            self.fields[f"player_{place}"] = OneLineField(
                label=label, max_length=MAX_LETTERS, required=place < self.min_players
            )
        self.add_options()
        self.fields["name"] = OneLineField(label=_("Name of the sheet"), max_length=60, required=False)
        self.fields["is_open"] = forms.BooleanField(
            label=_("Anyone with the link can view"), required=False, initial=True
        )

    def add_options(self) -> None:
        """Adds the fields of the kind."""

    def options(self) -> dict[str, Any]:
        """What else the set-up says."""
        return {}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        names = self._names(cleaned)
        if len({name.casefold() for name in names}) < len(names):
            self.add_error(None, _("Two players have the same name."))
        return cleaned

    def _names(self, cleaned: dict[str, Any]) -> list[str]:
        return [name for place in range(self.max_players) if (name := cleaned.get(f"player_{place}", ""))]

    @property
    def setup(self) -> dict[str, Any]:
        return {"players": self._names(self.cleaned_data), **self.options()}

    @property
    def visibility(self) -> str:
        return Visibility.UNLISTED if self.cleaned_data["is_open"] else Visibility.PRIVATE

    # For the template.

    def player_fields(self) -> Iterator[BoundField]:
        return (self[name] for name in self.fields if name.startswith("player_"))

    def other_fields(self) -> Iterator[BoundField]:
        return (self[name] for name in self.fields if not name.startswith("player_"))
