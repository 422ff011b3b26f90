"""Files at addresses that visitors name: redirects, sizes, those who never end, and where nobody goes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.tables.webhook_receiver import NAME, Receiver, listening, reach
from web.outgoing import fetching, transport
from web.outgoing.fetching import fetch
from web.outgoing.transport import NotReached

HOME = f"https://{NAME}"
PLAIN = {"Content-Type": "text/csv"}


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    with listening() as listener:
        reach(listener, monkeypatch)
        yield listener


def refused(address: str, most: int = 100) -> str:
    with pytest.raises(NotReached) as why:
        fetch(address, most)
    return str(why.value)


def test_a_file_and_its_redirects(receiver: Receiver) -> None:
    receiver.files = {
        "/a?b=1": (307, {"Location": "/c#part"}, b""),
        "/c": (302, {"Location": f"{HOME}/d?{'x' * 900}"}, b""),
        f"/d?{'x' * 900}": (200, PLAIN, b"name,type\n"),
    }
    assert fetch(f"{HOME}/a?b=1", 100) == b"name,type\n"
    came = receiver.take()
    assert [path for path, _headers, _body in came] == list(receiver.files)
    assert all(headers["host"] == NAME and "cookie" not in headers for _path, headers, _body in came)


@pytest.mark.parametrize(
    "goal",
    ["https://127.0.0.1/", "https://localhost/", "http://hooks.example.org/", "file:///etc/passwd", "https://u@x.org/",
     "https://hooks.example.org:22/", "//169.254.169.254/latest", "https://x.example.org/" + "a" * 4000],
)  # fmt: skip
def test_no_redirect_leads_where_nobody_may_go(receiver: Receiver, goal: str) -> None:
    receiver.files = {"/": (302, {"Location": goal}, b"")}
    assert refused(f"{HOME}/") == transport.BAD_ADDRESS
    assert len(receiver.take()) == 1


def test_a_redirect_into_this_network_gets_no_connection(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    receiver.files = {"/": (302, {"Location": "https://db.example.org/"}, b"")}
    monkeypatch.setattr(transport, "resolve", lambda name: ["127.0.0.1"] if name == NAME else ["10.0.0.1"])
    assert refused(f"{HOME}/") == transport.NOT_PUBLIC


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        ((404, {}, b""), fetching.NOT_THERE),
        ((206, PLAIN, b"a"), fetching.NOT_THERE),
        ((200, {"Content-Type": "text/html; charset=utf-8"}, b"<p>Sign in"), fetching.WEB_PAGE),
        ((200, PLAIN, b"x" * 101), fetching.TOO_LARGE),
        ((200, {**PLAIN, "Content-Length": "50"}, b"x" * 20), transport.NO_ANSWER),
        ((200, {**PLAIN, "Content-Encoding": "gzip"}, b"x" * 20), transport.NO_ANSWER),
        ((200, {**PLAIN, "Content-Length": "no"}, b"x" * 101), fetching.TOO_LARGE),
        ((302, {"Location": "/"}, b""), fetching.TOO_FAR),
    ],
)
def test_what_is_no_file_is_told(receiver: Receiver, answer: tuple[int, dict[str, str], bytes], word: str) -> None:
    receiver.files = {"/": answer}
    assert refused(f"{HOME}/") == word
    assert len(receiver.take()) <= fetching.MAX_HOPS


def test_nobody_is_held_up(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "SECONDS", 0.3)
    receiver.drips = True
    assert refused(f"{HOME}/") == transport.TOO_SLOW


def test_only_so_many_at_once(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """And each that has ended makes room, however it ended."""
    heard: list[str] = []

    def deeper(name: str) -> list[str]:
        heard.append(name)
        if len(heard) < 10:
            heard.append(refused(f"{HOME}/"))
        return ["10.0.0.1"]

    monkeypatch.setattr(transport, "resolve", deeper)
    assert refused(f"{HOME}/") == transport.NOT_PUBLIC
    assert heard == [NAME, NAME, fetching.BUSY, transport.NOT_PUBLIC]
    receiver.files = {"/": (200, PLAIN, b"a")}
    monkeypatch.setattr(transport, "resolve", lambda _name: ["127.0.0.1"])
    assert fetch(f"{HOME}/", 100) == b"a"


def test_this_machine_with_the_development_server_alone(settings: Any) -> None:
    assert refused("http://127.0.0.1:1/cards.csv") == transport.BAD_ADDRESS
    settings.OUTGOING_TO_THIS_MACHINE = True
    assert refused("http://127.0.0.1:1/cards.csv") == transport.NO_CONNECTION
