"""Pictures of one's own: taking them in, within bounds, and throwing them away."""

from __future__ import annotations

from typing import IO, Final

from django.core.files.base import ContentFile
from django.db import transaction
from django.db.models import Sum

from accounts.models import Owner
from accounts.quotas import QuotaExceeded
from accounts.text_cleaning import readable_line
from cards.models import Card, Picture
from cards.pictures import encode, smaller
from cards.workshop.content import is_crop

MAX_PICTURES: Final = 300  # of one owner
MAX_TOTAL: Final = 400 * 1024 * 1024  # bytes of one owner
SIDE: Final = 720  # pixels of the shorter side of what pages show


def add_picture(*, owner: Owner, file: IO[bytes], name: str = "") -> Picture:
    """Takes a picture in, or finds the one that was taken in before. Raises ``BadPicture`` and ``QuotaExceeded``, the
    latter before it looks at the picture where there is room for none."""
    own = Picture.objects.owned_by(owner)
    if own.count() >= MAX_PICTURES:
        raise QuotaExceeded
    encoded = encode(file)
    with transaction.atomic():
        existing = own.filter(sha256=encoded.sha256).first()
        if existing is not None:
            return existing
        size = len(encoded.content)
        if own.count() >= MAX_PICTURES or (own.aggregate(sum=Sum("size"))["sum"] or 0) + size > MAX_TOTAL:
            raise QuotaExceeded
        picture = Picture(
            owner=owner,
            sha256=encoded.sha256,
            width=encoded.width,
            height=encoded.height,
            size=size,
            name=readable_name(name),
        )
        picture.file.save(f"{picture.token}.{encoded.ending}", ContentFile(encoded.content), save=False)
        picture.save()
    return picture


def readable_name(name: str) -> str:
    """A file's name as a title: never a path, nothing that cannot be printed."""
    stem = name.replace("\\", "/").rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return readable_line(stem)[:120]


def screen_copy(picture: Picture) -> bytes:
    """The bytes of a picture as pages show it, made once and kept beside it."""
    storage, name = picture.file.storage, small_name(picture.file.name or "")
    if not storage.exists(name):
        with picture.file.open("rb") as file:
            storage.save(name, ContentFile(smaller(file.read(), SIDE)))
    with storage.open(name) as file:
        return bytes(file.read())


def small_name(name: str) -> str:
    """Where the small copy of a kept picture lies."""
    stem, _dot, ending = name.rpartition(".")
    return f"{stem}.small.{ending}"


@transaction.atomic
def delete_picture(*, picture: Picture) -> None:
    """Throws a picture away; cards that showed it are drawn by their names again."""
    for card in Card.everything.filter(picture=picture):
        card.picture = None
        if is_crop(card.art):
            card.art = {}
        card.save(update_fields=["picture", "art", "updated"])
    picture.delete()
