"""A program of an owner's, on this machine: it answers over TLS as it is told to, and keeps what came."""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import mkdtemp
from threading import Event, Thread
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from web.outgoing import transport

NAME = "hooks.example.org"
ADDRESS = f"https://{NAME}/turns?who=ada"


@cache
def certificate() -> Path:
    """A file with a key and a certificate of its own authority, for ``NAME`` alone."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, SHA256())
    )
    file = Path(mkdtemp()) / "receiver.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(secret + made.public_bytes(Encoding.PEM))
    return file


@dataclass
class Receiver:
    """What came (``path``, headers, body), and how it is answered: status, headers, body; ``drips`` is each byte of an
    answer a moment after the one before, ``is_mute`` none at all until it is ended."""

    port: int = 0
    requests: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    names: list[str | None] = field(default_factory=list)  # that were asked for by SNI
    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    files: dict[str, tuple[int, dict[str, str], bytes]] = field(default_factory=dict)  # what GET finds, by path
    drips: bool = False
    is_mute: bool = False
    over: Event = field(default_factory=Event)

    def take(self) -> list[tuple[str, dict[str, str], bytes]]:
        """What has come since the last call."""
        taken, self.requests = self.requests, []
        return taken


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.requests.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            if receiver.is_mute:
                receiver.over.wait(20)
                return
            if receiver.drips:
                self._drip()
                return
            self.send_response(receiver.status)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def do_GET(self) -> None:
            receiver.requests.append((self.path, {name.lower(): value for name, value in self.headers.items()}, b""))
            if receiver.drips:
                self._drip()
                return
            status, headers, body = receiver.files.get(self.path, (404, {}, b""))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def _drip(self) -> None:
            try:
                for letter in b"HTTP/1.1 200 OK\r\nX-Slow: " + b"a" * 100_000:
                    if receiver.over.is_set():
                        return
                    self.wfile.write(bytes([letter]))
                    self.wfile.flush()
                    time.sleep(0.02)
            except OSError:
                return  # they have had enough

        def log_message(self, *_args: Any) -> None:
            """Nothing is written to the tests' output."""

    return Handler


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_args: Any) -> None:
        """A client that does not like the certificate is no error of ours."""


@contextmanager
def listening() -> Iterator[Receiver]:
    """A receiver on a port of this machine."""
    receiver = Receiver()
    server = _Server(("127.0.0.1", 0), _handler(receiver))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate())
    context.sni_callback = lambda _socket, name, _context: receiver.names.append(name)  # type: ignore[assignment]
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    receiver.port = server.server_address[1]
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.over.set()
        server.shutdown()
        server.server_close()
        thread.join()


def reach(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has every name lead to a receiver, as if this machine were one of the internet."""
    monkeypatch.setattr(transport, "PORT", receiver.port)
    monkeypatch.setattr(transport, "resolve", lambda _name: ["127.0.0.1"])
    monkeypatch.setattr(transport, "is_public", lambda address: address == "127.0.0.1")
    monkeypatch.setattr(transport, "context", lambda: ssl.create_default_context(cafile=str(certificate())))
