"""Template tags for cards: ``{% icon "trident" %}``, and what the face is drawn with.

On screen icons, ornaments and pictures come from files (``cards.symbols``); on paper (``paper`` in the context) each is
drawn where it stands, for WeasyPrint does not look beyond an ``<svg>``. ``in_place`` does so with pictures on screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from django import template
from django.core.paginator import Page
from django.template import Context
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from accounts.models import Owner
from cards import abilities, icons, symbols
from cards.art import Artwork, Composed
from cards.faces import Face, stronghold_faces
from cards.figures import pale_markup
from cards.generator import Bill, bill_for
from cards.models import Card, CardSet
from cards.ornaments import ornaments
from web.languages import current_language

register = template.Library()
MAX_FACES: Final = 1000  # that are kept, of some 3 kB each


@register.simple_tag
def face_on_board(face: Face) -> SafeString:
    """The face of a card as it lies on a board, where the same ones are shown again at each step and node."""
    return _face_html(face, current_language())


@lru_cache(maxsize=MAX_FACES)
def _face_html(face: Face, _language: str) -> SafeString:
    return render_to_string("cards/face.html", {"face": face})


@register.simple_tag
def icon(name: str, css_class: str = "") -> SafeString:
    """An icon; decoration only, so its meaning must stand beside it as text."""
    return format_html(
        '<svg class="ic{}" aria-hidden="true" focusable="false"><use href="{}"/></svg>',
        f" {css_class}" if css_class else "",
        symbols.icon_href(icons.FURNITURE.get(name, name)),
    )


@register.simple_tag
def icon_href(name: str) -> str:
    """The ``href`` of a ``use`` of one's own that shows an icon."""
    return symbols.icon_href(icons.FURNITURE.get(name, name))


@register.simple_tag
def symbols_address() -> str:
    """Where the icons are that scripts draw: ``ADDRESS#i-NAME`` for those of abilities and furniture."""
    return symbols.shared_address()


@register.filter
def ability_brief(slug: str, edition: str) -> str:
    """What an ability does, in the language of the page and by the rules of an edition."""
    return abilities.ability_brief(slug, current_language(), edition)


@register.simple_tag
def generator_bill(card: Card) -> Bill | None:
    """What the publisher's card generator charged for a Champion's abilities."""
    return bill_for(card.abilities, current_language())


@register.filter
def set_for(card: Card, owner: Owner | None) -> CardSet | None:
    """The set of a card, where this owner may see it."""
    return card.set_for(owner)


@register.filter
def page_numbers(page: Page[Any]) -> Iterator[int | str]:
    """The pages to turn to: the first, the last, those around this one, and ``ELLIPSIS`` where some are left out."""
    return page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1)


@register.simple_tag(takes_context=True)
def address_with(context: Context, parameter: str, number: int) -> str:
    """The query of this page's address with a number in it."""
    params = context["request"].GET.copy()
    params[parameter] = str(number)
    return str(params.urlencode())


@register.filter
def self_contained(html: str) -> SafeString:
    """Markup of ours with the symbols that it uses in it: for a frame, where another site decides what is fetched."""
    return symbols.self_contained(html)


@register.simple_tag(takes_context=True)
def drawn(context: Context, name: str, colour: str) -> SafeString:
    """An icon in a colour, for an ``<svg>`` that has a box of 512 by 512."""
    name = icons.FURNITURE.get(name, name)
    if context.get("paper"):
        return format_html('<path fill="{}" d="{}"/>', colour, icons.drawings()[name])
    return format_html('<use href="{}" width="512" height="512" color="{}"/>', symbols.icon_href(name), colour)


@register.simple_tag(takes_context=True)
def drawn_aura(context: Context, name: str, ground: str) -> SafeString:
    """An Aura's badge, which is no disc, with the ability's icon on it: for an ``<svg>`` of 512 by 512."""
    star = mark_safe(ornaments()["aura"].body)
    scale = format_html('<g transform="scale(5.12)" color="{}">{}</g>', ground, star)
    return format_html('{}<g transform="translate(108 108) scale(.58)">{}</g>', scale, drawn(context, name, "#2a1608"))


@register.simple_tag(takes_context=True)
def scene(context: Context, face: Face, over: bool = False) -> SafeString:
    """The composed picture of a face, or what of it lies ``over`` the frame: a file, or drawn where it stands."""
    picture = face.art
    assert isinstance(picture, Composed)
    css = "f-over" if over else "f-scene"
    if context.get("paper") or context.get("in_place"):
        body = symbols.scene_markup(picture, face.pose, over=over)
        box = format_html('viewBox="{}" preserveAspectRatio="xMidYMid slice"', symbols.box_of_scene(over))
        return format_html('<svg class="{}" {} aria-hidden="true">{}</svg>', css, box, body)
    address = symbols.scene_address(picture, face.pose, over=over)
    return format_html('<img class="{}" src="{}" alt="" loading="lazy" draggable="false">', css, address)


@register.simple_tag
def landscape(picture: Artwork) -> SafeString:
    """The landscape that a picture lies over, for an ``<svg>`` with a box of 100 by 162."""
    drawn = picture.crop.scenery
    return mark_safe("".join(shape.markup for shape in (*drawn.behind, *drawn.before)))  # our own drawing


@register.simple_tag
def pale_scene(face: Face) -> SafeString:
    """The subject of a face where ink is spared, for an ``<svg>`` with a box of 100 by 162."""
    assert isinstance(face.art, Composed)
    return pale_markup(face.art.figure, face.art.colours, face.pose)


@register.simple_tag(takes_context=True)
def ornament(context: Context, name: str, colour: str = "#000000", stretched: bool = False) -> SafeString:
    """One of ``cards.ornaments`` as an ``<svg>`` of its own; ``stretched`` fills its place whatever its shape."""
    drawing = ornaments()[name]
    if context.get("paper"):
        body = mark_safe(drawing.body)
    else:
        x, y, width, height = drawing.box.split()
        place = (symbols.ornament_href(name), x, y, width, height)
        body = format_html('<use href="{}" x="{}" y="{}" width="{}" height="{}"/>', *place)
    return format_html(
        '<svg class="f-ornament" viewBox="{}"{} aria-hidden="true" focusable="false"><g color="{}">{}</g></svg>',
        drawing.box,
        mark_safe(' preserveAspectRatio="none"') if stretched else "",
        colour,
        body,
    )


@register.simple_tag
def plain_stronghold() -> tuple[Face, Face]:
    """The two sides of a Stronghold that belongs to no set."""
    return stronghold_faces()
