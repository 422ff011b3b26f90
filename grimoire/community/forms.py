"""Forms of readers' comments."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.text_cleaning import readable
from grimoire.models.community import COMMENT_LENGTH


class CommentForm(forms.Form):
    """A comment: plain text. What is wrong is said beside the text, which stays as it was typed."""

    text = forms.CharField(
        label=_("Your comment"),
        max_length=COMMENT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4, "data-draft": "", "dir": "auto"}),
    )

    reply_to = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Counted here and not cut off by the browser, which would lose the end of a long text that is pasted.
        self.fields["text"].widget.attrs.pop("maxlength", None)

    def clean_text(self) -> str:
        """The text, tidied; of blanks and invisible letters alone nothing is left."""
        text = readable(self.cleaned_data["text"])
        if not text:
            raise forms.ValidationError(_("Write something first."), code="empty")
        return text


class VoteForm(forms.Form):
    """A vote: for, against, or neither to take it back."""

    value = forms.TypedChoiceField(choices=((1, "+"), (0, "0"), (-1, "-")), coerce=int)


class OpinionForm(forms.Form):
    """How hard a page is for its level, and what it is about: some of its ``choices``."""

    difficulty = forms.TypedChoiceField(choices=((-1, "-"), (0, "0"), (1, "+")), coerce=int)
    themes = forms.MultipleChoiceField(required=False)

    def __init__(self, *args: Any, choices: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["themes"].choices = choices  # type: ignore[attr-defined]


class FavouriteForm(forms.Form):
    """Whether a page is to be a favourite: said outright, so that doing it twice is doing it once."""

    wanted = forms.TypedChoiceField(choices=(("yes", "yes"), ("no", "no")), coerce=lambda value: value == "yes")
