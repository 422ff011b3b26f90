"""One line for each thing that is logged, with the id of its request; and mail to the administrators about errors."""

from __future__ import annotations

import logging
import re
import secrets
import sys
import time
from collections.abc import Callable
from contextvars import ContextVar
from threading import Lock
from typing import Any, Final, TextIO

from django.conf import settings
from django.core.mail import mail_admins
from django.http import HttpRequest, HttpResponse

HEADER: Final = "X-Request-ID"
NO_REQUEST: Final = "-"
SAME_AGAIN: Final = 600.0  # seconds before the same fault is worth another mail
MAX_MAILS: Final = 20  # of one process in an hour
_MAY_BE_ID: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")

request_id: ContextVar[str] = ContextVar("request_id", default=NO_REQUEST)


class RequestIdMiddleware:
    """Gives each request an id, for the log and for the answer's header. A proxy's own id is taken over."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "") if settings.BEHIND_PROXY else ""
        token = request_id.set(given if _MAY_BE_ID.fullmatch(given) else secrets.token_hex(8))
        try:
            request.id = request_id.get()  # type: ignore[attr-defined]  # for what is logged after this is over
            response = self.get_response(request)
            response.headers[HEADER] = request_id.get()
            return response
        finally:
            request_id.reset(token)


class LineFormatter(logging.Formatter):
    """``TIME LEVEL LOGGER REQUEST message``, on one line; a traceback follows, indented.

    Times are UTC. Line breaks in messages, which may be a visitor's, are written as ``\\n``: nobody forges lines.
    """

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def format(self, record: logging.LogRecord) -> str:
        message = record.getMessage().replace("\\", "\\\\").replace("\r", "\\r").replace("\n", "\\n")
        moment = self.formatTime(record)
        request = getattr(getattr(record, "request", None), "id", request_id.get())
        lines = [f"{moment} {record.levelname} {record.name} {request} {message}"]
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        trace: str = record.exc_text or str(getattr(record, "trace", ""))  # of what was caught by somebody else
        lines += [f"    {line}" for line in trace.splitlines()]
        return "\n".join(lines)


class StderrHandler(logging.StreamHandler[TextIO]):
    """Writes to what is the standard error output at the moment, also where that has been replaced since."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)

    @property
    def stream(self) -> TextIO:  # type: ignore[override]  # an attribute there, which nobody sets here
        return sys.stderr


class MailHandler(logging.Handler):
    """Mails errors to ``ADMINS``: what the log says, nothing that a visitor sent; the same fault only now and then."""

    def __init__(self, level: int = logging.ERROR, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(level)
        self.clock = clock
        self.sent: dict[str, float] = {}
        self.guard = Lock()

    def emit(self, record: logging.LogRecord) -> None:
        if not settings.ADMINS or record.name.startswith("django.security") or not self._is_news(record):
            return
        try:
            text = self.format(record)
            mail_admins(f"{record.levelname} {record.name}: {text.splitlines()[-1].strip()}"[:150], text)
        except Exception:  # the log must not end what it reports
            self.handleError(record)

    def _is_news(self, record: logging.LogRecord) -> bool:
        with self.guard:
            now = self.clock()
            self.sent = {fault: when for fault, when in self.sent.items() if now - when < 3600}
            fault = _fault(record)
            if len(self.sent) >= MAX_MAILS or now - self.sent.get(fault, float("-inf")) < SAME_AGAIN:
                return False
            self.sent[fault] = now
            return True


def _fault(record: logging.LogRecord) -> str:
    """A key that is the same for two reports of one fault: where it was raised, else where it was reported."""
    raised: Any = record.exc_info[2] if record.exc_info else None
    while raised is not None and raised.tb_next is not None:
        raised = raised.tb_next
    at = f"{raised.tb_frame.f_code.co_filename}:{raised.tb_lineno}" if raised else f"{record.pathname}:{record.lineno}"
    return f"{record.name} {at}"


def configuration(rooms: list[str]) -> dict[str, Any]:
    """For ``settings.LOGGING``: from the rooms and the tasks everything that is worth knowing, else what went wrong."""
    told = {name: {"level": "INFO"} for name in (*rooms, "django_tasks", "django_tasks_db")}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": "operations.logs.LineFormatter"}},
        "handlers": {
            "stderr": {"()": "operations.logs.StderrHandler", "formatter": "line"},
            "mail": {"()": "operations.logs.MailHandler", "formatter": "line"},
        },
        "root": {"level": "WARNING", "handlers": ["stderr", "mail"]},
        "loggers": {
            **told,
            "django": {"level": "INFO", "handlers": [], "propagate": True},
            "django.request": {"level": "ERROR"},  # what was not found is in the log of accesses
            "django.security.DisallowedHost": {"level": "CRITICAL"},  # anybody can send any name
            "fontTools": {"level": "ERROR"},
            "weasyprint": {"level": "ERROR"},
        },
    }
