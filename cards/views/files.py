"""Pictures and faces as files: whose card is private, its files are not there for others."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.http import require_safe

from accounts.budgets import costly
from accounts.limits import Limit
from accounts.models import Visibility
from accounts.requests import SiteRequest
from cards.downloads import attached, file_stem
from cards.models import Deck, Picture
from cards.printing.deck_pictures import deck_picture
from cards.printing.pieces import PrintProblem, piece_of
from cards.rendering.cache import cached_png
from cards.rendering.geometry import RESOLUTIONS
from cards.rendering.store import content_of, key_of
from cards.texts import LANGUAGES
from cards.workshop.queries import readable_card, readable_picture
from cards.workshop.uploads import screen_copy

PNGS: Final = Limit("face-png", times=300, seconds=3600)
DECKS: Final = Limit("deck-picture", times=120, seconds=3600)


@require_safe
def picture(request: SiteRequest, token: str) -> HttpResponse:
    """An uploaded picture as pages show it."""
    return _picture(request, token, full=False)


@require_safe
def full_picture(request: SiteRequest, token: str) -> HttpResponse:
    """An uploaded picture as it is kept."""
    return _picture(request, token, full=True)


def _picture(request: SiteRequest, token: str, full: bool) -> HttpResponse:
    picture = readable_picture(request.owner, token)
    etag = f'"{picture.sha256[:32]}{"" if full else "-small"}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        try:
            kind = "image/webp" if picture.is_clear else "image/jpeg"
            response = HttpResponse(_bytes(picture) if full else screen_copy(picture), content_type=kind)
        except FileNotFoundError as gone:  # deleted since its row was read
            raise Http404("the picture's file is gone") from gone
    return _guarded(response, etag, public=False)


def _bytes(picture: Picture) -> bytes:
    with picture.file.open("rb") as file:
        return bytes(file.read())


@require_safe
@costly()
def face(request: SiteRequest, token: str, language: str, dpi: int) -> HttpResponse:
    """The face of a card as a PNG to keep, with the resolution written into it; a text that says why there is none."""
    return _face(request, token, language, dpi)


@require_safe
@costly()
def face_behind(request: SiteRequest, token: str, language: str, dpi: int) -> HttpResponse:
    """The other side of a card that has one of its own: of a Stronghold the Fort."""
    return _face(request, token, language, dpi, behind=True)


@require_safe
@costly()
def back(request: SiteRequest) -> HttpResponse:
    """The back that all cards share, as a PNG."""
    etag = f'"{key_of("png", (content_of(None), RESOLUTIONS[1]))[:32]}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(cached_png(None, RESOLUTIONS[1]), content_type="image/png")
    return _guarded(response, etag, public=True)


@require_safe
@costly(0.5)
def deck(request: SiteRequest, token: str, language: str) -> HttpResponse:
    """The picture for whoever gets the link to a deck; of a private one there is none."""
    if language not in LANGUAGES:
        raise Http404(f"no language {language}")
    deck = get_object_or_404(Deck.objects.readable_by(None), token=token)
    if not DECKS.allows(request):
        return HttpResponse(status=429, headers={"Retry-After": "3600"})
    try:
        return HttpResponse(deck_picture(deck, language), content_type="image/png")
    except PrintProblem as problem:
        raise Http404(str(problem)) from problem


def _face(request: SiteRequest, token: str, language: str, dpi: int, *, behind: bool = False) -> HttpResponse:
    if language not in LANGUAGES or dpi not in RESOLUTIONS:
        raise Http404(f"no face in {language} at {dpi} dpi")
    card = readable_card(request.owner, token)
    with translation.override(language):
        try:
            piece = piece_of(card, language)
        except PrintProblem as problem:
            return HttpResponse(str(problem), status=422, content_type="text/plain; charset=utf-8")
        printed = piece.behind if behind else piece.front
        if printed is None:
            raise Http404("no other side of its own")
        etag = f'"{key_of("png", (content_of(printed), dpi))[:32]}"'
        response = get_conditional_response(request, etag=etag)
        if response is None:
            if not PNGS.allows(request):
                return HttpResponse(status=429, headers={"Retry-After": "3600"})
            name = f"{file_stem(card.name, card.token)}{'-behind' * behind}-{dpi}dpi.png"
            response = HttpResponse(cached_png(printed, dpi), content_type="image/png", headers=attached(name))
    return _guarded(response, etag, public=card.visibility != Visibility.PRIVATE)


def _guarded(response: HttpResponse, etag: str, public: bool) -> HttpResponse:
    """Headers under which a file can only be looked at; whoever may see it asks again each time."""
    response["ETag"] = etag
    response["Cache-Control"] = "public, no-cache" if public else "private, no-cache"
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    patch_vary_headers(response, ["Cookie"])
    return response
