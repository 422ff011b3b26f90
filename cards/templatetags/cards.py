"""Template tags for cards: ``{% icon "trident" %}`` and ``{% sprite names %}``."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from cards import icons

register = template.Library()


@register.simple_tag
def icon(name: str, css_class: str = "") -> SafeString:
    """An icon that the page's sprite defines; decoration only, so its meaning must stand beside it as text."""
    return format_html(
        '<svg class="ic{}" aria-hidden="true" focusable="false"><use href="#i-{}"/></svg>',
        f" {css_class}" if css_class else "",
        icons.FURNITURE.get(name, name),
    )


@register.simple_tag
def sprite(names: Iterable[str]) -> SafeString:
    """The drawings of the icons that a page uses, once."""
    return icons.sprite(names)
