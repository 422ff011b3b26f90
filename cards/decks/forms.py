"""What people fill in about decks."""

from __future__ import annotations

from typing import ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Visibility
from cards.decks.drafts import ABOUT_LENGTH, NAME_LENGTH
from cards.models import Deck


class DeckForm(forms.ModelForm):
    """What a deck is called and who may see it; its cards come with the draft."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH)
    about = forms.CharField(
        label=_("About it"), max_length=ABOUT_LENGTH, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
    visibility = forms.ChoiceField(label=_("Who may see it"), choices=Visibility, initial=Visibility.PRIVATE)

    class Meta:
        model = Deck
        fields = ("name", "about", "visibility")
        labels: ClassVar = {}


class TextForm(forms.Form):
    """A deck as text."""

    text = forms.CharField(
        label=_("Deck as text"), strip=False, widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"})
    )
