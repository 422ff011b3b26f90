"""The form that begins a session: name, sets, players, who sits where, and how they come to their decks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.forms import OneLineField
from accounts.models import Owner
from board.mode_names import EDITION_NAMES
from engine.decks.game.mutation_draft import HAND
from engine.decks.rules.abilities import SEASON_2
from engine.decks.sessions.schedule import SEATS
from games.decks.forms import BOT_NAMES, set_choices
from mutation.services.creating import (
    DEALT,
    DRAFT,
    DRAFTED,
    HANDS,
    MIN_OF_SET,
    MINE,
    OPEN,
    TYPED,
    WAYS,
    PlayableSet,
    SessionPlan,
    faults_of_sets,
    playable_set,
)
from mutation.starting.typed import TypedFault, read_cards

NAME: Final = 60
WAY_NAMES: Final = {
    DRAFT: pgettext_lazy("a way to the decks", "Pass draft on this site"),
    DEALT: pgettext_lazy("a way to the decks", "Random deal"),
    HANDS: pgettext_lazy("a way to the decks", "Hands dealt at your table"),
    DRAFTED: pgettext_lazy("a way to the decks", "Decks drafted at your table"),
}
WAY_HINTS: Final = {
    DRAFT: _("Sixteen cards each: keep one, pass the rest to the left. On four phones, or one passed around."),
    DEALT: _("Sixteen random cards each, without a draft."),
    HANDS: _("You dealt real cards: type in the four hands and draft here."),
    DRAFTED: _("You drafted with real cards: type in who has what."),
}
SET_FAULTS: Final = {
    "same-set": _("Choose two different sets."),
    "set-too-small": _("Each set needs at least 32 playable cards under these rules."),
    "sets-too-small": _("The sets share too many cards: 64 different ones are needed."),
    "sets-too-large": _("The two sets have more than 400 cards."),
}


class SessionForm(forms.Form):
    """A session as it is to be. ``given`` is the query of the page, or with ``is_sent`` what is sent."""

    name = OneLineField(label=_("Session name"), max_length=NAME, required=False)
    edition = forms.ChoiceField(label=_("Rules"), choices=list(EDITION_NAMES.items()), initial=SEASON_2, required=False)
    is_open = forms.BooleanField(label=_("Anyone with the link can watch"), required=False, initial=True)

    def __init__(self, data: QueryDict, owner: Owner | None, *, is_sent: bool = False) -> None:
        super().__init__(data if is_sent else None)
        self.owner = owner
        way = data.get("way", DRAFT)
        self.way = way if way in WAYS else DRAFT
        self.is_typed = self.way in TYPED
        self.fields["way"] = forms.ChoiceField(
            choices=[(way, way) for way in WAYS], initial=self.way, widget=forms.HiddenInput
        )
        sets = list(set_choices(owner))
        for place, field in enumerate(("set_one", "set_two")):
            self.fields[field] = forms.ChoiceField(
                label=_("First set") if place == 0 else _("Second set"),
                choices=sets,
                initial=sets[place][0],
            )
        for place, letter in enumerate(SEATS):
            self._add_seat(letter, is_first=place == 0)
        self.plan: SessionPlan | None = None
        if not is_sent:
            self._keep(data)

    def _add_seat(self, letter: str, *, is_first: bool) -> None:
        self.fields[f"player_{letter}"] = OneLineField(
            label=_("Name of player %(letter)s") % {"letter": letter},
            max_length=NAME,
            required=False,
            widget=forms.TextInput(attrs={"placeholder": _("Name"), "autocomplete": "off"}),
        )
        people = ((MINE, _("Me (this device)")), (OPEN, _("Someone with the link")))
        self.fields[f"seat_{letter}"] = forms.ChoiceField(
            label=_("Player at %(letter)s") % {"letter": letter},
            choices=[(_("A person"), people), (_("A bot"), BOT_NAMES)],
            initial=MINE if is_first else OPEN,
        )
        if self.is_typed:
            self.fields[f"cards_{letter}"] = forms.CharField(
                label=_("Cards of %(letter)s") % {"letter": letter},
                widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
                max_length=4000,
                help_text=_("%(count)d names, one per line, in either language.") % {"count": HAND},
            )

    def _keep(self, data: QueryDict) -> None:
        """Keeps the choices made before another way was chosen."""
        for name, field in self.fields.items():
            if name in data and name != "way":
                field.initial = data[name]
        if "name" in data:
            self.fields["is_open"].initial = "is_open" in data

    @property
    def seat_rows(self) -> Iterator[tuple[str, Any, Any]]:
        """(letter, the player's name, who sits there) for each seat."""
        for letter in SEATS:
            yield letter, self[f"player_{letter}"], self[f"seat_{letter}"]

    @property
    def set_fields(self) -> list[Any]:
        return [self["set_one"], self["set_two"]]

    @property
    def typed_rows(self) -> Iterator[Any]:
        """The fields for cards that are typed, in seat order."""
        return (self[f"cards_{letter}"] for letter in SEATS if self.is_typed)

    def clean(self) -> dict[str, Any]:
        """Reads sets and typed cards; ``plan`` is there when nothing is wrong."""
        cleaned = super().clean() or {}
        edition = cleaned.get("edition") or SEASON_2
        chosen_sets = [playable_set(cleaned.get(name, ""), edition, self.owner) for name in ("set_one", "set_two")]
        if chosen_sets[0] is None or chosen_sets[1] is None:
            self.add_error("set_two", gettext("One of the chosen sets no longer exists."))
            return cleaned
        sets = (chosen_sets[0], chosen_sets[1])
        fault = faults_of_sets(*sets)
        if fault:
            self.add_error("set_two" if fault != "set-too-small" else _smaller(sets), SET_FAULTS[fault])
        deal = self._typed(cleaned, sets) if self.is_typed and not fault else None
        if not self.errors:
            self.plan = SessionPlan(
                name=cleaned["name"],
                edition=edition,
                players={letter: _player(cleaned, letter) for letter in SEATS},
                seats={letter: cleaned[f"seat_{letter}"] for letter in SEATS},
                sets=sets,
                way=self.way,
                deal=deal,
                is_open=cleaned["is_open"],
            )
        return cleaned

    def _typed(self, cleaned: dict[str, Any], sets: tuple[PlayableSet, PlayableSet]) -> dict[str, list[str]]:
        deal: dict[str, list[str]] = {}
        taken: dict[str, str] = {}
        for letter in SEATS:
            name = f"cards_{letter}"
            try:
                deal[letter] = read_cards(cleaned.get(name, ""), sets, taken, letter)
            except TypedFault as fault:
                for text in fault.texts:
                    self.add_error(name, text)
        return deal


def _smaller(sets: tuple[PlayableSet, PlayableSet]) -> str:
    return "set_one" if len(sets[0].cards) < MIN_OF_SET else "set_two"


def _player(cleaned: dict[str, Any], letter: str) -> str:
    """A player's name; one that nobody has typed is the seat's, or says that it is a bot."""
    typed = str(cleaned.get(f"player_{letter}", "")).strip()
    if typed:
        return typed
    is_bot = cleaned[f"seat_{letter}"] in dict(BOT_NAMES)
    return (gettext("Bot %(letter)s") if is_bot else gettext("Player %(letter)s")) % {"letter": letter}
