"""Whom to tell of a weakness of the site: ``/.well-known/security.txt``, as RFC 9116 has it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from django.conf import settings
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.requests import SiteRequest

COUNTS_FOR: Final = timedelta(days=180)


@require_safe
def security_txt(request: SiteRequest) -> HttpResponse:
    """The file; there is none where the host has named nobody."""
    if not settings.SECURITY_CONTACT:
        raise Http404("no contact")
    today = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [f"Contact: {address}" for address in settings.SECURITY_CONTACT]
    lines.append(f"Expires: {(today + COUNTS_FOR).isoformat().replace('+00:00', 'Z')}")
    lines.append(f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}")
    lines.append(f"Canonical: {request.build_absolute_uri(reverse('security'))}")
    headers = {"Cache-Control": "max-age=86400"}
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8", headers=headers)
