"""The engine's command line (position.md): ``python -m engine COMMAND [POSITION | -]``.

A position is JSON or a line of notation (``formats.notation``); in a request with actions either will do as well.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TextIO

from engine.decks.cli import bench, compose, play, session, solve
from engine.decks.drawing.text import draw_text
from engine.decks.formats.interchange import (
    Catalogue,
    read_action,
    read_position,
    write_action,
    write_position,
    write_result,
)
from engine.decks.formats.notation import parse_to_json
from engine.decks.rules.perft import divide, perft
from engine.decks.rules.position import Position
from engine.decks.rules.trace.recorder import Trace
from engine.kernel.errors import EngineError
from engine.kernel.options import Parser, WrongOption, whole
from engine.kernel.requests import decoded, parse_json, request_texts, split_request, turn_limit_of, writable

WRONG_INPUT: Final = 2  # exit status
NOTATION: Final = "cod1"  # begins every line of it
DEEPEST: Final = 200  # that perft counts: it goes down by recursion

Answer = dict[str, Any]


def resolve(request: Any, catalogue: Catalogue) -> Answer:
    """Carries out the request's actions one by one; what was resolved before a wrong one still stands."""
    data, actions = split_request(request)
    position = read_position(data, catalogue)
    position.turn_limit = turn_limit_of(request)
    trace = Trace()
    error: EngineError | None = None
    for number, action in enumerate(actions):
        try:
            position.push(read_action(position, action), trace)
        except EngineError as wrong:
            wrong.at = number
            error = wrong
            break
    answer: Answer = {
        "position": write_position(position),
        "trace": trace.to_json(),
        "result": write_result(position.result),
    }
    if error is not None:
        answer["error"] = error.to_json()
    return answer


def board(request: Any, catalogue: Catalogue) -> Answer:
    """The position that ``resolve`` comes to, as text for people."""
    answer = resolve(request, catalogue)
    if "error" in answer:
        return answer
    return {"text": draw_text(read_position(answer["position"], catalogue))}


def legal(request: Any, catalogue: Catalogue) -> Answer:
    position = _reached(request, catalogue)
    return {"actions": [write_action(action) for action in position.legal_actions()]}


def count(request: Any, catalogue: Catalogue, depth: int, split: bool) -> Answer:
    """perft, with ``split`` for each first action."""
    position = _reached(request, catalogue)
    answer: Answer = {"nodes": perft(position, depth)}
    if split and depth > 0:
        answer["split"] = {str(action): nodes for action, nodes in divide(position, depth)}
    return answer


def _reached(request: Any, catalogue: Catalogue) -> Position:
    data, actions = split_request(request)
    position = read_position(data, catalogue)
    position.turn_limit = turn_limit_of(request)
    for number, action in enumerate(actions):
        try:
            position.push(read_action(position, action))
        except EngineError as wrong:
            wrong.at = number
            raise
    return position


def main(arguments: list[str] | None = None, stdin: TextIO | None = None, stdout: TextIO | None = None) -> int:
    """Runs the command line and answers the exit status: 0, or 2 when some input was wrong."""
    source = stdin or sys.stdin
    out = stdout or sys.stdout
    if hasattr(source, "reconfigure"):
        source.reconfigure(encoding="utf-8", errors="surrogateescape")
    if hasattr(out, "reconfigure"):
        out.reconfigure(encoding="utf-8", errors="backslashreplace")  # half surrogate pairs: as JSON escapes them
    try:
        options = _parser().parse_args(arguments)
        if options.command == "session":
            options.settle(options)
    except WrongOption as wrong:
        print(wrong.usage, file=sys.stderr)
        print(json.dumps({"error": wrong.to_json()}, ensure_ascii=False), file=out)
        return WRONG_INPUT
    command = _command(options)
    try:
        catalogue = _catalogue(options.catalogue)
        texts = request_texts(options.request, source, options.jsonl) if options.request else ["null"]
    except (OSError, EngineError) as wrong:
        error = wrong if isinstance(wrong, EngineError) else EngineError("bad-json", f"cannot be read: {wrong}")
        print(json.dumps({"error": error.to_json()}, ensure_ascii=False), file=out)
        return WRONG_INPUT
    status = 0
    for text in texts:
        try:
            answer = command(_request(text), catalogue)
        except EngineError as wrong:
            answer = {"error": wrong.to_json()}
        if "error" in answer:
            status = WRONG_INPUT
        text_shown = None if options.jsonl else answer.get("tree", answer.get("text"))
        shown = json.dumps(answer, ensure_ascii=False) if text_shown is None else text_shown
        print(shown, file=out, flush=options.jsonl)
    return status


def _request(text: str) -> Any:
    """What a text asks: JSON, or a line of notation in place of the whole or of the position in it.

    Raises ``EngineError``.
    """
    line = text.removeprefix("\ufeff").strip()
    if line.startswith(NOTATION) and line == writable(line):  # else some of it is no UTF-8
        return parse_to_json(line)
    request = parse_json(text)
    if isinstance(request, dict) and isinstance(request.get("position"), str):
        return {**request, "position": parse_to_json(request["position"])}
    return request


class DecksParser(Parser):
    """Whose wrong options have the contract's code."""

    code = "bad-position"


def _parser() -> argparse.ArgumentParser:
    parser = DecksParser(prog="python -m engine", description="The rules of Clash of Decks, resolved.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, help_text in (
        ("resolve", "carry out actions and show what happened"),
        ("board", "carry out actions and draw the board as text"),
        ("legal", "list the legal actions"),
        ("perft", "count action sequences"),
        ("solve", "find the solutions of a position's objective"),
    ):
        command = commands.add_parser(name, help=help_text)
        command.add_argument(
            "request",
            nargs="?",
            default="-",
            metavar="POSITION",
            help="a file, or - for standard input (default): a position as JSON or as a line of notation (cod1 ...),"
            ' or {"position": either of them, "actions": [...]}',
        )
        command.add_argument(
            "--jsonl", action="store_true", help="one request a line, JSON or notation; one answer a line"
        )
        command.add_argument("--catalogue", metavar="FILE", help='JSON: {"set/card": CARD, ...}')
        if name == "perft":
            command.add_argument("--depth", type=whole(0, DEEPEST), required=True, metavar="N")
            command.add_argument("--split", action="store_true", help="also the count behind each first action")
        elif name == "solve":
            solve.add_options(command)
    of_play = commands.add_parser("play", help="let bots play games")
    of_play.add_argument("--catalogue", metavar="FILE", help='cards to draft from, JSON: {"set/card": CARD, ...}')
    of_play.set_defaults(request=None, jsonl=False)
    play.add_options(of_play)
    of_compose = commands.add_parser("compose", help="make puzzles that have one solution")
    of_compose.add_argument("--catalogue", metavar="FILE", help='cards to compose with, JSON: {"set/card": CARD, ...}')
    of_compose.set_defaults(request=None, jsonl=False)
    compose.add_options(of_compose)
    of_session = commands.add_parser("session", help="what a ledger of a Mutation session comes to")
    session.add_options(of_session)
    of_session.set_defaults(settle=partial(session.settle, of_session))
    of_bench = commands.add_parser("bench", help="measure how fast the engine is here, and whether it runs compiled")
    of_bench.set_defaults(request=None, jsonl=False, catalogue=None)
    bench.add_options(of_bench)
    return parser


def _command(options: argparse.Namespace) -> Callable[[Any, Catalogue], Answer]:
    if options.command == "perft":
        return lambda request, catalogue: count(request, catalogue, options.depth, options.split)
    if options.command == "solve":
        return lambda request, catalogue: solve.answer(*split_request(request), catalogue, options)
    if options.command == "play":
        return lambda _, catalogue: play.answer(options, catalogue)
    if options.command == "compose":
        return lambda _, catalogue: compose.answer(options, catalogue)
    if options.command == "session":
        return lambda request, catalogue: session.reply(request, catalogue, options.seat)
    if options.command == "bench":
        return lambda _request, _catalogue: bench.answer(options.seconds)
    return {"resolve": resolve, "board": board, "legal": legal}[options.command]


def _catalogue(name: str | None) -> Catalogue:
    if name is None:
        return {}
    with open(name, "rb") as file:
        cards = parse_json(decoded(file.read()))
    if not isinstance(cards, dict):
        raise EngineError("bad-json", "a catalogue is an object of cards")
    return cards
