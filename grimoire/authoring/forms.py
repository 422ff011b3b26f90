"""The form of an author's page."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.forms import OneLineField, say_what_is_too_long
from accounts.limits import Limit
from accounts.models import Visibility
from board.fault_text import error_text
from board.services import MAX_ACTIONS, resolve, site_cards, split_actions
from engine.decks.formats.interchange import read_position
from engine.decks.solving.objective import PREDICT
from grimoire.authoring.services import CONTENT, END, title_of
from grimoire.lines import read_start
from grimoire.models import Puzzle
from grimoire.models.puzzles import TITLE_LENGTH, WORDS_LENGTH
from grimoire.solving.questions import askable
from grimoire.solving.solving_text import question_words

NEW_PAGES: Final = Limit("new-page", times=60, seconds=3600)
MAX_QUESTIONS: Final = 6
LINE_LENGTH: Final = 8000  # characters, so that the address of a board fits


def _text(label: Any, rows: int = 3, help_text: Any = "") -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": rows})
    return forms.CharField(
        label=label, required=False, max_length=WORDS_LENGTH, strip=True, widget=widget, help_text=help_text
    )


class PuzzleForm(forms.Form):
    """Titles, words and wishes. ``content()`` is what ``services.save`` takes."""

    title = OneLineField(label=gettext_lazy("Title"), required=False, max_length=TITLE_LENGTH)
    title_fr = OneLineField(label=gettext_lazy("Title in French"), required=False, max_length=TITLE_LENGTH)
    words = _text(
        gettext_lazy("Introduction"),
        help_text=gettext_lazy("Shown from the start."),
    )
    words_fr = _text(gettext_lazy("Introduction in French"))
    afterword = _text(gettext_lazy("Afterword"), help_text=gettext_lazy("Shown once the puzzle is solved or given up."))
    afterword_fr = _text(gettext_lazy("Afterword in French"))
    answer_by = forms.ChoiceField(
        label=gettext_lazy("Answer type"),
        required=False,
        choices=Puzzle.AnswerBy.choices,
        widget=forms.RadioSelect,
    )
    questions = forms.MultipleChoiceField(
        label=gettext_lazy("Questions"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy(
            "Up to six, for choosing between outcomes. If you choose none, the engine picks the most telling ones."
        ),
    )
    intended_text = forms.CharField(
        label=gettext_lazy("Your own solution"),
        required=False,
        max_length=LINE_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "autocomplete": "off"}),
        help_text=gettext_lazy("Optional. Play it below, paste a board link, or type the actions."),
    )
    allows_several = forms.BooleanField(
        label=gettext_lazy("Allow several solutions"),
        required=False,
        help_text=gettext_lazy("Readers are told."),
    )
    licence = forms.ChoiceField(
        label=gettext_lazy("Licence"), required=False, choices=Puzzle.Licence.choices, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, puzzle: Puzzle, language: str, **kwargs: Any) -> None:
        kwargs.setdefault("initial", initial_of(puzzle))
        super().__init__(*args, **kwargs)
        self.puzzle = puzzle
        self.language = language
        for field in self.fields.values():
            if isinstance(field.widget, forms.Textarea | forms.TextInput):
                field.widget.attrs.setdefault("autocomplete", "off")
        say_what_is_too_long(self)
        if puzzle.is_published:
            for name in ("answer_by", "questions", "intended_text", "allows_several"):
                del self.fields[name]
        elif puzzle.goal == PREDICT:
            for name in ("intended_text", "allows_several"):
                del self.fields[name]
            questions: Any = self.fields["questions"]
            questions.choices = questions_to_choose(puzzle.position, language)
        else:
            del self.fields["answer_by"], self.fields["questions"]

    def clean_answer_by(self) -> str:
        return self.cleaned_data["answer_by"] or self.puzzle.answer_by

    def clean_questions(self) -> list[str]:
        questions: list[str] = self.cleaned_data["questions"]
        if len(questions) > MAX_QUESTIONS:
            raise forms.ValidationError(_("Too many: at most %(count)d.") % {"count": MAX_QUESTIONS})
        return questions

    def clean_intended_text(self) -> str:
        """Checks the line on the board. ``intended`` of the content is what it says."""
        text: str = self.cleaned_data["intended_text"]
        line = line_of(text)
        self.cleaned_data["intended"] = line
        if len(line) > MAX_ACTIONS:
            raise forms.ValidationError(_("Too long: at most %(count)d actions.") % {"count": MAX_ACTIONS})
        stop = resolve(read_position(self.puzzle.position, site_cards()), line).stop
        if stop is not None:
            why = _("unknown action") if stop.code == "bad-action" else ""
            words = _("Action %(number)d, “%(written)s”, isn't possible: %(why)s") % {
                "number": stop.number,
                "written": stop.written,
                "why": why or error_text(stop.code, self.language),
            }
            raise forms.ValidationError(words)
        return text

    def content(self) -> dict[str, Any]:
        """The fields of the page that the form says something about; a title left empty says the objective."""
        content: dict[str, Any] = {name: self.cleaned_data[name] for name in CONTENT if name in self.cleaned_data}
        content["title"] = content["title"] or title_of(self.puzzle.position, self.language)
        return content


class PublishForm(forms.Form):
    """Who is to see a page."""

    visibility = forms.ChoiceField(
        choices=[(value, label) for value, label in Visibility.choices if value != Visibility.PRIVATE],
        initial=Visibility.PUBLIC,
        widget=forms.RadioSelect,
        label=gettext_lazy("Visibility"),
    )

    def __init__(self, *args: Any, of: str = "", **kwargs: Any) -> None:
        """``of``: the id of the form on the page that its fields are sent with, if it is another one."""
        super().__init__(*args, **kwargs)
        if of:
            self.fields["visibility"].widget.attrs["form"] = of


def questions_to_choose(position: dict[str, Any], language: str) -> list[tuple[str, str]]:
    """Everything that could be asked of a position, by its key, in words."""
    scene, keys = askable(read_start(position, language).position)
    return [(key, question_words(key, scene)) for key in keys]


def initial_of(puzzle: Puzzle) -> dict[str, Any]:
    """The form's initial values for a page."""
    initial = {name: getattr(puzzle, name) for name in CONTENT}
    return {**initial, "intended_text": "; ".join(puzzle.intended)}


def line_of(text: str) -> list[str]:
    """The actions of a text: the address of a board, or actions one a line or with semicolons between.

    What comes after the end of the first turn is left out: the enemies answer as they like.
    """
    text = text.strip()
    if "?" in text:
        try:
            text = parse_qs(urlsplit(text).query, max_num_fields=50).get("a", [""])[0]
        except ValueError:  # no address that anybody could read: the board says so
            return [text[:80]]
    line = split_actions(text)
    return line[: line.index(END) + 1] if END in line else line
