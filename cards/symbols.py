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

from cards import art, colours, landforms, ornaments, scenery
from cards.art import Composed
from cards.colours import TINTS, Tint, mix
from cards.icons import ABILITY_ICONS, FURNITURE, drawings
from cards.sets import all_sets

CACHE_SIZE: Final = 512  # pictures, of some 8 kB each, that a process keeps
PREFIX: Final = "i-"  # of an icon's id in a file
_USED: Final = re.compile(r'href="/files/(?:symbols|icons)/[^"#]+#([io]-[\w-]+)"')
_XMLNS: Final = mark_safe('xmlns="http://www.w3.org/2000/svg"')

# Where the ornament behind the subject lies, in the scene's box of 100 by 162: its left by where the subject stands.
_BEHIND_LEFT: Final = {45: -3.79, 50: 1.2}
_BEHIND_TOP: Final = 21.14
_BEHIND_SCALE: Final = 0.9759  # its own box is 100 by 100


# Icons and ornaments


@cache
def shared_icons() -> frozenset[str]:
    """The icons of the shared file."""
    return frozenset({*ABILITY_ICONS.values(), *FURNITURE.values(), *(one.symbol for one in all_sets())})


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


def _ornament_symbols(found: dict[str, ornaments.Ornament]) -> SafeString:
    return format_html_join(
        "",
        '<symbol id="o-{}" viewBox="{}" preserveAspectRatio="none" overflow="visible">{}</symbol>',
        ((name, one.box, mark_safe(one.body)) for name, one in found.items()),  # our own drawings
    )


@cache
def shared_address() -> str:
    """Where the shared file is."""
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
    """The ``href`` of a ``use`` that shows one of ``cards.ornaments``."""
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


def scene_address(picture: Composed, behind: str, subject_x: int) -> str:
    """Where the file of a composed picture is; see ``scene_markup``."""
    place = f"{subject_x}{'m' if picture.flip else ''}"
    details = [picture.scene, picture.tint, picture.icon, picture.seed_number, place, behind or "plain"]
    return reverse("files:scene", args=[scenes_version(), *details])


@lru_cache(maxsize=CACHE_SIZE)
def scene_file(scene: str, tint: str, icon: str, seed: int, flip: bool, subject_x: int, behind: str) -> str:
    """The file of a composed picture. Raises ``KeyError`` for what there is none of."""
    drawn = scenery.scenery_from(scene, tint, seed)
    body = _scene(drawn, TINTS[tint], icon, flip, subject_x, behind)
    return format_html('<svg {} viewBox="0 0 100 162" preserveAspectRatio="xMidYMid slice">{}</svg>', _XMLNS, body)


def scene_markup(picture: Composed, behind: str, subject_x: int) -> SafeString:
    """A landscape with its subject, whose middle stands at ``subject_x``, for an ``<svg>`` with a box of 100 by 162.

    ``behind`` the subject there may be an ornament: "circle", "rays" or none.
    """
    return _scene(picture.scenery, picture.colours, picture.icon, picture.flip, subject_x, behind)


def _scene(drawn: scenery.Scenery, tint: Tint, icon: str, flip: bool, subject_x: int, behind: str) -> SafeString:
    turned = " scale(-1 1)" if flip else ""
    subject = format_html(
        '<g transform="translate({} 70) scale(.1406){} translate(-256 -256)">{}</g>',
        subject_x,
        turned,
        _figure(drawings()[icon], tint),
    )
    return mark_safe(
        _shapes(drawn.behind) + _ornament_behind(behind, tint, subject_x) + subject + _shapes(drawn.before)
    )


def _shapes(shapes: tuple[scenery.Shape, ...]) -> SafeString:
    return mark_safe("".join(shape.markup for shape in shapes))


def _ornament_behind(name: str, tint: Tint, subject_x: int) -> SafeString:
    if not name:
        return mark_safe("")
    return format_html(
        '<g transform="translate({} {}) scale({})" color="{}">{}</g>',
        _BEHIND_LEFT[subject_x],
        _BEHIND_TOP,
        _BEHIND_SCALE,
        tint.subject,
        mark_safe(ornaments.ornaments()[name].body),  # our own drawing
    )


def _figure(d: str, tint: Tint) -> SafeString:
    """An icon as the subject of a picture: with a shadow, an outline, and an edge that gives it body."""
    outline = mark_safe(f'color="{tint.outline}" stroke="{tint.outline}" stroke-width="33" stroke-linejoin="round"')
    layers = (
        ("translate(10 24)", mark_safe(f'{outline} fill-opacity=".35" stroke-opacity=".35"')),
        ("translate(0 4)", outline),
        ("translate(0 9)", mark_safe(f'color="{mix(tint.sky, tint.rim, 0.35)}"')),
        ("translate(0 0)", mark_safe(f'color="{tint.subject}"')),
    )
    shape = format_html('<path fill="currentColor" d="{}"/>', d)
    return format_html_join("", '<g transform="{}" {}>{}</g>', ((place, paint, shape) for place, paint in layers))


@cache
def scenes_version() -> str:
    """The hash of all that draws pictures."""
    sources = (art.__file__, colours.__file__, landforms.__file__, ornaments.__file__, scenery.__file__, __file__)
    return _hash_of(
        "".join(Path(source).read_text("utf-8") for source in sources), settings.GAME_ICONS.read_text("utf-8")
    )


def _hash_of(*texts: str) -> str:
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode())
    return digest.hexdigest()[:12]
