"""Forms of contests."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.forms import OneLineField, say_what_is_too_long
from accounts.models import Owner
from accounts.text_cleaning import readable
from board.mode_names import EDITION_NAMES
from grimoire.browsing.filter_names import GOAL_NAMES
from grimoire.models import ContestEntry
from grimoire.models.contests import MAX_ENTRIES, MAX_PLACE
from grimoire.models.puzzles import TITLE_LENGTH, WORDS_LENGTH
from tables.people.services import account_called

LONGEST: Final = timedelta(days=366)
MAX_OFFSET: Final = 14 * 60  # minutes between any place's time and UTC
MAX_TURNS: Final = 3


def _moment(label: Any, own_label: Any) -> forms.DateTimeField:
    attrs = {"type": "datetime-local", "data-own-time": "utc_offset", "data-own-label": own_label}
    return forms.DateTimeField(label=label, widget=forms.DateTimeInput(attrs=attrs, format="%Y-%m-%dT%H:%M"))


def _words(label: Any, *, required: bool = False, rows: int = 4) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": rows, "dir": "auto"})
    return forms.CharField(label=label, required=required, max_length=WORDS_LENGTH, widget=widget)


class JudgeForm(forms.Form):
    """Who is to judge: the name of an account."""

    judge = OneLineField(label=_("Judge (name of an account)"), max_length=30)

    def clean_judge(self) -> Owner:
        judge = account_called(self.cleaned_data["judge"])
        if judge is None:
            raise ValidationError(_("No account has this name."))
        return judge


class ContestForm(JudgeForm):
    """A new contest."""

    title = OneLineField(label=_("Title"), max_length=TITLE_LENGTH)
    theme = _words(_("Theme: what you ask of the puzzles"), required=True)
    title_fr = OneLineField(label=_("Title in French"), max_length=TITLE_LENGTH, required=False)
    theme_fr = _words(_("Theme in French"))
    opens_at = _moment(_("Opens at, in UTC"), _("Opens at"))
    closes_at = _moment(_("Closes at, in UTC"), _("Closes at"))
    goal = forms.ChoiceField(label=_("Objective"), required=False)
    edition = forms.ChoiceField(label=_("Abilities of"), required=False)
    max_turns = forms.TypedChoiceField(
        label=_("Most turns"), coerce=int, choices=[(n, n) for n in range(1, MAX_TURNS + 1)], initial=MAX_TURNS
    )
    entries_each = forms.TypedChoiceField(
        label=_("Entries of one author"), coerce=int, choices=[(n, n) for n in range(1, MAX_ENTRIES + 1)]
    )
    utc_offset = forms.IntegerField(
        required=False, min_value=-MAX_OFFSET, max_value=MAX_OFFSET, widget=forms.HiddenInput
    )

    field_order = ("title", "theme", "title_fr", "theme_fr", "opens_at", "closes_at", "judge")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        goal: Any = self.fields["goal"]
        goal.choices = [("", _("Any"))] + [(name, words) for name, words in GOAL_NAMES.items() if name != "predict"]
        edition: Any = self.fields["edition"]
        edition.choices = [("", _("Any")), *EDITION_NAMES.items()]
        say_what_is_too_long(self)

    def seen_fields(self) -> Iterator[forms.BoundField]:
        return (field for field in self if not field.is_hidden)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if self.errors:
            return cleaned
        now, offset = timezone.now(), timedelta(minutes=cleaned["utc_offset"] or 0)
        for name in ("opens_at", "closes_at"):
            if now - LONGEST < cleaned[name] < now + 2 * LONGEST:  # the calendar ends somewhere
                cleaned[name] += offset
        if not now < cleaned["closes_at"] < now + LONGEST:
            self.add_error("closes_at", _("Choose a moment within a year from now."))
        elif not now - LONGEST < cleaned["opens_at"] < cleaned["closes_at"]:
            self.add_error("opens_at", _("The contest must open before it closes."))
        return cleaned

    def contest_fields(self) -> dict[str, Any]:
        """The fields of the contest that the form has."""
        return {name: value for name, value in self.cleaned_data.items() if name not in ("utc_offset", "judge")}


class EntryForm(forms.ModelForm):
    """What the judge gives an entry."""

    class Meta:
        model = ContestEntry
        fields = ("award", "place", "comment", "comment_fr")
        labels = {  # noqa: RUF012
            "award": _("Award"),
            "place": _("Which prize"),
            "comment": pgettext_lazy("award", "Comment"),
            "comment_fr": _("Comment in French"),
        }
        widgets = {  # noqa: RUF012
            "comment": forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
            "comment_fr": forms.Textarea(attrs={"rows": 3}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["auto_id"] = f"{kwargs['instance'].token}_%s"
        super().__init__(*args, **kwargs)
        self.fields["place"] = forms.IntegerField(
            label=_("Which prize"), min_value=1, max_value=MAX_PLACE, initial=1, required=False
        )
        say_what_is_too_long(self)

    def clean_place(self) -> int:
        return self.cleaned_data["place"] or 1

    def clean_comment(self) -> str:
        return readable(self.cleaned_data["comment"])

    def clean_comment_fr(self) -> str:
        return readable(self.cleaned_data["comment_fr"])


class AwardForm(forms.Form):
    """What the judge says of all entries."""

    verdict = _words(_("About all entries"))
    verdict_fr = _words(_("The same in French"))

    def clean_verdict(self) -> str:
        return readable(self.cleaned_data["verdict"])

    def clean_verdict_fr(self) -> str:
        return readable(self.cleaned_data["verdict_fr"])
