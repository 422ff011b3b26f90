"""Pages for when the site cannot answer, and which failures are nobody's mistake.

The pages of 400, 403 and 404 are shown without a look at what was sent: Django's own views for them read the form for
its token first, and fail once more where it is the form that cannot be read.
"""

from __future__ import annotations

import errno
import logging
import sys
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.contrib.sessions.exceptions import SessionInterrupted
from django.core.exceptions import BadRequest, ObjectDoesNotExist
from django.db import DataError, IntegrityError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from background.outages import full_disk, is_away, is_full
from config.refused_forms import TooLarge, too_large
from tables.faults import GameUnreadable
from web.http import PageClosed

AGAIN_AFTER: Final = 5  # seconds until it is worth trying again when others write at the same time
_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
_UTF_8: Final = frozenset({"utf-8", "utf8"})
# What PostgreSQL calls its failures, whatever language it tells them in (SQLSTATE).
_STATUS_OF_STATE: Final = {
    "23503": 404,  # foreign_key_violation
    "40001": 503,  # serialization_failure
    "40P01": 503,  # deadlock_detected
    "55P03": 503,  # lock_not_available
    "53100": 507,  # disk_full
}
_API: Final = "/api/"
_OWN: Final = "/api/v1/own/"
_BY_COOKIE: Final = ("/api/v1/games", "/api/v1/tournaments")
_SAID: Final = {
    400: ("bad-request", "bodies and addresses are UTF-8, without null characters"),
    403: ("forbidden", "this is not for whoever asks"),
    404: ("not-found", "there is nothing here, or not any more"),
    409: ("game-unreadable", "this game can't be read: an entry of its log makes no sense"),
    413: ("too-large", "the body is too large, or has too many fields"),
    500: ("failed", "something went wrong on our side, and is noted"),
    503: ("busy", "others write at the same time"),
    507: ("no-room", "there is no room left to keep anything"),
}
_log = logging.getLogger(__name__)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page of 400. The request may be wrong in whatever a page asks of it, so that it is told of none."""
    if isinstance(exception, TooLarge):
        return _for_program(413, request) or too_large(request, exception)
    if isinstance(exception, SessionInterrupted):  # that is what Django makes of each failure to save a session
        saving: BaseException | None = exception
        while saving is not None:
            if status_of(saving) is not None:
                return _told(request, saving) or _page(400, request)
            saving = saving.__context__
    return _page(400, request)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page of 403, or that which says why."""
    if isinstance(exception, PageClosed):
        return render(request, exception.template, exception.context, status=403)
    return _for_program(403, request) or render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page of 404."""
    return _for_program(404, request) or render(request, "404.html", status=404)


def failed(request: HttpRequest) -> HttpResponse:
    """The page of 500, or that of a failure which can be told from others, wherever it happened."""
    exception = sys.exc_info()[1]
    return (_told(request, exception) if exception is not None else None) or _page(500, request)


class FailureMiddleware:
    """Answers what goes wrong for reasons that are nobody's mistake; refuses what is no text of ours.

    That is what is not written in UTF-8, and U+0000, which PostgreSQL keeps in no text: no address has it, and in what
    stands behind its question mark it is a space.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.encoding is not None and request.encoding.lower() not in _UTF_8:
            raise BadRequest("forms and addresses must be UTF-8")
        if "\0" in request.path_info:
            raise Http404("no address has a null character")
        query = request.META.get("QUERY_STRING", "")
        if "%00" in query:
            request.META["QUERY_STRING"] = query.replace("%00", "%20")
            request.__dict__.pop("GET", None)  # read again from there
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The answer where the failure can be told from others; None leaves it to Django."""
        return _told(request, exception)


def _told(request: HttpRequest, exception: BaseException) -> HttpResponse | None:
    if isinstance(exception, GameUnreadable):  # noted when it was found
        return _page(exception.status, request)
    status = status_of(exception)
    if status is None:
        return None
    _log.log(
        logging.WARNING if status < 500 else logging.ERROR,
        "%s for %s %s",
        status,
        request.method,
        request.path,
        exc_info=exception,
    )
    response = _page(status, request)
    if status == 507:
        full_disk.note()
    if status == 503:
        response["Retry-After"] = str(AGAIN_AFTER)
    return response


def status_of(exception: BaseException) -> int | None:
    """404 for what somebody deleted while it was worked on, 503 where others write or the database is away, 507 for a
    full disk; else None.

    A look-up that finds nothing answers with a page by itself. So what does not exist here has been there a moment ago,
    and what a row should hang on has gone before it was written. 400 for U+0000 where PostgreSQL is asked for it.
    """
    words = str(exception)
    if isinstance(exception, ObjectDoesNotExist):
        return 404
    if is_away(exception):
        return 503
    state = getattr(exception.__cause__, "sqlstate", None)
    if state is not None:
        return _STATUS_OF_STATE.get(state)
    if isinstance(exception, DataError):  # psycopg's own, before anything is sent
        return 400 if "cannot contain NUL" in words else None
    if isinstance(exception, IntegrityError):
        return 404 if "FOREIGN KEY" in words else None
    if isinstance(exception, OperationalError):
        if is_full(exception):
            return 507
        return 503 if "is locked" in words else None  # SQLite waits for a lock as long as it is told
    if isinstance(exception, OSError):
        return 507 if exception.errno in _NO_ROOM else None
    return None


def _page(status: int, request: HttpRequest) -> HttpResponse:
    """A page that asks neither the request nor the database for anything; for programs what they read."""
    return _for_program(status, request) or HttpResponse(render_to_string(f"{status}.html"), status=status)


def _for_program(status: int, request: HttpRequest) -> HttpResponse | None:
    """The same as the API says it (``web.json_bodies.refused``, ``api.own.problems``); None for pages."""
    if not request.path_info.startswith(_API):
        return None
    code, message = _SAID[status]
    if request.path_info.startswith(_OWN):
        problem = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status}
        body, kind = {**problem, "code": code, "detail": message, "errors": []}, "application/problem+json"
    else:
        body, kind = {"error": {"code": code, "message": message, "at": None}}, "application/json"
    headers = {"Cache-Control": "no-store"}
    if not request.path_info.startswith(_BY_COOKIE):  # which look at cookies
        headers["Access-Control-Allow-Origin"] = "*"
    return JsonResponse(body, status=status, content_type=kind, headers=headers)
