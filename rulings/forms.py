"""Editors write rulings of Clash of Decks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from board.fault_text import error_text, fault_text
from board.forms import unreadable
from board.naming import written_out
from board.reading import read_written
from cards.abilities import ability_name
from cards.folding import folded
from engine.decks.formats.interchange import write_position
from engine.decks.formats.notation import json_to_text, parse
from engine.decks.rules.abilities import FLAG_OF_SLUG
from engine.decks.rules.actions import parse_action
from engine.kernel.errors import BadPosition, EngineError
from rulings.models import EditorialRuling
from rulings.offering import as_text, offered, plays, worded
from rulings.texts import LANGUAGES
from web.languages import current_language


def trouble_with(notation: str, lines: Sequence[str]) -> str:
    """Why actions cannot be carried out in a position, in words; "" when they can."""
    position = parse(notation)
    for number, line in enumerate(lines, start=1):
        try:
            position.apply(parse_action(line))
        except ValueError:
            why = _("unknown action")
        except EngineError as wrong:
            why = error_text(wrong.code, current_language())
        else:
            continue
        words = _("Action %(number)d, “%(written)s”, isn't possible: %(why)s")
        return words % {"number": number, "written": line[:80], "why": why}
    return ""


def line_of(text: str) -> str:
    """A position as a line of notation, "" for none. Raises ``ValidationError`` for what is no position."""
    if not text.strip():
        return ""
    try:
        return json_to_text(written_out(write_position(read_written(text).position())))
    except BadPosition as wrong:
        fault = wrong.faults[0]
        raise ValidationError(f"{fault.at}: {fault_text(fault, current_language())}") from wrong
    except EngineError as wrong:
        raise ValidationError(unreadable(wrong)) from wrong


class EditorialRulingForm(forms.ModelForm):
    """An editorial ruling; whoever changes what a given one says tells readers what changed, in both languages."""

    TOLD: ClassVar = frozenset({
        *("title_en", "title_fr", "text_en", "text_fr", "ours_en", "ours_fr"),
        *("status", "position", "actions", "facts"),
    })  # fmt: skip

    change_en = forms.CharField(label=gettext_lazy("Change, in English"), max_length=200, required=False)
    change_fr = forms.CharField(label=gettext_lazy("Change, in French"), max_length=200, required=False)

    class Meta:
        model = EditorialRuling
        fields = (
            *("id", "title_en", "text_en", "ours_en", "source_en", "title_fr", "text_fr", "ours_fr", "source_fr"),
            *("status", "date", "abilities", "cards", "position", "actions", "facts", "question"),
        )

    def clean(self) -> dict[str, Any]:
        """Asks for what changed, and adds it to the history."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        changes = [cleaned.get("change_en", ""), cleaned.get("change_fr", "")]
        if not self.instance._state.adding and self._changes_what_is_said():
            for name, words in zip(("change_en", "change_fr"), changes, strict=True):
                if not words:
                    self.add_error(name, _("Describe the change; it appears in the ruling's history."))
        if all(changes) and not self.instance._state.adding:
            entry = {"date": timezone.localdate().isoformat(), "en": changes[0], "fr": changes[1]}
            self.instance.history = [*self.instance.history, entry]
        return cleaned

    def _changes_what_is_said(self) -> bool:
        """Whether readers have been told otherwise; a translation that comes later changes nothing."""
        before = EditorialRuling.objects.get(pk=self.instance.pk)
        new = {language for language in LANGUAGES if not before.written_in(language)}
        return any(name[-2:] not in new for name in self.TOLD & set(self.changed_data))


RULING_FORM: Final = "ruling"  # the id of the form that the fields of the editors' page belong to


class AnswerForm(EditorialRulingForm):
    """The same for the page of editors: a line for each action and card, abilities and facts to be ticked.

    Its fields stand on the page wherever they are wanted, the board's editor between them, and belong to the form by
    its id. ``trouble`` says why the actions cannot be carried out, "" where they can.
    """

    WHAT_HAPPENS: ClassVar = ("position", "actions", "facts")

    abilities = forms.MultipleChoiceField(
        label=gettext_lazy("Abilities concerned"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    cards = forms.CharField(
        label=gettext_lazy("Cards, one reference per line (set/card)"),
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
        required=False,
    )
    actions = forms.CharField(
        label=gettext_lazy("Actions, one per line"),
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        required=False,
    )
    facts = forms.MultipleChoiceField(
        label=gettext_lazy("Expected result"), widget=forms.CheckboxSelectMultiple, required=False
    )

    class Meta(EditorialRulingForm.Meta):
        exclude: ClassVar = ("question", "date")
        widgets: ClassVar = {
            **{
                f"{name}_{language}": forms.Textarea(attrs={"rows": 3})
                for name in ("text", "ours")
                for language in LANGUAGES
            },
            "position": forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        }
        labels: ClassVar = {
            "id": gettext_lazy("Permanent id: lower-case letters and hyphens"),
            "title_en": gettext_lazy("Title in English"),
            "text_en": gettext_lazy("Text in English"),
            "ours_en": gettext_lazy("Our interpretation, in English"),
            "source_en": gettext_lazy("Source in English"),
            "title_fr": gettext_lazy("Title in French"),
            "text_fr": gettext_lazy("Text in French"),
            "ours_fr": gettext_lazy("Our interpretation, in French"),
            "source_fr": gettext_lazy("Source in French"),
            "status": gettext_lazy("Status"),
            "position": gettext_lazy("The position, in one line"),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = current_language()
        slugs = ("aura", *FLAG_OF_SLUG)
        chosen: Any = self.fields["abilities"]
        chosen.choices = sorted(
            ((slug, ability_name(slug, language)) for slug in slugs), key=lambda choice: folded(choice[1])
        )
        if not self.instance._state.adding:
            del self.fields["id"]
            for name in ("cards", "actions"):
                self.initial[name] = "\n".join(getattr(self.instance, name))
            self.initial["facts"] = [as_text(fact) for fact in self.instance.facts]
        else:
            for name in ("change_en", "change_fr"):
                del self.fields[name]
        for field in self.fields.values():
            field.widget.attrs["form"] = RULING_FORM
        picked: Any = self.fields["facts"]
        position_and_actions = self["position"].value() or "", self.lines_of_actions()
        self.found, self.plays = offered(*position_and_actions, language), plays(*position_and_actions, language)
        self.trouble = "" if self.found else _trouble(*position_and_actions)
        picked.choices = self.found or worded(self["facts"].value() or (), language)

    def only_look(self) -> None:
        """Leaves no complaint but those of the position: nothing is given yet."""
        for name in [name for name in self.errors if name != "position"]:
            del self.errors[name]

    def words(self) -> list[Any]:
        """The fields that stand below the board: all but what happens there."""
        return [field for field in self if field.name not in self.WHAT_HAPPENS]

    def lines_of_actions(self) -> list[str]:
        """The actions as they stand in the form, right or wrong."""
        return lines_of(self["actions"].value() or "")

    def clean_position(self) -> str:
        """The position as a line; says what is wrong with one that is none."""
        return line_of(self.cleaned_data["position"])

    def clean_actions(self) -> list[str]:
        return lines_of(self.cleaned_data["actions"])

    def clean_cards(self) -> list[str]:
        return lines_of(self.cleaned_data["cards"])

    def clean_facts(self) -> list[Any]:
        return [json.loads(fact) for fact in self.cleaned_data["facts"]]


def _trouble(position: str, actions: Sequence[str]) -> str:
    try:
        return trouble_with(line_of(position), actions) if position.strip() else ""
    except (ValidationError, EngineError):
        return ""  # of a position that is none its own field complains


def lines_of(text: str) -> list[str]:
    """Actions or references as they are typed, one a line."""
    return [line.strip() for line in text.replace(";", "\n").splitlines() if line.strip()]
