"""Scripts: what each module imports, and the tags with which a page loads its modules and htmx.

A module names what it imports by relative addresses. In production every file is served under a name with the hash of
its contents (``config.static_files``), and browsers would find the modules of modules only one level at a time: so a
page names them all beforehand.
"""

from __future__ import annotations

import json
import posixpath
import re
from functools import cache
from pathlib import Path
from typing import Final

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

# "import x from", "import {x, y} from", "export {x} from", "import", each with a relative address.
IMPORT: Final = re.compile(r"""^(?:import|export)\b(?:[^"';]*\bfrom)?\s*["'](\.{1,2}/[^"']+)["']\s*;""", re.MULTILINE)


@cache
def _source(path: str, _changed: int) -> str:
    return Path(path).read_text(encoding="utf-8")


def imports_of(name: str) -> list[str]:
    """The names of the modules that one imports itself, in its order. LookupError if there is no such module."""
    path = finders.find(name)
    if path is None:
        raise LookupError(f"There is no script {name}.")
    text = _source(path, Path(path).stat().st_mtime_ns)
    return [posixpath.normpath(posixpath.join(posixpath.dirname(name), found)) for found in IMPORT.findall(text)]


def modules_behind(entries: tuple[str, ...]) -> list[str]:
    """All modules that the entries import, and those import in turn, each once, without the entries."""
    found: dict[str, None] = {}
    waiting = list(entries)
    while waiting:
        for name in imports_of(waiting.pop(0)):
            if name not in found:
                found[name] = None
                waiting.append(name)
    return [name for name in found if name not in entries]


@register.simple_tag
def modules(*entries: str) -> SafeString:
    """``{% modules "js/board.js" %}`` loads a page's scripts, and all that they import at the same time.

    A page names all its entries in one tag, so that what they share is named once.
    """
    preloads = format_html_join(
        "\n  ", '<link rel="modulepreload" href="{}">', ((static(name),) for name in modules_behind(entries))
    )
    scripts = format_html_join(
        "\n  ", '<script type="module" src="{}"></script>', ((static(name),) for name in entries)
    )
    return format_html("{}\n  {}", preloads, scripts) if preloads else scripts


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
