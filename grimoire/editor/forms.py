"""The box for a position as text, for the page without a script."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from board.forms import Complaint, unreadable
from board.reading import read_written as read_pasted
from board.services import MAX_INPUT
from engine.kernel.errors import EngineError
from grimoire.editor.checking import complaints_of
from grimoire.editor.documents import NotADocument, Read, read_document


class PositionTextForm(forms.Form):
    """A position in JSON, notation or packed. When valid, ``read`` holds it, with what is still wrong with it."""

    text = forms.CharField(
        label=_("JSON, or one line of notation"),
        strip=False,
        error_messages={"required": _("Enter a position first.")},
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, language: str = "en", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.language = language
        self.complaints: tuple[Complaint, ...] = ()
        self.read: Read | None = None

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"]
        try:
            self.read = read_written(text, self.language)
        except PositionRefused as refused:
            self.complaints = refused.complaints
            raise forms.ValidationError(refused.message) from refused
        return text


class PositionRefused(Exception):
    """Text that is no position: a ``message`` in the reader's language, and ``complaints`` with their places."""

    def __init__(self, *complaints: Complaint) -> None:
        count = len(complaints)
        words = ngettext("Invalid position: %(count)d error.", "Invalid position: %(count)d errors.", count)
        self.message = words % {"count": count}
        self.complaints = complaints
        super().__init__(self.message)


def read_written(text: str, language: str) -> Read:
    """The document of a text. Raises ``PositionRefused``."""
    if len(text) > MAX_INPUT:
        raise PositionRefused(Complaint("", gettext("Too long: at most 200,000 characters.")))
    try:
        return read_document(read_pasted(text).data)
    except EngineError as wrong:
        raise refused(wrong, language) from wrong


def refused(wrong: EngineError, language: str) -> PositionRefused:
    """Why something is no position, in words."""
    if isinstance(wrong, NotADocument) or hasattr(wrong, "faults"):
        return PositionRefused(*complaints_of(wrong.faults, language))
    return PositionRefused(Complaint("", unreadable(wrong)))
