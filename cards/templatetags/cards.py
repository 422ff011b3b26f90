"""Template tags for cards: ``{% icon "trident" %}``, ``{% sprite names %}``, and what the face is drawn with.

On screen icons and ornaments are ``use``d from the page's sprite; on paper (``paper`` in the context) each is drawn
where it stands, for WeasyPrint does not look beyond an ``<svg>``.
"""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from cards import icons
from cards.colours import Tint, mix
from cards.faces import Face, stronghold_faces
from cards.ornaments import ornaments

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
    """The drawings of the icons that a page uses, once, and those of every face."""
    return icons.sprite(names)


@register.simple_tag(takes_context=True)
def drawn(context: Context, name: str, colour: str) -> SafeString:
    """An icon in a colour, for an ``<svg>`` that has a box of 512 by 512."""
    name = icons.FURNITURE.get(name, name)
    if context.get("paper"):
        return format_html('<path fill="{}" d="{}"/>', colour, icons.drawings()[name])
    return format_html('<use href="#i-{}" width="512" height="512" color="{}"/>', name, colour)


@register.simple_tag(takes_context=True)
def figure(context: Context, name: str, tint: Tint) -> SafeString:
    """An icon as the subject of a picture, as ``drawn``: with a shadow, an outline, and an edge that gives it body."""
    outline = mark_safe(f'color="{tint.outline}" stroke="{tint.outline}" stroke-width="33" stroke-linejoin="round"')
    layers = (
        ("translate(10 24)", mark_safe(f'{outline} fill-opacity=".35" stroke-opacity=".35"')),
        ("translate(0 4)", outline),
        ("translate(0 9)", mark_safe(f'color="{mix(tint.sky, tint.rim, 0.35)}"')),
        ("translate(0 0)", mark_safe(f'color="{tint.subject}"')),
    )
    if context.get("paper"):
        shape = format_html('<path fill="currentColor" d="{}"/>', icons.drawings()[name])
    else:
        shape = format_html('<use href="#i-{}" width="512" height="512"/>', name)
    return format_html_join("", '<g transform="{}" {}>{}</g>', ((place, paint, shape) for place, paint in layers))


@register.simple_tag(takes_context=True)
def ornament(context: Context, name: str, colour: str = "#000000", stretched: bool = False) -> SafeString:
    """One of ``cards.ornaments`` as an ``<svg>`` of its own; ``stretched`` fills its place whatever its shape."""
    found = ornaments()[name]
    if context.get("paper"):
        body = mark_safe(found.body)
    else:
        x, y, width, height = found.box.split()
        body = format_html('<use href="#o-{}" x="{}" y="{}" width="{}" height="{}"/>', name, x, y, width, height)
    return format_html(
        '<svg class="f-ornament" viewBox="{}"{} aria-hidden="true" focusable="false"><g color="{}">{}</g></svg>',
        found.box,
        mark_safe(' preserveAspectRatio="none"') if stretched else "",
        colour,
        body,
    )


@register.simple_tag
def plain_stronghold() -> tuple[Face, Face]:
    """The two sides of a Stronghold that belongs to no set."""
    return stronghold_faces()
