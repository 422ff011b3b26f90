"""Everything that an owner has here, as one JSON object to take along."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.apps import apps
from django.core import serializers
from django.db.models import Model

from accounts.models import Owner
from accounts.services import owned_models

FORMAT: Final = "grimoire-owner/1"


def write_owner(owner: Owner) -> dict[str, Any]:
    """The account and, by kind, every thing that it owns with all its fields, and what is a part of those.

    Models that are not owned themselves say by ``part_of`` through which field they belong to what is, or to an owner.
    Fields that a model names in ``stays_here`` are left out: what no file must carry about, sealed or hashed as it is.
    """
    user = owner.user
    return {
        "format": FORMAT,
        "account": {"name": user.username, "email": user.email, "joined": user.date_joined.isoformat()}
        if user
        else None,
        "player_name": owner.player_name,
        "things": {
            model._meta.label_lower: serializers.serialize(
                "python", model._base_manager.filter(**{path: owner}), fields=_fields(model)
            )
            for model, path in _models()
        },
    }


def _fields(model: type[Model]) -> list[str]:
    options = model._meta
    every = (*options.local_fields, *options.local_many_to_many)
    return [field.name for field in every if field.name not in getattr(model, "stays_here", ())]


def _models() -> Iterator[tuple[type[Model], str]]:
    """(model, the path from it to its owner)."""
    yield from ((model, "owner") for model in owned_models())
    parts = [model for model in apps.get_models() if hasattr(model, "part_of")]
    yield from ((model, "owner" if model.part_of == "owner" else f"{model.part_of}__owner") for model in parts)
