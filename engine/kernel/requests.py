"""Requests as programs and people send them: JSON text, and a position with the actions to carry out in it."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, Final, TextIO

from engine.kernel.errors import BadPosition, EngineError, Fault
from engine.kernel.reading import Reader

MARKS: Final = (  # of byte order, with what each says; the longer ones first, which begin like others
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def split_request(request: Any) -> tuple[Any, list[Any]]:
    """Position and actions of a request, or of a bare position. Raises ``BadPosition`` when it is neither.

    A request may also carry a ``turn_limit``, see ``turn_limit_of``; who does not ask for that leaves it out.
    """
    if not isinstance(request, dict) or "position" not in request:
        return request, []
    extra = [key for key in request if key not in ("position", "actions", "turn_limit")]
    actions = request.get("actions", [])
    faults = [Fault("unknown-key", "", key[:60]) for key in extra]
    if not isinstance(actions, list):
        faults.append(Fault("wrong-type", "/actions", "a list"))
    reader = Reader()
    reader.number(request.get("turn_limit", 1), "/turn_limit", 1)
    faults += reader.faults
    if faults:
        raise BadPosition(faults)
    return request["position"], actions


def turn_limit_of(request: Any) -> int | None:
    """The number of turns after which the game of a request is drawn (ruling 2.13), None for a position.

    A record of a drawn game has it, since without it the position would go on. To be asked after ``split_request``.
    """
    limit: int | None = request.get("turn_limit") if isinstance(request, dict) and "position" in request else None
    return limit


def parse_json(text: str) -> Any:
    """The JSON value of a text. Raises ``EngineError`` (``bad-json``)."""
    text = text.removeprefix("\ufeff")  # Windows puts it before what it writes in UTF-8
    try:
        text.encode()  # what was no UTF-8 has been read as half surrogate pairs
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as wrong:
        raise EngineError("bad-json", f"this is not JSON: {wrong}") from wrong


def decoded(content: bytes) -> str:
    """The text of a file: in UTF-8, or in what its byte order mark says. What is neither becomes half surrogate pairs,
    which ``parse_json`` refuses."""
    for mark, encoding in MARKS:
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, "surrogateescape" if encoding == "utf-8" else "replace")
    return content.decode("utf-8", "surrogateescape")


def request_texts(name: str, source: TextIO, jsonl: bool) -> Iterable[str]:
    """What a command line is asked in a file, or in ``source`` for ``-``: the whole text, or with ``jsonl`` each line
    that is not empty, as soon as it comes. Raises ``OSError``."""
    if name == "-":
        raw: BinaryIO | None = getattr(source, "buffer", None)
        if jsonl:
            return _lines(source)
        return [decoded(raw.read()) if raw is not None else source.read()]
    with open(name, "rb") as file:
        text = decoded(file.read())
    return list(_lines(text.split("\n"))) if jsonl else [text]


def _lines(source: Iterable[str]) -> Iterator[str]:
    return (line for line in source if line.strip(" \t\r\n\ufeff"))  # JSON knows no other blanks


def writable(text: str) -> str:
    """The text with a question mark for each half of a surrogate pair: JSON can hold such, UTF-8 and pages cannot.

    For whoever tells what is wrong with JSON and repeats what stands there.
    """
    return text.encode("utf-8", "replace").decode()


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
