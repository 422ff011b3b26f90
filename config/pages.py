"""Template tags for pages: dictionary look-up, the same page in another language, what previews of links are told."""

from __future__ import annotations

from html import unescape
from typing import Any, Final
from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.template import Context, NodeList
from django.template.loader import render_to_string
from django.template.loader_tags import BlockNode
from django.urls import reverse, translate_url
from django.utils.html import strip_tags
from django.utils.translation import gettext as _

from web.languages import current_language, offered_language

register = template.Library()

SITE: Final = "Grimoire"
HOUSE_PICTURE: Final = (1200, 630)  # pixels


@register.filter
def lookup(mapping: dict[Any, Any], key: Any) -> Any:
    """``mapping[key]``, None where there is none."""
    return mapping.get(key)


@register.simple_tag
def version() -> str:
    """The version of the site."""
    return settings.VERSION


@register.filter
def times(count: int) -> range:
    """Something to loop over ``count`` times."""
    return range(count)


@register.simple_tag(takes_context=True)
def page_in(context: Context, language: str) -> str:
    """The address of this page in another language; of the first page where this one has none."""
    address = context.get("canonical")
    request = context.get("request")
    if not address and request is not None and request.resolver_match is not None and request.method == "GET":
        address = request.get_full_path()
    return translate_url(address or reverse("home:home"), language)


@register.simple_tag(takes_context=True)
def language_offer(context: Context) -> str:
    """The line that offers a page in the language that the browser prefers; "" where there is nothing to offer."""
    request = context.get("request")
    if request is None or request.resolver_match is None or request.method != "GET":
        return ""
    language = offered_language(request)
    if not language:
        return ""
    variables = {
        "language": language,
        "here": page_in(context, current_language()),
        "csrf_token": context.get("csrf_token"),
    }
    return render_to_string("_language_offer.html", variables)


@register.simple_tag(takes_context=True)
def sharing(context: Context, title: str = "", picture: str = "", alt: str = "", wide: object = True) -> str:
    """The data for previews of a page's link; it stands in the block of that name.

    Title and description are those of the page's blocks, unless another title is given; the picture is that of the
    house, unless ``picture`` is the path of another one, which is as large if it is ``wide``. A page that answers no
    request, of an error, says nothing.
    """
    request = context.get("request")
    if request is None or request.resolver_match is None:
        return ""
    language = current_language()
    variables = {
        "title": title or _block(context, "title").removesuffix(f" · {SITE}"),
        "about": _block(context, "description"),
        "url": request.build_absolute_uri(context.get("canonical") or request.path),
        "language": language,
        "site": SITE,
        "picture": request.build_absolute_uri(picture or reverse("home_files:picture", args=[language])),
        "alt": alt if picture else _("Three cards in a fan"),
        "size": HOUSE_PICTURE if wide or not picture else (),
    }
    return render_to_string("_sharing.html", variables)


@register.simple_tag(takes_context=True)
def oembed_links(context: Context, title: str, url: str = "") -> str:
    """Where other sites ask how to show this page, or that with an address; it stands in the head."""
    request = context.get("request")
    if request is None:
        return ""
    endpoint = request.build_absolute_uri(reverse("oembed:oembed"))
    query = urlencode({"url": url or request.build_absolute_uri(request.path)})
    links = {kind: f"{endpoint}?{query}&format={kind}" for kind in ("json", "xml")}
    return render_to_string("_oembed.html", {**links, "title": title})


def _block(context: Context, name: str) -> str:
    """The text of one of the page's blocks, in one line."""
    text = BlockNode(name, NodeList()).render(context)
    return " ".join(unescape(strip_tags(text)).split())
