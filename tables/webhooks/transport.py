"""One event on its way to an owner's address: the name is resolved once, and what was checked is what is gone to.

No redirect is followed and nothing that is answered is read but the status. All of it together takes at most some
seconds, however slowly the other side answers.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from queue import Empty, SimpleQueue
from socket import IPPROTO_TCP, SHUT_RDWR, SOCK_STREAM, getaddrinfo, socket
from threading import Thread, Timer
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings

from tables.retrying import seconds_of
from tables.webhooks.addresses import PORT, fault_of, is_public, is_this_machine

TIMEOUT: Final = 5.0  # seconds, from connecting to the answer's head
RESOLVED_WITHIN: Final = 3.0  # seconds

BAD_ADDRESS: Final = "bad-address"
UNKNOWN_NAME: Final = "unknown-name"
NOT_PUBLIC: Final = "not-public"
NO_CONNECTION: Final = "no-connection"
BAD_CERTIFICATE: Final = "bad-certificate"
TOO_SLOW: Final = "too-slow"
NO_ANSWER: Final = "no-answer"


class NotSent(Exception):
    """Nothing was sent, or nothing answered; the argument is one of the words above."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """The answer to an event: ``status`` is 0 where there was none, ``fault`` says why then; ``wait`` are the seconds
    for which the address does not want to be asked again."""

    status: int = 0
    fault: str = ""
    wait: float = 0.0

    @property
    def has_arrived(self) -> bool:
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        return self.status == 410


def send(address: str, body: bytes, headers: Mapping[str, str]) -> Delivery:
    """Sends a body to an address, if it is one that may be gone to."""
    if fault_of(address):  # it was right when it was added
        return Delivery(fault=BAD_ADDRESS)
    parts = urlsplit(address)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if is_this_machine(address):
        return _sent_to_this_machine(parts.port or 80, path, body, headers)
    name = str(parts.hostname)
    try:
        with _opened(name, checked(resolve(name))) as line:
            line.request("POST", path, body, {**headers, "Host": name, "Connection": "close"})
            answer = line.getresponse()
            if line.is_cut:  # whose head ends where it was cut
                raise TimeoutError
            return Delivery(answer.status, wait=seconds_of(answer.getheader("Retry-After", "")))
    except NotSent as why:
        return Delivery(fault=str(why))


def _sent_to_this_machine(port: int, path: str, body: bytes, headers: Mapping[str, str]) -> Delivery:
    line = HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
    try:
        line.request("POST", path, body, {**headers, "Connection": "close"})
        return Delivery(line.getresponse().status)
    except TimeoutError:
        return Delivery(fault=TOO_SLOW)
    except (OSError, HTTPException, OverflowError):
        return Delivery(fault=NO_CONNECTION)
    finally:
        line.close()


def resolve(name: str) -> list[str]:
    """The IP addresses of a name, in the order in which they ought to be tried. Raises ``NotSent``."""
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
        raise NotSent(TOO_SLOW) from None
    if not addresses:
        raise NotSent(UNKNOWN_NAME)
    return list(dict.fromkeys(addresses))


def checked(addresses: Iterable[str]) -> str:
    """The first of a name's addresses. Raises ``NotSent`` if any of them is not public: such a name is not honest."""
    addresses = list(addresses)
    if not all(map(is_public, addresses)):
        raise NotSent(NOT_PUBLIC)
    # Of both kinds an address of IPv4: not every machine that has one of IPv6 reaches others by it.
    return min(addresses, key=lambda address: ":" in address)


def context() -> ssl.SSLContext:
    """Whose certificates are believed; tests have an authority of their own."""
    from requests.utils import DEFAULT_CA_BUNDLE_PATH  # imported by who sends, as in tables/pushing/transport.py

    return ssl.create_default_context(cafile=DEFAULT_CA_BUNDLE_PATH)


class _Line(HTTPSConnection):
    """A connection to ``address``, whatever the ``name`` means by now: the name is for the certificate alone."""

    def __init__(self, name: str, address: str) -> None:
        self.name, self.trust = name, context()
        proxy = urlsplit(settings.EGRESS_PROXY)
        if proxy.hostname:
            super().__init__(proxy.hostname, proxy.port or 80, timeout=TIMEOUT, context=self.trust)
            self.set_tunnel(address, PORT)
        else:
            super().__init__(address, PORT, timeout=TIMEOUT, context=self.trust)
        self.raw: socket | None = None
        self.is_cut = False

    def connect(self) -> None:
        """Connects, to the other side of a proxy's tunnel if there is one, and checks the certificate."""
        HTTPConnection.connect(self)
        assert self.sock is not None
        self.raw = self.sock.dup()
        if self.is_cut:
            raise TimeoutError
        self.sock = self.trust.wrap_socket(self.sock, server_hostname=self.name)

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
def _opened(name: str, address: str) -> Iterator[_Line]:
    """A connection that is cut when its time is over. Raises ``NotSent`` for all that goes wrong with it."""
    line = _Line(name, address)
    watch = Timer(TIMEOUT, line.cut)
    watch.daemon = True
    watch.start()
    try:
        yield line
    except ssl.SSLCertVerificationError:
        raise NotSent(BAD_CERTIFICATE) from None
    except (OSError, HTTPException, ValueError) as wrong:
        if line.is_cut or isinstance(wrong, TimeoutError):
            raise NotSent(TOO_SLOW) from None
        raise NotSent(NO_CONNECTION if line.raw is None else NO_ANSWER) from None
    finally:
        watch.cancel()
        if line.raw is not None:
            line.raw.close()
        line.close()
