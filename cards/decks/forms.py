"""Forms of decks."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import OneLineField, say_what_is_too_long
from accounts.limits import Limit
from accounts.models import Visibility
from cards.decks.drafts import ABOUT_LENGTH, NAME_LENGTH
from cards.exchange.encodings import MAX_BYTES, decoded_file
from cards.exchange.faults import CardsRefused
from cards.models import Deck

SAVES: Final = Limit("deck", times=120, seconds=3600)


class DeckForm(forms.ModelForm):
    """A deck's name, description and visibility; its cards come with the draft."""

    name = OneLineField(label=_("Name"), max_length=NAME_LENGTH)
    about = forms.CharField(
        label=_("Description"), max_length=ABOUT_LENGTH, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
    visibility = forms.ChoiceField(label=_("Visibility"), choices=Visibility, initial=Visibility.PRIVATE)

    class Meta:
        model = Deck
        fields = ("name", "about", "visibility")
        labels: ClassVar[dict[str, str]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say_what_is_too_long(self)


class DeckTextForm(forms.Form):
    """A deck as text, typed or in a file. When valid, ``content`` is the text."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".txt,.csv,.tsv,.cod,.dek,.xml,.json,text/plain"}),
    )
    text = forms.CharField(
        label=_("Deck as text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
    )
    content: str = ""

    def clean(self) -> dict[str, Any]:
        """A file goes before what stands in the box."""
        data = super().clean() or {}
        file: UploadedFile[bytes] | None = data.get("file")
        try:
            self.content = decoded_file(file.read(MAX_BYTES + 1)).text if file else data.get("text", "")
        except CardsRefused as refused:
            self.add_error("file", str(refused))
        if not self.errors and not self.content.strip():
            self.add_error("text", gettext("Choose a file, or paste some lines."))
        return data
