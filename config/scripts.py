"""The tags with which a page loads its styles, its modules and htmx."""

from __future__ import annotations

import json
from typing import Final

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from config.bundles import bundle_name

register = template.Library()


@register.simple_tag
def bundle(*files: str) -> str:
    """The address of the bundle that ``{% modules %}`` or ``{% styles %}`` loads for these files."""
    return static(bundle_name(files))


@register.simple_tag
def modules(*entries: str) -> SafeString:
    """``{% modules "js/catalogue.js" "js/decks.js" %}`` loads a page's scripts with all that they import, as one file.

    A module that keeps state or listens must not be in two bundles of one page.
    """
    return format_html('<script type="module" src="{}"></script>', bundle(*entries))


@register.simple_tag
def styles(*sheets: str) -> SafeString:
    """``{% styles "css/board.css" "css/solving.css" %}`` loads a page's style sheets, as one file."""
    return format_html('<link rel="stylesheet" href="{}">', bundle(*sheets))


# What htmx does on every page. What it draws it makes live at once: in the 20 ms that it takes by default, a press of a
# new button went to the browser, which sent the form and loaded the page.
HTMX: Final = {
    "includeIndicatorStyles": False,
    "allowEval": False,
    "defaultSettleDelay": 0,
    "attributesToSettle": [],
    "historyCacheSize": 0,
    "refreshOnHistoryMiss": True,
}


@register.simple_tag
def htmx_head(*drawn: int) -> SafeString:
    """``{% htmx_head %}`` loads htmx in the head of a page; with ``422``, answers of this status are drawn too."""
    settings: dict[str, object] = {**HTMX}
    if drawn:
        settings["responseHandling"] = [
            *({"code": str(status), "swap": True} for status in drawn),
            {"code": "[23]..", "swap": True},
            {"code": "[45]..", "swap": False, "error": True},
        ]
    return format_html(
        '<meta name="htmx-config" content=\'{}\'>\n  <script src="{}" defer></script>',
        json.dumps(settings),
        static("django_htmx/htmx-2.min.js"),
    )
