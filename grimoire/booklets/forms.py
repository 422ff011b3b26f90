"""How a booklet is to be printed."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from grimoire.booklets.booklet import BookletOptions

NAMES: Final[dict[str, tuple[Any, dict[str, Any]]]] = {
    "layout": (
        _("Layout"),
        {"folded": _("Booklet to fold: two pages per side"), "pages": _("One page after another")},
    ),
    "paper": (_("Paper"), {"a4": "A4", "letter": "US Letter"}),
    "solutions": (_("Solutions"), {"earned": _("At the back, those you can see"), "none": _("None")}),
    "ink": (_("Ink"), {"full": _("In colour"), "saver": _("Ink saver")}),
    "language": (_("Language"), {"en": "English", "fr": "Français"}),
}


class BookletForm(forms.Form):
    """The options; ``reveal`` asks for the solutions that have not been earned, too."""

    reveal = forms.BooleanField(required=False)

    def __init__(self, data: Any = None, *, language: str) -> None:
        super().__init__(data)
        for name, (label, names) in NAMES.items():
            choices = [(value, names[value]) for value in BookletOptions.CHOICES[name]]
            first = language if name == "language" else choices[0][0]
            self.fields[name] = forms.ChoiceField(label=label, choices=choices, initial=first, required=False)
        self.language = language

    @property
    def options(self) -> BookletOptions:
        """The options, those of a valid form; what was left out is as usual."""
        chosen = {name: self.cleaned_data[name] for name in NAMES if self.cleaned_data.get(name)}
        return BookletOptions(**{"language": self.language, **chosen})
