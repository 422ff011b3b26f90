"""The form that begins a game of seats, options, bots and a time for a turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from contract.characters import NO_CHARACTERS, BotCharacter, Characters
from contract.deadlines import TIMES, time_asked
from contract.seating import ANYBODY, BOT, LEVEL_NAMES, ME, MIDDLING, OPEN, level_word

BOTS: Final = [(level, LEVEL_NAMES[level]) for level in ("random", "greedy", "search")]


class SimpleSetupForm(forms.Form):
    """Who plays, the time for a turn, who may watch; ``arrangement`` is the request to *Create* of the API.

    Every choice has been made already: one press is a game against bots.
    """

    game: str
    seats: Sequence[str]
    characters: Characters = NO_CHARACTERS

    def __init__(self, params: QueryDict, *, is_sent: bool) -> None:
        super().__init__(params if is_sent else None)
        for number, seat in enumerate(self.seats):
            self.fields[f"seat_{seat}"] = forms.ChoiceField(
                label=self.seat_label(seat),
                choices=seat_choices(BOTS, self.characters, is_first=number == 0),
                initial=ME if number == 0 else self._bot_asked(params, seat),
                required=False,
            )
        self.add_options()
        self.fields["deadline"] = forms.ChoiceField(label=_("Time"), choices=TIMES, required=False)
        self.fields["spectators"] = forms.BooleanField(
            label=_("Allow spectators (hidden cards stay hidden)"), required=False, initial=True
        )

    def _bot_asked(self, params: Mapping[str, str], seat: str) -> str:
        """The bot that an address names for a seat."""
        player = params.get(f"seat_{seat}", "")
        return player if player in self.characters else MIDDLING

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
            seats[seat] = seat_asked(kind, self.characters)
        return {
            "game": self.game,
            "seats": seats,
            "options": self.options(),
            **time_asked(self.cleaned_data["deadline"]),
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


def seat_choices(bots: Any, characters: Characters, *, is_first: bool) -> list[tuple[Any, Any]]:
    """Who can be chosen for a seat: people, bots by their level, bots with a name."""
    mine = (ME, _("You")) if is_first else (ME, _("You, or a friend at this screen"))
    people = (mine, (OPEN, _("A friend, by link")), (ANYBODY, _("Anyone, through the lobby")))
    named = [(slug, _Introduced(character)) for slug, character in characters.items()]
    groups: list[tuple[Any, Any]] = [
        (_("A person"), people),
        (_("A bot"), bots),
        *[(_("A bot with a name"), named)] * bool(named),
    ]
    return groups if is_first else [*groups[1:], groups[0]]


def seat_asked(kind: str, characters: Characters) -> dict[str, str]:
    """A seat in the request to *Create*, by what was chosen for it."""
    if kind in (ME, OPEN, ANYBODY):
        return {"kind": ME if kind == ME else OPEN}
    return {"kind": BOT, "character" if kind in characters else "level": kind}


class _Introduced:
    """A bot with a name, as a form offers it, in the language of the moment."""

    def __init__(self, character: BotCharacter) -> None:
        self.character = character

    def __str__(self) -> str:
        return _("%(name)s (%(level)s): %(line)s") % {
            "name": self.character.name,
            "level": level_word(self.character.level),
            "line": self.character.line,
        }
