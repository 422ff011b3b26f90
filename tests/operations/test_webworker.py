"""A real gunicorn with the project's configuration: visitors who send half a request hold up nobody else."""

from __future__ import annotations

import io
import os
import re
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest
from gunicorn.config import Config
from gunicorn.workers.gthread import TConn

from operations.webworker import Chunks, Incoming, PatientWorker
from tests.production import GOOD

pytestmark = pytest.mark.slow("starts the site anew in processes of its own")

PATIENCE = 120  # seconds; only a test that fails waits so long
THREADS = 2
ROOM = 60  # connections

# What answers is as small as can be: it says how long the body was that came.
ANSWERING = """
def application(environ, start_response):
    body = b"" if environ["PATH_INFO"] == "/unread" else environ["wsgi.input"].read()
    said = f"{environ['PATH_INFO']} {len(body)}".encode()
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(said)))])
    return [said]
"""


@pytest.fixture(scope="module")
def address(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    """Where a gunicorn with one worker listens."""
    folder = tmp_path_factory.mktemp("gunicorn")
    (folder / "answering.py").write_text(ANSWERING)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GRIMOIRE_")} | GOOD
    environment |= {"GRIMOIRE_WEB_WORKERS": "1", "GRIMOIRE_WEB_THREADS": str(THREADS), "HOME": str(folder)}
    environment["PYTHONPATH"] = os.pathsep.join([str(folder), environment.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.py", "--bind", "127.0.0.1:0"]
    command += ["--worker-connections", str(ROOM)]
    process = subprocess.Popen(
        [*command, "answering:application"], cwd=root, env=environment, stderr=subprocess.PIPE, stdout=-3, text=True
    )
    too_late = Timer(PATIENCE, process.kill)
    too_late.start()
    assert process.stderr is not None
    said = ""
    try:
        for line in process.stderr:
            said += line
            if match := re.search(r"Listening at: http://127\.0\.0\.1:(\d+)", line):
                yield "127.0.0.1", int(match[1])
                break
        else:
            pytest.fail(said)
    finally:
        too_late.cancel()
        process.send_signal(signal.SIGTERM)
        process.stderr.read()
        process.wait()
        process.stderr.close()
    assert process.returncode == 0
    assert not (folder / ".gunicorn").exists()  # no control socket in the home folder


def opened(address: tuple[str, int], data: bytes) -> socket.socket:
    """A connection on which this has been sent, and no more."""
    connection = socket.create_connection(address, timeout=PATIENCE)
    connection.sendall(data)
    return connection


def answer(connection: socket.socket, data: bytes = b"") -> bytes:
    """The bytes that come back on it until it is closed."""
    connection.sendall(data)
    said = b""
    while part := connection.recv(65536):
        said += part
    connection.close()
    return said


def get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()


def post(length: int) -> bytes:
    return f"POST /p HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n".encode()


HALVES = {
    "nothing": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: x\r\nX-Half",
    "half a body": post(1000) + b"x" * 500,
    "no body": post(1000),
    "a large body that stops": post(5_000_000) + b"x" * 100_000,
    "a chunk that never ends": b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\nx",
}


@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
def test_half_requests_hold_up_nobody(address: tuple[str, int], half: bytes) -> None:
    """Many more of them than there are threads, and others are answered before any of those is given up."""
    waiting = [opened(address, half) for _ in range(10 * THREADS)]
    begun = time.monotonic()
    for number in range(5):
        assert answer(opened(address, get(f"/{number}"))).endswith(f"/{number} 0".encode())
    taken = time.monotonic() - begun
    for connection in waiting:
        connection.setblocking(False)
        with pytest.raises(BlockingIOError):  # still open, without an answer
            connection.recv(1)
        connection.close()
    assert taken < 9  # gunicorn's threads would have waited ten seconds for each two of them


def test_second_request_on_a_connection_may_stop_in_the_middle_too(address: tuple[str, int]) -> None:
    first = get("/first").replace(b"close", b"keep-alive")
    waiting = [opened(address, first + HALVES["half a head"]) for _ in range(5 * THREADS)]
    for connection in waiting:
        while b"/first 0" not in connection.recv(65536):
            pass
    assert answer(opened(address, get("/other"))).endswith(b"/other 0")
    assert answer(waiting[0], b": 1\r\nConnection: close\r\n\r\n").endswith(b"/ 0")
    for connection in waiting[1:]:
        connection.close()


@pytest.mark.parametrize("length", [0, 1, 1000, 1_000_000, 3_000_000])
def test_bodies_come_whole_however_they_are_cut(address: tuple[str, int], length: int) -> None:
    request = post(length) + b"x" * length
    for cut in (10, len(post(length)) - 2, len(post(length)), len(request) - 1):
        connection = opened(address, request[:cut])
        assert answer(connection, request[cut:]).endswith(f"/p {length}".encode())


def test_two_requests_at_once_get_two_answers(address: tuple[str, int]) -> None:
    both = get("/one").replace(b"close", b"keep-alive") + get("/two")
    said = answer(opened(address, both))
    assert said.index(b"/one 0") < said.index(b"/two 0")


def test_only_what_has_not_come_as_a_whole_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is there when its connection has something to say goes to a thread without another turn of the loop."""
    worker = PatientWorker.__new__(PatientWorker)
    worker.incoming, worker.kept, worker.sent, worker.poller = {}, 0, 0, selectors.DefaultSelector()
    answered: list[Incoming] = []
    monkeypatch.setattr(worker, "_answer", answered.append)
    ends = [socket.socketpair() for _ in range(2)]
    (here, there), (_, half) = ends
    try:
        there.sendall(get("/"))
        half.sendall(get("/")[:10])
        for own, _other in ends:
            worker.enqueue_req(TConn(Config(), own, None, None))
        assert [request.conn.sock for request in answered] == [here]
        assert [key.fileobj for key in worker.poller.get_map().values()] == [ends[1][0]]
        half.sendall(get("/")[10:])
        for key, _events in worker.poller.select(PATIENCE):
            key.data(key.fileobj)
        assert len(answered) == 2 and not worker.incoming and not worker.poller.get_map()
    finally:
        worker.poller.close()
        for request in answered:
            request.close()
        for end in (*ends[0], *ends[1]):
            end.close()


def test_head_that_does_not_end_is_refused(address: tuple[str, int]) -> None:
    connection = opened(address, b"GET / HTTP/1.1\r\n")
    said = b""
    try:
        for _ in range(200):
            connection.sendall(b"X-More: " + b"x" * 1000 + b"\r\n")
        said = connection.recv(100)
    except OSError:
        said = b"closed"
    connection.close()
    assert said == b"closed" or b"431" in said
    assert answer(opened(address, get("/after"))).endswith(b"/after 0")


@pytest.mark.long
def test_half_a_head_is_given_up_after_a_while(address: tuple[str, int]) -> None:
    assert b" 408 " in answer(opened(address, HALVES["half a head"]))


def test_slow_senders_hold_up_no_uploads(address: tuple[str, int]) -> None:
    """Many more of them than there are threads for files, each sends a byte now and then."""
    files = b"Content-Type: multipart/form-data; boundary=b\r\n"
    slow = [opened(address, post(2_000_000) + b"x") for _ in range(20)]
    slow += [opened(address, post(2000).replace(b"Host", files + b"Host") + b"x") for _ in range(5)]
    slow += [opened(address, CHUNKED + b"ffff\r\nx") for _ in range(5)]
    begun = time.monotonic()
    for length in (1_200_000, 3_000_000):
        for connection in slow:
            connection.sendall(b"x")
        assert answer(opened(address, post(length)), b"x" * length).endswith(f"/p {length}".encode())
    assert answer(opened(address, CHUNKED), b"3\r\nabc\r\n0\r\n\r\n").endswith(b"/p 3")
    assert time.monotonic() - begun < 9
    for connection in slow:
        connection.close()


CHUNKED = b"POST /p HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
CHUNKS = b"3\r\nabc\r\n" + b"1E;more=1\r\n" + b"x" * 30 + b"\r\n" + b"0\r\nTrailer: 1\r\n\r\n"


@pytest.mark.parametrize("cut", range(1, len(CHUNKS), 7))
def test_chunks_come_whole_however_they_are_cut(address: tuple[str, int], cut: int) -> None:
    connection = opened(address, CHUNKED + CHUNKS[:cut])
    assert answer(connection, CHUNKS[cut:]).endswith(b"/p 33")


@pytest.mark.parametrize("length", [1, 2, 3, 7])
def test_chunks_may_come_in_pieces_of_any_length(length: int) -> None:
    """What arrives together depends on the network: here it does not."""
    chunks, body = Chunks(), io.BytesIO()
    for start in range(0, len(CHUNKS), length):
        chunks.take(CHUNKS[start : start + length], body)
    assert chunks.is_there and body.getvalue() == b"abc" + b"x" * 30


def test_many_chunks_are_as_long_as_they_are(address: tuple[str, int]) -> None:
    many = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    assert answer(opened(address, CHUNKED + 30 * many + b"0\r\n\r\n")).endswith(f"/p {30 * 0x10000}".encode())


@pytest.mark.parametrize(
    "request_",
    [
        CHUNKED + b"zz\r\nabc\r\n",
        CHUNKED + b"3\r\nabcdef\r\n",
        CHUNKED + b"-3\r\nabc\r\n",
        CHUNKED + b"1" * 5000,
        CHUNKED.replace(b"chunked", b"gzip, chunked"),
        CHUNKED.replace(b"Host", b"Content-Length: 5\r\nHost") + b"0\r\n\r\n",
    ],
)
def test_chunks_that_are_none_are_refused(address: tuple[str, int], request_: bytes) -> None:
    assert answer(opened(address, request_)).startswith(b"HTTP/1.1 400")


def test_what_is_far_too_large_is_refused_at_once(address: tuple[str, int]) -> None:
    assert answer(opened(address, post(10**12))).startswith(b"HTTP/1.1 413")


def test_who_waits_to_be_told_to_go_on_is_told(address: tuple[str, int]) -> None:
    for length in (1000, 2_000_000):
        connection = opened(address, post(length).replace(b"Host", b"Expect: 100-continue\r\nHost"))
        assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        said = answer(connection, b"x" * length)
        assert said.startswith(b"HTTP/1.1 200") and said.endswith(f"/p {length}".encode())


@pytest.mark.parametrize("length", [0, 100, 300_000, 3_000_000])
def test_after_a_body_that_nobody_read_the_next_request_is_answered(address: tuple[str, int], length: int) -> None:
    unread = post(length).replace(b"/p", b"/unread").replace(b"close", b"keep-alive") + b"x" * length
    connection = opened(address, unread + get("/at-once").replace(b"close", b"keep-alive"))
    said = b""
    while b"/at-once 0" not in said:
        part = connection.recv(65536)
        assert part, said
        said += part
    assert b"/unread 0" in said
    assert answer(connection, get("/later")).endswith(b"/later 0")


def test_who_comes_new_is_let_in_before_those_who_say_nothing(address: tuple[str, int]) -> None:
    idle = [opened(address, b"GET" if number % 2 else b"") for number in range(ROOM + 5)]
    begun = time.monotonic()
    for number in range(5):
        assert answer(opened(address, get(f"/{number}"))).endswith(f"/{number} 0".encode())
    assert time.monotonic() - begun < 5
    for connection in idle:
        connection.close()
