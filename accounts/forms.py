"""Forms of accounts."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Report, User


def say_what_is_too_long(form: forms.BaseForm) -> None:
    """Lets people type and paste more than a form takes: a browser cuts it off without a word, the form says so."""
    for field in form.fields.values():
        field.widget.attrs.pop("maxlength", None)


class ReportForm(forms.ModelForm):
    """Why something ought not to be here."""

    class Meta:
        model = Report
        fields = ("reason", "text")
        widgets: ClassVar = {"text": forms.Textarea(attrs={"rows": 4})}


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
        label = _("Type your name, %(word)s, to confirm") if user.is_authenticated else _("Type “%(word)s” to confirm")
        self.fields["word"].label = label % {"word": self.wanted}

    def clean_password(self) -> str:
        if not self.user.check_password(self.cleaned_data["password"]):
            raise forms.ValidationError(_("This is not your password."))
        return str(self.cleaned_data["password"])

    def clean_word(self) -> str:
        word: str = self.cleaned_data["word"].strip('“”"«» ')
        if word.casefold() != self.wanted.casefold():
            raise forms.ValidationError(_("This is not “%(word)s”.") % {"word": self.wanted})
        return word
