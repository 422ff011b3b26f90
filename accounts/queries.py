"""Reading across all kinds of owned things."""

from __future__ import annotations

from django.http import Http404

from accounts.models import Owned, Owner
from accounts.services import owned_models


def readable(kind: str, token: str, owner: Owner | None) -> Owned:
    """The thing of that kind (a model's name in small letters) with that token, which has a page of its own.

    Raises ``Http404``.
    """
    for model in owned_models():
        if model._meta.model_name == kind and hasattr(model, "get_absolute_url"):
            thing = model._default_manager.readable_by(owner).filter(token=token).first()
            if thing is not None:
                return thing
    raise Http404(f"no {kind} that one may see")
