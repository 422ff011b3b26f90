"""gunicorn's worker with threads, which never let visitors keep them waiting.

gunicorn reads a request in the thread that answers it: whoever sends half a header, or never the body that they
announced, has that thread for as long as they like. Here one loop collects requests as they come in, and a thread gets
a request when it is there as a whole. Bodies that are larger than ``MAX_KEPT``, or of unknown length, are read by a
few threads that do nothing else. Nobody's answer waits in a thread for a visitor who does not read it, either.
"""

from __future__ import annotations

import re
import selectors
import socket
import struct
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Final

from gunicorn.workers.gthread import TConn, ThreadWorker

HEAD_SECONDS: Final = 10.0  # for a whole head
SLOWEST: Final = 16 * 1024  # bytes of a body in a second: time that is added for it
STALLED_SECONDS: Final = 10  # without a byte in or out, once a thread has it
MAX_HEAD: Final = 64 * 1024  # bytes
MAX_KEPT: Final = 1024 * 1024  # bytes of one body
MAX_KEPT_IN_ALL: Final = 64 * 1024 * 1024
LARGE_THREADS: Final = 2
LINGER: Final = 2.0  # seconds that a stopping worker gives to requests under way

_LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,18})[ \t]*\r\n", re.IGNORECASE)
_OTHERWISE: Final = re.compile(rb"\r\n(transfer-encoding|expect):", re.IGNORECASE)
_REFUSED: Final = b"HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Incoming:
    """The part of a request that has arrived so far. ``needed`` are its bytes, once the head says so."""

    def __init__(self, conn: TConn, early: bytes) -> None:
        self.conn = conn
        self.data = bytearray(early)
        self.begun = time.monotonic()
        self.deadline = self.begun + HEAD_SECONDS
        self.needed: int | None = None
        self.is_large = False
        self.look()

    def look(self) -> None:
        """Reads the head as soon as it is there."""
        end = self.data.find(b"\r\n\r\n") + 4 if self.needed is None else 0
        if end < 4:
            return
        head = bytes(self.data[: end - 2])
        found = _LENGTH.search(head)
        length = int(found[1]) if found else 0
        self.is_large = length > MAX_KEPT or _OTHERWISE.search(head) is not None
        self.needed = end if self.is_large else end + length
        self.deadline += 0 if self.is_large else length / SLOWEST

    @property
    def is_there(self) -> bool:
        return self.needed is not None and len(self.data) >= self.needed


class PatientWorker(ThreadWorker):
    """Waits for requests in its loop, and answers them in threads."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.incoming: dict[socket.socket, Incoming] = {}
        self.kept = 0  # bytes

    def init_process(self) -> None:
        self.large = ThreadPoolExecutor(max_workers=LARGE_THREADS)
        super().init_process()

    def enqueue_req(self, conn: TConn) -> None:
        """Where gunicorn gives a connection that has something to say to a thread: it is heard out first."""
        early = conn.parser.unreader.take_buffered() if conn.parser is not None else b""
        request = Incoming(conn, early)
        if request.is_there:
            self._answer(request)
            return
        conn.sock.setblocking(False)
        self.incoming[conn.sock] = request
        self.kept += len(early)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._hear, request))

    def _hear(self, request: Incoming, sock: socket.socket) -> None:
        try:
            data = sock.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        request.data += data
        self.kept += len(data)
        request.look()
        if not data:
            self._drop(request)
        elif request.is_there:
            self._forget(request)
            self._answer(request)
        elif request.needed is None and len(request.data) > MAX_HEAD:
            self._drop(request, b"431 Request Header Fields Too Large")
        elif self.kept > MAX_KEPT_IN_ALL:
            self._drop(request, b"503 Service Unavailable")

    def _answer(self, request: Incoming) -> None:
        conn = request.conn
        patience = struct.pack("ll", STALLED_SECONDS, 0)
        try:
            conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, patience)
            conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, patience)
            conn.init()
        except OSError:
            self.nr_conns -= 1
            conn.close()
            return
        conn.parser.unreader.unread(bytes(request.data))
        done = (self.large if request.is_large else self.tpool).submit(self.handle, conn)
        done.add_done_callback(lambda future: self.method_queue.defer(self.finish_request, conn, future))

    def _forget(self, request: Incoming) -> None:
        self.poller.unregister(request.conn.sock)
        del self.incoming[request.conn.sock]
        self.kept -= len(request.data)

    def _drop(self, request: Incoming, why: bytes = b"") -> None:
        self._forget(request)
        if why:
            with suppress(OSError):  # whoever it was may be gone
                request.conn.sock.send(_REFUSED % why)
        self.nr_conns -= 1
        request.conn.close()

    def murder_pending(self) -> None:
        """Where gunicorn closes, every second, connections that said nothing in time: those here too."""
        super().murder_pending()
        now = time.monotonic()
        for request in list(self.incoming.values()):
            if now > request.deadline:
                self._drop(request, b"408 Request Timeout" if request.data else b"")
            elif not self.alive and now > request.begun + LINGER:
                self._drop(request)
