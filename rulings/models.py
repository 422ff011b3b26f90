"""Models of readers' questions, and of the rulings that editors make of them.

The rulings of the rulebooks are files (``catalogue``); an editorial ruling is a row of the database that is shown, and
checked by ``manage.py check_rulings``, like those.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final, Self

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.models import Owned, OwnedQuerySet, Owner, Visibility
from cards.sets import all_cards
from contract.registry import GAMES
from engine.decks.rules.abilities import FLAG_OF_SLUG
from rulings.catalogue import FAQ, INTERPRETATION, MIXED, ORDER, RULEBOOK, ids_ever_given
from rulings.examples import Example, check, read_example
from rulings.texts import LANGUAGES
from tables.models import BrowserMessage

LONGEST_TEXT: Final = 2000
LONGEST_POSITION: Final = 6000
FIRST_GAME: Final = "clash-of-decks"  # of questions from when there was a form for no other
RESERVED: Final = (
    "abilities",
    "ask",
    "decided",
    "editing",
    "examples",
    "glossary",
    "matrix",
    "offline",
    "questions",
    "rules",
    "search.json",
    "sitemap",
    "table",
)


class QuestionQuerySet(OwnedQuerySet["Question"]):
    def published(self) -> Self:
        """What everybody may read: its asker agrees, an editor has let it through, and nobody has hidden it."""
        return self.listed().filter(may_be_public=True)

    def readable_by(self, owner: Owner | None) -> Self:
        agreed = Q(may_be_public=True)
        return super().readable_by(owner).filter(agreed | Q(owner=owner) if owner else agreed)


class Question(Owned):
    """A reader's question to the editors, with a position where it is about one.

    ``game`` is the game's name, ``position`` a position of it as one line, ``actions`` one a line. ``answer`` is what
    an editor says, ``translated_answer`` the same in the other language, ``cites`` the numbers of the rulings that it
    rests on; ``seen`` whether its owner has looked at the answer. Only the asker and the editors read it, unless the
    asker agrees (``may_be_public``) and an editor lets it through (``visibility``). With ``is_signed`` the name of the
    asker's account stands there, with ``is_told`` the asker is told of the answer, by links that begin with ``origin``.
    ``mailed_at`` is when that was last done by mail.
    """

    class Status(models.TextChoices):
        OPEN = "open", gettext_lazy("Waiting for an answer")
        ANSWERED = "answered", gettext_lazy("Answered")
        PUBLISHED = "published", gettext_lazy("Published as a ruling")
        DECLINED = "declined", gettext_lazy("Closed")

    game = models.CharField(
        pgettext_lazy("one of three", "Game"), max_length=40, default=FIRST_GAME, db_default=FIRST_GAME
    )
    text = models.TextField(gettext_lazy("Your question"), validators=[MaxLengthValidator(LONGEST_TEXT)])
    position = models.TextField(blank=True, validators=[MaxLengthValidator(LONGEST_POSITION)])
    actions = models.TextField(blank=True, validators=[MaxLengthValidator(LONGEST_POSITION)])
    language = models.CharField(max_length=2, choices=(("en", "English"), ("fr", "Français")))
    may_be_public = models.BooleanField(default=False, db_default=False)
    is_signed = models.BooleanField(gettext_lazy("Show my name"), default=False, db_default=False)
    is_told = models.BooleanField(gettext_lazy("Tell me when it's answered"), default=False, db_default=False)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    answer = models.TextField(blank=True, validators=[MaxLengthValidator(LONGEST_TEXT)])
    translated_answer = models.TextField(
        blank=True, default="", db_default="", validators=[MaxLengthValidator(LONGEST_TEXT)]
    )
    cites = models.JSONField(default=list, db_default=[], blank=True)
    answered_at = models.DateTimeField(null=True, blank=True, editable=False)
    seen = models.BooleanField(default=False, editable=False)
    origin = models.CharField(max_length=300, blank=True, default="", db_default="", editable=False)
    mailed_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects: ClassVar = QuestionQuerySet.as_manager()

    class Meta:
        ordering = ("-created",)

    def __str__(self) -> str:
        return self.text[:80]

    def get_absolute_url(self) -> str:
        return reverse("rulings:question", args=[self.token])

    @property
    def action_list(self) -> tuple[str, ...]:
        return tuple(line.strip() for line in self.actions.replace(";", "\n").splitlines() if line.strip())

    @property
    def is_public(self) -> bool:
        """Whether everybody may read it."""
        return self.may_be_public and self.visibility == Visibility.PUBLIC and self.hidden_at is None

    def is_readable_by(self, owner: Owner | None) -> bool:
        return self.is_owned_by(owner) or (self.may_be_public and super().is_readable_by(owner))

    @property
    def game_title(self) -> str:
        return GAMES[self.game].title if self.game in GAMES else self.game

    @property
    def signature(self) -> str:
        """The name that the asker wants to be shown by; "" for nobody."""
        return self.owner.name if self.is_signed and self.owner is not None else ""

    def answer_in(self, language: str) -> tuple[str, str]:
        """The answer as a reader of a language is given it, and the language that it is in."""
        other_language = next(code for code in LANGUAGES if code != self.language)
        if language == other_language and self.translated_answer:
            return self.translated_answer, other_language
        return self.answer, self.language

    @property
    def cited(self) -> list[tuple[str, str]]:
        """The rulings that the answer rests on: number and address."""
        ruled = GAMES[self.game].rulings if self.game in GAMES else None
        if ruled is None:
            return []
        numbers = set(ruled.numbers())
        return [(number, ruled.ruling_address(number)) for number in self.cites if number in numbers]


class AlsoAsked(models.Model):
    """That somebody has a public question of another's too: counted once, and told of the answer with ``is_told``.

    ``language`` and ``origin`` are for what is told, ``mailed_at`` and ``seen`` as in ``Question``.
    """

    owner = models.ForeignKey(Owner, models.CASCADE, related_name="+")
    question = models.ForeignKey(Question, models.CASCADE, related_name="also_asked")
    is_told = models.BooleanField(default=False)
    language = models.CharField(max_length=2, choices=(("en", "English"), ("fr", "Français")))
    origin = models.CharField(max_length=300, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    seen = models.BooleanField(default=False, editable=False)
    mailed_at = models.DateTimeField(null=True, blank=True, editable=False)

    part_of = "owner"  # goes along when its owner takes everything
    names = (gettext_lazy("question asked too"), gettext_lazy("questions asked too"))

    class Meta:
        constraints = (models.UniqueConstraint(fields=("owner", "question"), name="a_question_asked_too_once"),)

    def __str__(self) -> str:
        return f"{self.owner}: {self.question}"


class AnswerMessage(BrowserMessage):
    """That a browser is to be told that a question that its owner has is answered; ``since`` is when it was."""

    task = "rulings.tasks.tell_browser"

    question = models.ForeignKey(Question, models.CASCADE, related_name="+")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("question", "subscription"), name="one_answer_a_browser"),)

    def __str__(self) -> str:
        return f"{self.question}"


def _is_card(reference: object) -> bool:
    return isinstance(reference, str) and reference in {card.reference for card in all_cards()}


def _may_be_id(identifier: str) -> None:
    """Raises ``ValidationError`` for an id that is none, that a ruling of the files has or had, or another page."""
    if not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", identifier):
        raise ValidationError(_("Use lower-case letters, digits and single hyphens."))
    if identifier in RESERVED or identifier in GAMES or identifier in ids_ever_given():
        raise ValidationError(_("This id is taken. Ids never change."))


class EditorialRuling(models.Model):
    """A ruling that an editor gave, with one executable example.

    ``id`` is permanent. ``facts`` are those of ``rulings.expectations``; saving through a form refuses an example that
    the engine does not agree with. ``history`` are later changes, the oldest first, each with ``date``, ``en`` and
    ``fr``.
    """

    class Status(models.TextChoices):
        RULEBOOK = RULEBOOK, gettext_lazy("Said by the rulebooks")
        ORDER = ORDER, gettext_lazy("Follows from the activation order")
        FAQ = FAQ, gettext_lazy("Said by the publisher\u2019s FAQ")
        INTERPRETATION = INTERPRETATION, gettext_lazy("Our interpretation")
        MIXED = MIXED, gettext_lazy("Rulebooks, with our interpretation")

    id = models.SlugField(primary_key=True, max_length=60, validators=[_may_be_id])
    title_en = models.CharField(max_length=120, blank=True)
    title_fr = models.CharField(max_length=120, blank=True)
    text_en = models.TextField(max_length=LONGEST_TEXT, blank=True)
    text_fr = models.TextField(max_length=LONGEST_TEXT, blank=True)
    ours_en = models.TextField(max_length=LONGEST_TEXT, blank=True)
    ours_fr = models.TextField(max_length=LONGEST_TEXT, blank=True)
    status = models.CharField(max_length=15, choices=Status, default=Status.INTERPRETATION)
    source_en = models.CharField(max_length=200, blank=True)
    source_fr = models.CharField(max_length=200, blank=True)
    date = models.DateField(default=timezone.localdate)
    abilities = models.JSONField(default=list, blank=True)
    cards = models.JSONField(default=list, blank=True)
    position = models.TextField(max_length=LONGEST_POSITION)
    actions = models.JSONField(default=list)
    facts = models.JSONField()
    history = models.JSONField(default=list, blank=True, editable=False)
    question = models.ForeignKey(Question, models.SET_NULL, null=True, blank=True, related_name="rulings")

    class Meta:
        ordering = ("date", "id")

    def __str__(self) -> str:
        return self.title_en or self.title_fr

    def get_absolute_url(self) -> str:
        """The page of the ruling."""
        return reverse("rulings:ruling", args=[self.pk])

    def written_in(self, language: str) -> bool:
        """Whether its words are there in a language."""
        return bool(getattr(self, f"title_{language}") and getattr(self, f"text_{language}"))

    def said(self, field: str, language: str) -> str:
        """A field in a language; in the other one where this one has no words yet."""
        other_language = next(code for code in LANGUAGES if code != language)
        return str(getattr(self, f"{field}_{language if self.written_in(language) else other_language}"))

    def clean(self) -> None:
        """Looks whether the abilities are some, and whether the engine agrees with the example."""
        errors: dict[str, Any] = {}
        if not any(self.written_in(language) for language in LANGUAGES):
            errors["title_en"] = _("Write a title and a text in at least one language.")
        for language in LANGUAGES:
            if self.written_in(language) and bool(getattr(self, f"ours_{language}")) != (self.status == MIXED):
                errors[f"ours_{language}"] = _(
                    "Only the status “Rulebooks, with our interpretation” can have an interpretation."
                )
        if not isinstance(self.cards, list) or any(not _is_card(reference) for reference in self.cards):
            errors["cards"] = _("Enter a list of cards, by reference (set/card).")
        if not isinstance(self.abilities, list) or any(slug not in {"aura", *FLAG_OF_SLUG} for slug in self.abilities):
            errors["abilities"] = _("Enter a list of abilities, by slug.")
        if not isinstance(self.actions, list) or any(not isinstance(action, str) for action in self.actions):
            errors["actions"] = _("Enter a list of actions, as text.")
        if not isinstance(self.facts, list) or not self.facts:
            errors["facts"] = _("Enter at least one fact.")
        if not errors:
            errors = self._disagreements()
        if errors:
            raise ValidationError(errors)

    def _disagreements(self) -> dict[str, Any]:
        try:
            wrong = check(self.example)
        except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
            return {"facts": _("Invalid fact: %(error)s") % {"error": error}}
        return {"facts": [str(disagreement) for disagreement in wrong]} if wrong else {}

    @property
    def example(self) -> Example:
        entry = {
            "id": f"{self.pk}-1",
            "ruling": self.pk,
            "title": {language: self.said("title", language) for language in LANGUAGES},
            "position": self.position,
            "actions": self.actions,
            "facts": self.facts,
        }
        return read_example(entry)
