"""Forms of books."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import OneLineField, say_what_is_too_long
from cards.colours import is_colour
from cards.icons import is_icon
from cards.sets import all_sets
from grimoire.browsing.shelves import tag_of
from grimoire.models import Book, BookPage

MAX_TAGS: Final = 6
TAG_LENGTH: Final = 24

# What a cover of one's own can bear, besides the symbols of the site's sets.
SYMBOLS: Final = (
    "spell-book", "open-book", "wolf-head", "dragon-head", "griffin-symbol", "unicorn", "battle-axe", "stone-tower",
    "hill-fort", "stone-bridge", "laurel-crown", "crystal-ball", "hourglass", "key", "quill-ink", "moon", "sun",
    "oak", "anchor", "snake", "owl", "raven", "beehive", "candle-light",
)  # fmt: skip


def accents() -> list[str]:
    """The colours that a cover may have: those of the site's sets."""
    return list(dict.fromkeys(card_set.accent for card_set in all_sets()))


def symbols() -> list[str]:
    return [name for name in dict.fromkeys((*SYMBOLS, *(card_set.symbol for card_set in all_sets()))) if is_icon(name)]


class BookForm(forms.ModelForm):
    """The cover of a book: title, words, looks, who may see it."""

    class Meta:
        model = Book
        fields = ("title", "title_fr", "about", "about_fr", "tags", "accent", "symbol", "visibility")
        field_classes: ClassVar = {"title": OneLineField, "title_fr": OneLineField}
        labels: ClassVar = {
            "title": _("Title"),
            "title_fr": _("Title in French"),
            "about": _("Description"),
            "about_fr": _("The same in French"),
            "tags": _("Tags, separated by commas"),
            "accent": _("Colour of the cover"),
            "symbol": _("Symbol on the cover"),
            "visibility": _("Visibility"),
        }
        widgets: ClassVar = {
            "about": forms.Textarea(attrs={"rows": 3}),
            "about_fr": forms.Textarea(attrs={"rows": 3}),
            "visibility": forms.RadioSelect,
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["accent"].required = self.fields["symbol"].required = False
        say_what_is_too_long(self)
        if not self.is_bound:
            self.initial["tags"] = ", ".join(self.instance.tag_list)

    def clean_tags(self) -> str:
        """The tags as a book keeps them. Raises ``ValidationError``."""
        tags = list(dict.fromkeys(tag for part in self.cleaned_data["tags"].split(",") if (tag := tag_of(part))))
        if len(tags) > MAX_TAGS or any(len(tag) > TAG_LENGTH for tag in tags):
            raise forms.ValidationError(
                _("At most %(count)d tags of %(length)d characters.") % {"count": MAX_TAGS, "length": TAG_LENGTH}
            )
        return f"|{'|'.join(tags)}|" if tags else ""

    def clean_accent(self) -> str:
        """The colour, the one that the book has where none is given. Raises ``ValidationError``."""
        accent: str = self.cleaned_data["accent"] or self.instance.accent
        if not is_colour(accent):
            raise forms.ValidationError(_("Enter a colour such as #6d4709."))
        return accent

    def clean_symbol(self) -> str:
        """The icon, the one that the book has where none is given. Raises ``ValidationError``."""
        symbol: str = self.cleaned_data["symbol"] or self.instance.symbol
        if not is_icon(symbol):
            raise forms.ValidationError(_("No icon has this name."))
        return symbol


class NewBookForm(forms.ModelForm):
    """A new book needs a title."""

    class Meta:
        model = Book
        fields = ("title",)
        field_classes: ClassVar = {"title": OneLineField}
        labels: ClassVar = {"title": _("Title of a new book")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        say_what_is_too_long(self)


class PartForm(forms.ModelForm):
    """The part of a book that begins with a page."""

    class Meta:
        model = BookPage
        fields = ("chapter", "chapter_fr")
        field_classes: ClassVar = {"chapter": OneLineField, "chapter_fr": OneLineField}
