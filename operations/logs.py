"""One line for each thing that is logged, with the id of its request; and mail to the administrators about errors.

A line is text, or JSON for programs that collect logs (``GRIMOIRE_LOG_FORMAT``).
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, Final, TextIO

from django.conf import settings
from django.core.mail import mail_admins
from django.http import HttpRequest, HttpResponse

from operations.middleware import SyncAsyncMiddleware
from web.request_ids import request_id, within
from web.request_times import arriving

HEADER: Final = "X-Request-ID"
SAME_AGAIN: Final = 600.0  # seconds before the same fault is worth another mail
MAX_MAILS: Final = 20  # of one process in an hour
_MAY_BE_ID: Final = re.compile(r"[A-Za-z0-9._-]{8,64}")


class RequestIdMiddleware(SyncAsyncMiddleware):
    """Gives each request an id, for the log and for the answer's header. A proxy's own id is taken over."""

    def sync(self, request: HttpRequest) -> HttpResponse:
        with _numbered(request):
            return _marked(self.get_response(request))

    async def async_(self, request: HttpRequest) -> HttpResponse:
        with _numbered(request):
            return _marked(await self.get_response(request))


@contextmanager
def _numbered(request: HttpRequest) -> Iterator[None]:
    header = request.headers.get(HEADER, "") if settings.BEHIND_PROXY else ""
    with within(header if _MAY_BE_ID.fullmatch(header) else secrets.token_hex(8)), arriving():
        request.id = request_id.get()  # type: ignore[attr-defined]  # for what is logged after this is over
        yield


def _marked(response: HttpResponse) -> HttpResponse:
    response.headers[HEADER] = request_id.get()
    return response


def request_of(record: logging.LogRecord) -> str:
    """The id of the request, or of the task, that a record is of."""
    return str(getattr(getattr(record, "request", None), "id", request_id.get()))


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
        lines = [f"{moment} {record.levelname} {record.name} {request_of(record)} {message}"]
        lines += [f"    {line}" for line in self.trace_of(record).splitlines()]
        return "\n".join(lines)

    def trace_of(self, record: logging.LogRecord) -> str:
        """The traceback, also of what was caught by somebody else; empty where there is none."""
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        return record.exc_text or str(getattr(record, "trace", ""))


# What gunicorn knows of an answer, by the name that a field has and its own for it.
ACCESS: Final = {
    "address": "h",
    "method": "m",
    "path": "U",
    "status": "s",
    "bytes": "B",
    "milliseconds": "M",
    "request": "{x-request-id}o",
    "agent": "a",
}
_NUMBERS: Final = ("status", "bytes", "milliseconds")


class JsonFormatter(LineFormatter):
    """One object of JSON on one line: ``time``, ``level``, ``logger``, ``request``, ``message`` and ``process``,
    ``trace`` where there is one. Of a line of gunicorn's log of accesses what is in it, field by field.
    """

    def format(self, record: logging.LogRecord) -> str:
        record_fields = {
            "time": self.formatTime(record),
            "level": record.levelname,
            "logger": record.name,
            "request": request_of(record),
            "process": record.process,
        }
        if record.name == "gunicorn.access" and isinstance(record.args, dict):
            record_fields |= {name: record.args[atom] for name, atom in ACCESS.items()}
            record_fields |= {
                name: int(str(record_fields[name])) for name in _NUMBERS if str(record_fields[name]).isdecimal()
            }
            record_fields["message"] = (
                f"{record_fields['status']} for {record_fields['method']} {record_fields['path']}"
            )
        else:
            record_fields["message"] = record.getMessage()
        if trace := self.trace_of(record):
            record_fields["trace"] = trace
        return json.dumps(record_fields, ensure_ascii=False, default=str)


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


FORMATTERS: Final[dict[str, str]] = {"line": "operations.logs.LineFormatter", "json": "operations.logs.JsonFormatter"}


def configuration(rooms: list[str], kind: str = "line") -> dict[str, Any]:
    """For ``settings.LOGGING``: from the rooms and the tasks everything that is worth knowing, else what went wrong.

    ``kind`` is one of ``FORMATTERS``; mail is text in any case.
    """
    loggers = {name: {"level": "INFO"} for name in (*rooms, "django_tasks", "django_tasks_db")}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {name: {"()": formatter} for name, formatter in FORMATTERS.items()},
        "handlers": {
            "stderr": {"()": "operations.logs.StderrHandler", "formatter": kind},
            "mail": {"()": "operations.logs.MailHandler", "formatter": "line"},
        },
        "root": {"level": "WARNING", "handlers": ["stderr", "mail"]},
        "loggers": {
            **loggers,
            "django": {"level": "INFO", "handlers": [], "propagate": True},
            "django.request": {"level": "ERROR"},  # what was not found is in the log of accesses
            "django.security.DisallowedHost": {"level": "CRITICAL"},  # anybody can send any name
            "fontTools": {"level": "ERROR"},
            "weasyprint": {"level": "ERROR"},
        },
    }


def of_web_server() -> dict[str, Any]:
    """For gunicorn's ``logconfig_dict``: what it says itself as JSON too, accesses on the standard output."""

    def handler(stream: str) -> dict[str, Any]:
        return {"class": "logging.StreamHandler", "formatter": "json", "stream": f"ext://sys.{stream}"}

    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": FORMATTERS["json"]}},
        "handlers": {"accesses": handler("stdout"), "faults": handler("stderr")},
        "root": {"level": "WARNING", "handlers": []},
        "loggers": {
            "gunicorn.access": {"level": "INFO", "handlers": ["accesses"], "propagate": False},
            "gunicorn.error": {"level": "INFO", "handlers": ["faults"], "propagate": False},
        },
    }


def take_over(*names: str) -> None:
    """Has what these loggers of others say written as the site's own, mailed and reported."""
    for name in names:
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
