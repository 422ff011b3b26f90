"""Symbols as files: what pages name instead of drawing it. They never change, and are kept for as long as there is."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from cards import symbols as files
from cards.art import ArtError, Composed
from cards.icons import is_icon

FOR_GOOD: Final = "public, max-age=31536000, immutable"
FOR_NOW: Final = "public, max-age=60"  # a page from before a deploy names what there is no more
_BEHIND: Final = {"plain": "", "circle": "circle", "rays": "rays"}
_PLACES: Final = {f"{x}{flip}": (x, bool(flip)) for x in (45, 50) for flip in ("", "m")}
MAX_SEED: Final = 2**64


@require_safe
def symbols(request: HttpRequest, version: str) -> HttpResponse:
    """The symbols that every page uses."""
    return _svg(files.shared_file(), is_current=request.path == files.shared_address())


@require_safe
def icon(request: HttpRequest, name: str, version: str) -> HttpResponse:
    """Any icon of the library."""
    if not is_icon(name):
        raise Http404(f"no icon {name}")
    return _svg(files.icon_file(name), is_current=version == files.icon_version(name))


@require_safe
def scene(
    request: HttpRequest, version: str, scene: str, tint: str, icon: str, seed: int, place: str, behind: str
) -> HttpResponse:
    """A composed picture."""
    if place not in _PLACES or behind not in _BEHIND or seed >= MAX_SEED:
        raise Http404("no such composition")
    try:
        Composed(icon, scene, tint)
    except ArtError as error:
        raise Http404(str(error)) from error
    subject_x, flip = _PLACES[place]
    drawn = files.scene_file(scene, tint, icon, seed, flip, subject_x, _BEHIND[behind])
    return _svg(drawn, is_current=version == files.scenes_version())


def _svg(drawn: str, *, is_current: bool) -> HttpResponse:
    answer = HttpResponse(drawn, content_type="image/svg+xml")
    answer["Cache-Control"] = FOR_GOOD if is_current else FOR_NOW
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
