"""The link in mails about news that ends them."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.requests import SiteRequest
from grimoire.community import following


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
