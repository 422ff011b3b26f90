"""A network between browser and site that forgets connections without closing them, as one does of a phone asleep."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

CHUNK = 65536


class ForgetfulProxy:
    """Passes bytes on, until ``freeze``: connections that had a stream of events then pass nothing any more, and stay
    open. Others, and new ones, go on."""

    def __init__(self, host: str, port: int) -> None:
        self.site = (host, port)
        self.listening = socket.create_server(("localhost", 0))
        self.port: int = self.listening.getsockname()[1]
        self.sockets: list[socket.socket] = [self.listening]
        self.streams: list[Event] = []  # of each connection with a stream: set once it is frozen
        Thread(target=self._accept, daemon=True).start()

    def freeze(self) -> int:
        """Answers how many streams were frozen."""
        for stream in self.streams:
            stream.set()
        frozen, self.streams = len(self.streams), []
        return frozen

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                browser, _address = self.listening.accept()
                site = socket.create_connection(self.site)
                self.sockets += [browser, site]
                frozen = Event()
                Thread(target=self._pass, args=(browser, site, frozen, False), daemon=True).start()
                Thread(target=self._pass, args=(site, browser, frozen, True), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket, frozen: Event, is_answer: bool) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                if is_answer and b"text/event-stream" in data:
                    self.streams.append(frozen)
                if frozen.is_set():
                    continue
                target.sendall(data)
        if not frozen.is_set():
            with suppress(OSError):
                target.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Ends all connections."""
        for connection in self.sockets:
            connection.close()


@contextmanager
def forgetful_proxy(host: str, port: int) -> Iterator[ForgetfulProxy]:
    """A proxy before a site."""
    proxy = ForgetfulProxy(host, port)
    try:
        yield proxy
    finally:
        proxy.close()
