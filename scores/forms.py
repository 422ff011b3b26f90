"""What a new score sheet is to be."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.forms import OneLineField
from accounts.models import Visibility
from engine.armies.pack.cards import MAX_SEATS, MIN_SEATS
from engine.schools.sheets.championship import MAX_PLAYERS, MIN_PLAYERS
from games.armies.words import KIND_NAMES
from scores.models import ScoreSheet

MAX_LETTERS: Final = 40  # of a player's name
SEED_BYTES: Final = 16
ON_SITE: Final = "site"
AT_TABLE: Final = "table"


class NewSheetForm(forms.Form):
    """Who plays, what the sheet is called, who may look at it; ``setup`` is what the sheet keeps."""

    least: int = 2
    most: int = 2
    labels: tuple[Any, ...] = ()

    def __init__(self, given: QueryDict | None = None) -> None:
        super().__init__(given)
        for place in range(self.most):
            label = self.labels[place] if self.labels else _("Player %(number)d") % {"number": place + 1}
            self.fields[f"player_{place}"] = OneLineField(
                label=label, max_length=MAX_LETTERS, required=place < self.least
            )
        self.add_options()
        self.fields["name"] = OneLineField(label=_("Name of the sheet"), max_length=60, required=False)
        self.fields["is_open"] = forms.BooleanField(
            label=_("Everybody who has the link may look"), required=False, initial=True
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
        return [name for place in range(self.most) if (name := cleaned.get(f"player_{place}", ""))]

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


class CurriculumForm(NewSheetForm):
    labels = ("Dragombre", "Blancgriffon")


class ChampionshipForm(NewSheetForm):
    """A Championship, its seats drawn here or with real cards."""

    least, most = MIN_PLAYERS, MAX_PLAYERS

    def add_options(self) -> None:
        draws = ((ON_SITE, _("The site draws the Trial cards")), (AT_TABLE, _("We draw them at our table")))
        self.fields["draws"] = forms.ChoiceField(label=_("Who meets whom"), choices=draws, initial=ON_SITE)

    def options(self) -> dict[str, Any]:
        is_drawn = self.cleaned_data["draws"] == ON_SITE
        return {"seed": secrets.token_hex(SEED_BYTES)} if is_drawn else {}


class PadForm(NewSheetForm):
    """A score pad, with the variants that are played."""

    least, most = MIN_SEATS, MAX_SEATS

    def add_options(self) -> None:
        self.fields["specials"] = forms.MultipleChoiceField(
            label=_("Special cards"),
            choices=list(KIND_NAMES.items()),
            initial=list(KIND_NAMES),
            required=False,
            widget=forms.CheckboxSelectMultiple,
            help_text=_("None of them is the game for kids; add them back bit by bit."),
        )
        self.fields["god"] = forms.BooleanField(
            label=_("God: Guardian and Gravedigger work on any card"), required=False
        )
        self.fields["reverse"] = forms.BooleanField(label=_("Reverse: high numbers are worth most"), required=False)

    def options(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        specials = [kind for kind in KIND_NAMES if kind in chosen["specials"]]
        return {"options": {"specials": specials, "god": chosen["god"], "reverse": chosen["reverse"]}}


SHEET_FORMS: Final[dict[str, type[NewSheetForm]]] = {
    ScoreSheet.Kind.CURRICULUM: CurriculumForm,
    ScoreSheet.Kind.CHAMPIONSHIP: ChampionshipForm,
    ScoreSheet.Kind.PAD: PadForm,
}
