"""Forms of decks."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import OneLineField, say_what_is_too_long
from accounts.limits import Limit
from accounts.models import Visibility
from cards.decks.drafts import ABOUT_LENGTH, NAME_LENGTH
from cards.models import Deck

SAVES: Final = Limit("deck", times=120, seconds=3600)


class DeckForm(forms.ModelForm):
    """A deck's name, description and visibility; its cards come with the draft."""

    name = OneLineField(label=_("Name"), max_length=NAME_LENGTH)
    about = forms.CharField(
        label=_("About it"), max_length=ABOUT_LENGTH, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
    visibility = forms.ChoiceField(label=_("Who may see it"), choices=Visibility, initial=Visibility.PRIVATE)

    class Meta:
        model = Deck
        fields = ("name", "about", "visibility")
        labels: ClassVar[dict[str, str]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say_what_is_too_long(self)


class DeckTextForm(forms.Form):
    """A deck as text."""

    text = forms.CharField(
        label=_("Deck as text"), strip=False, widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"})
    )
