"""What a new sheet is to be."""

from __future__ import annotations

from typing import Any

from engine.armies.pack.cards import MAX_SEATS, MIN_SEATS
from games.armies.variant_fields import chosen_variants, variant_fields
from scores.forms import NewSheetForm


class PadForm(NewSheetForm):
    """A score pad, with the variants that are played."""

    min_players, max_players = MIN_SEATS, MAX_SEATS

    def add_options(self) -> None:
        self.fields |= variant_fields()

    def options(self) -> dict[str, Any]:
        return {"options": chosen_variants(self.cleaned_data)}
