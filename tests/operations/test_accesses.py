"""Lines of gunicorn's log of accesses."""

from __future__ import annotations

import logging
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn.config import Config
from gunicorn.glogging import Logger

from operations.accesses import AccessLogger
from operations.logs import JsonFormatter

OURS = Path("config/gunicorn.py").read_text("utf-8").partition("access_log_format = '")[2].partition("'\n")[0]
OTHERS = '%(h)s %(l)s %(u)s "%(r)s" %(q)s %(b)s "%(f)s" %(D)s %({Accept}i)s %({server}o)s %({wsgi.x}e)s %({no}i)s'
ASKED = [("HOST", "site"), ("ACCEPT", 'a "b"'), ("X-REQUEST-ID", "theirs")]
ANSWERED = [("Server", "g"), ("X-Request-ID", "0123456789abcdef")]
VARIABLES = {
    "REMOTE_ADDR": "192.0.2.1",
    "REQUEST_METHOD": "POST",
    "RAW_URI": "/a?b=%22",
    "SERVER_PROTOCOL": "HTTP/1.1",
    "PATH_INFO": '/a"',
    "QUERY_STRING": "b=%22",
    "HTTP_USER_AGENT": 'curl "8"',
    "HTTP_AUTHORIZATION": "Basic YWRhOng=",
    "wsgi.x": "variable",
}


class Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


def logged(kind: type[Logger], line_format: str, monkeypatch: pytest.MonkeyPatch) -> logging.LogRecord:
    cfg = Config()
    cfg.set("accesslog", "-")
    cfg.set("access_log_format", line_format)
    logger, kept = kind(cfg), Kept()
    monkeypatch.setattr(kind, "now", lambda _self: "[now]")
    logger.access_log.handlers, logger.access_log.propagate = [kept], False
    answer: Any = SimpleNamespace(status="200 OK", sent=12, headers=ANSWERED)
    logger.access(answer, SimpleNamespace(headers=ASKED), VARIABLES, timedelta(milliseconds=7))
    (record,) = kept.records
    return record


@pytest.mark.parametrize("line_format", [OURS, OTHERS])
def test_lines_are_those_of_gunicorn(line_format: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = logged(AccessLogger, line_format, monkeypatch)
    assert ours.getMessage() == logged(Logger, line_format, monkeypatch).getMessage()
    assert "192.0.2.1" in ours.getMessage()


def test_json_has_the_request_whatever_the_format(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = JsonFormatter().format(logged(AccessLogger, OTHERS, monkeypatch))
    assert '"request": "0123456789abcdef"' in ours
