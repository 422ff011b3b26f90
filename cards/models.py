"""Sets, cards, their versions, pictures and decks, as they are kept."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import Owned, OwnedQuerySet, Owner
from background.models import Job
from cards.abilities import seasons_of
from cards.costs import fair_halves
from cards.folding import folded
from cards.list_indexes import LIST_INDEXES
from cards.pictures import CLEAR
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, SEASON_1, SEASON_2, flags_of
from engine.decks.rules.cards import Card as EngineCard
from web.outgoing.addresses import MAX_ADDRESS

NAME_LENGTH: Final = 40
FOLDED_LENGTH: Final = 60  # of a name, folded: some letters become two
FLAVOUR_LENGTH: Final = 90
MAX_VALUE: Final = 20  # a cost, an attack value, Health Points: more does not fit the face
MAX_ABILITIES: Final = 5  # so many icons fit in the face's column


class Kind(models.TextChoices):
    """The type of a card."""

    CREATURE = "creature", _("Creature")
    INCANTATION = "incantation", _("Incantation")
    CHAMPION = "champion", _("Champion")
    STRONGHOLD = "stronghold", _("Stronghold")
    BRIDGE = "bridge", _("Bridge")


FIGHTERS: Final = (Kind.CREATURE, Kind.CHAMPION)  # those with Health Points
PLAYABLE: Final = (Kind.CREATURE, Kind.INCANTATION)  # those that a deck's eight cards may be
VALUED: Final = (*PLAYABLE, Kind.CHAMPION)  # those with a cost and an attack value


# What ``Card.index`` works out, and of which fields.
_DERIVED: Final = {
    "hp": frozenset({"kind", "hp"}),
    "search_text": frozenset({"name", "name_fr", "flavour", "flavour_fr"}),
    "search_abilities": frozenset({"abilities"}),
    "by_name": frozenset({"name"}),
    "by_name_fr": frozenset({"name", "name_fr"}),
    "fair": frozenset({"kind", "av", "hp", "abilities"}),
    "seasons": frozenset({"abilities"}),
}


class CardSet(Owned):
    """A set of cards. The site's own have no owner; ``slug`` is the first half of their cards' references.
    ``table_address`` is where its cards are read again, for its owner alone (``cards.linked_tables``)."""

    slug = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=NAME_LENGTH)
    name_fr = models.CharField(max_length=NAME_LENGTH, blank=True)
    about = models.CharField(max_length=400, blank=True)
    about_fr = models.CharField(max_length=400, blank=True)
    accent = models.CharField(max_length=7, default="#6d4709")  # #rrggbb
    symbol = models.CharField(max_length=60, default="spell-book")  # an icon's name
    place = models.PositiveSmallIntegerField(default=1000)  # in the list of sets
    abilities = models.JSONField(default=list, blank=True)  # slugs of those that it brings to the fore
    table_address = models.CharField(max_length=MAX_ADDRESS, blank=True, default="", db_default="", editable=False)
    shipped = models.BooleanField(default=False, editable=False)  # loaded from the files of cards.sets

    class Meta:
        verbose_name = _("set")
        verbose_name_plural = _("sets")
        ordering = ("place", "name")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("cards:set", args=[self.slug])

    @property
    def title(self) -> str:
        return in_language(self.name, self.name_fr)

    @property
    def intro(self) -> str:
        return in_language(self.about, self.about_fr)


def in_language(text: str, french: str) -> str:
    """The French text where French is spoken and there is one, else the other."""
    return french if french and get_language() == "fr" else text


class Picture(Owned):
    """An uploaded picture, decoded and encoded again without what a camera or a program wrote into it."""

    sha256 = models.CharField(max_length=64)
    file = models.FileField(upload_to="pictures/")
    width = models.PositiveIntegerField()  # pixels
    height = models.PositiveIntegerField()
    size = models.PositiveIntegerField()  # bytes
    name = models.CharField(max_length=120, blank=True)
    credit = models.CharField(max_length=120, blank=True)

    class Meta:
        verbose_name = _("picture")
        verbose_name_plural = _("pictures")
        indexes = (models.Index(fields=("owner", "sha256")),)

    def __str__(self) -> str:
        return self.name or self.sha256[:12]

    @property
    def is_clear(self) -> bool:
        """Whether something can be seen through it."""
        return (self.file.name or "").endswith(f".{CLEAR}")


class CardQuerySet(OwnedQuerySet["Card"]):
    def playable(self) -> CardQuerySet:
        """Creatures and Incantations."""
        return self.filter(kind__in=PLAYABLE)

    def champions(self) -> CardQuerySet:
        return self.filter(kind=Kind.CHAMPION)

    def with_set(self) -> CardQuerySet:
        """With what a face needs, in one query."""
        return self.select_related("set", "picture", "owner__user")


_CardManager = models.Manager.from_queryset(CardQuerySet)


class CardManager(_CardManager["Card"]):
    """All cards but those that their owner has thrown away."""

    def get_queryset(self) -> CardQuerySet:
        cards = super().get_queryset()
        assert isinstance(cards, CardQuerySet)
        return cards.filter(deleted_at__isnull=True)


class Card(Owned):
    """A card: of one of the site's sets, or somebody's own.

    ``abilities`` are slugs in the order of the face, ``aura:SLUG`` for an Aura. ``art`` is the composition or the crop
    of ``picture``, as ``cards.art`` writes it. ``name_fr`` and ``flavour_fr`` are for cards that exist in both
    languages. ``revision`` counts saves: whoever saves says which one they have seen.
    """

    set = models.ForeignKey(CardSet, models.CASCADE, null=True, blank=True, related_name="cards")
    slug = models.SlugField(max_length=60, blank=True)
    number = models.PositiveSmallIntegerField(default=0)  # in its set
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.CREATURE)
    name = models.CharField(max_length=NAME_LENGTH)
    name_fr = models.CharField(max_length=NAME_LENGTH, blank=True)
    cost = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(MAX_VALUE)])
    av = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(MAX_VALUE)])
    hp = models.PositiveSmallIntegerField(null=True, blank=True, validators=[MaxValueValidator(MAX_VALUE)])
    abilities = models.JSONField(default=list, blank=True)
    flavour = models.CharField(max_length=FLAVOUR_LENGTH, blank=True)
    flavour_fr = models.CharField(max_length=FLAVOUR_LENGTH, blank=True)
    art = models.JSONField(default=dict, blank=True)
    picture = models.ForeignKey(Picture, models.SET_NULL, null=True, blank=True, related_name="cards")
    remixed_from = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="remixes")
    credit = models.CharField(max_length=160, blank=True)  # who made what this was remixed from, kept when that goes
    revision = models.PositiveIntegerField(default=0)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)  # it can be taken back for some time
    # For searching: folded, a line of names and a line of flavour; and "|rage|aura:aim|".
    search_text = models.CharField(max_length=400, blank=True, editable=False)
    search_abilities = models.CharField(max_length=200, blank=True, editable=False)
    # For sorting: the folded name in either language, the fair cost in halves of Mana, how many like it.
    by_name = models.CharField(max_length=FOLDED_LENGTH, blank=True, default="", db_default="", editable=False)
    by_name_fr = models.CharField(max_length=FOLDED_LENGTH, blank=True, default="", db_default="", editable=False)
    fair = models.SmallIntegerField(null=True, blank=True, editable=False)
    # The sum of ``editions``, for searching; None where nobody has worked it out yet.
    seasons = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    like_count = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    printed_revision = models.PositiveIntegerField(
        null=True, blank=True, editable=False
    )  # the last that its owner printed

    objects: ClassVar[CardManager] = CardManager()
    everything = CardQuerySet.as_manager()  # what was thrown away too

    if TYPE_CHECKING:
        set_id: int | None
        picture_id: int | None
        remixed_from_id: int | None

    class Meta:
        verbose_name = _("card")
        verbose_name_plural = _("cards")
        ordering = ("set__place", "number", "name", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("set", "slug"), condition=models.Q(set__isnull=False), name="one_slug_in_a_set"
            ),
        )
        indexes = (
            models.Index(fields=("owner", "-updated")),
            *LIST_INDEXES,
        )

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **options: Any) -> None:
        """Saves, with what searches look at brought up to date."""
        self.index()
        if (fields := options.get("update_fields")) is not None:
            # Only what follows from those: of all others another save may have written newer values meanwhile.
            follow = (derived for derived, sources in _DERIVED.items() if not sources.isdisjoint(fields))
            options["update_fields"] = {*fields, *follow}
        super().save(*args, **options)

    def index(self) -> None:
        """Brings what searches look at up to date, without saving: for whoever saves many at once."""
        if self.kind not in FIGHTERS:
            self.hp = None
        names, flavours = (self.name, self.name_fr), (self.flavour, self.flavour_fr)
        lines = (" ".join(" ".join(texts).split()) for texts in (names, flavours))
        self.search_text = folded("\n".join(lines))[:400]
        self.search_abilities = "".join(f"|{slug}" for slug in self.abilities) + "|" if self.abilities else ""
        self.by_name = folded(self.name)[:FOLDED_LENGTH]
        self.by_name_fr = folded(self.name_fr or self.name)[:FOLDED_LENGTH]
        self.fair = fair_halves(self.kind, self.av, self.hp, self.abilities) if self.kind in VALUED else None
        self.seasons = seasons_of(self.abilities)

    def get_absolute_url(self) -> str:
        """The card's own page; a Champion that belongs to no set has its page among the Champions."""
        if self.set is not None and self.owner_id is None:
            return reverse("cards:card", args=[self.set.slug, self.slug])
        if self.kind == Kind.CHAMPION:
            return reverse(settings.CHAMPION_URL, args=[self.token])
        return reverse("cards:own_card", args=[self.token])

    @property
    def title(self) -> str:
        return in_language(self.name, self.name_fr)

    @property
    def line(self) -> str:
        """The flavour line in the language of the moment."""
        return in_language(self.flavour, self.flavour_fr)

    @property
    def reference(self) -> str:
        """``set/card`` as positions name it; of a card without a set ``own/TOKEN``."""
        return f"{self.set.slug}/{self.slug}" if self.set is not None and self.slug else f"own/{self.token}"

    def set_for(self, owner: Owner | None) -> CardSet | None:
        """Its set, where this owner, or with None everybody, may see that: a set may be private or hidden by
        moderators while its cards are not, and then nothing that others are shown of them names it."""
        return self.set if self.set is not None and self.set.is_readable_by(owner) else None

    @property
    def is_fighter(self) -> bool:
        """Whether it has Health Points."""
        return self.kind in FIGHTERS

    @property
    def editions(self) -> tuple[int, ...]:
        """The editions, 1 or 2, in which all its abilities exist (rulings 10.2 and 10.3)."""
        own, auras = flags_of(tuple(self.abilities))
        return tuple(
            number
            for number, edition in ((1, SEASON_1), (2, SEASON_2))
            if not (own | auras) & ~ABILITIES_OF_EDITION[edition]
        )

    @cached_property
    def printed(self) -> EngineCard:
        """The card as the engine knows it: for Creatures, Champions and Incantations only."""
        return EngineCard(
            self.name,
            self.is_fighter,
            self.cost,
            self.av,
            self.hp or 0,
            tuple(self.abilities),
            self.reference if self.set_id is not None and self.owner_id is None else None,
        )


class CardVersion(models.Model):
    """A card as it was at some time, to go back to. ``content`` is as ``cards.workshop.content`` writes it; a version
    that is ``kept`` stays until its owner says otherwise."""

    card = models.ForeignKey(Card, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    content = models.JSONField()
    made = models.DateTimeField()  # when it was last saved
    kept = models.BooleanField(default=False)

    part_of = "card"  # goes along when its owner takes everything

    class Meta:
        ordering = ("-number",)
        constraints = (models.UniqueConstraint(fields=("card", "number"), name="one_version_of_a_number"),)

    def __str__(self) -> str:
        return f"{self.card} #{self.number}"


class Deck(Owned):
    """Eight different cards with a Stronghold, and perhaps a Champion."""

    slug = models.SlugField(max_length=60, blank=True)  # of the site's own decks
    name = models.CharField(max_length=60)
    name_fr = models.CharField(max_length=60, blank=True)
    about = models.CharField(max_length=400, blank=True)
    about_fr = models.CharField(max_length=400, blank=True)
    stronghold = models.ForeignKey(Card, models.SET_NULL, null=True, blank=True, related_name="+")
    champion = models.ForeignKey(Card, models.SET_NULL, null=True, blank=True, related_name="+")
    cards = models.ManyToManyField(Card, through="DeckCard", related_name="decks")

    class Meta:
        verbose_name = _("deck")
        verbose_name_plural = _("decks")
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("cards:deck", args=[self.token])

    @property
    def title(self) -> str:
        return in_language(self.name, self.name_fr)

    @property
    def intro(self) -> str:
        return in_language(self.about, self.about_fr)


class DeckCard(models.Model):
    """A card's place in a deck, from the left."""

    deck = models.ForeignKey(Deck, models.CASCADE, related_name="places")
    card = models.ForeignKey(Card, models.CASCADE, related_name="+")
    place = models.PositiveSmallIntegerField()

    part_of = "deck"  # goes along when its owner takes everything

    class Meta:
        ordering = ("place",)
        constraints = (
            models.UniqueConstraint(fields=("deck", "place"), name="one_card_a_place"),
            models.UniqueConstraint(fields=("deck", "card"), name="different_cards"),
        )

    def __str__(self) -> str:
        return f"{self.deck}: {self.card}"


class Like(models.Model):
    """A card or a deck that somebody likes."""

    owner = models.ForeignKey(Owner, models.CASCADE, related_name="+")
    card = models.ForeignKey(Card, models.CASCADE, null=True, blank=True, related_name="likes")
    deck = models.ForeignKey(Deck, models.CASCADE, null=True, blank=True, related_name="likes")
    created = models.DateTimeField(auto_now_add=True)

    part_of = "owner"  # goes along when its owner takes everything
    names = (_("like"), _("likes"))

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("owner", "card"), name="a_card_liked_once"),
            models.UniqueConstraint(fields=("owner", "deck"), name="a_deck_liked_once"),
            models.CheckConstraint(
                condition=models.Q(card__isnull=False, deck__isnull=True)
                | models.Q(card__isnull=True, deck__isnull=False),
                name="one_thing_liked",
            ),
        )

    def __str__(self) -> str:
        return f"{self.owner}: {self.card or self.deck}"


class PrintJob(Owned, Job):
    """A file to print that takes longer to make than a request: asked for, made in the background, kept for a day.

    ``kind`` is one of ``cards.printing.works``. For cards, ``cards`` are references in the order of printing and
    ``options`` as ``cards.printing.options`` writes them; other kinds keep in ``options`` what they need. ``done`` of
    ``total`` parts have been rendered so far; parts are kept apart, so that a job that was broken off goes on from
    there.
    """

    task = "cards.printing.tasks.print_on"

    kind = models.CharField(max_length=12, default="cards")
    title = models.CharField(max_length=200)
    cards = models.JSONField(default=list)
    options = models.JSONField(default=dict)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    problem = models.CharField(max_length=300, blank=True)  # why it failed, for its owner
    file = models.FileField(upload_to="prints/", blank=True)
    file_name = models.CharField(max_length=200, blank=True)
    file_kind = models.CharField(max_length=60, blank=True)
    size = models.PositiveIntegerField(default=0)  # bytes

    class Meta:
        verbose_name = _("print job")
        verbose_name_plural = _("print jobs")
        ordering = ("-created",)

    def __str__(self) -> str:
        return self.title

    @property
    def progress(self) -> tuple[float, float]:
        """Parts: made, in all."""
        return self.done, self.total
