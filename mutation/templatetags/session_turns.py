"""Template tags: the sessions that wait for whoever reads the page."""

from __future__ import annotations

from django import template
from django.template import Context

from mutation.services.turns import SessionTurn, turns_of

register = template.Library()


@register.simple_tag(takes_context=True)
def sessions_that_wait(context: Context) -> list[SessionTurn]:
    """The sessions in which the reader's seats are waited for."""
    request = context.get("request")
    return turns_of(request.owner) if request is not None else []
