"""A connection to an address that a visitor named: the name is resolved once, and what was checked is what is gone to.

All of it together takes at most some seconds, however slowly the other side answers.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from queue import Empty, SimpleQueue
from socket import IPPROTO_TCP, SHUT_RDWR, SOCK_STREAM, getaddrinfo, socket
from threading import Thread, Timer
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings

from web.outgoing.addresses import PORT, fault_of, is_public, is_this_machine

TIMEOUT: Final = 5.0  # seconds, from connecting to the end of what is read
RESOLVED_WITHIN: Final = 3.0  # seconds

BAD_ADDRESS: Final = "bad-address"
UNKNOWN_NAME: Final = "unknown-name"
NOT_PUBLIC: Final = "not-public"
NO_CONNECTION: Final = "no-connection"
BAD_CERTIFICATE: Final = "bad-certificate"
TOO_SLOW: Final = "too-slow"
NO_ANSWER: Final = "no-answer"


class NotReached(Exception):
    """Nothing was sent, or nothing answered; the argument is one of the words above."""


def host_of(address: str) -> str:
    return urlsplit(address).netloc


def path_of(address: str) -> str:
    """The path of an address with its query, as a request names it."""
    parts = urlsplit(address)
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def resolve(name: str) -> list[str]:
    """The IP addresses of a name, in the order in which they ought to be tried. Raises ``NotReached``."""
    answers: SimpleQueue[list[str]] = SimpleQueue()

    def ask() -> None:
        try:
            answers.put([str(entry[4][0]) for entry in getaddrinfo(name, PORT, type=SOCK_STREAM, proto=IPPROTO_TCP)])
        except (OSError, UnicodeError):
            answers.put([])

    # The system's resolver has no bound of its own that one could set.
    Thread(target=ask, daemon=True, name="resolver").start()
    try:
        addresses = answers.get(timeout=RESOLVED_WITHIN)
    except Empty:
        raise NotReached(TOO_SLOW) from None
    if not addresses:
        raise NotReached(UNKNOWN_NAME)
    return list(dict.fromkeys(addresses))


def checked(addresses: Iterable[str]) -> str:
    """The first of a name's addresses. Raises ``NotReached`` if any is not public: such a name is not honest."""
    addresses = list(addresses)
    if not all(map(is_public, addresses)):
        raise NotReached(NOT_PUBLIC)
    # Of both kinds an address of IPv4: not every machine that has one of IPv6 reaches others by it.
    return min(addresses, key=lambda address: ":" in address)


def context() -> ssl.SSLContext:
    """Whose certificates are believed; tests have an authority of their own."""
    from requests.utils import DEFAULT_CA_BUNDLE_PATH  # imported by who sends, as in tables/pushing/transport.py

    return ssl.create_default_context(cafile=DEFAULT_CA_BUNDLE_PATH)


class Line(HTTPSConnection):
    """A connection to ``address``, whatever the ``name`` means by now: the name is for the certificate alone. Without
    a name it is to this machine and not encrypted."""

    def __init__(self, name: str, address: str, port: int, seconds: float) -> None:
        self.name, self.trust = name, context()
        proxy = urlsplit(settings.EGRESS_PROXY)
        if name and proxy.hostname:
            super().__init__(proxy.hostname, proxy.port or 80, timeout=seconds, context=self.trust)
            self.set_tunnel(address, port)
        else:
            super().__init__(address, port, timeout=seconds, context=self.trust)
        self.raw: socket | None = None
        self.is_cut = False

    def connect(self) -> None:
        """Connects, to the other side of a proxy's tunnel if there is one, and checks the certificate."""
        HTTPConnection.connect(self)
        assert self.sock is not None
        self.raw = self.sock.dup()
        if self.is_cut:
            raise TimeoutError
        if self.name:
            self.sock = self.trust.wrap_socket(self.sock, server_hostname=self.name)

    def check(self) -> None:
        """Raises ``TimeoutError`` where what was read ends because it was cut."""
        if self.is_cut:
            raise TimeoutError

    def cut(self) -> None:
        """Ends it from another thread, whatever it waits for."""
        self.is_cut = True
        for line in (self.raw, self.sock):
            if line is not None:
                try:
                    line.shutdown(SHUT_RDWR)
                except OSError:
                    continue  # it has ended by itself
                return


@contextmanager
def opened(address: str, *, longest: int | None = None, seconds: float | None = None) -> Iterator[Line]:
    """A connection that is cut when its time is over. Raises ``NotReached`` for an address that may not be gone to, and
    for all that goes wrong with it."""
    if fault_of(address) if longest is None else fault_of(address, longest):  # it was right when it was added
        raise NotReached(BAD_ADDRESS)
    ends = time.monotonic() + (TIMEOUT if seconds is None else seconds)
    line = _line_to(address, ends)
    watch = Timer(max(0.0, ends - time.monotonic()), line.cut)
    watch.daemon = True
    watch.start()
    try:
        yield line
    except ssl.SSLCertVerificationError:
        raise NotReached(BAD_CERTIFICATE) from None
    except (OSError, HTTPException, ValueError, OverflowError) as wrong:
        if line.is_cut or isinstance(wrong, TimeoutError):
            raise NotReached(TOO_SLOW) from None
        raise NotReached(NO_CONNECTION if line.raw is None else NO_ANSWER) from None
    finally:
        watch.cancel()
        if line.raw is not None:
            line.raw.close()
        line.close()


def _line_to(address: str, ends: float) -> Line:
    parts = urlsplit(address)
    if is_this_machine(address):
        return Line("", "127.0.0.1", parts.port or 80, TIMEOUT)
    name = str(parts.hostname)
    goal = checked(resolve(name))
    left = ends - time.monotonic()
    if left <= 0:
        raise NotReached(TOO_SLOW)
    return Line(name, goal, PORT, left)
