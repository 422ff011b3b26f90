"""The form that makes a tournament. Every choice has been made already: a name is all that is needed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.forms import OneLineField
from accounts.models import Owner, Visibility
from contract.deadlines import TIMES, time_asked
from contract.registry import GAMES, default_game
from engine.decks.game.setup import CONSTRUCTED, PRECONSTRUCTED
from engine.decks.rules.abilities import SEASON_2
from engine.decks.rules.modes import DUEL
from games.decks.forms import FORMAT_NAMES
from tables.refusals import start_refusal_words
from tournaments.models import MAX_ENTRANTS, Tournament
from tournaments.services.games import DECKS, asked_for, config_of, seats_of
from web.refusals import RequestRefused

Kind = Tournament.Kind
PLAYERS: Final = 2
LATEST_START: Final = timedelta(days=366)
MAX_ROUNDS: Final = 20
MAX_OFFSET: Final = 14 * 60  # minutes between any place's time and UTC
MAX_SHIFT: Final = timedelta(minutes=MAX_OFFSET)
KIND_HINTS: Final = {
    Kind.SWISS: _("Swiss: you keep playing, against players with about the same points"),
    Kind.ROUND_ROBIN: _("Round robin: everyone meets everyone once"),
    Kind.ARENA: _("Arena: one match after the other until time is up"),
    Kind.EVENING: _("Club evening: rounds as long as you like, people come and go"),
}
PLACES: Final = (
    ("site", _("On this site: games open automatically")),
    ("table", _("At real tables: players report their results")),
)
NO_SHOWS: Final = (
    (5, _("after 5 minutes")),
    (10, _("after 10 minutes")),
    (30, _("after 30 minutes")),
    (1440, _("after a day")),
    (4320, _("after 3 days")),
)
WHO_SEES: Final = (
    (Visibility.PUBLIC, _("Listed on the site")),
    (Visibility.UNLISTED, _("Only people with the link")),
)


def games_for_two() -> list[tuple[str, str]]:
    """The games that two can play against each other, with their titles."""
    return [(name, game.title) for name, game in GAMES.items() if len(seats_of({"game": name})) == PLAYERS]


class TournamentForm(forms.Form):
    name = OneLineField(label=_("Name"), max_length=60)
    kind = forms.ChoiceField(label=_("Kind"), choices=list(KIND_HINTS.items()), initial=Kind.SWISS)
    game = forms.ChoiceField(label=_("Which game"))
    format = forms.ChoiceField(label=_("Decks (Clash of Decks)"), choices=FORMAT_NAMES, initial=PRECONSTRUCTED)
    exhaustion = forms.BooleanField(
        label=_("With Exhaustion, as the rulebook advises for tournaments (Clash of Decks)"),
        required=False,
        initial=True,
    )
    place = forms.ChoiceField(label=_("Where you play"), choices=PLACES, initial="site")
    time = forms.ChoiceField(label=_("Time"), choices=TIMES, initial="fischer-600-10", required=False)
    no_show = forms.TypedChoiceField(
        label=_("A player who doesn't show up loses"), choices=NO_SHOWS, initial=10, coerce=int
    )
    rounds = forms.IntegerField(
        label=_("Rounds of a Swiss (leave empty to let the site choose)"),
        min_value=1,
        max_value=MAX_ROUNDS,
        required=False,
    )
    minutes = forms.IntegerField(label=_("Minutes of an arena"), min_value=10, max_value=240, initial=60)
    capacity = forms.IntegerField(label=_("Most players"), min_value=2, max_value=MAX_ENTRANTS, initial=MAX_ENTRANTS)
    rated = forms.BooleanField(label=_("Rated: players need an account, no bots"), required=False)
    starts = forms.DateTimeField(
        label=_("Starts at, in UTC (leave empty if you don't know yet)"),
        required=False,
        widget=forms.DateTimeInput(
            attrs={
                "type": "datetime-local",
                "data-own-time": "utc_offset",
                "data-own-label": _("Starts at (leave empty if you don't know yet)"),
            },
            format="%Y-%m-%dT%H:%M",
        ),
    )
    # Minutes from the browser's own time to UTC at that moment; "" from who has no scripts.
    utc_offset = forms.IntegerField(
        required=False, min_value=-MAX_OFFSET, max_value=MAX_OFFSET, widget=forms.HiddenInput
    )
    visibility = forms.ChoiceField(label=_("Who finds it"), choices=WHO_SEES, initial=Visibility.PUBLIC)

    def __init__(self, sent: QueryDict | None, owner: Owner | None) -> None:
        super().__init__(sent)
        self.owner = owner
        self.fields["game"] = forms.ChoiceField(
            label=_("Which game"), choices=games_for_two(), initial=default_game().name
        )

    def asked(self) -> dict[str, Any]:
        """What *Create* is asked for by each game, without seats and decks."""
        data = self.cleaned_data
        asked = asked_for(data["game"], **time_asked(data["time"]))
        if data["game"] == DECKS:
            asked |= {
                "mode": DUEL.name,
                "format": data["format"],
                "edition": SEASON_2,
                "exhaustion": data["exhaustion"],
            }
        return asked

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        starts, now = cleaned["starts"], timezone.now()
        if starts is not None:
            offset = timedelta(minutes=cleaned["utc_offset"] or 0)
            if now - MAX_SHIFT < starts < now + LATEST_START + MAX_SHIFT:  # the calendar ends somewhere
                starts = cleaned["starts"] = starts + offset
            if not now < starts < now + LATEST_START:
                self.add_error("starts", _("Choose a moment within a year from now."))
        if cleaned["rated"] and cleaned["place"] != "site":
            self.add_error("rated", _("Only games on this site can be rated."))
        try:
            if self.asked().get("format") != CONSTRUCTED:  # whose decks come later
                config_of(self.asked(), self.owner, {}, {})
        except RequestRefused as refusal:
            self.add_error(None, start_refusal_words(refusal))
        return cleaned

    def values(self) -> dict[str, Any]:
        """The fields of the tournament."""
        data = self.cleaned_data
        same = ("name", "kind", "no_show", "minutes", "capacity", "rated", "starts", "visibility")
        return {
            **{name: data[name] for name in same},
            "asked": self.asked(),
            "on_site": data["place"] == "site",
            "rounds": data["rounds"] or 0,
        }

    def first_fields(self) -> Iterator[forms.BoundField]:
        return (self[name] for name in ("name", "kind", "game", "format", "place", "time"))

    def further(self) -> Iterator[forms.BoundField]:
        first = {field.name for field in self.first_fields()}
        return (self[name] for name in self.fields if name not in first and not self[name].is_hidden)
