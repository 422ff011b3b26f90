"""Forms that Django refuses before a view sees them: expired ones (CSRF), and those that are too large.

What was typed into an expired form is kept: the page shows it, and sends it again with a fresh token when its reader
presses the button. Only for forms of our own pages, so that no other site can have its text sent this way.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.utils.translation import gettext as _

from web.http import most_bytes_of

MARK: Final = "X-Form-Refused"  # js/forms.js sends such a form once more without htmx, so that the page is seen
MAX_KEPT: Final = 1_100_000  # characters that are shown and sent again, a little more than any form takes
LONG: Final = 60  # characters; what is longer is shown in a box
_FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")
_SECRET: Final = re.compile(r"pass|secret|otp|^code$|recovery|credential", re.IGNORECASE)
_TOKEN: Final = "csrfmiddlewaretoken"
TooLarge: Final = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def form_expired(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page of a form without a valid token (``CSRF_FAILURE_VIEW``)."""
    try:
        fields = _kept(request) if _is_our_page_s(request) else []
    except TooLarge as exception:
        return too_large(request, exception)
    response = render(
        request,
        "403_csrf.html",
        {
            "kept": [(name, value, len(value) > LONG or "\n" in value) for name, value in fields],
            "here": request.get_full_path(),
            "has_files": bool(fields and request.FILES),
        },
        status=403,
    )
    response.headers["Cache-Control"] = "no-store"
    response.headers[MARK] = "expired"
    return response


def _is_our_page_s(request: HttpRequest) -> bool:
    """Whether the form came from a page of this very origin, by what the browser says of it."""
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site == "same-origin"
    own = (request.scheme, request.get_host())
    source = request.headers.get("Origin") or request.headers.get("Referer") or ""
    try:
        return urlsplit(source)[:2] == own
    except ValueError:
        return False


def _kept(request: HttpRequest) -> list[tuple[str, str]]:
    """What was typed: (name, value). Nothing of a form with a password in it, nor of one that is very large.

    Raises ``RequestDataTooBig`` and the like.
    """
    if request.method != "POST" or request.content_type not in _FORMS:
        return []
    try:
        sent = [(name, value) for name, values in request.POST.lists() for value in values if name != _TOKEN]
    except (MultiPartParserError, UnreadablePostError):
        return []
    if any(_SECRET.search(name) for name, _value in sent) or sum(len(value) for _name, value in sent) > MAX_KEPT:
        return []
    return sent


def too_large(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer to a form with too much in it: 413, with the limit in words."""
    if isinstance(exception, TooManyFieldsSent):
        words = _("A form has at most %(most)d fields.") % {"most": settings.DATA_UPLOAD_MAX_NUMBER_FIELDS}
    elif isinstance(exception, TooManyFilesSent):
        words = _("A form has at most %(most)d files.") % {"most": settings.DATA_UPLOAD_MAX_NUMBER_FILES}
    else:
        match = request.resolver_match
        limit = most_bytes_of(match.func) if match is not None else None
        words = _("The text is too long: %(most)d KB at most.") % {
            "most": (limit or settings.DATA_UPLOAD_MAX_MEMORY_SIZE) // 1000
        }
    headers = {"Cache-Control": "no-store", MARK: "too-large"}
    if request.content_type == "application/json":
        return JsonResponse({"refused": words, "faults": []}, status=413, headers=headers)
    response = render(request, "413.html", {"words": words}, status=413)
    for name, value in headers.items():
        response.headers[name] = value
    return response
