"""The form of a new championship."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.forms import OneLineField, say_what_is_too_long
from grimoire.models import Puzzle
from grimoire.models.championships import PUZZLES
from grimoire.models.puzzles import TITLE_LENGTH, WORDS_LENGTH

LONGEST: Final = timedelta(days=366)
LONGEST_WINDOW: Final = timedelta(days=31)
MAX_OFFSET: Final = 14 * 60  # minutes between any place's time and UTC


def _moment(label: Any, own_label: Any, *, required: bool = True) -> forms.DateTimeField:
    attrs = {"type": "datetime-local", "data-own-time": "utc_offset", "data-own-label": own_label}
    widget = forms.DateTimeInput(attrs=attrs, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, required=required, widget=widget)


class ChampionshipForm(forms.Form):
    """A championship with six of the organiser's drafts."""

    title = OneLineField(label=_("Title"), max_length=TITLE_LENGTH)
    title_fr = OneLineField(label=_("Title in French"), max_length=TITLE_LENGTH, required=False)
    about = forms.CharField(
        label=_("Description"), required=False, max_length=WORDS_LENGTH, widget=forms.Textarea(attrs={"rows": 3})
    )
    about_fr = forms.CharField(
        label=_("The same in French"), required=False, max_length=WORDS_LENGTH, widget=forms.Textarea(attrs={"rows": 3})
    )
    starts_at = _moment(_("Starts at, in UTC"), _("Starts at"))
    last_start = _moment(
        _("Last start, in UTC (empty: everyone starts at the same time)"),
        _("Last start (empty: everyone starts at the same time)"),
        required=False,
    )
    puzzles = forms.MultipleChoiceField(
        label=_("Six drafts"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Proven and not published. They are published when the championship is over."),
    )
    utc_offset = forms.IntegerField(
        required=False, min_value=-MAX_OFFSET, max_value=MAX_OFFSET, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, drafts: Sequence[Puzzle], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.drafts = {draft.token: draft for draft in drafts}
        choices: Any = self.fields["puzzles"]
        choices.choices = [(token, draft.heading) for token, draft in self.drafts.items()]
        say_what_is_too_long(self)

    def seen_fields(self) -> Iterator[forms.BoundField]:
        return (field for field in self if not field.is_hidden)

    def clean_puzzles(self) -> list[Puzzle]:
        tokens: list[str] = self.cleaned_data["puzzles"]
        if len(set(tokens)) != PUZZLES:
            raise forms.ValidationError(_("Choose exactly six puzzles."))
        return [self.drafts[token] for token in tokens]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        now, offset = timezone.now(), timedelta(minutes=cleaned["utc_offset"] or 0)
        for name in ("starts_at", "last_start"):
            moment = cleaned[name]
            if moment is not None and now - LONGEST < moment < now + 2 * LONGEST:  # the calendar ends somewhere
                cleaned[name] = moment + offset
        starts, last = cleaned["starts_at"], cleaned["last_start"]
        if not now < starts < now + LONGEST:
            self.add_error("starts_at", _("Choose a moment within a year from now."))
        elif last is not None and not starts < last < starts + LONGEST_WINDOW:
            self.add_error("last_start", _("Choose a moment within a month after the start."))
        return cleaned

    def championship_fields(self) -> dict[str, Any]:
        """The fields of the championship that the form has."""
        return {name: value for name, value in self.cleaned_data.items() if name not in ("utc_offset", "puzzles")}
