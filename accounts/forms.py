"""Forms of accounts."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import timedelta
from typing import Any, ClassVar, Final

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import queries
from accounts.models import ApiToken, Owned, Owner, Report, User
from accounts.text_cleaning import readable, readable_line

LASTS: Final = (
    ("30", gettext_lazy("in 30 days")),
    ("90", gettext_lazy("in 90 days")),
    ("365", gettext_lazy("in a year")),
    ("", gettext_lazy("when you revoke it")),
)

FAR_TOO_LONG: Final = 100  # times as long as may be; of what has no bound, that times itself


class OneLineField(forms.CharField):
    """A name or a title: in one line, tidied; of what nobody sees nothing is left."""

    tidied = staticmethod(readable_line)

    def to_python(self, value: Any) -> str:
        """The text, tidied; as it is where it is refused: with a null in it, or too long by far to look at it."""
        text = str(super().to_python(value))
        if "\0" in text or len(text) > FAR_TOO_LONG * (self.max_length or FAR_TOO_LONG):
            return text
        return self.tidied(text)


class WordsField(OneLineField):
    """A text of several lines, tidied; of what nobody sees nothing is left."""

    tidied = staticmethod(readable)


def say_what_is_too_long(form: forms.BaseForm) -> None:
    """Lets people type and paste more than a form takes: a browser cuts it off without a word, the form says so."""
    for field in form.fields.values():
        field.widget.attrs.pop("maxlength", None)


class ReportForm(forms.ModelForm):
    """Why something ought not to be here; of a duplicate what it is one of."""

    class Meta:
        model = Report
        fields = ("reason", "original", "text")
        field_classes: ClassVar = {"text": WordsField}
        labels: ClassVar = {"original": gettext_lazy("Link to the original")}
        widgets: ClassVar = {"text": forms.Textarea(attrs={"rows": 4})}

    def __init__(self, *args: Any, thing: Owned, reader: Owner | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.thing, self.reader = thing, reader
        special = {Report.Reason.SPOILER, Report.Reason.DUPLICATE, Report.Reason.WRONG_TEXT} - {*thing.report_reasons}
        choices = [("", "---------"), *Report.Reason.choices]
        self.fields["reason"].choices = [choice for choice in choices if choice[0] not in special]  # type: ignore[attr-defined]
        if Report.Reason.DUPLICATE in special:
            del self.fields["original"]
        else:
            self.fields["original"].help_text = gettext_lazy("Only for a duplicate.")

    def clean(self) -> dict[str, Any]:
        """Of a duplicate the path of the original, another thing of the kind that the reporter can see."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        address = data.get("original", "")
        data["original"] = ""
        if data.get("reason") == Report.Reason.DUPLICATE:
            original = self._thing_at(address)
            if original is None or original == self.thing:
                self.add_error("original", gettext_lazy("Enter the link to another page of this kind."))
            else:
                data["original"] = original.get_absolute_url()
        return data

    def _thing_at(self, address: str) -> Owned | None:
        kind = str(self.thing._meta.model_name)
        parts = [part for part in re.sub(r"[?#].*", "", address).split("/") if part]
        for token in reversed(parts[-3:]):
            with suppress(Http404):
                return queries.readable(kind, token, self.reader)
        return None


class LeavingForm(forms.Form):
    """Deleting everything is no slip of a finger: an account gives its password, or its name if it has none.

    A guest has neither and types a word.
    """

    password = forms.CharField(
        label=gettext_lazy("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    word = forms.CharField(widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}))

    def __init__(self, *args: Any, user: User | AnonymousUser, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.wanted = user.get_username() if user.is_authenticated else _("delete")
        if user.is_authenticated and user.has_usable_password():
            del self.fields["word"]
            return
        del self.fields["password"]
        label = _("Type your name (%(word)s) to confirm") if user.is_authenticated else _("Type “%(word)s” to confirm")
        self.fields["word"].label = label % {"word": self.wanted}

    def clean_password(self) -> str:
        if not self.user.check_password(self.cleaned_data["password"]):
            raise forms.ValidationError(_("Wrong password."))
        return str(self.cleaned_data["password"])

    def clean_word(self) -> str:
        word: str = self.cleaned_data["word"].strip('“”"«» ')
        if word.casefold() != self.wanted.casefold():
            raise forms.ValidationError(_("Type “%(word)s” exactly.") % {"word": self.wanted})
        return word


class ApiTokenForm(forms.Form):
    """A new API token: what it is for, what it may do, and for how long."""

    name = OneLineField(
        label=gettext_lazy("Label"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Enter a label.")},
        help_text=gettext_lazy("Only you can see this. Example: “deck builder on my laptop”."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("Permissions"), choices=ApiToken.Scope.choices, widget=forms.CheckboxSelectMultiple
    )
    lasts = forms.ChoiceField(label=gettext_lazy("Expires"), choices=LASTS, initial="90", required=False)

    def clean_lasts(self) -> timedelta | None:
        """How long it lasts; None for a token without an end."""
        days: str = self.cleaned_data["lasts"]
        return timedelta(days=int(days)) if days else None
