"""Links that are shown to be passed on: written out with the page's own host, and as a QR code."""

from __future__ import annotations

from dataclasses import dataclass

import segno
from django import template
from django.template import Context
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

register = template.Library()


@dataclass(frozen=True)
class ShownLink:
    """An address with its host."""

    url: str

    @property
    def qr(self) -> SafeString:
        """The address as a QR code: SVG, dark on light whatever the theme, since cameras want it so."""
        code = segno.make(self.url, error="m", micro=False)
        svg = code.svg_inline(
            border=3,
            dark="#1b1507",
            light="#fffdf6",
            svgclass="qr",
            lineclass=None,
            title=_("QR code of the link"),
            omitsize=True,
        )
        return mark_safe(svg)  # drawn here; the address stands in it as squares alone


@register.simple_tag(takes_context=True)
def shown_link(context: Context, path: str) -> ShownLink:
    """``{% shown_link path as link %}``: ``link.url`` to read and copy, ``link.qr`` to hold a phone to."""
    return ShownLink(context["request"].build_absolute_uri(path))
