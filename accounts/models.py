"""Who owns what: accounts, guests, what all owned things have in common, reports."""

from __future__ import annotations

import logging
import secrets
import uuid
from collections.abc import Iterable
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.contenttypes.fields import GenericForeignKey
from django.contrib.contenttypes.models import ContentType
from django.db import DatabaseError, models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.locks import lock_row_to_delete
from accounts.text_cleaning import tidied, tidied_line

logger = logging.getLogger(__name__)
TOKEN_BYTES: Final = 9  # 72 bits: an unlisted address cannot be guessed


def new_token() -> str:
    """An address part of 12 letters, digits, ``-`` and ``_``; no ``-`` first, which commands take for an option."""
    while (token := secrets.token_urlsafe(TOKEN_BYTES)).startswith("-"):
        pass
    return token


class AccountManager(UserManager["User"]):
    """Accounts, each with its owner: whoever asks who signed in asks next what is theirs."""

    use_in_migrations = False

    def get_queryset(self) -> models.QuerySet[User]:
        return super().get_queryset().select_related("owner", *(f"owner__{part}" for part in settings.OWNER_PARTS))


class User(AbstractUser):
    """Somebody with an account."""

    objects: ClassVar[AccountManager] = AccountManager()

    def save(self, *args: Any, **options: Any) -> None:
        """Saves. A new password, whoever sets it and however, ends the account's API tokens."""
        # So Django tells a new password from the same one, hashed in another way when somebody signs in.
        is_new = getattr(self, "_password", None) is not None and not self._state.adding
        with transaction.atomic():
            super().save(*args, **options)
            if is_new:
                for token in ApiToken.objects.filter(owner__user=self):
                    token.end("a new password")


class DeletedWhole(models.Model):
    """A row that others may hang rows on at the very moment at which it is deleted."""

    class Meta:
        abstract = True

    @transaction.atomic
    def delete(self, *args: Any, **options: Any) -> tuple[int, dict[str, int]]:
        """Deletes it with all that hangs on it; what somebody hangs on it meanwhile finds it gone."""
        lock_row_to_delete(type(self), self.pk)
        return super().delete(*args, **options)


def today() -> date:
    return timezone.localdate()


class OwnerQuerySet(models.QuerySet["Owner"]):
    def guests(self) -> Self:
        """Owners without an account."""
        return self.filter(user__isnull=True)


class Owner(DeletedWhole):
    """Whoever made things here: an account, or a guest known by a signed cookie alone.

    Everything that can be owned points here, so that a guest's work is adopted by one change of owner.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.OneToOneField(User, models.CASCADE, null=True, blank=True, related_name="owner")
    created = models.DateTimeField(auto_now_add=True)
    # Of a guest the day when they were here last; None where all that only they had has been swept away since.
    seen_on = models.DateField(null=True, default=today, editable=False)
    # What they are called at tables, cleaned (``accounts.names``); "" for the account's name, or a guest's.
    player_name = models.CharField(max_length=24, blank=True, default="", db_default="")

    objects = OwnerQuerySet.as_manager()

    if TYPE_CHECKING:
        user_id: int | None

    def __str__(self) -> str:
        return self.user.get_username() if self.user else f"guest {str(self.id)[:8]}"

    @property
    def name(self) -> str:
        """The name under which work is credited; empty for a guest."""
        return self.user.get_username() if self.user else ""

    @property
    def name_at_tables(self) -> str:
        """What they are called where they play; empty for a guest who has not said."""
        return self.player_name or self.name


class Visibility(models.TextChoices):
    """Who may see a thing."""

    PRIVATE = "private", _("Private: only you")
    UNLISTED = "unlisted", _("Unlisted: anyone with the link")
    PUBLIC = "public", _("Public: listed on the site")


Owned_co = TypeVar("Owned_co", bound="Owned", covariant=True)


class OwnedQuerySet(models.QuerySet[Owned_co]):
    """A queryset that can be narrowed by owner and visibility."""

    def listed(self) -> Self:
        """Objects that everybody finds in lists: public, and not hidden by a moderator."""
        return self.filter(visibility=Visibility.PUBLIC, hidden_at__isnull=True)

    def owned_by(self, owner: Owner | None) -> Self:
        """Objects of this owner; none for None."""
        return self.filter(owner=owner) if owner else self.none()

    def listed_or_owned(self, owner: Owner | None) -> Self:
        """Objects that everybody finds in lists, and those of this owner."""
        if owner is None:
            return self.listed()
        return self.filter(Q(visibility=Visibility.PUBLIC, hidden_at__isnull=True) | Q(owner=owner))

    def readable_by(self, owner: Owner | None) -> Self:
        """Objects that this owner, or with None anybody, may see by their address."""
        open_to_all = Q(visibility__in=(Visibility.PUBLIC, Visibility.UNLISTED), hidden_at__isnull=True)
        return self.filter(open_to_all | Q(owner=owner) if owner else open_to_all)

    def bulk_create(self, objs: Iterable[Owned_co], *args: Any, **options: Any) -> list[Owned_co]:
        """Saves new objects, each with its texts tidied as a save by itself does."""
        rows = list(objs)
        for row in rows:
            row.tidy()
        return super().bulk_create(rows, *args, **options)


class Owned(DeletedWhole):
    """An object of an owner: with an address of its own, and a say in who sees it.

    ``owner`` is None for what comes with the site: nobody edits that. ``hidden_at`` is set by moderators.
    """

    token = models.CharField(max_length=16, unique=True, default=new_token, editable=False)
    owner = models.ForeignKey(Owner, models.CASCADE, null=True, blank=True, related_name="+")
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PRIVATE)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)
    hidden_at = models.DateTimeField(null=True, blank=True, editable=False)
    hidden_reason = models.CharField(max_length=200, blank=True)

    report_reasons: ClassVar[tuple[str, ...]] = ()  # of ``Report``, beside those that fit everything

    objects = OwnedQuerySet.as_manager()

    if TYPE_CHECKING:

        def get_absolute_url(self) -> str:
            """Of all that has a page of its own: nearly everything, see ``accounts.queries.readable``."""
            raise NotImplementedError

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        """Saves. What has been deleted since it was read does not come back: raises its ``DoesNotExist``."""
        self.tidy()
        if self._state.adding:
            super().save(*args, **options)
            return
        try:
            super().save(*args, **{**options, "force_update": True})
        except DatabaseError as wrong:
            if wrong.__cause__ is not None:  # the database's own; Django's says that there is no such row
                raise
            raise type(self).DoesNotExist(f"{self._meta.label} {self.pk} is gone") from wrong

    def tidy(self) -> None:
        """Makes its texts fit to stand beside other people's, by whatever door they came; names are of one line."""
        for name, longest in _texts_of(type(self)):
            text = self.__dict__.get(name)  # a field that was not read is not read for this
            if isinstance(text, str):
                self.__dict__[name] = tidied(text) if longest is None else tidied_line(text)[:longest]

    def is_owned_by(self, owner: Owner | None) -> bool:
        return owner is not None and self.owner_id == owner.pk

    def is_readable_by(self, owner: Owner | None) -> bool:
        """Whether this owner, or with None anybody, may see it."""
        if self.is_owned_by(owner):
            return True
        return self.visibility != Visibility.PRIVATE and self.hidden_at is None


@cache
def _texts_of(model: type[Owned]) -> tuple[tuple[str, int | None], ...]:
    """The fields of a model that hold text, with the most letters of those of one line; None for several lines."""
    texts = (field for field in model._meta.concrete_fields if isinstance(field, models.CharField | models.TextField))
    return tuple(
        (field.attname, field.max_length if isinstance(field, models.CharField) else None)
        for field in texts
        if field.editable and not field.choices
    )


class ApiToken(models.Model):
    """A secret by which a program speaks for an account at the API, within its ``scopes`` and until it ``expires``.

    Of the secret its hash alone is kept. ``last_used`` is rounded down to the hour.
    """

    class Scope(models.TextChoices):
        READ = "read:own", _("Read your content, including private items")
        CARDS = "cards", _("Create, edit and delete cards, sets and pictures")
        CHAMPIONS = "champions", _("Create, edit and delete Champions")
        DECKS = "decks", _("Create, edit and delete decks")
        PUZZLES = "puzzles", _("Create, prove, publish and delete puzzles")
        GAMES = "games", _("Play games under your name")

    part_of = "owner"  # goes along when its owner takes everything
    stays_here: ClassVar = ("digest",)  # ... without this
    names: ClassVar = (_("API token"), _("API tokens"))

    owner = models.ForeignKey(Owner, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)  # SHA-256 of the whole secret, in hexadecimal digits
    scopes = models.JSONField(default=list)
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField(null=True, blank=True)
    last_used = models.DateTimeField(null=True, blank=True)

    if TYPE_CHECKING:
        owner_id: uuid.UUID

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ("-created", "-pk")

    def __str__(self) -> str:
        return self.name

    @property
    def is_over(self) -> bool:
        return self.expires is not None and self.expires <= timezone.now()

    @property
    def scope_labels(self) -> list[str]:
        return [str(scope.label) for scope in self.Scope if scope in self.scopes]

    def end(self, why: str) -> None:
        """Deletes it, and says so in the log."""
        logger.info("API token %d of account %s ended: %s", self.pk, self.owner.user_id, why)
        self.delete()


class Report(models.Model):
    """Somebody says that something ought not to be here."""

    class Reason(models.TextChoices):
        COPYRIGHT = "copyright", _("Copied without permission")
        OFFENSIVE = "offensive", _("Offensive, or not suitable for all ages")
        SPAM = "spam", _("Advertising or spam")
        SPOILER = "spoiler", _("The words give the solution away")
        DUPLICATE = "duplicate", _("The same as another one")
        WRONG_TEXT = "wrong-text", _("The text is wrong")
        OTHER = "other", _("Other reason")

    content_type = models.ForeignKey(ContentType, models.CASCADE)
    object_id = models.PositiveBigIntegerField()
    about = GenericForeignKey()
    reporter = models.ForeignKey(Owner, models.SET_NULL, null=True, related_name="reports")
    reason = models.CharField(max_length=12, choices=Reason)
    text = models.TextField(max_length=1000, blank=True)
    original = models.CharField(max_length=300, blank=True, db_default="")  # the path of what it is a duplicate of
    created = models.DateTimeField(auto_now_add=True)
    settled = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("settled", "-created")
        indexes = (models.Index(fields=("content_type", "object_id")),)

    def __str__(self) -> str:
        return f"{self.get_reason_display()}: {self.about}"


class CacheEntry(models.Model):
    """An entry of Django's cache, which allauth counts in: in the database, so that all processes count together.

    Read and written by ``config.caches`` alone.
    """

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "accounts_cache"

    def __str__(self) -> str:
        return self.cache_key


class RateWindow(models.Model):
    """How often something was done in a span of time; see ``accounts.limits``."""

    key = models.CharField(max_length=100, primary_key=True)
    span = models.BigIntegerField()
    count = models.PositiveIntegerField()

    class Meta:
        db_table = "accounts_allowance"

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"


class RateBucket(models.Model):
    """The moment at which all is available again, in milliseconds since 1970; see ``background.meters``."""

    key = models.CharField(max_length=100, primary_key=True)
    clear_at = models.BigIntegerField(db_index=True)

    class Meta:
        db_table = "accounts_spending"

    def __str__(self) -> str:
        return f"{self.key}: {self.clear_at}"


class Deletion(models.Model):
    """That an account's thing is gone, for programs with a copy of it; see ``accounts.deletions``."""

    owner = models.ForeignKey(Owner, models.CASCADE, related_name="deletions")
    kind = models.CharField(max_length=12)
    token = models.CharField(max_length=16)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("owner", "kind", "token"), name="deletion_once"),)
        indexes = (models.Index(fields=("updated",), name="deletions_to_sweep"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.token}"
