"""gunicorn's worker with threads, which never let visitors keep them waiting.

gunicorn reads a request in the thread that answers it: whoever sends half a header, or never the body that they
announced, has that thread for as long as they like. Here one loop collects requests as they come in, large bodies in a
file, and a thread gets a request when it is there as a whole. What holds files is answered by a few threads that do
nothing else. Nobody's answer waits in a thread for a visitor who does not read it, either.

A body in chunks gets the length that it has, so that whoever answers finds it: WSGI knows of no other.
"""

from __future__ import annotations

import re
import selectors
import socket
import struct
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final

from gunicorn.http.unreader import SocketUnreader
from gunicorn.workers.gthread import TConn, ThreadWorker

from web.request_times import arriving

HEAD_SECONDS: Final = 10.0  # for a whole head
SLOWEST: Final = 16 * 1024  # bytes of a body in a second: time that is added for it
STALLED_SECONDS: Final = 10  # without a byte out, once a thread has it
MAX_HEAD: Final = 64 * 1024  # bytes
MAX_KEPT: Final = 1024 * 1024  # bytes of one body in memory
MAX_KEPT_IN_ALL: Final = 64 * 1024 * 1024
MAX_SENT: Final = 64 * 1024 * 1024  # bytes of one body
MAX_SENT_IN_ALL: Final = 256 * 1024 * 1024
LARGE_THREADS: Final = 2
CROWDED: Final = 0.9  # of all connections: then those that have said nothing for longest give way
LINGER: Final = 2.0  # seconds that a stopping worker gives to requests under way

_LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,18})[ \t]*(?=\r\n)", re.IGNORECASE)
_ENCODING: Final = re.compile(rb"\r\ntransfer-encoding:[ \t]*([^\r\n]*?)[ \t]*(?=\r\n)", re.IGNORECASE)
_EXPECT: Final = re.compile(rb"\r\nexpect:[ \t]*100-continue[ \t]*(?=\r\n)", re.IGNORECASE)
_FILES: Final = re.compile(rb"\r\ncontent-type:[ \t]*multipart/", re.IGNORECASE)
_SIZE: Final = re.compile(rb"([0-9a-fA-F]{1,8})[ \t]*(?:;[^\r\n]*)?")
BLOCK: Final = 64 * 1024  # bytes read at a time of what nobody has read
_MAX_LINE: Final = 4096  # bytes of a line between chunks
_GO_ON: Final = b"HTTP/1.1 100 Continue\r\n\r\n"
_REFUSED: Final = b"HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Refused(Exception):
    """A request that is not heard out: the status and its name."""

    def __init__(self, why: bytes) -> None:
        super().__init__(why)
        self.why = why


class Chunks:
    """What has arrived of a body in chunks."""

    def __init__(self) -> None:
        self.raw = bytearray()
        self.left = 0  # bytes of the chunk
        self.reads: Callable[[IO[bytes]], bool] = self._size
        self.is_there = False

    def take(self, data: bytes, body: IO[bytes]) -> None:
        """Writes what the chunks hold into ``body``. Raises ``Refused`` for what are none."""
        self.raw += data
        while not self.is_there and self.reads(body):
            pass

    def _line(self) -> bytes | None:
        end = self.raw.find(b"\r\n")
        if end < 0 and len(self.raw) <= _MAX_LINE:
            return None
        if not 0 <= end <= _MAX_LINE:
            raise Refused(b"400 Bad Request")
        line = bytes(self.raw[:end])
        del self.raw[: end + 2]
        return line

    def _size(self, _body: IO[bytes]) -> bool:
        line = self._line()
        if line is None:
            return False
        match = _SIZE.fullmatch(line)
        if match is None:
            raise Refused(b"400 Bad Request")
        self.left = int(match[1], 16)
        self.reads = self._data if self.left else self._trailer
        return True

    def _data(self, body: IO[bytes]) -> bool:
        part = self.raw[: self.left]
        body.write(part)
        del self.raw[: len(part)]
        self.left -= len(part)
        if not self.left:
            self.reads = self._end
        return not self.left

    def _end(self, _body: IO[bytes]) -> bool:
        line = self._line()
        if line is None:
            return False
        if line:
            raise Refused(b"400 Bad Request")
        self.reads = self._size
        return True

    def _trailer(self, _body: IO[bytes]) -> bool:
        line = self._line()
        self.is_there = line == b""
        return line is not None


class Incoming:
    """The part of a request that has arrived so far."""

    def __init__(self, conn: TConn) -> None:
        self.conn = conn
        self.begun = time.monotonic()
        self.deadline = self.begun + HEAD_SECONDS
        self.head = bytearray()
        self.has_head = self.is_large = self.is_there = False
        self.is_awaited = False  # whether its worker's loop is told when more of it comes
        self.length = 0  # of the body, as its head says
        self.body: SpooledTemporaryFile[bytes] | None = None
        self.chunks: Chunks | None = None
        self.more = b""  # behind the request: the next one
        self.arrived = self.begun  # when all of it was there, once it is
        self.counted = (0, 0)  # its bytes in memory and of its body, as its worker has counted them

    @property
    def size(self) -> int:
        """Bytes of the body that have arrived."""
        return self.body.tell() if self.body is not None else 0

    @property
    def kept(self) -> int:
        """Bytes in memory."""
        return len(self.head) + len(self.more) + (0 if self.is_large else self.size)

    def take(self, data: bytes) -> None:
        """Hears what has come. Raises ``Refused`` for what is not to be heard out."""
        if not self.has_head:
            self.head += data
            data = self._look()
        if self.has_head and not self.is_there:
            self._hear(data)

    def _look(self) -> bytes:
        """Reads the head as soon as it is there; what came behind it."""
        end = self.head.find(b"\r\n\r\n") + 4
        if end < 4:
            if len(self.head) > MAX_HEAD:
                raise Refused(b"431 Request Header Fields Too Large")
            return b""
        behind = bytes(self.head[end:])
        head = bytes(self.head[: end - 2])
        length, encoding = _LENGTH.search(head), _ENCODING.search(head)
        self.length = int(length[1]) if length else 0
        if encoding is not None:
            if length or encoding[1].lower() != b"chunked" or len(_ENCODING.findall(head)) > 1:
                raise Refused(b"400 Bad Request")
            self.chunks = Chunks()
            head = _ENCODING.sub(b"", head)
        if self.length > MAX_SENT:
            raise Refused(b"413 Content Too Large")
        if (self.length > len(behind) or self.chunks is not None) and _EXPECT.search(head):
            head = _EXPECT.sub(b"", head)
            with suppress(OSError):
                self.conn.sock.send(_GO_ON)
        self.head = bytearray(head + b"\r\n")
        self.has_head = True
        self.is_large = self.length > MAX_KEPT or _FILES.search(head) is not None
        self.body = SpooledTemporaryFile(max_size=MAX_KEPT)  # noqa: SIM115 # closed once it is answered
        self.deadline += self.length / SLOWEST
        return behind

    def _hear(self, data: bytes) -> None:
        assert self.body is not None
        if self.chunks is None:
            missing = self.length - self.size
            self.body.write(data[:missing])
            self.more = data[missing:]
            self.is_there = self.size >= self.length
            return
        self.chunks.take(data, self.body)
        if self.size > MAX_SENT:
            raise Refused(b"413 Content Too Large")
        self.is_large = self.is_large or self.size > MAX_KEPT
        self.deadline = self.begun + HEAD_SECONDS + self.size / SLOWEST
        if self.chunks.is_there:
            self.head[-2:] = b"Content-Length: %d\r\n\r\n" % self.size
            self.more = bytes(self.chunks.raw)
            self.is_there = True

    def close(self) -> None:
        """Lets go of what has arrived."""
        if self.body is not None:
            self.body.close()


class HeldUnreader(SocketUnreader):
    """Reads a request that is there as a whole, and from its connection what comes behind it."""

    def hold(self, request: Incoming) -> None:
        """The request to be read next."""
        self.held = request
        self.unread(bytes(request.head))
        if request.body is not None:
            request.body.seek(0)

    def chunk(self, size_hint: int | None = None) -> bytes:
        body = self.held.body
        data = body.read(max(self.mxchunk, min(size_hint or 0, self.max_body_chunk))) if body is not None else b""
        if not data:
            data, self.held.more = self.held.more, b""
        return data or bytes(super().chunk(size_hint))

    def give_back(self) -> None:
        """Puts what came behind the request where the next one is looked for."""
        more, self.held.more = self.held.more, b""
        buffered = self.take_buffered()
        self.unread(buffered + more)


class PatientWorker(ThreadWorker):
    """Waits for requests in its loop, and answers them in threads."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.incoming: dict[socket.socket, Incoming] = {}
        self.kept = self.sent = 0  # bytes in memory, and of bodies

    def init_process(self) -> None:
        self.large = ThreadPoolExecutor(max_workers=LARGE_THREADS)
        super().init_process()

    def enqueue_req(self, conn: TConn) -> None:
        """Where gunicorn gives a connection that has something to say to a thread: it is heard out first."""
        early = conn.parser.unreader.take_buffered() if conn.parser is not None else b""
        request = Incoming(conn)
        conn.sock.setblocking(False)
        self.incoming[conn.sock] = request
        if early:
            self._take(request, early)
        else:
            self._hear(request)
        if self.incoming.get(conn.sock) is request:  # not all of it has come: most requests come in one piece
            self.poller.register(conn.sock, selectors.EVENT_READ, lambda _: self._hear(request))
            request.is_awaited = True

    def _hear(self, request: Incoming) -> None:
        try:
            data = request.conn.sock.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._take(request, data)
        else:
            self._drop(request)

    def _take(self, request: Incoming, data: bytes) -> None:
        try:
            request.take(data)
        except Refused as refused:
            self._drop(request, refused.why)
            return
        except OSError:  # no room on the disk
            self._drop(request, b"507 Insufficient Storage")
            return
        self._count(request, request.kept, request.size)
        if request.is_there:
            request.arrived = time.monotonic()
            self._forget(request)
            self._answer(request)
        elif self.kept > MAX_KEPT_IN_ALL or self.sent > MAX_SENT_IN_ALL:
            self._drop(request, b"503 Service Unavailable")

    def _count(self, request: Incoming, kept: int, sent: int) -> None:
        self.kept += kept - request.counted[0]
        self.sent += sent - request.counted[1]
        request.counted = (kept, sent)

    def _answer(self, request: Incoming) -> None:
        conn = request.conn
        patience = struct.pack("ll", STALLED_SECONDS, 0)
        try:
            conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, patience)
            conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, patience)
            conn.init()
        except OSError:
            self.nr_conns -= 1
            request.close()
            conn.close()
            return
        if not isinstance(conn.parser.unreader, HeldUnreader):
            conn.parser.unreader = HeldUnreader(conn.sock)
        conn.parser.unreader.hold(request)
        future = (self.large if request.is_large else self.tpool).submit(self.handle, conn)
        future.add_done_callback(lambda future: self.method_queue.defer(self._finish, request, future))

    def _finish(self, request: Incoming, future: Future[Any]) -> None:
        request.conn.parser.unreader.give_back()
        request.close()
        self.finish_request(request.conn, future)

    def _keepalive_after(self, conn: TConn, keepalive: bool) -> bool:
        """Where gunicorn ends a connection on which more of a body is left than it likes to read: all of it is here."""
        if not keepalive:
            return False
        while conn.parser.mesg.body.read(BLOCK):
            pass
        return bool(conn.parser.finish_body())

    def _forget(self, request: Incoming) -> None:
        if request.is_awaited:
            self.poller.unregister(request.conn.sock)
        del self.incoming[request.conn.sock]
        self._count(request, 0, 0)

    def _drop(self, request: Incoming, why: bytes = b"") -> None:
        self._forget(request)
        request.close()
        if why:
            with suppress(OSError):  # whoever it was may be gone
                request.conn.sock.send(_REFUSED % why)
        self.nr_conns -= 1
        request.conn.close()

    def handle_request(self, req: Any, conn: TConn) -> Any:
        """Where a thread answers: the request arrived when all of it was there, however long it waited for a thread."""
        with arriving(conn.parser.unreader.held.arrived):
            return super().handle_request(req, conn)

    def murder_pending(self) -> None:
        """Where gunicorn closes, every second, connections that said nothing in time: those here too."""
        super().murder_pending()
        now = time.monotonic()
        for request in list(self.incoming.values()):
            if now > request.deadline:
                self._drop(request, b"408 Request Timeout" if request.head else b"")
            elif not self.alive and now > request.begun + LINGER:
                self._drop(request)
        self._make_room()

    def _make_room(self) -> None:
        """Whoever comes new is let in before those who have come and say nothing, or half a head."""
        limit = int(CROWDED * self.worker_connections)
        if self.nr_conns <= limit:
            return
        waiting = [request for request in self.incoming.values() if not request.has_head]
        waiting.sort(key=lambda request: (bool(request.head), request.begun))
        for request in waiting[: self.nr_conns - limit]:
            self._drop(request)
