"""The form that begins a game of seats, options, bots and a time for a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from contract.deadlines import DEADLINES
from contract.seating import ANYBODY, BOT, LEVEL_NAMES, ME, MIDDLING, OPEN

BOTS: Final = [(level, LEVEL_NAMES[level]) for level in ("random", "greedy", "search")]


class SimpleSetupForm(forms.Form):
    """Who plays, the time for a turn, who may watch; ``arrangement`` is the request to *Create* of the API.

    Every choice has been made already: one press is a game against bots.
    """

    game: str
    seats: Sequence[str]

    def __init__(self, params: QueryDict, *, is_sent: bool) -> None:
        super().__init__(params if is_sent else None)
        for number, seat in enumerate(self.seats):
            self.fields[f"seat_{seat}"] = forms.ChoiceField(
                label=self.seat_label(seat),
                choices=_seat_choices(is_first=number == 0),
                initial=ME if number == 0 else MIDDLING,
                required=False,
            )
        self.add_options()
        self.fields["deadline"] = forms.ChoiceField(label=_("Time per turn"), choices=DEADLINES, required=False)
        self.fields["spectators"] = forms.BooleanField(
            label=_("Allow spectators (hidden cards stay hidden)"), required=False, initial=True
        )

    def seat_label(self, seat: str) -> Any:
        return seat

    def add_options(self) -> None:
        """Adds the fields of the game's options."""

    def options(self) -> dict[str, Any]:
        return {}

    def kind_of(self, seat: str) -> str:
        """Who has been chosen for a seat."""
        return self.cleaned_data[f"seat_{seat}"] or (ME if seat == self.seats[0] else MIDDLING)

    def arrangement(self) -> dict[str, Any]:
        """The request to *Create*."""
        seats: dict[str, Any] = {}
        for seat in self.seats:
            kind = self.kind_of(seat)
            is_person = kind in (ME, OPEN, ANYBODY)
            seats[seat] = {"kind": ME if kind == ME else OPEN} if is_person else {"kind": BOT, "level": kind}
        deadline = self.cleaned_data["deadline"]
        return {
            "game": self.game,
            "seats": seats,
            "options": self.options(),
            "deadline": int(deadline) if deadline else None,
            "spectators": self.cleaned_data["spectators"],
        }

    def listed(self) -> str:
        return ",".join(seat for seat in self.seats if self.kind_of(seat) == ANYBODY)

    # For the template.

    def seat_rows(self) -> Iterator[tuple[str, forms.BoundField]]:
        for seat in self.seats:
            yield seat[0].upper(), self[f"seat_{seat}"]

    def further(self) -> Iterator[forms.BoundField]:
        return (self[name] for name in self.fields if not name.startswith("seat_"))


def _seat_choices(*, is_first: bool) -> list[tuple[Any, Any]]:
    mine = (ME, _("You")) if is_first else (ME, _("You, or a friend at this screen"))
    people = (mine, (OPEN, _("A friend, by link")), (ANYBODY, _("Anyone, through the lobby")))
    groups: list[tuple[Any, Any]] = [(_("A person"), people), (_("A bot"), BOTS)]
    return groups if is_first else groups[::-1]
