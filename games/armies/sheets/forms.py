"""What a new sheet is to be."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.armies.pack.cards import MAX_SEATS, MIN_SEATS
from games.armies.words import KIND_NAMES
from scores.forms import NewSheetForm


class PadForm(NewSheetForm):
    """A score pad, with the variants that are played."""

    min_players, max_players = MIN_SEATS, MAX_SEATS

    def add_options(self) -> None:
        self.fields["specials"] = forms.MultipleChoiceField(
            label=_("Special cards"),
            choices=list(KIND_NAMES.items()),
            initial=list(KIND_NAMES),
            required=False,
            widget=forms.CheckboxSelectMultiple,
            help_text=_("Choose none for the kids' game, then add them one by one."),
        )
        self.fields["god"] = forms.BooleanField(
            label=_("God: Guardian and Gravedigger work on any card"), required=False
        )
        self.fields["reverse"] = forms.BooleanField(label=_("Reverse: high numbers are worth most"), required=False)

    def options(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        specials = [kind for kind in KIND_NAMES if kind in chosen["specials"]]
        return {"options": {"specials": specials, "god": chosen["god"], "reverse": chosen["reverse"]}}
