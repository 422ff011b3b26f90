"""The pictures on cards: pictures of one's own, and the icons of the library."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.budgets import costly
from accounts.requests import SiteRequest
from cards import credits
from cards.icons import drawings, is_icon
from cards.workshop import queries, uploads
from cards.workshop.requests import SHOWN, PictureRefused, taken

ICONS_SHOWN: Final = 60


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def pictures(request: SiteRequest) -> HttpResponse:
    """One's own pictures; sends one more."""
    if request.method == "POST":
        wants_json = request.headers.get("Accept") == "application/json"
        try:
            picture = taken(request, request.FILES.get("upload"))
        except PictureRefused as refused:
            if wants_json:
                return JsonResponse({"problem": str(refused)}, status=422)
            messages.error(request, str(refused))
            return redirect("cards:pictures")
        if wants_json:
            return JsonResponse({"token": picture.token, "width": picture.width, "height": picture.height})
        messages.success(request, _("Picture saved."))
        return redirect("cards:pictures")
    template = "cards/workshop/_pictures.html" if request.htmx else "cards/workshop/pictures.html"
    own = queries.own_pictures(request.owner)
    return render(request, template, {"pictures": own[:SHOWN] if request.htmx else own})


@require_POST
def delete(request: SiteRequest, token: str) -> HttpResponse:
    uploads.delete_picture(picture=queries.own_picture(request.owner, token))
    messages.success(request, _("Picture deleted."))
    return redirect("cards:pictures")


@require_GET
def icons(request: SiteRequest) -> HttpResponse:
    """The icons of the library whose names have these words; a part of the editor, or a page of its own."""
    text = request.GET.get("q", "")[:60]
    page = Paginator(queries.find_icons(text), ICONS_SHOWN).get_page(request.GET.get("page"))
    shown = [(credits.credit_of(name), drawings()[name]) for name in page]
    template = "cards/workshop/_icons.html" if request.htmx else "cards/workshop/icons.html"
    return render(request, template, {"found": page, "icons": shown, "text": text})


@require_GET
def icon_credits(request: SiteRequest) -> HttpResponse:
    """Who drew the icons: all authors, or with ``?icon=`` who drew one."""
    name = request.GET.get("icon", "")
    if name and not is_icon(name):
        raise Http404(f"no icon {name}")
    credit = credits.credit_of(name) if name else None
    return render(request, "cards/workshop/credits.html", {"authors": credits.credits_by_author(), "one": credit})
