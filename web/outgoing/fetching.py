"""What a file at an address says, for a visitor who named the address."""

from __future__ import annotations

import time
from http.client import HTTPResponse
from threading import BoundedSemaphore
from typing import Final
from urllib.parse import urldefrag, urljoin

from web.outgoing.addresses import MAX_REDIRECT
from web.outgoing.transport import NO_ANSWER, TOO_SLOW, Line, NotReached, host_of, opened, path_of

AGENT: Final = "Grimoire/1"
SECONDS: Final = 10.0  # for all of it, whatever the other side does
MAX_HOPS: Final = 5  # addresses, one leading to the next
AT_ONCE: Final = 2  # in one process: whoever waits for others holds a thread

TOO_LARGE: Final = "too-large"
NOT_THERE: Final = "not-there"  # any answer but 200
WEB_PAGE: Final = "web-page"
TOO_FAR: Final = "too-far"
BUSY: Final = "busy"

_REDIRECTS: Final = (301, 302, 303, 307, 308)
_free: Final = BoundedSemaphore(AT_ONCE)


def fetch(address: str, max_bytes: int) -> bytes:
    """The file at an address, of at most ``max_bytes`` bytes. Redirects are followed, each to an address that may be
    gone to (spreadsheets on the web answer with one). Raises ``NotReached``: with a word of here or of ``transport``.
    """
    if not _free.acquire(blocking=False):
        raise NotReached(BUSY)
    try:
        ends = time.monotonic() + SECONDS
        for _hop in range(MAX_HOPS):
            left = ends - time.monotonic()
            if left <= 0:
                raise NotReached(TOO_SLOW)
            with opened(address, longest=MAX_REDIRECT, seconds=left) as line, _asked(line, address) as answer:
                line.check()
                goal = answer.getheader("Location", "") if answer.status in _REDIRECTS else ""
                if not goal:
                    return _content(line, answer, max_bytes)
            address = urldefrag(urljoin(address, goal)).url
        raise NotReached(TOO_FAR)
    finally:
        _free.release()


def _asked(line: Line, address: str) -> HTTPResponse:
    headers = {"Host": host_of(address), "Accept-Encoding": "identity", "User-Agent": AGENT, "Connection": "close"}
    line.request("GET", path_of(address), headers=headers)
    return line.getresponse()


def _content(line: Line, answer: HTTPResponse, max_bytes: int) -> bytes:
    if answer.status != 200:
        raise NotReached(NOT_THERE)
    if answer.headers.get_content_type() in ("text/html", "application/xhtml+xml"):
        raise NotReached(WEB_PAGE)
    content = answer.read(max_bytes + 1)
    line.check()
    if len(content) > max_bytes:
        raise NotReached(TOO_LARGE)
    if answer.length or answer.getheader("Content-Encoding", "identity") != "identity":
        raise NotReached(NO_ANSWER)  # it ended before its end, or is not what was asked for
    return content
