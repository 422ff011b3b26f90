"""Symbols as files: what pages name instead of drawing it. They never change, and are kept for as long as there is."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from accounts.requests import SiteRequest
from cards import symbols as files
from cards.art import Composed
from cards.faces import SUBJECT_XS
from cards.figures import STATURES, Pose
from cards.icons import is_icon

FOR_GOOD: Final = "public, max-age=31536000, immutable"
FOR_NOW: Final = "public, max-age=60"  # a page from before a deploy names what there is no more
_BEHIND: Final = {"plain": "", "circle": "circle", "rays": "rays", "height": "height", "over": ""}
_POSES: Final = [
    (Pose(x, stature, aloft), flip)
    for x in SUBJECT_XS
    for stature in STATURES
    for aloft in (False, True)
    for flip in (False, True)
]
_PLACES: Final = {files.place_of(pose, flip=flip): (pose, flip) for pose, flip in _POSES} | {
    f"{x}{flip}": (Pose(x), bool(flip))  # as pages from before figures had statures name it
    for x in SUBJECT_XS
    for flip in ("", "m")
}
MAX_SEED: Final = 2**64


@require_safe
def symbols(request: SiteRequest, version: str) -> HttpResponse:
    return _svg(files.shared_file(), is_current=request.path == files.shared_address())


@require_safe
def icon(request: SiteRequest, name: str, version: str) -> HttpResponse:
    if not is_icon(name):
        raise Http404(f"no icon {name}")
    return _svg(files.icon_file(name), is_current=version == files.icon_version(name))


@require_safe
def scene(
    request: SiteRequest, version: str, scene: str, tint: str, icon: str, seed: int, place: str, behind: str
) -> HttpResponse:
    """A composed picture."""
    if place not in _PLACES or behind not in _BEHIND or seed >= MAX_SEED:
        raise Http404("no such composition")
    pose, flip = _PLACES[place]
    try:
        figure = files.figure_from(icon, flip)
        Composed(figure.icon, scene, tint, hand=figure.hand, back=figure.back, band=figure.band)
    except ValueError as error:  # an ``ArtError``, or a name that is not in four parts
        raise Http404(str(error)) from error
    pose = replace(pose, behind=_BEHIND[behind])
    drawn = files.scene_file(scene, tint, seed, figure, pose, over=behind == "over")
    return _svg(drawn, is_current=version == files.scenes_version())


def _svg(drawn: str, *, is_current: bool) -> HttpResponse:
    response = HttpResponse(drawn, content_type="image/svg+xml")
    response["Cache-Control"] = FOR_GOOD if is_current else FOR_NOW
    response["X-Content-Type-Options"] = "nosniff"
    return response
