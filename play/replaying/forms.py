"""The form with which a game goes on from a moment of another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from play.forms import BOT_NAMES
from play.setups import BOT, ME, OPEN

PEOPLE: Final = ((OPEN, _("Somebody with a link")), (ME, _("You, or somebody at this screen")))


class GoOnForm(forms.Form):
    """Which seat is one's own, and who has the others."""

    own = forms.ChoiceField(label=_("Your seat"))
    others = forms.ChoiceField(label=_("The other seats"), choices=(*BOT_NAMES, *PEOPLE), initial="search-small")

    def __init__(self, *args: Any, letters: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.letters = letters
        own = self.fields["own"]
        assert isinstance(own, forms.ChoiceField)
        own.choices = [(letter, letter) for letter in letters]

    def seats(self) -> dict[str, tuple[str, str]]:
        """Kind and level by letter, as ``GameSetup`` has them."""
        others = self.cleaned_data["others"]
        other = (others, "") if others in (OPEN, ME) else (BOT, others)
        return {letter: (ME, "") if letter == self.cleaned_data["own"] else other for letter in self.letters}
