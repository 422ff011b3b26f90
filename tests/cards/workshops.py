"""Helpers for tests of the workshop: guests with cookies of their own, cards, forms, pictures."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image
from pillow_heif import from_pillow

from accounts.models import Owner
from accounts.owners import COOKIE
from cards.models import Card
from cards.workshop import services
from cards.workshop.content import Content, blank
from tests.cards.factories import guest_cookie


def guest() -> tuple[Owner, Client]:
    """Somebody without an account who has made something already, and their browser."""
    owner = Owner.objects.create()
    client = Client()
    client.cookies[COOKIE] = guest_cookie(owner)
    return owner, client


def content(**changes: Any) -> Content:
    """A Creature as the editor gives it."""
    return {**blank(), "name": "Ember Fox", "cost": 3, "av": 2, "hp": 3, "abilities": ["rage"], **changes}


def made(owner: Owner, **changes: Any) -> Card:
    """A private card of somebody's."""
    visibility = changes.pop("visibility", None)
    card = services.create_card(owner=owner, content=content(**changes))
    if visibility:
        services.set_visibility(card=card, visibility=visibility)
    return card


def fields(**changes: Any) -> dict[str, Any]:
    """The editor's fields, as a browser sends them."""
    return {
        "kind": "creature",
        "name": "Ember Fox",
        "cost": "3",
        "av": "2",
        "hp": "3",
        "ability_1": "rage",
        "art": "name",
        **changes,
    }


def photo(size: tuple[int, int] = (400, 600), format: str = "JPEG", mode: str = "RGB", **options: Any) -> bytes:
    """A picture that is not of one colour, as the bytes of a file."""
    gradient = Image.linear_gradient("L").resize(size)
    image = Image.merge("RGB", (gradient, gradient.transpose(Image.Transpose.FLIP_TOP_BOTTOM), gradient)).convert(mode)
    written = BytesIO()
    if format == "HEIF":  # which Pillow does not write by itself
        from_pillow(image).save(written, **options)
    else:
        image.save(written, format, **options)
    return written.getvalue()


def upload(data: bytes | None = None, name: str = "fox.jpg") -> SimpleUploadedFile:
    """A file as a browser sends it."""
    return SimpleUploadedFile(name, photo() if data is None else data, content_type="image/jpeg")
