"""What a new sheet is to be."""

from __future__ import annotations

import secrets
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.schools.sheets.championship import MAX_PLAYERS, MIN_PLAYERS
from scores.forms import NewSheetForm

SEED_BYTES: Final = 16
ON_SITE: Final = "site"
AT_TABLE: Final = "table"


class CurriculumForm(NewSheetForm):
    labels = ("Dragombre", "Blancgriffon")


class ChampionshipForm(NewSheetForm):
    """A Championship, its seats drawn here or with real cards."""

    min_players, max_players = MIN_PLAYERS, MAX_PLAYERS

    def add_options(self) -> None:
        draws = ((ON_SITE, _("The site draws the Trial cards")), (AT_TABLE, _("We draw them at our table")))
        self.fields["draws"] = forms.ChoiceField(label=_("Pairings"), choices=draws, initial=ON_SITE)

    def options(self) -> dict[str, Any]:
        is_drawn = self.cleaned_data["draws"] == ON_SITE
        return {"seed": secrets.token_hex(SEED_BYTES)} if is_drawn else {}
