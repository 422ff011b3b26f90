"""Forms of imports of cards."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts.forms import OneLineField
from accounts.models import Visibility
from cards.exchange.beside import NOTHING, Beside
from cards.exchange.encodings import ENCODINGS
from cards.exchange.headings import FIELDS
from cards.exchange.table_links import table_address
from cards.models import NAME_LENGTH
from web.outgoing.addresses import MAX_ADDRESS, fault_of

CHOSEN: Final = "as:"  # before a heading: the name of the field that says what the column is


class LinkedTableField(forms.CharField):
    """The link of a table on the web, as somebody copied it; cleaned it is the address of the table."""

    widget = forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off", "spellcheck": "false"})

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, max_length=MAX_ADDRESS, **options)

    def clean(self, value: Any) -> str:
        """Raises ``ValidationError`` for an address that the site would not go to."""
        address = table_address(str(super().clean(value)))
        if address and (fault := fault_of(address)):
            raise forms.ValidationError(fault)
        return address


class ImportForm(forms.Form):
    """A file or its text, and where the cards go. ``seen`` is the fingerprint of what was shown before saving."""

    name = OneLineField(
        label=_("Set"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("A new name creates a set; the name of one of your sets adds to it."),
        widget=forms.TextInput(attrs={"list": "own-sets", "autocomplete": "off"}),
    )
    visibility = forms.ChoiceField(
        label=_("Visibility of the cards"), choices=Visibility.choices, initial=Visibility.PRIVATE, required=False
    )
    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("CSV, XLSX, ODS or JSON, up to 1 MB and 1000 cards. For a table with pictures, a ZIP up to 20 MB."),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.json,.xlsx,.ods,.zip,text/csv,application/json"}),
    )
    address = LinkedTableField(
        label=_("Or the link of a table"),
        help_text=_(
            "A shared Google Sheet, or the https address of a CSV. The set stays linked, so you can update it."
        ),
    )
    text = forms.CharField(
        label=_("Or paste the lines here"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 9, "spellcheck": "false", "wrap": "off", "autocomplete": "off"}),
    )
    encoding = forms.ChoiceField(
        label=_("Encoding"), choices=[("", _("Detect automatically")), *ENCODINGS.items()], required=False
    )
    read_as = forms.ChoiceField(
        choices=[("", ""), *ENCODINGS.items()], required=False, widget=forms.HiddenInput
    )  # how what stands in the box was read
    leave_out = forms.BooleanField(label=_("Skip these columns"), required=False)
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    pictures = forms.CharField(required=False, widget=forms.HiddenInput)  # ``cards.packs.written_pictures``

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})
        if not settings.TABLE_LINKS:
            del self.fields["address"]

    def clean_visibility(self) -> str:
        """Private, unless somebody says otherwise."""
        return self.cleaned_data["visibility"] or Visibility.PRIVATE

    def clean(self) -> dict[str, Any]:
        """A file goes before a link, a link before what stands in the box."""
        data = super().clean() or {}
        is_given = data.get("file") or data.get("address") or data.get("text", "").strip()
        if not is_given and self.errors.keys().isdisjoint(("file", "address")):
            self.add_error("text", _("Choose a file, or paste some lines."))
        return data


def fields_chosen(data: Mapping[str, str]) -> dict[str, str]:
    """What somebody chose columns of their own to be: field by heading."""
    chosen = {name.removeprefix(CHOSEN): field for name, field in data.items() if name.startswith(CHOSEN)}
    return {heading: field for heading, field in chosen.items() if field in FIELDS}


def fingerprint(text: str, name: str, beside: Beside = NOTHING) -> str:
    """A digest that tells one preview from another, whatever a browser does to the ends of lines."""
    more = [sorted(beside.fields.items()), sorted(beside.pictures.items())] if beside != NOTHING else ""
    return sha256(f"{name.strip()}\n{' '.join(text.split())}{more}".encode("utf-8", "replace")).hexdigest()
