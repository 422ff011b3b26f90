"""Helpers that the workshop's views share: pictures that are sent, and how much one visitor may make and publish."""

from __future__ import annotations

from typing import Final

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from accounts.budgets import PAGES, RateLimited, in_words, keys_of
from accounts.limits import Limit
from accounts.owners import get_or_create_owner
from accounts.quotas import QuotaExceeded
from accounts.requests import SiteRequest
from accounts.too_many import with_limit
from cards.models import Picture
from cards.pictures import BadPicture
from cards.workshop import uploads, workshop_text

NEW_CARDS: Final = Limit("new-card", times=240, seconds=3600)
SAVED_SETS: Final = Limit("set", times=120, seconds=3600)
UPLOADS: Final = Limit("picture", times=60, seconds=3600)
# Cards that everybody finds, however they are made.
PUBLISHED: Final = Limit("published-cards", times=1500, seconds=24 * 3600)
IMPORTED: Final = Limit("imported-cards", times=6000, seconds=24 * 3600)
PICTURE_SECONDS: Final = 1.0  # of the processor, to take one in
SHOWN: Final = 24  # pictures in the editor


class PictureRefused(ValueError):
    """A picture that was sent and not taken; the message is for people."""


def taken(request: SiteRequest, file: UploadedFile[bytes] | None) -> Picture:
    """The picture that was sent, kept. Raises ``PictureRefused``."""
    if file is None:
        raise PictureRefused(workshop_text.no_file())
    if not UPLOADS.allows(request):
        raise PictureRefused(with_limit(request, workshop_text.too_often()))
    try:
        with PAGES.held(keys_of(request), PICTURE_SECONDS):
            return uploads.add_picture(owner=get_or_create_owner(request), file=file, name=file.name or "")
    except RateLimited as spent:
        raise PictureRefused(in_words(spent.seconds)) from spent
    except BadPicture as error:
        raise PictureRefused(workshop_text.why_no_picture(error)) from error
    except QuotaExceeded as error:
        raise PictureRefused(workshop_text.quota_exceeded()) from error


def too_many_published() -> str:
    """The message for somebody who makes more cards public than anybody may in a day."""
    return _("Too many public cards today. Keep them private or unlisted, and try again tomorrow.")
