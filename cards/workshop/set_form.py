"""The form of a set of somebody's own: what it is called, its colour and symbol, who sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Visibility
from cards.colours import is_colour
from cards.exchange.forms import LinkedTableField
from cards.icons import is_icon
from cards.models import NAME_LENGTH, CardSet
from cards.workshop.forms import LineField
from cards.workshop.services import note_in_cards

ABOUT_LENGTH: Final = 400
FIELDS: Final = ("name", "name_fr", "about", "about_fr", "accent", "symbol", "visibility", "table_address")


class SetForm(forms.Form):
    """A set's own words, its ``accent`` (#rrggbb), its ``symbol`` (an icon's name) and its visibility."""

    name = LineField(label=gettext_lazy("Name"), max_length=NAME_LENGTH)
    name_fr = LineField(label=gettext_lazy("Name in French"), max_length=NAME_LENGTH, required=False)
    about = LineField(label=gettext_lazy("Description"), max_length=ABOUT_LENGTH, required=False)
    about_fr = LineField(label=gettext_lazy("Description in French"), max_length=ABOUT_LENGTH, required=False)
    accent = forms.CharField(
        label=gettext_lazy("Colour"), max_length=7, widget=forms.TextInput(attrs={"type": "color"})
    )
    symbol = forms.CharField(
        label=gettext_lazy("Symbol"),
        max_length=60,
        help_text=gettext_lazy("The English name of an icon, as in the icon search: wolf-head, tower-flag."),
    )
    visibility = forms.ChoiceField(label=gettext_lazy("Visibility"), choices=Visibility.choices)
    table_address = LinkedTableField(
        label=gettext_lazy("Linked table"),
        help_text=gettext_lazy("A shared Google Sheet, or the https address of a CSV. Only you can see it."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if not settings.TABLE_LINKS:
            del self.fields["table_address"]

    def clean_accent(self) -> str:
        accent = str(self.cleaned_data["accent"]).lower()
        if not is_colour(accent):
            raise forms.ValidationError(_("Write the colour as #rrggbb."))
        return accent

    def clean_symbol(self) -> str:
        """An icon of the library; its words may be separated by spaces."""
        symbol = "-".join(str(self.cleaned_data["symbol"]).lower().split())
        if not is_icon(symbol):
            raise forms.ValidationError(_("No icon has this name."))
        return symbol


def save_set(*, card_set: CardSet, form: SetForm) -> None:
    """Keeps what a valid form says of a set, and nothing else of it."""
    is_seen_as_before = card_set.visibility == form.cleaned_data["visibility"]
    for field in form.fields:
        setattr(card_set, field, form.cleaned_data[field])
    card_set.save(update_fields=[*form.fields, "updated"])
    if not is_seen_as_before:
        note_in_cards(card_set)


def set_form(card_set: CardSet, data: Mapping[str, Any] | None = None) -> SetForm:
    return SetForm(data, initial={field: getattr(card_set, field) for field in FIELDS})
