"""The form for an address that is to be told of turns."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from web.outgoing.addresses import fault_of


class AddressForm(forms.Form):
    """An https address of somebody's own program."""

    address = forms.CharField(
        label=gettext_lazy("Address"),
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_address(self) -> str:
        address: str = self.cleaned_data["address"]
        if fault := fault_of(address):
            raise forms.ValidationError(fault)
        return address
