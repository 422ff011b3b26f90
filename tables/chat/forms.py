"""What somebody writes at a table."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import OneLineField, say_what_is_too_long
from tables.models.chat import LINE_LENGTH

TOO_LONG = _("%(limit)d characters at most.")


class ChatForm(forms.Form):
    """One line of text."""

    text = OneLineField(
        max_length=LINE_LENGTH,
        label=_("Message"),
        error_messages={"required": _("Write a message first."), "max_length": ""},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].error_messages["max_length"] = TOO_LONG % {"limit": LINE_LENGTH}
        say_what_is_too_long(self)
