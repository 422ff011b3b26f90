"""Books: ordered pages under a cover. A Grimoire has 32 of them, with the solutions at the back."""

from __future__ import annotations

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Owned
from cards.models import CardSet, in_language
from grimoire.models.puzzles import DECKS, GAME_LENGTH, TITLE_LENGTH, WORDS_LENGTH, Puzzle

GRIMOIRE_PAGES = 32
MAX_PAGES = 128


class Book(Owned):
    """A book of pages. ``slug`` is for the site's own; others are found by their token."""

    slug = models.SlugField(max_length=40, blank=True)
    game = models.CharField(max_length=GAME_LENGTH, default=DECKS, editable=False)  # that of its pages
    title = models.CharField(max_length=TITLE_LENGTH)
    title_fr = models.CharField(max_length=TITLE_LENGTH, blank=True)
    about = models.TextField(max_length=WORDS_LENGTH, blank=True)
    about_fr = models.TextField(max_length=WORDS_LENGTH, blank=True)
    set = models.ForeignKey(CardSet, models.SET_NULL, null=True, blank=True, related_name="books")
    accent = models.CharField(max_length=7, default="#6d4709")  # of the cover, #rrggbb
    symbol = models.CharField(max_length=60, default="spell-book")  # on the cover, an icon's name
    place = models.PositiveSmallIntegerField(default=1000)  # on the shelf
    tags = models.CharField(max_length=200, blank=True, db_default="")  # between bars: |duel|first steps|
    puzzles = models.ManyToManyField(Puzzle, through="BookPage", related_name="books")

    class Meta:
        verbose_name = _("book")
        verbose_name_plural = _("books")
        ordering = ("place", "-created")
        constraints = (
            models.UniqueConstraint(fields=("slug",), condition=~models.Q(slug=""), name="one_book_of_a_slug"),
        )

    def __str__(self) -> str:
        return self.title

    @property
    def address(self) -> str:
        return self.slug or self.token

    def get_absolute_url(self) -> str:
        return reverse("grimoire:book", args=[self.address])

    @property
    def heading(self) -> str:
        return in_language(self.title, self.title_fr)

    @property
    def tag_list(self) -> list[str]:
        return [tag for tag in self.tags.split("|") if tag]

    @property
    def intro(self) -> str:
        return in_language(self.about, self.about_fr)


class BookPage(models.Model):
    """A puzzle in a book; ``number`` counts from 1. ``chapter`` opens a part of the book with this page."""

    book = models.ForeignKey(Book, models.CASCADE, related_name="pages")
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="book_pages")
    number = models.PositiveSmallIntegerField()
    chapter = models.CharField(max_length=TITLE_LENGTH, blank=True)
    chapter_fr = models.CharField(max_length=TITLE_LENGTH, blank=True)

    part_of = "book"

    class Meta:
        ordering = ("book", "number")
        constraints = (
            models.UniqueConstraint(fields=("book", "number"), name="one_page_of_a_number"),
            models.UniqueConstraint(fields=("book", "puzzle"), name="a_puzzle_once_in_a_book"),
        )

    def __str__(self) -> str:
        return f"{self.book}, {self.number}"

    @property
    def part(self) -> str:
        """The title of the part that begins here, in the language of the moment; mostly empty."""
        return in_language(self.chapter, self.chapter_fr)
