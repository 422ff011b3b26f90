"""Puzzles: the pages of the Grimoire."""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Owned, OwnedQuerySet, Owner, Visibility
from cards.models import in_language
from engine.decks.solving.objective import SURVIVE
from grimoire.models.proofs import Proof

TITLE_LENGTH: Final = 80
WORDS_LENGTH: Final = 1000
GAME_LENGTH: Final = 20
DECKS: Final = "clash-of-decks"
SIGNATURE_LENGTH: Final = 300  # some thirty plays
SHOWN: Final = (Visibility.PUBLIC, Visibility.UNLISTED)  # to others than the author


def published(through: str = "") -> Q:
    """Which puzzles everybody finds in lists, as ``PuzzleQuerySet.published``; ``through`` leads to the puzzle."""
    listed = {"visibility": Visibility.PUBLIC, "hidden_at__isnull": True}
    conditions = {**listed, "published_at__isnull": False, "flagged_at__isnull": True}
    return Q(**{f"{through}{field}": value for field, value in conditions.items()})


PUBLISHED: Final = published()
_ASKED: Final = ("turns", "mode", "edition", "licence")
_LISTED: Final = ("visibility", "hidden_at", "flagged_at", "published_at")  # what that asks
START_RATING: Final = 1500.0
START_DEVIATION: Final = 350.0
START_VOLATILITY: Final = 0.06


class Rated(models.Model):
    """A Glicko-2 rating, of a solver or of a page: see ``contract.glicko``."""

    rating = models.FloatField(default=START_RATING)
    deviation = models.FloatField(default=START_DEVIATION)
    volatility = models.FloatField(default=START_VOLATILITY)
    rated_count = models.PositiveIntegerField(default=0)
    rated_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


def open_to(owner: Owner | None, through: str = "") -> Q:
    """Which puzzles somebody, or with None everybody, may open who has their address: published ones that are neither
    private nor hidden by a moderator, and their own. ``through`` leads to the puzzle: ``puzzle__`` from a book's page.
    """
    shown = {"published_at__isnull": False, "hidden_at__isnull": True, "visibility__in": SHOWN}
    open_to_all = Q(**{f"{through}{field}": value for field, value in shown.items()})
    return open_to_all | Q(**{f"{through}owner": owner}) if owner else open_to_all


def puzzle_address(game: str, token: str) -> str:
    """Where a puzzle is solved."""
    return (
        reverse("grimoire:puzzle", args=[token])
        if game == DECKS
        else reverse("grimoire:game_puzzle", args=[game, token])
    )


class PuzzleQuerySet(OwnedQuerySet["Puzzle"]):
    def of_decks(self) -> PuzzleQuerySet:
        """The pages of Clash of Decks: those that the editor, proofs, papers and downloads can do with."""
        return self.filter(game=DECKS)

    def open_to(self, owner: Owner | None) -> PuzzleQuerySet:
        """Pages that this owner, or with None everybody, may open who has their address."""
        return self.filter(open_to(owner))

    def published(self) -> PuzzleQuerySet:
        """Pages that everybody finds in lists: published, public, not hidden, not flagged."""
        return self.filter(PUBLISHED)

    def with_author(self) -> PuzzleQuerySet:
        return self.select_related("owner__user", "proof")


class Puzzle(Owned, Rated):
    """A position with an objective, as somebody made it; once published, a page of the Grimoire.

    Of whatever game: what is there for one alone asks ``objects.of_decks()``, and ``contract.puzzles`` says what is
    different with a game.

    The position of a published page does not change: whoever wants another one takes it back first. ``position_key`` is
    ``grimoire.keys.position_key``, equal for the same objective in positions that are the same in what can happen. What
    stands below "for lists" is worked out of the position and the proof whenever one of them is saved.
    """

    class Kind(models.TextChoices):
        FIND = "find", _("Find the play")
        FORETELL = "foretell", _("Predict the outcome")

    class AnswerBy(models.TextChoices):
        BOARD = "board", _("by setting up the result")
        CHOICES = "choices", _("by choosing between outcomes")

    class Challenge(models.TextChoices):
        """How a page stands that was published without a proof."""

        OPEN = "open", _("Open challenge")
        CLOSED = "closed", _("Closed challenge")
        PROVED = "proved", _("Proven challenge")

    class Licence(models.TextChoices):
        CC_BY = "CC-BY-4.0", _("CC BY 4.0: others can use it and must credit you")
        CC0 = "CC0-1.0", _("CC0: others can use it freely")
        NONE = "", _("No licence: not in the download of all puzzles")

    game = models.CharField(max_length=GAME_LENGTH, default=DECKS, editable=False, db_index=True)
    title = models.CharField(max_length=TITLE_LENGTH)
    title_fr = models.CharField(max_length=TITLE_LENGTH, blank=True)
    words = models.TextField(max_length=WORDS_LENGTH, blank=True)  # shown with the position
    words_fr = models.TextField(max_length=WORDS_LENGTH, blank=True)
    afterword = models.TextField(max_length=WORDS_LENGTH, blank=True)  # shown once it is solved, or given up
    afterword_fr = models.TextField(max_length=WORDS_LENGTH, blank=True)
    position = models.JSONField()  # clash-position/1 with its objective; of another game its own format
    position_key = models.CharField(max_length=64, db_index=True)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.FIND)
    answer_by = models.CharField(max_length=8, choices=AnswerBy, default=AnswerBy.CHOICES)
    questions = models.JSONField(default=list, blank=True)  # keys (solving.questions); none: those that tell most
    intended = models.JSONField(default=list, blank=True)  # the author's solution: actions in text form
    # Tries that the author speaks of, in their order: as a proof writes them, with ``why`` and ``why_fr``, why they
    # fail in the author's words; ``is_stale`` where it is a try no longer. Part of the secret (``solving.secrecy``).
    pinned_tries = models.JSONField(default=list, db_default=[], blank=True)
    allows_several = models.BooleanField(default=False)  # the author wants more than one solution
    licence = models.CharField(max_length=12, choices=Licence, default=Licence.CC_BY, blank=True)
    # Published without a proof, for readers to hunt for solutions; such a page is not in lists until it is proved.
    challenge = models.CharField(max_length=8, choices=Challenge, default="", db_default="", blank=True, editable=False)
    featured = models.BooleanField(
        default=False, db_column="showpiece"
    )  # one of those that a book of the site is proud of
    proof = models.ForeignKey(Proof, models.SET_NULL, null=True, blank=True, related_name="puzzles")
    remixed_from = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="remixes")
    # The withdrawn page that others have tried, in whose place this one comes once it is published.
    corrects = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="+")
    # The puzzle of which this one is a twin: another position beside it, published and withdrawn with it.
    twin_of = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="twins")
    revision = models.PositiveIntegerField(default=0)  # counts saves: whoever saves says which one they have seen
    published_at = models.DateTimeField(null=True, blank=True)
    announced_at = models.DateTimeField(null=True, blank=True, editable=False)  # when its author's followers were told
    flagged_at = models.DateTimeField(null=True, blank=True)  # its proof no longer holds: the author is told
    flag_reason = models.CharField(max_length=40, blank=True)  # a code, see grimoire.proving
    # Equal for puzzles that are alike (``engine.decks.composing``); of the site's own alone.
    fingerprint = models.CharField(max_length=400, blank=True, editable=False, db_column="likeness")
    # For lists
    goal = models.CharField(max_length=8, editable=False, db_index=True)
    turns = models.PositiveSmallIntegerField(default=1, editable=False)
    mode = models.CharField(max_length=8, editable=False)
    edition = models.CharField(max_length=10, editable=False)
    level = models.PositiveSmallIntegerField(null=True, blank=True, editable=False, db_index=True)
    search_text = models.CharField(max_length=600, blank=True, editable=False)  # folded: titles, author, cards
    score = models.IntegerField(default=0, editable=False)  # votes for less votes against
    attempt_count = models.PositiveIntegerField(default=0, editable=False)
    solved_count = models.PositiveIntegerField(default=0, editable=False)
    comment_count = models.PositiveIntegerField(default=0, editable=False)

    report_reasons = ("spoiler", "duplicate", "wrong-text")

    objects: ClassVar = PuzzleQuerySet.as_manager()

    class Meta:
        verbose_name = _("puzzle")
        verbose_name_plural = _("puzzles")
        ordering = ("-published_at", "-created")
        indexes = (
            # All that lists filter, sort and count by: a hundred thousand pages are looked through without reading one.
            # SQLite asks even what an index is made on condition of, so that stands in each too.
            *(
                models.Index(fields=tuple(dict.fromkeys((*fields, *_LISTED))), condition=PUBLISHED, name=name)
                for name, fields in (
                    (
                        "pages_counted",
                        ("game", "goal", "level", *_ASKED, "owner", "rating", "score"),
                    ),
                    ("pages_by_age", ("game", "published_at", "id", "goal", "level", "turns", "owner", "rating")),
                    ("pages_by_level", ("game", "level", "rating", "id", "goal", "turns", "owner")),
                    ("pages_by_votes", ("game", "score", "published_at", "id", "goal", "level", "turns", "owner")),
                    ("pages_by_rating", ("game", "rating", "id", "goal", "level", "turns", "owner")),
                    ("pages_of_sitemap", ("id", "game", "updated")),
                )
            ),
            models.Index(fields=("game", "level", "token"), condition=models.Q(featured=True), name="showpieces"),
            models.Index(fields=("owner", "game", "published_at"), name="pages_of_owner"),
            models.Index(
                fields=("challenge", "published_at"), condition=~models.Q(challenge=""), name="pages_of_challenges"
            ),
            # What moderators narrow their list by: of all pages, whatever their game.
            models.Index(
                fields=("id", "game", "visibility", "hidden_at", "published_at", "flagged_at", "goal", "level"),
                name="pages_of_moderators",
            ),
        )

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return puzzle_address(self.game, self.token)

    @property
    def heading(self) -> str:
        return in_language(self.title, self.title_fr)

    @property
    def foreword(self) -> str:
        """The author's words beside the position, in the language of the moment."""
        return in_language(self.words, self.words_fr)

    @property
    def epilogue(self) -> str:
        """The author's words for afterwards, in the language of the moment: they may tell the solution."""
        return in_language(self.afterword, self.afterword_fr)

    @property
    def is_published(self) -> bool:
        return self.published_at is not None

    @property
    def is_challenge(self) -> bool:
        """Whether nobody has proved what it promises."""
        return self.challenge in CHALLENGES

    @property
    def is_open_to_all(self) -> bool:
        """Whether everybody who has its address may solve it."""
        return self.is_published and self.visibility in SHOWN and self.hidden_at is None

    @property
    def is_retired(self) -> bool:
        """Whether it has left the site's books: whoever has its address still finds it."""
        return self.owner_id is None and self.is_published and self.visibility == Visibility.UNLISTED

    @property
    def is_long(self) -> bool:
        """Whether what enemies do in their turns has to be searched."""
        return self.turns > 1 or self.goal == SURVIVE

    @property
    def author(self) -> str:
        """Who made it; empty for guests and for what comes with the site."""
        return self.owner.name if self.owner else ""


CHALLENGES: Final = (Puzzle.Challenge.OPEN, Puzzle.Challenge.CLOSED)  # whose promise nobody has proved


class PuzzleAbility(models.Model):
    """An ability that a puzzle has to do with.

    ``at_work``: without it the solution would be another one, which is part of the secret (``solving.secrecy``).
    ``seen``: it stands on a card of the position, as everybody can see.
    """

    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="abilities")
    slug = models.CharField(max_length=20)
    at_work = models.BooleanField(default=False)
    seen = models.BooleanField(default=True)

    part_of = "puzzle"

    class Meta:
        constraints = (models.UniqueConstraint(fields=("puzzle", "slug"), name="one_of_an_ability"),)
        indexes = (
            models.Index(fields=("slug", "at_work")),
            models.Index(fields=("slug", "seen", "puzzle"), name="pages_showing_an_ability"),
            models.Index(fields=("slug", "at_work", "puzzle"), name="pages_turning_on_an_ability"),
        )

    def __str__(self) -> str:
        return self.slug


class PuzzleSolution(models.Model):
    """A solution of a published page, as ``grimoire.nearness`` compares it with what other proofs show.

    ``signature`` says what is played where, ``cards`` which cards are played and which Creatures are in play. Worked
    out of the proof; part of the secret (``solving.secrecy``).
    """

    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="solutions")
    signature = models.CharField(max_length=SIGNATURE_LENGTH, db_index=True, db_column="shape")
    cards = models.JSONField()

    class Meta:
        db_table = "grimoire_puzzleway"

    def __str__(self) -> str:
        return self.signature
