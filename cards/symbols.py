"""The drawings of icons, ornaments and pictured scenes as files that browsers keep: pages name them and hold none.

One file, ``shared_file``, has what every page needs: the ornaments of faces, and the icons of abilities, furniture and
the site's sets. Every other icon of the library is a file of its own, and so is every composed picture. An address has
in it a hash of what the file says (of a picture: of what draws it), so that no file ever changes. Paper draws the same
symbols in place.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from cards import art, colours, figures, heads, landforms, ornaments, scenery
from cards.art import Composed
from cards.colours import TINTS, Tint
from cards.figures import STATURES, Pose, Subject, figure_markup, over_frame_markup
from cards.icons import ABILITY_ICONS, FURNITURE, PAGE_ICONS, drawings
from cards.sets import all_sets

CACHE_SIZE: Final = 512  # pictures, of some 8 kB each, that a process keeps
PREFIX: Final = "i-"  # of an icon's id in a file
_USED: Final = re.compile(r'href="/files/(?:symbols|icons)/[^"#]+#([io]-[\w-]+)"')
_XMLNS: Final = mark_safe('xmlns="http://www.w3.org/2000/svg"')

_BEHIND_TOP: Final = 21.14  # of the ornament behind the subject, in the scene's box of 100 by 162
_BEHIND_SCALE: Final = 0.9759  # its own box is 100 by 100
_OVER: Final = "over"  # in an address: only what lies over the frame


# Icons and ornaments


@cache
def shared_icons() -> frozenset[str]:
    return frozenset(
        {*ABILITY_ICONS.values(), *FURNITURE.values(), *PAGE_ICONS, *(card_set.symbol for card_set in all_sets())}
    )


@cache
def shared_file() -> str:
    """The shared file: ``i-NAME`` is an icon in a box of 512 by 512, ``o-NAME`` an ornament in its own box."""
    icons = format_html_join("", "{}", ((_icon_symbol(name),) for name in sorted(shared_icons())))
    return format_html("<svg {}>{}{}</svg>", _XMLNS, icons, _ornament_symbols(ornaments.ornaments()))


def icon_file(name: str) -> str:
    """The file of one icon. Raises ``KeyError`` for one that the library has not got."""
    return format_html("<svg {}>{}</svg>", _XMLNS, _icon_symbol(name))


def _icon_symbol(name: str) -> SafeString:
    return format_html(
        '<symbol id="i-{}" viewBox="0 0 512 512" overflow="visible"><path fill="currentColor" d="{}"/></symbol>',
        name,
        drawings()[name],
    )


def _ornament_symbols(drawings: dict[str, ornaments.Ornament]) -> SafeString:
    return format_html_join(
        "",
        '<symbol id="o-{}" viewBox="{}" preserveAspectRatio="none" overflow="visible">{}</symbol>',
        ((name, drawing.box, mark_safe(drawing.body)) for name, drawing in drawings.items()),  # our own drawings
    )


@cache
def shared_address() -> str:
    return reverse("files:symbols", args=[_hash_of(shared_file())])


@cache
def icon_href(name: str) -> str:
    """The ``href`` of a ``use`` that shows an icon. Raises ``KeyError`` for one that the library has not got."""
    address = shared_address() if name in shared_icons() else reverse("files:icon", args=[name, icon_version(name)])
    return f"{address}#{PREFIX}{name}"


def icon_version(name: str) -> str:
    """The hash in the address of an icon's own file. Raises ``KeyError`` for one that the library has not got."""
    return _hash_of(drawings()[name])


def ornament_href(name: str) -> str:
    return f"{shared_address()}#o-{name}"


def self_contained(html: str) -> SafeString:
    """A part of a page with the symbols that it uses in it, for frames that may not fetch any; the markup is ours."""
    names = sorted(set(_USED.findall(html)))
    icons = [_icon_symbol(name.removeprefix(PREFIX)) for name in names if name.startswith(PREFIX)]
    known = ornaments.ornaments()
    drawn = _ornament_symbols({name[2:]: known[name[2:]] for name in names if not name.startswith(PREFIX)})
    sprite = format_html(
        '<svg class="sprite" width="0" height="0" aria-hidden="true">{}{}</svg>', mark_safe("".join(icons)), drawn
    )
    return mark_safe(sprite + _USED.sub(r'href="#\1"', html))


# Composed pictures


def scene_address(picture: Composed, pose: Pose, *, over: bool = False) -> str:
    """Where the file of a composed picture is, or that of what lies ``over`` the frame; see ``scene_markup``."""
    figure = picture.figure
    shown = "_".join((figure.icon, figure.hand, figure.back, str(figure.band))).removesuffix("___1")
    behind = _OVER if over else pose.behind or "plain"
    details = [picture.scene, picture.tint, shown, picture.seed_number, place_of(pose, flip=picture.flip), behind]
    return reverse("files:scene", args=[scenes_version(), *details])


def place_of(pose: Pose, *, flip: bool) -> str:
    """How addresses say where and how a subject stands, all but the ornament behind it."""
    return f"{pose.x}{STATURES[pose.stature].letter}{'a' if pose.aloft else ''}{'m' if flip else ''}"


def figure_from(shown: str, flip: bool) -> Subject:
    """The figure that an address names. Raises ``ValueError`` for what names none."""
    icon, hand, back, band = shown.split("_") if "_" in shown else (shown, "", "", "1")
    return Subject(icon, hand, back, int(band), flip)


@lru_cache(maxsize=CACHE_SIZE)
def scene_file(scene: str, tint: str, seed: int, figure: Subject, pose: Pose, over: bool = False) -> str:
    """The file of a composed picture. Raises ``KeyError`` for what there is none of."""
    drawn = scenery.scenery_from(scene, tint, seed)
    body = (_over if over else _scene)(drawn, TINTS[tint], figure, pose)
    return format_html(
        '<svg {} viewBox="{}" preserveAspectRatio="xMidYMid slice">{}</svg>',
        _XMLNS,
        box_of_scene(over),
        body,
    )


def box_of_scene(over: bool) -> str:
    """The ``viewBox`` of a picture; what lies over the frame may go beyond the art by a little."""
    return "-4 -4 108 170" if over else "0 0 100 162"


def scene_markup(picture: Composed, pose: Pose, *, over: bool = False) -> SafeString:
    """A landscape with its subject, or what of it lies ``over`` the frame, for an ``<svg>`` with ``box_of_scene``."""
    return (_over if over else _scene)(picture.scenery, picture.colours, picture.figure, pose)


def _over(drawn: scenery.Scenery, tint: Tint, figure: Subject, pose: Pose) -> SafeString:
    return over_frame_markup(figure, tint, pose, drawn.sun_x, [shape.markup for shape in drawn.before])


def _scene(drawn: scenery.Scenery, tint: Tint, figure: Subject, pose: Pose) -> SafeString:
    subject = figure_markup(figure, tint, pose, drawn.sun_x)
    bust, foreground = figure.bust(pose), str(_shapes(drawn.before))
    if bust:
        foreground = "" if bust.dress else f'<g transform="translate(0 {figures.LOWERED:g})">{foreground}</g>'
    return mark_safe(_shapes(drawn.behind) + _ornament_behind(pose, tint) + subject + foreground)


def _shapes(shapes: tuple[scenery.Shape, ...]) -> SafeString:
    return mark_safe("".join(shape.markup for shape in shapes))


def _ornament_behind(pose: Pose, tint: Tint) -> SafeString:
    if pose.behind not in ornaments.ornaments():
        return mark_safe("")
    return format_html(
        '<g transform="translate({} {}) scale({})" color="{}">{}</g>',
        round(pose.x - 50 * _BEHIND_SCALE, 2),
        _BEHIND_TOP,
        _BEHIND_SCALE,
        tint.subject,
        mark_safe(ornaments.ornaments()[pose.behind].body),  # our own drawing
    )


@cache
def scenes_version() -> str:
    modules = (art, colours, figures, heads, landforms, ornaments, scenery)
    sources = (*(str(module.__file__) for module in modules), __file__, str(heads.FILE))
    return _hash_of(
        "".join(Path(source).read_text("utf-8") for source in sources), settings.GAME_ICONS.read_text("utf-8")
    )


def _hash_of(*texts: str) -> str:
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode())
    return digest.hexdigest()[:12]
