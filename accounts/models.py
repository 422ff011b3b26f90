"""Who owns what: accounts, guests, what all owned things have in common, reports."""

from __future__ import annotations

import secrets
import uuid
from typing import TYPE_CHECKING, Any, Final, Self

from django.contrib.auth.models import AbstractUser
from django.contrib.contenttypes.fields import GenericForeignKey
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

TOKEN_BYTES: Final = 9  # 72 bits: an unlisted address cannot be guessed


def new_token() -> str:
    """An address part of 12 letters, digits, ``-`` and ``_``."""
    return secrets.token_urlsafe(TOKEN_BYTES)


class User(AbstractUser):
    """Somebody with an account."""


class OwnerQuerySet(models.QuerySet["Owner"]):
    def guests(self) -> Self:
        """Owners without an account."""
        return self.filter(user__isnull=True)


class Owner(models.Model):
    """Whoever made things here: an account, or a guest known by a signed cookie alone.

    Everything that can be owned points here, so that a guest's work is adopted by one change of owner.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.OneToOneField(User, models.CASCADE, null=True, blank=True, related_name="owner")
    created = models.DateTimeField(auto_now_add=True)

    objects = OwnerQuerySet.as_manager()

    if TYPE_CHECKING:
        user_id: int | None

    def __str__(self) -> str:
        return self.user.get_username() if self.user else f"guest {str(self.id)[:8]}"

    @property
    def name(self) -> str:
        """The name under which work is credited; empty for a guest."""
        return self.user.get_username() if self.user else ""


class Visibility(models.TextChoices):
    """Who may see a thing."""

    PRIVATE = "private", _("Private: only you")
    UNLISTED = "unlisted", _("Unlisted: everybody who has the link")
    PUBLIC = "public", _("Public: listed for everybody")


class OwnedQuerySet(models.QuerySet[Any]):
    """What every list of owned things can be narrowed to."""

    def listed(self) -> Self:
        """What everybody finds in lists: public, and not hidden by a moderator."""
        return self.filter(visibility=Visibility.PUBLIC, hidden_at__isnull=True)

    def owned_by(self, owner: Owner | None) -> Self:
        """What this owner made; nothing for None."""
        return self.filter(owner=owner) if owner else self.none()

    def listed_or_owned(self, owner: Owner | None) -> Self:
        """What everybody finds in lists, and what this owner made."""
        if owner is None:
            return self.listed()
        return self.filter(Q(visibility=Visibility.PUBLIC, hidden_at__isnull=True) | Q(owner=owner))

    def readable_by(self, owner: Owner | None) -> Self:
        """What this owner, or with None anybody, may see who has its address."""
        open_to_all = Q(visibility__in=(Visibility.PUBLIC, Visibility.UNLISTED), hidden_at__isnull=True)
        return self.filter(open_to_all | Q(owner=owner) if owner else open_to_all)


class Owned(models.Model):
    """What an owner made: with an address of its own, and a say in who sees it.

    ``owner`` is None for what comes with the site: nobody edits that. ``hidden_at`` is set by moderators.
    """

    token = models.CharField(max_length=16, unique=True, default=new_token, editable=False)
    owner = models.ForeignKey(Owner, models.CASCADE, null=True, blank=True, related_name="+")
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PRIVATE)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)
    hidden_at = models.DateTimeField(null=True, blank=True, editable=False)
    hidden_reason = models.CharField(max_length=200, blank=True)

    objects = OwnedQuerySet.as_manager()

    class Meta:
        abstract = True

    def is_owned_by(self, owner: Owner | None) -> bool:
        """Whether this owner may change it."""
        return owner is not None and self.owner_id == owner.pk

    def is_readable_by(self, owner: Owner | None) -> bool:
        """Whether this owner, or with None anybody, may see it."""
        if self.is_owned_by(owner):
            return True
        return self.visibility != Visibility.PRIVATE and self.hidden_at is None


class Report(models.Model):
    """Somebody says that something ought not to be here."""

    class Reason(models.TextChoices):
        COPYRIGHT = "copyright", _("It uses work of others without permission")
        OFFENSIVE = "offensive", _("It insults, or is not fit for all ages")
        SPAM = "spam", _("It is advertising or spam")
        OTHER = "other", _("Something else")

    content_type = models.ForeignKey(ContentType, models.CASCADE)
    object_id = models.PositiveBigIntegerField()
    about = GenericForeignKey()
    reporter = models.ForeignKey(Owner, models.SET_NULL, null=True, related_name="reports")
    reason = models.CharField(max_length=12, choices=Reason)
    text = models.TextField(max_length=1000, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    settled = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("settled", "-created")
        indexes = (models.Index(fields=("content_type", "object_id")),)

    def __str__(self) -> str:
        return f"{self.get_reason_display()}: {self.about}"


class Allowance(models.Model):
    """How often somebody did something in a span of time; see ``accounts.limits``."""

    key = models.CharField(max_length=100, primary_key=True)
    span = models.BigIntegerField()
    count = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"
