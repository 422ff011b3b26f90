"""Template tags: the score sheets of whoever reads the page."""

from __future__ import annotations

from typing import Any, Final

from django import template
from django.template import Context

from scores.kinds import sheet_kinds
from scores.models import ScoreSheet

register = template.Library()

LATEST: Final = 5


@register.simple_tag(takes_context=True)
def own_sheets(context: Context, game: str = "") -> list[ScoreSheet]:
    """The reader's latest sheets, of one game or of all."""
    request = context.get("request")
    if request is None:
        return []
    kinds = [kind.slug for kind in sheet_kinds().values() if not game or kind.game == game]
    return list(ScoreSheet.objects.owned_by(request.owner).filter(kind__in=kinds)[:LATEST])


@register.simple_tag
def kinds_of_sheets(game: str) -> list[tuple[str, Any]]:
    return [(kind.slug, ScoreSheet.Kind(kind.slug).label) for kind in sheet_kinds().values() if kind.game == game]
