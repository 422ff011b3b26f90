"""The variants of Clash of the Cards, as forms ask for them: of a game, and of a score pad."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.armies.words import KIND_NAMES


def variant_fields() -> dict[str, forms.Field]:
    return {
        "specials": forms.MultipleChoiceField(
            label=_("Special cards"),
            choices=list(KIND_NAMES.items()),
            initial=list(KIND_NAMES),
            required=False,
            widget=forms.CheckboxSelectMultiple,
            help_text=_("Choose none for the kids' game, then add them one by one."),
        ),
        "god": forms.BooleanField(label=_("God: Guardian and Gravedigger work on any card"), required=False),
        "reverse": forms.BooleanField(label=_("Reverse: high numbers are worth most"), required=False),
    }


def chosen_variants(chosen: dict[str, Any]) -> dict[str, Any]:
    """The options of a game, from a form's cleaned data."""
    specials = [kind for kind in KIND_NAMES if kind in chosen["specials"]]
    return {"specials": specials, "god": chosen["god"], "reverse": chosen["reverse"]}
