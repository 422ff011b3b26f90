"""The form that makes a tournament, and the one that changes it later.

Every choice has been made already: a name is all that is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, timedelta
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
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
FAR_PAST: Final = timedelta(days=3660)
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


class AnnouncementForm(forms.Form):
    """What may change after a tournament was made: ``tournament`` is the one to be changed."""

    name = OneLineField(label=_("Name"), max_length=60)
    capacity = forms.IntegerField(label=_("Most players"), min_value=2, max_value=MAX_ENTRANTS, initial=MAX_ENTRANTS)
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

    def __init__(self, sent: QueryDict | None, tournament: Tournament | None = None) -> None:
        super().__init__(sent)
        self.tournament = tournament
        if tournament is None:
            return
        for field in ("name", "capacity", "visibility"):
            self.initial[field] = getattr(tournament, field)
        self.fields["capacity"].widget.attrs["min"] = self.least_places
        if tournament.phase != Tournament.Phase.OPEN:
            del self.fields["starts"]
        elif tournament.starts is not None:
            starts = tournament.starts.astimezone(UTC).replace(tzinfo=None)
            self.initial["starts"] = starts
            if sent is None:  # else it is what was typed
                self.fields["starts"].widget.attrs["data-utc"] = f"{starts:%Y-%m-%dT%H:%M}Z"

    @property
    def least_places(self) -> int:
        """Nobody who plays already loses their place."""
        playing = 0 if self.tournament is None else self.tournament.entrants.filter(is_out=False).count()
        return max(PLAYERS, playing)

    def clean_capacity(self) -> int:
        capacity: int = self.cleaned_data["capacity"]
        if capacity < self.least_places:
            raise ValidationError(_("%(count)d players are in already."), params={"count": self.least_places})
        return capacity

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        starts, now = cleaned.get("starts"), timezone.now()
        if starts is None or self.errors:
            return cleaned
        offset = timedelta(minutes=cleaned["utc_offset"] or 0)
        if now - FAR_PAST < starts < now + LATEST_START + MAX_SHIFT:  # the calendar ends somewhere
            starts = cleaned["starts"] = starts + offset
        is_kept = self.tournament is not None and self.tournament.starts == starts
        if not is_kept and not now < starts < now + LATEST_START:
            self.add_error("starts", _("Choose a moment within a year from now."))
        return cleaned

    def seen_fields(self) -> Iterator[forms.BoundField]:
        return (field for field in self if not field.is_hidden)

    def changes(self) -> dict[str, Any]:
        """The fields of the tournament that the form has."""
        return {name: value for name, value in self.cleaned_data.items() if name != "utc_offset"}


class TournamentForm(AnnouncementForm):
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
    rated = forms.BooleanField(label=_("Rated: players need an account, no bots"), required=False)
    field_order = (
        *("name", "kind", "game", "format", "exhaustion", "place", "time", "no_show", "rounds", "minutes"),
        *("capacity", "rated", "starts", "utc_offset", "visibility"),
    )

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
