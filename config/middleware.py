"""Middleware for what all answers have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from csp.constants import HEADER
from csp.middleware import CheckableLazyObject, CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.messages.storage import default_storage
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.functional import SimpleLazyObject, empty

# None of our pages uses any of these, and no script that got into one should.
_CLOSED: Final = (
    *("accelerometer", "browsing-topics", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer"),
    *("microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking"),
)
PERMISSIONS: Final = ", ".join(f"{feature}=()" for feature in _CLOSED)

GetResponse = Callable[[HttpRequest], HttpResponse]


class PermissionsMiddleware:
    """Says to browsers which of their features no page of ours uses."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response


class PackingMiddleware(GZipMiddleware):
    """Packs answers, whose ETags stay as they were: each names a state, which is the same however it is packed.

    Django makes them weak, and a weak one is no good for ``If-Match``. Parts of answers, for which that would not do,
    are never sent.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        tag = response.headers.get("ETag")
        packed = super().process_response(request, response)
        if tag is not None:
            packed.headers["ETag"] = tag
        return packed


class PolicyMiddleware(CSPMiddleware):
    """Content-Security-Policy, whose text is put together once: it is the same wherever no view has changed it."""

    def __init__(self, get_response: GetResponse) -> None:
        super().__init__(get_response)
        policy = settings.CONTENT_SECURITY_POLICY
        is_all = policy.keys() == {"DIRECTIVES"} and not getattr(settings, "CONTENT_SECURITY_POLICY_REPORT_ONLY", None)
        self.usual = build_policy() if is_all and not settings.DEBUG else ""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_changed = hasattr(request, "_csp_nonce") or any(name.startswith("_csp_") for name in response.__dict__)
        if is_changed or not self.usual:
            return super().process_response(request, response)
        response.headers.setdefault(HEADER, self.usual)
        # A nonce that is asked for from now on would be in no header: as there, that is an error.
        request.csp_nonce = CheckableLazyObject(self._csp_nonce_post_response)  # type: ignore[attr-defined]
        return response


class MessagesMiddleware(MessageMiddleware):
    """Django's, with a storage that is made when somebody asks for messages: most requests are none of a page."""

    def process_request(self, request: HttpRequest) -> None:
        request._messages = SimpleLazyObject(lambda: default_storage(request))  # type: ignore[attr-defined]

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        is_made = request._messages._wrapped is not empty  # type: ignore[attr-defined]
        return super().process_response(request, response) if is_made else response


class LanguageMiddleware(LocaleMiddleware):
    """Django's, for addresses that alone decide the language: none of its other ways is gone before that is found.

    The answer that sends readers of the default language on is for sites that give that one a prefix, too.
    """

    def process_request(self, request: HttpRequest) -> None:
        in_path = translation.get_language_from_path(request.path_info)
        translation.activate(in_path or settings.LANGUAGE_CODE)
        request.LANGUAGE_CODE = translation.get_language()
        request.has_language = in_path is not None  # type: ignore[attr-defined]

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not request.has_language:  # type: ignore[attr-defined]
            patch_vary_headers(response, ("Accept-Language",))
        response.headers.setdefault("Content-Language", translation.get_language())
        return response


class HeadMiddleware:
    """Answers HEAD wherever there is an answer to GET: with the same headers, and nothing after them.

    Views see a GET, so that none has to know of HEAD, and none takes it for a form that was sent. This one stands
    before all that counts, packs or marks what goes out.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method != "HEAD":
            return self.get_response(request)
        request.method = request.META["REQUEST_METHOD"] = "GET"
        try:
            response = self.get_response(request)
        finally:
            request.method = request.META["REQUEST_METHOD"] = "HEAD"
        return _without_body(response)


def _without_body(response: HttpResponseBase) -> HttpResponse:
    bare = HttpResponse(status=response.status_code, reason=response.reason_phrase)
    bare.headers = response.headers
    bare.cookies = response.cookies
    # The files that it would have sent. Django keeps this to itself, so its types do not know it.
    bare._resource_closers = response._resource_closers  # type: ignore[attr-defined]
    return bare


class OfferMiddleware:
    """Keeps caches from giving a page that offers another language to readers of this one."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if hasattr(request, "may_offer_language"):
            patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response
