"""Template tags for pages: dictionary look-up, and the same page in another language."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.urls import reverse, translate_url

register = template.Library()


@register.filter
def lookup(mapping: dict[Any, Any], key: Any) -> Any:
    """``mapping[key]``, None where there is none."""
    return mapping.get(key)


@register.filter
def times(count: int) -> range:
    """Something to loop over ``count`` times."""
    return range(count)


@register.simple_tag(takes_context=True)
def page_in(context: Context, language: str) -> str:
    """The address of this page in another language; of the first page where this one has none."""
    here = context.get("canonical")
    request = context.get("request")
    if not here and request is not None and request.resolver_match is not None and request.method == "GET":
        here = request.get_full_path()
    return translate_url(here or reverse("board:board"), language)
