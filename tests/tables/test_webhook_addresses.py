"""Where events go, and where not: names and what they lead to, certificates, proxies, those who never answer."""

from __future__ import annotations

import socket
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest

from tables.webhooks.transport import Delivery, send
from tests.tables.webhook_receiver import ADDRESS, NAME, Receiver
from web.outgoing import transport
from web.outgoing.addresses import fault_of, is_public
from web.outgoing.transport import BAD_ADDRESS, NO_CONNECTION, NotReached, checked

CONTEXT = transport.context


# Addresses as they are written


@pytest.mark.parametrize(
    "address",
    ["https://example.org/", "https://example.org", "https://a-b.example.co.uk/x/y?z=1&q=%20", "https://xn--9ca.fr/a"],
)
def test_addresses_that_may_be_added(address: str) -> None:
    assert fault_of(address) == ""


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/",
        "HTTPS://example.org/",
        "ftp://example.org/",
        "//example.org/",
        "file:///etc/passwd",
        "https://",
        "https:///a",
        "https://localhost/",
        "https://printer.local/",
        "https://db.internal/",
        "https://metadata.google.internal/computeMetadata/v1/",
        "https://127.0.0.1/",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://0x7f000001/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[fe80::1%25eth0]/",
        "https://169.254.169.254/latest/meta-data",
        "https://8.8.8.8/",
        "https://example.org:443/",
        "https://example.org:22/",
        "https://example.org:x/",
        "https://example.org./",
        "https://user@example.org/",
        "https://user:word@example.org/",
        "https://example.org@127.0.0.1/",
        "https://127.0.0.1\\@example.org/",
        "https://127.0.0.1#@example.org/",
        "https://example.org/#a",
        "https://example.org/#",
        "https://example.org/a b",
        "https://example.org/a\r\nX-Evil: 1",
        "https://example.org/\x00",
        "https://exämple.org/",
        "https://EXAMPLE.org/",
        "https://exam_ple.org/",
        "https://-a.example.org/",
        "https://[/",
        f"https://example.org/{'a' * 500}",
        f"https://{'a.' * 130}org/",
        "",
    ],
)
def test_addresses_that_may_not(address: str) -> None:
    assert fault_of(address)
    assert send(address, b"", {}) == Delivery(fault=transport.BAD_ADDRESS)


# What names lead to


@pytest.mark.parametrize("address", ["93.184.215.14", "1.1.1.1", "2606:4700:4700::1111", "2a01:4f8::1"])
def test_public_addresses(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *("0.0.0.0", "0.1.2.3", "10.0.0.1", "127.0.0.1", "127.255.255.254", "100.64.0.1", "100.127.255.255"),
        *("169.254.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.168.1.1", "192.0.0.9", "192.0.2.1"),
        *("192.88.99.1", "198.18.0.1", "198.51.100.7", "203.0.113.7", "224.0.0.1", "239.1.1.1", "240.0.0.1"),
        *("255.255.255.255", "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:a00:1"),
        *("64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0"),
        *("fec0::1", "ff02::1", "ff0e::1", "2001::1", "2001:db8::1", "2002:7f00:1::1", "3fff::1", "4000::1"),
        *("localhost", "", "1.2.3", "8.8.8.8/32"),
    ],
)
def test_addresses_that_are_somebody_s_own(address: str) -> None:
    assert not is_public(address)


def test_one_address_that_is_not_public_is_enough() -> None:
    """A name that means both this network and another one is tried by nobody."""
    assert checked(["2606:4700:4700::1111", "1.1.1.1"]) == "1.1.1.1"
    assert checked(["2606:4700:4700::1111"]) == "2606:4700:4700::1111"
    for own in ("127.0.0.1", "::1", "::ffff:10.0.0.1", "169.254.169.254"):
        with pytest.raises(NotReached, match="not-public"):
            checked(["1.1.1.1", own])


def test_a_name_that_leads_into_this_network_gets_no_connection(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "is_public", is_public)
    assert send(ADDRESS, b"{}", {}).fault == transport.NOT_PUBLIC
    assert receiver.take() == [] and receiver.names == []


def test_a_name_is_asked_for_once_and_that_answer_is_gone_to(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """DNS rebinding: whatever the name means a moment later, the connection goes to what was checked."""
    steps: list[tuple[str, Any]] = []
    answers = iter([["127.0.0.1"], ["10.0.0.1"]])
    monkeypatch.setattr(transport, "resolve", lambda name: steps.append(("name", name)) or next(answers))
    connect = socket.create_connection

    def connecting(address: tuple[str, int], *args: Any, **options: Any) -> socket.socket:
        steps.append(("connection", address))
        return connect(address, *args, **options)

    monkeypatch.setattr("socket.create_connection", connecting)
    assert send(ADDRESS, b"{}", {}).has_arrived
    assert steps == [("name", NAME), ("connection", ("127.0.0.1", receiver.port))]
    (came,) = receiver.take()
    assert came[0] == "/turns?who=ada" and came[1]["host"] == NAME and receiver.names == [NAME]


def test_names_are_resolved_by_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    def answering(*_args: Any, **_options: Any) -> list[Any]:
        addresses = [("1.1.1.1", 443), ("2606:4700::1", 443, 0, 0), ("1.1.1.1", 1)]
        return [(0, 1, 6, "", address) for address in addresses]

    def failing(*_args: Any, **_options: Any) -> list[Any]:
        raise socket.gaierror(-2, "unknown")

    def waiting(*_args: Any, **_options: Any) -> list[Any]:
        time.sleep(0.5)
        return []

    monkeypatch.setattr(transport, "getaddrinfo", answering)
    assert transport.resolve(NAME) == ["1.1.1.1", "2606:4700::1"]
    monkeypatch.setattr(transport, "getaddrinfo", failing)
    assert send(ADDRESS, b"", {}).fault == transport.UNKNOWN_NAME
    monkeypatch.setattr(transport, "getaddrinfo", waiting)
    monkeypatch.setattr(transport, "RESOLVED_WITHIN", 0.05)
    assert send(ADDRESS, b"", {}).fault == transport.TOO_SLOW


# The connection


def test_a_certificate_of_another_name_is_not_believed(receiver: Receiver) -> None:
    assert send("https://other.example.org/", b"{}", {}).fault == transport.BAD_CERTIFICATE
    assert receiver.take() == []


def test_a_certificate_of_an_unknown_authority_is_not_believed(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "context", CONTEXT)
    assert send(ADDRESS, b"{}", {}).fault == transport.BAD_CERTIFICATE
    assert receiver.take() == []


def test_redirects_are_not_followed(receiver: Receiver) -> None:
    receiver.status, receiver.headers = 302, {"Location": "https://127.0.0.1/"}
    delivery = send(ADDRESS, b"{}", {})
    assert delivery.status == 302 and not delivery.has_arrived and len(receiver.take()) == 1


def test_what_an_address_asks_for_is_heeded(receiver: Receiver) -> None:
    receiver.status, receiver.headers = 429, {"Retry-After": "120"}
    assert send(ADDRESS, b"{}", {}) == Delivery(429, wait=120)
    receiver.status, receiver.headers = 410, {}
    assert send(ADDRESS, b"{}", {}).is_gone


@pytest.mark.parametrize("way", ["drips", "is_mute"])
def test_whoever_answers_slowly_holds_nobody_up(receiver: Receiver, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    monkeypatch.setattr(transport, "TIMEOUT", 0.3)
    setattr(receiver, way, True)
    began = time.monotonic()
    assert send(ADDRESS, b"{}", {}).fault == transport.TOO_SLOW
    assert time.monotonic() - began < 3


def test_nobody_there(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        monkeypatch.setattr(transport, "PORT", free.getsockname()[1])
        assert send(ADDRESS, b"{}", {}).fault == transport.NO_CONNECTION


def test_somebody_who_speaks_no_tls(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as plain:
        monkeypatch.setattr(transport, "PORT", plain.getsockname()[1])

        def answer() -> None:
            line, _address = plain.accept()
            with line:
                line.recv(1000)
                line.sendall(b"HTTP/1.1 200 OK\r\n\r\n")

        thread = Thread(target=answer)
        thread.start()
        assert send(ADDRESS, b"{}", {}).fault == transport.NO_ANSWER
        thread.join()


def test_a_proxy_is_told_the_address_that_was_checked(receiver: Receiver, settings: Any) -> None:
    heads: list[bytes] = []

    def tunnel() -> None:
        near, _address = proxy.accept()
        with near, socket.create_connection(("127.0.0.1", receiver.port)) as far:
            head = b""
            while b"\r\n\r\n" not in head:
                head += near.recv(1000)
            heads.append(head)
            near.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
            back = Thread(target=_carry, args=(far, near))
            back.start()
            _carry(near, far)
            back.join()

    with socket.create_server(("127.0.0.1", 0)) as proxy:
        settings.EGRESS_PROXY = f"http://127.0.0.1:{proxy.getsockname()[1]}"
        thread = Thread(target=tunnel)
        thread.start()
        assert send(ADDRESS, b"{}", {}).has_arrived
        thread.join()
    assert heads[0].startswith(f"CONNECT 127.0.0.1:{receiver.port} HTTP/1.".encode())
    assert NAME.encode() not in heads[0] and receiver.names == [NAME]


def _carry(source: socket.socket, goal: socket.socket) -> None:
    try:
        while data := source.recv(4096):
            goal.sendall(data)
        goal.shutdown(socket.SHUT_WR)
    except OSError:
        return


def test_this_machine_is_an_address_with_the_development_server_alone(settings: Any) -> None:
    heard: list[tuple[str, bytes]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    address = f"http://127.0.0.1:{server.server_port}/turns?x=1"
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        assert fault_of(address) and send(address, b"{}", {}).fault == BAD_ADDRESS and not heard
        settings.OUTGOING_TO_THIS_MACHINE = True
        assert fault_of(address) == "" and send(address, b"{}", {}).status == 204
        assert heard == [("/turns?x=1", b"{}")]
    finally:
        server.shutdown()
        server.server_close()
    assert send(address, b"{}", {}).fault == NO_CONNECTION
    for wrong in (
        "http://127.0.0.1/", "http://127.0.0.1:80:80/", "http://127.0.0.1.evil.example:80/", "http://10.0.0.1:80/",
        "http://localhost:80@evil.example/", "http://localhost:8000\\@evil.example/", "http://[::1]:80/",
        "https://127.0.0.1:80/", "http://evil.example:80/", "http://127.0.0.1:80/ x", "http://127.0.0.1:80/\nx",
    ):  # fmt: skip
        assert fault_of(wrong), wrong
