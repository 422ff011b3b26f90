"""What cards are pictured with: pictures of one's own, and the icons of the library."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.limits import Limit
from accounts.owners import owner_for, owner_of
from cards import credits
from cards.icons import drawings, is_icon
from cards.models import Picture
from cards.pictures import BadPicture
from cards.workshop import queries, uploads, words
from config.http import HtmxHttpRequest

UPLOADS: Final = Limit("picture", times=60, seconds=3600)
SHOWN: Final = 24  # pictures in the editor
ICONS_SHOWN: Final = 60


class Refused(ValueError):
    """A picture that was sent and not taken; the message is for people."""


def taken(request: HtmxHttpRequest, file: UploadedFile | None) -> Picture:
    """The picture that was sent, kept. Raises ``Refused``."""
    if file is None:
        raise Refused(_("No file came along, or one that is far too large."))
    if not UPLOADS.allows(request):
        raise Refused(words.too_often())
    try:
        return uploads.add_picture(owner=owner_for(request), file=file, name=file.name or "")
    except BadPicture as error:
        raise Refused(words.why_no_picture(error)) from error
    except uploads.QuotaExceeded as error:
        raise Refused(words.quota_exceeded()) from error


@never_cache
@require_http_methods(["GET", "POST"])
def pictures(request: HtmxHttpRequest) -> HttpResponse:
    """One's own pictures; sends one more."""
    if request.method == "POST":
        wants_json = request.headers.get("Accept") == "application/json"
        try:
            picture = taken(request, request.FILES.get("upload"))
        except Refused as refused:
            if wants_json:
                return JsonResponse({"problem": str(refused)}, status=422)
            messages.error(request, str(refused))
            return redirect("cards:pictures")
        if wants_json:
            return JsonResponse({"token": picture.token, "width": picture.width, "height": picture.height})
        messages.success(request, _("The picture is kept."))
        return redirect("cards:pictures")
    template = "cards/workshop/_pictures.html" if request.htmx else "cards/workshop/pictures.html"
    own = queries.own_pictures(owner_of(request))
    return render(request, template, {"pictures": own[:SHOWN] if request.htmx else own})


@require_POST
def delete(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """Throws one of one's own pictures away."""
    uploads.delete_picture(picture=queries.own_picture(owner_of(request), token))
    messages.success(request, _("The picture is deleted."))
    return redirect("cards:pictures")


@require_GET
def icons(request: HtmxHttpRequest) -> HttpResponse:
    """The icons of the library whose names have these words; a part of the editor, or a page of its own."""
    text = request.GET.get("q", "")[:60]
    found = Paginator(queries.find_icons(text), ICONS_SHOWN).get_page(request.GET.get("page"))
    shown = [(credits.credit_of(name), drawings()[name]) for name in found]
    template = "cards/workshop/_icons.html" if request.htmx else "cards/workshop/icons.html"
    return render(request, template, {"found": found, "icons": shown, "text": text})


@require_GET
def icon_credits(request: HtmxHttpRequest) -> HttpResponse:
    """Who drew the icons: all authors, or with ``?icon=`` who drew one."""
    name = request.GET.get("icon", "")
    if name and not is_icon(name):
        raise Http404
    one = credits.credit_of(name) if name else None
    return render(request, "cards/workshop/credits.html", {"authors": credits.credits_by_author(), "one": one})
