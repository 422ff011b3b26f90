"""Template tags for pages outside of this room about somebody's Grimoire pages."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context

from grimoire.authoring.authoring_text import flag_text
from grimoire.authoring.upkeep import flagged_of
from grimoire.models import Puzzle

register = template.Library()


@register.simple_tag(takes_context=True)
def flagged_pages(context: Context) -> list[tuple[Puzzle, str]]:
    """The reader's own pages that no longer hold, each with why."""
    request: Any = context.get("request")
    if request is None:
        return []
    return [(puzzle, flag_text(puzzle.flag_reason)) for puzzle in flagged_of(request.owner)[:20]]
