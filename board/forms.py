"""The box for a position of one's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from board import services
from board.fault_text import fault_text
from board.reading import read_written
from engine.decks.formats.notation import NotationError
from engine.decks.rules.position import Position
from engine.kernel.errors import BadPosition, EngineError
from engine.kernel.requests import writable

MAX_ACTIONS_TEXT = 4000
MAX_FAULTS = 100  # of a position that are listed


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing wrong with what was typed: the place as a JSON pointer (may be empty) and what is wrong there."""

    at: str
    text: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "at", writable(self.at))
        object.__setattr__(self, "text", writable(self.text))


class PositionForm(forms.Form):
    """A position and what is to be done in it. When valid, ``position`` and ``asked`` hold them."""

    position_text = forms.CharField(
        label=_("Position: JSON, or one line of notation"),
        strip=False,
        error_messages={"required": _("Enter a position first.")},
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "autocomplete": "off"}),
    )
    actions_text = forms.CharField(
        label=_("Actions, one per line"),
        required=False,
        max_length=MAX_ACTIONS_TEXT,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, language: str = "en", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.language = language
        self.complaints: list[Complaint] = []
        self.position: Position | None = None
        self.actions: list[services.AskedAction] = []

    def clean_position_text(self) -> str:
        text: str = self.cleaned_data["position_text"]
        if len(text) > services.MAX_INPUT:
            self._refuse(Complaint("", gettext("Too long: at most 200,000 characters.")))
        try:
            read = read_written(text)
            self.position = read.position()
        except BadPosition as wrong:
            shown = wrong.faults[:MAX_FAULTS]
            self._refuse(*(Complaint(fault.at, fault_text(fault, self.language)) for fault in shown))
        except EngineError as wrong:
            self._refuse(Complaint("", unreadable(wrong)))
        else:
            self.actions = list(read.actions)
        return text

    def _refuse(self, *complaints: Complaint) -> None:
        self.complaints = list(complaints)
        count = len(complaints)
        words = ngettext("Invalid position: %(count)d error.", "Invalid position: %(count)d errors.", count)
        raise forms.ValidationError(words % {"count": count})

    def clean(self) -> dict[str, Any]:
        actions = services.split_actions(self.cleaned_data.get("actions_text") or "")
        if actions:
            self.actions = list(actions)
        return self.cleaned_data


def unreadable(wrong: EngineError) -> str:
    """Why a text is no position, in words."""
    if isinstance(wrong, NotationError):
        return gettext("The notation can't be read from column %(column)d.") % {"column": wrong.column}
    if wrong.code == "bad-json":
        return gettext("This isn't JSON, notation or a link to a position.")
    return gettext("This link to a position is incomplete or changed. Copy it again.")
