"""``python -m engine --game clash-of-the-cards COMMAND [FILE|-]``: one request, or with ``--jsonl`` one a line."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any, Final, TextIO

from engine.armies.cli import bench
from engine.armies.cli.requests import COMMANDS, answer
from engine.kernel.errors import EngineError
from engine.kernel.options import Parser, WrongOption
from engine.kernel.requests import parse_json, request_texts

WRONG_INPUT: Final = 2  # exit status
_HELP: Final = {
    "resolve": "carry out actions and show what happened",
    "legal": "list the legal actions",
    "perft": "count action sequences",
    "play": "play on by chance",
    "view": "show what a seat may see",
}


def main(arguments: list[str] | None = None, stdin: TextIO | None = None, stdout: TextIO | None = None) -> int:
    """Runs the command line and answers the exit status: 0, or 2 when a single answer is an error."""
    source = stdin or sys.stdin
    out = stdout or sys.stdout
    if hasattr(source, "reconfigure"):
        source.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
    if hasattr(out, "reconfigure"):
        out.reconfigure(encoding="utf-8", errors="backslashreplace")  # half surrogate pairs: as JSON escapes them
    try:
        options = _parser().parse_args(arguments)
        if options.command == "bench":
            _write(bench.answer(options), out)
            return 0
        texts = request_texts(options.request, source, options.jsonl)
    except WrongOption as wrong:
        print(wrong.usage, file=sys.stderr)
        _write({"error": wrong.to_json()}, out)
        return WRONG_INPUT
    except OSError as wrong:
        _write({"error": EngineError("bad-json", f"cannot be read: {wrong}").to_json()}, out)
        return WRONG_INPUT
    failed = False
    for text in texts:
        failed = not _answer_one(options.command, text, out)
    return WRONG_INPUT if failed and not options.jsonl else 0


def _answer_one(command: str, text: str, out: TextIO) -> bool:
    """Answers one request; whether it could."""
    try:
        response = answer(command, parse_json(text))
    except EngineError as wrong:
        response = {"error": wrong.to_json()}
    except RecursionError:
        response = {"error": EngineError("bad-json", "nested too deep").to_json()}
    _write(response, out)
    return "error" not in response


def _write(response: dict[str, Any], out: TextIO) -> None:
    print(json.dumps(response, ensure_ascii=False), file=out, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m engine --game clash-of-the-cards", description="The rules of Clash of the Cards.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in COMMANDS:
        command = commands.add_parser(name, help=_HELP[name])
        command.add_argument("request", nargs="?", default="-", metavar="FILE", help="a file, or - (default)")
        command.add_argument("--jsonl", action="store_true", help="one request a line, one answer a line")
    bench.add_options(commands.add_parser("bench", help="measure how fast the engine is here"))
    return parser
