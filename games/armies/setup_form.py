"""How a game of Clash of the Cards is to be."""

from __future__ import annotations

from typing import Any, Final

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from contract.simple_form import SimpleSetupForm
from engine.armies.pack.cards import MAX_SEATS, MIN_SEATS, SEAT_NAMES
from engine.kernel.numbers import whole_number
from games.armies.adapter import NAME
from games.armies.characters import CHARACTERS
from games.armies.variant_fields import chosen_variants, variant_fields

USUAL_SEATS: Final = 3


class ArmiesSetupForm(SimpleSetupForm):
    """A game of Clash of the Cards: how many play comes with the address, or with what is sent."""

    game = NAME
    characters = CHARACTERS

    def __init__(self, params: QueryDict, *, is_sent: bool) -> None:
        count = whole_number(params.get("players", ""), 1) or USUAL_SEATS
        self.seats = SEAT_NAMES[: min(max(count, MIN_SEATS), MAX_SEATS)]
        super().__init__(params, is_sent=is_sent)

    def seat_label(self, seat: str) -> Any:
        return _("Seat %(letter)s") % {"letter": seat}

    def add_options(self) -> None:
        self.fields |= variant_fields()

    def options(self) -> dict[str, Any]:
        return chosen_variants(self.cleaned_data)

    @property
    def counts(self) -> range:
        return range(MIN_SEATS, MAX_SEATS + 1)
