"""The form with which a game goes on from a moment of another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from contract.seating import BOT, ME, OPEN
from games.decks.forms import BOT_NAMES

PEOPLE: Final = ((OPEN, _("A friend, by link")), (ME, _("You, or a friend at this screen")))
ANEW: Final = "anew"
SAME: Final = "same"
DEALS: Final = ((ANEW, _("Deal hidden cards again")), (SAME, _("Keep all cards where they were")))


class GoOnForm(forms.Form):
    """Which seat is one's own, who has the others, and whether what is hidden is dealt anew."""

    own = forms.ChoiceField(label=_("Your seat"))
    others = forms.ChoiceField(label=_("The other seats"), choices=(*BOT_NAMES, *PEOPLE), initial="search-small")
    deal = forms.ChoiceField(
        label=_("The hidden cards"),
        choices=DEALS,
        initial=ANEW,
        help_text=_(
            "You can keep the cards only if no one else is invited: the replay shows every card, even the next draws."
        ),
    )

    def __init__(self, *args: Any, letters: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.letters = letters
        own = self.fields["own"]
        assert isinstance(own, forms.ChoiceField)
        own.choices = [(letter, letter) for letter in letters]

    def clean(self) -> dict[str, Any]:
        """Nobody else is invited to cards that whoever has read the replay knows."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("others") == OPEN and cleaned.get("deal") == SAME:
            self.add_error("deal", _("Others may have seen the replay: hidden cards must be dealt again."))
        return cleaned

    @property
    def is_dealt_anew(self) -> bool:
        """Whether what is hidden is dealt anew."""
        return bool(self.cleaned_data["deal"] == ANEW)

    def seats(self) -> dict[str, tuple[str, str]]:
        """Kind and level by letter, as ``GameSetup`` has them."""
        others = self.cleaned_data["others"]
        other = (others, "") if others in (OPEN, ME) else (BOT, others)
        return {letter: (ME, "") if letter == self.cleaned_data["own"] else other for letter in self.letters}
