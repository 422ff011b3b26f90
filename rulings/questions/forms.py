"""Readers ask, editors answer."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final

from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.forms import WordsField
from accounts.models import Owner, Visibility
from contract.questions import BadPositionError, QuestionGame
from contract.registry import GAMES, default_game
from rulings.models import LONGEST_TEXT, Question
from rulings.questions.drafts import AnswerDraft
from rulings.questions.telling import can_be_told
from rulings.texts import LANGUAGES

MAX_CITED: Final = 12
_BETWEEN: Final = re.compile(r"[\s,;]+")
_NAMES: Final = {"en": gettext_lazy("Answer in English"), "fr": gettext_lazy("Answer in French")}


def askable_games() -> dict[str, QuestionGame]:
    """The games that readers can ask about, by name."""
    return {name: game.questions for name, game in GAMES.items() if game.questions is not None}


def game_named(name: str) -> str:
    """The game of that name; where there is none, the one that is meant where none is named."""
    return name if name in askable_games() else default_game().name


class QuestionForm(forms.ModelForm):
    """A question about a game, with a position in any of its forms, and actions, one a line.

    What cannot be is not asked for: a name of a guest, news for whoever has neither a verified address nor a browser
    with notifications.
    """

    game = forms.ChoiceField(label=pgettext_lazy("one of three", "Game"), required=False)

    class Meta:
        model = Question
        fields = ("game", "text", "position", "actions", "may_be_public", "is_signed", "is_told")
        field_classes: ClassVar = {"text": WordsField}
        labels: ClassVar = {
            "position": gettext_lazy("The position, in one line"),
            "actions": gettext_lazy("Actions, one per line"),
            "may_be_public": gettext_lazy("Show question and answer to everyone once an editor has checked them"),
        }
        widgets: ClassVar = {
            "text": forms.Textarea(
                attrs={
                    "rows": 5,
                    "maxlength": LONGEST_TEXT,
                    "hx-get": reverse_lazy("rulings:similar"),
                    "hx-trigger": "input changed delay:600ms, change from:#id_game",
                    "hx-target": "#similar",
                    "hx-include": "#id_game",
                    "hx-sync": "this:replace",
                }
            ),
            "position": forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "off"}),
            "actions": forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "off"}),
        }

    def __init__(self, *args: Any, owner: Owner | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games: Any = self.fields["game"]
        games.choices = [(name, GAMES[name].title) for name in askable_games()]
        if owner is None or not owner.name:
            del self.fields["is_signed"]
        if not can_be_told(owner):
            del self.fields["is_told"]

    def clean_game(self) -> str:
        return self.cleaned_data["game"] or default_game().name

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        lines = [line.strip() for line in cleaned.get("actions", "").replace(";", "\n").splitlines() if line.strip()]
        if "game" in cleaned and "position" in cleaned:
            lines = self._checked(askable_games()[cleaned["game"]], cleaned["position"], lines)
        cleaned["actions"] = "\n".join(lines)
        return cleaned

    def _checked(self, game: QuestionGame, text: str, lines: list[str]) -> list[str]:
        """The actions, those that came with the position where none were typed; complains of what is wrong."""
        try:
            line, brought = game.read(text)
        except BadPositionError as wrong:
            self.add_error("position", str(wrong))
            return lines
        self.cleaned_data["position"] = line
        lines = lines or list(brought)
        if lines and not line:
            self.add_error("position", _("Actions need a position."))
        elif lines and (trouble := game.trouble(line, lines)):
            self.add_error("actions", trouble)
        return lines

    def only_look(self) -> None:
        """Leaves no complaint: nothing is sent yet."""
        self.errors.clear()


class QuestionAnswerForm(forms.ModelForm):
    """What an editor answers to a question, in one language or both; ``seen`` is when the question that the editor saw
    had last changed."""

    cites = forms.CharField(label=gettext_lazy("Rulings, by number"), required=False, max_length=200)
    is_public = forms.BooleanField(label=gettext_lazy("Show to everyone"), required=False)
    seen = forms.CharField(widget=forms.HiddenInput)

    class Meta:
        model = Question
        fields = ("answer", "translated_answer")
        field_classes: ClassVar = {"answer": WordsField, "translated_answer": WordsField}
        widgets: ClassVar = {
            name: forms.Textarea(attrs={"rows": 4, "maxlength": LONGEST_TEXT})
            for name in ("answer", "translated_answer")
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        question = self.instance
        other_language = next(code for code in LANGUAGES if code != question.language)
        self.fields["answer"].label = _NAMES[question.language]
        self.fields["translated_answer"].label = _NAMES[other_language]
        self.initial["cites"] = ", ".join(question.cites)
        self.initial["is_public"] = question.visibility == Visibility.PUBLIC
        self.initial["seen"] = question.updated.isoformat()
        if not question.may_be_public:
            del self.fields["is_public"]

    def clean_cites(self) -> list[str]:
        cites = [number for number in _BETWEEN.split(self.cleaned_data["cites"]) if number]
        rulings = GAMES[self.instance.game].rulings if self.instance.game in GAMES else None
        known = set(rulings.numbers()) if rulings is not None else set()
        if unknown := [number for number in cites if number not in known]:
            raise ValidationError(_("There is no ruling %(number)s.") % {"number": unknown[0][:20]})
        if len(cites) > MAX_CITED:
            raise ValidationError(_("Too many: at most %(count)d.") % {"count": MAX_CITED})
        return list(dict.fromkeys(cites))

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("translated_answer") and not cleaned.get("answer"):
            self.add_error("answer", _("Answer in the language of the question first."))
        return cleaned

    @classmethod
    def with_draft(cls, question: Question, draft: AnswerDraft, *, is_public: bool) -> QuestionAnswerForm:
        """The form with the engine's draft in it."""
        other_language = next(code for code in LANGUAGES if code != question.language)
        form = cls(instance=question)
        form.initial = {
            **form.initial,
            "answer": draft.texts[question.language],
            "translated_answer": draft.texts[other_language],
            "cites": ", ".join(draft.cites),
            "is_public": is_public,
        }
        return form
