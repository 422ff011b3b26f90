"""Which games the statistics are of."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from board.mode_names import EDITION_NAMES, MODE_NAMES
from engine.decks.game.setup import CONSTRUCTED
from games.decks.forms import FORMAT_NAMES

PEOPLE: Final = "people"


class StatisticsForm(forms.Form):
    """The filters; an empty field, or one that means nothing, is for all."""

    mode = forms.ChoiceField(label=_("Mode"), choices=(("", _("All modes")), *MODE_NAMES.items()), required=False)
    format = forms.ChoiceField(
        label=_("Decks"),
        choices=(("", _("All formats")), *FORMAT_NAMES, (CONSTRUCTED, _("Own decks"))),
        required=False,
    )
    edition = forms.ChoiceField(
        label=_("Rules"), choices=(("", _("Both seasons")), *EDITION_NAMES.items()), required=False
    )
    between = forms.ChoiceField(
        label=_("Players"), choices=(("", _("All games")), (PEOPLE, _("People only, no bots"))), required=False
    )

    def filters(self) -> dict[str, Any]:
        """As fields of ``CountedGame`` and ``OutcomeCount``."""
        self.is_valid()  # what is wrong is left out
        sent = {name: self.cleaned_data.get(name) for name in ("mode", "format", "edition")}
        chosen: dict[str, Any] = {name: value for name, value in sent.items() if value}
        return {**chosen, "people_only": True} if self.cleaned_data.get("between") == PEOPLE else chosen
