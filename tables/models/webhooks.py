"""Addresses of owners' own programs that are told of turns, and what they are told."""

from __future__ import annotations

import secrets
from base64 import b64encode
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar, Final
from uuid import UUID

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.ciphers import cipher
from accounts.models import Owner, new_token
from background.models import Job
from web.outgoing.addresses import MAX_ADDRESS

SALT: Final = b"play.webhooks:"
SECRET_BYTES: Final = 32


def new_secret() -> str:
    """A new secret as Standard Webhooks writes it: ``whsec_`` and 32 bytes in base64."""
    return "whsec_" + b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def new_event_id() -> str:
    """The name of an event, by which whoever gets it twice knows it again."""
    return f"msg_{secrets.token_hex(16)}"


class Webhook(models.Model):
    """An https address of an owner's that is told when somebody waits for them.

    A secret that was renewed counts (``former_secret``) until ``former_until``, so that a program may take its time.
    ``site`` is where the site was reached when it was added (``https://host``), for addresses in what is told.
    ``failures`` counts what failed since something last arrived (``told``), ``failing_since`` says since when, and
    until ``rest_until`` it is not tried. ``switched_off`` is set when that went on for too long, or when the address
    asks for it (410).
    """

    part_of = "owner"  # goes along when its owner takes everything
    stays_here: ClassVar = ("sealed_secret", "sealed_former")  # ... without these
    names: ClassVar = (_("webhook for turns"), _("webhooks for turns"))

    token = models.CharField(max_length=16, unique=True, default=new_token, editable=False)
    owner = models.ForeignKey(Owner, models.CASCADE, related_name="+")
    address = models.CharField(max_length=MAX_ADDRESS)
    site = models.CharField(max_length=300)
    sealed_secret = models.TextField()
    sealed_former = models.TextField(blank=True, db_default="")
    former_until = models.DateTimeField(null=True, blank=True)
    language = models.CharField(max_length=5)
    created = models.DateTimeField(auto_now_add=True)
    told = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True, blank=True)
    rest_until = models.DateTimeField(null=True, blank=True)
    switched_off = models.DateTimeField(null=True, blank=True)

    if TYPE_CHECKING:
        owner_id: UUID

    class Meta:
        verbose_name = _("webhook for turns")
        verbose_name_plural = _("webhooks for turns")
        ordering = ("created", "pk")
        constraints = (models.UniqueConstraint(fields=("owner", "address"), name="an_address_once"),)

    def __str__(self) -> str:
        return f"{self.owner}, {self.address}"

    @property
    def secret(self) -> str:
        """What its messages are signed with. Raises ``InvalidToken`` where the site's secret key is another one now."""
        return cipher(SALT).decrypt(self.sealed_secret.encode()).decode()

    @secret.setter
    def secret(self, text: str) -> None:
        self.sealed_secret = cipher(SALT).encrypt(text.encode()).decode()

    def secrets_at(self, now: datetime) -> list[str]:
        """All that count at a moment, the latest first. Raises ``InvalidToken`` as ``secret`` does."""
        if self.sealed_former and self.former_until is not None and self.former_until > now:
            return [self.secret, cipher(SALT).decrypt(self.sealed_former.encode()).decode()]
        return [self.secret]


class WebhookEvent(Job):
    """Something that an address is told, with what became of it.

    ``kind`` is one of ``tables.webhooks.kinds``, ``about`` the token of the game or session; ``letters`` are the
    owner's seats that it is about, ``since`` is when that began. ``body`` is what was sent, the same bytes each time.
    ``asked_again`` is set while its owner has asked for it again: then it is sent once, whatever has come since.
    ``tries`` is a list of ``{"at": ISO 8601, "status": 0 or the answer's, "fault": a word or ""}``.
    """

    task = "tables.tasks.tell_address"
    part_of = "hook"

    event = models.CharField(max_length=40, unique=True, default=new_event_id, editable=False)
    hook = models.ForeignKey(Webhook, models.CASCADE, related_name="events")
    kind = models.CharField(max_length=20)
    about = models.CharField(max_length=16, blank=True)
    letters = models.CharField(max_length=120, blank=True)
    since = models.DateTimeField()
    created = models.DateTimeField(auto_now_add=True)
    body = models.TextField(blank=True)
    tries = models.JSONField(default=list)
    asked_again = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created", "-pk")
        indexes = (models.Index(fields=("hook", "kind", "about"), name="events_of_an_address"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.about}, {self.hook}"

    @property
    def priority(self) -> int:
        """After what somebody looks at a page for: an address may take seconds to answer."""
        return -20

    @property
    def progress(self) -> tuple[float, float]:
        """It has arrived, or it has not."""
        return 0, 1
