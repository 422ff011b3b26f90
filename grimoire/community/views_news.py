"""How one hears of news."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.limits import Limit
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from accounts.too_many import with_limit
from grimoire.community import following
from grimoire.community.embedding import origin_of
from grimoire.community.forms import NewsSettingsForm
from grimoire.community.telling import address_of

SWITCHING: Final = Limit("news", times=100, seconds=3600)


@require_POST
def news_settings(request: SiteRequest) -> HttpResponse:
    """Sets how one hears of news: by mail, by push messages."""
    form = NewsSettingsForm(request.POST)
    if not form.is_valid() or not SWITCHING.allows(request):
        messages.error(request, with_limit(request, _("Too many requests.")))
        return redirect(f"{resolve_url('accounts:me')}#news-settings")
    settings = following.save_settings(
        owner=get_or_create_owner(request),
        by_mail=form.cleaned_data["by_mail"],
        by_push=form.cleaned_data["by_push"],
        origin=origin_of(request),
        language=request.language,
    )
    if settings.by_mail and not address_of(settings):
        following.stop_mail(settings)
        messages.error(request, _("Confirm an email address first."))
    else:
        messages.success(request, _("Saved."))
    return redirect(f"{resolve_url('accounts:me')}#news-settings")


@never_cache
@csrf_exempt  # a mail program sends this by itself (RFC 8058), and nobody else knows the address
@require_http_methods(["GET", "POST"])
def stop_mail(request: SiteRequest, token: str) -> HttpResponse:
    """Ends the mails, for whoever has one: asks by GET, for programs that look behind links end nothing."""
    settings = following.settings_of_token(token)
    if settings is None:
        raise Http404("no news are mailed by this")
    if request.method == "POST":
        following.stop_mail(settings)
        settings.by_mail = False
    response = render(request, "grimoire/community/stop_mail.html", {"settings": settings})
    response["Referrer-Policy"] = "no-referrer"
    return response
