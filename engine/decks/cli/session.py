"""The command ``session``: what a ledger of a Mutation session comes to, and what a seat may cut and glue now."""

from __future__ import annotations

import argparse
from typing import Any, Final

from engine.decks.formats.interchange import Catalogue
from engine.decks.sessions import SEATS, SessionLedger, answer, legal_mutations
from engine.kernel.errors import EngineError
from engine.kernel.reading import pointer

LEGAL: Final = "legal"


def add_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "words",
        nargs="*",
        metavar="[legal] [SESSION.json]",
        help="'legal' for the mutations that a seat may do now; a file, or - (default)",
    )
    command.add_argument("--seat", choices=tuple(SEATS), help="with 'legal': whose")
    command.add_argument("--jsonl", action="store_true", help="one document a line, one answer a line")
    command.add_argument("--catalogue", metavar="FILE", help='JSON: {"set/card": CARD, ...}')


def settle(command: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Makes ``request`` of the words: the file. Leaves by the command's ``error`` where they make no sense."""
    words = list(options.words)
    query = bool(words) and words[0] == LEGAL
    if query != (options.seat is not None):
        command.error("argument --seat: goes with 'legal', and 'legal' with it")
    if len(words) - query > 1:
        command.error(f"unrecognized arguments: {' '.join(words[1 + query :])}")
    options.request = words[-1] if len(words) > query else "-"


def reply(request: Any, catalogue: Catalogue, seat: str | None = None) -> dict[str, Any]:
    """The answer to a document or request; ``seat`` asks for its legal mutations where the request names none.

    Raises ``EngineError`` (``bad-request``, ``bad-session``).
    """
    document, requested = split(request)
    ledger = SessionLedger.open(document, catalogue)
    named = seat if requested is None else requested
    return answer(ledger) if named is None else legal_mutations(ledger.state, named)


def split(request: Any) -> tuple[Any, str | None]:
    """The document of a request, or of a bare document, and the seat that is asked for. Raises ``EngineError``."""
    if not isinstance(request, dict) or "session" not in request:
        return request, None
    for key in request:
        if key not in ("session", LEGAL):
            raise EngineError("bad-request", f"there is no key '{key[:60]}' here", pointer("", key))
    seat = request.get(LEGAL)
    if seat is not None and seat not in tuple(SEATS):
        raise EngineError("bad-request", f"this must be one of the seats {', '.join(SEATS)}", f"/{LEGAL}")
    return request["session"], seat
