"""Template tags: the reader's addresses that are told of turns."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.template import Context

from tables.models import Webhook
from tables.webhooks.services import addresses_of

register = template.Library()


@register.simple_tag
def addresses_are_told() -> bool:
    return settings.WEBHOOKS


@register.simple_tag(takes_context=True)
def own_addresses(context: Context) -> list[Webhook]:
    """The reader's addresses; none where the site tells none."""
    request = context.get("request")
    return addresses_of(request.owner) if request is not None and settings.WEBHOOKS else []
