"""Asking the editors."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from board.fault_text import error_text, fault_text
from config.languages import current_language
from engine.decks.formats import compact
from engine.decks.formats.notation import parse, write
from engine.decks.rules.actions import parse_action
from engine.decks.rules.position import Position
from engine.kernel.errors import BadPosition, EngineError
from rulings.models import EditorialRuling, Question


class QuestionForm(forms.ModelForm):
    """A question, with a position as one line or as it stands in the board's address, and actions, one a line."""

    class Meta:
        model = Question
        fields = ("text", "position", "actions")
        labels: ClassVar = {
            "position": gettext_lazy("The position, as one line"),
            "actions": gettext_lazy("What is done in it, one action a line"),
        }
        widgets: ClassVar = {
            "text": forms.Textarea(attrs={"rows": 5, "maxlength": 2000}),
            "position": forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "off"}),
            "actions": forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "off"}),
        }

    def clean_position(self) -> str:
        """The position as a line of notation; empty for none."""
        text = self.cleaned_data["position"].strip()
        if not text:
            return ""
        try:
            return write(_read(text))
        except BadPosition as wrong:
            fault = wrong.faults[0]
            raise ValidationError(f"{fault.at}: {fault_text(fault, current_language())}") from wrong
        except EngineError as wrong:
            raise ValidationError(_("This is no position: %(why)s") % {"why": wrong.message}) from wrong

    def clean(self) -> dict[str, Any]:
        """Looks whether the actions can be done."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        lines = [line.strip() for line in cleaned.get("actions", "").replace(";", "\n").splitlines() if line.strip()]
        cleaned["actions"] = "\n".join(lines)
        if lines and "position" in cleaned:
            self._try(cleaned["position"], lines)
        return cleaned

    def _try(self, notation: str, lines: list[str]) -> None:
        if not notation:
            self.add_error("position", _("Actions need a position."))
            return
        position = parse(notation)
        for number, line in enumerate(lines, start=1):
            try:
                position.apply(parse_action(line))
            except ValueError:
                why = _("this is no action that the page knows")
            except EngineError as wrong:
                why = error_text(wrong.code, current_language())
            else:
                continue
            words = _("Action %(number)d, “%(written)s”, cannot be carried out: %(why)s")
            self.add_error("actions", words % {"number": number, "written": line[:80], "why": why})
            return


def _read(text: str) -> Position:
    return parse(text) if text.startswith("cod1") else compact.unpack(text)


class EditorialRulingForm(forms.ModelForm):
    """An editorial ruling; whoever changes what a given one says tells readers what changed, in both languages."""

    TOLD: ClassVar = frozenset({"title_en", "title_fr", "text_en", "text_fr", "status", "position", "actions", "facts"})

    change_en = forms.CharField(label=gettext_lazy("What changed, in English"), max_length=200, required=False)
    change_fr = forms.CharField(label=gettext_lazy("What changed, in French"), max_length=200, required=False)

    class Meta:
        model = EditorialRuling
        fields = (
            *("id", "title_en", "title_fr", "text_en", "text_fr", "status", "source_en", "source_fr", "date"),
            *("abilities", "position", "actions", "facts", "question"),
        )

    def clean(self) -> dict[str, Any]:
        """Asks for what changed, and adds it to the history."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        told = [cleaned.get("change_en", ""), cleaned.get("change_fr", "")]
        if not self.instance._state.adding and self.TOLD & set(self.changed_data):
            for name, words in zip(("change_en", "change_fr"), told, strict=True):
                if not words:
                    self.add_error(name, _("Say what changed: readers see it in the history of the ruling."))
        if all(told) and not self.instance._state.adding:
            entry = {"date": timezone.localdate().isoformat(), "en": told[0], "fr": told[1]}
            self.instance.history = [*self.instance.history, entry]
        return cleaned
