"""The command line of the contract (part 8): ``python -m engine --game magic-schools COMMAND [FILE | -]``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from typing import Any, Final, TextIO

from engine.kernel.errors import EngineError
from engine.kernel.options import Parser, WrongOption, whole
from engine.kernel.requests import parse_json, request_texts
from engine.schools.cli import bench, play, puzzles
from engine.schools.formats.requests import CHAMPIONSHIP, CURRICULUM, GAMES_KINDS, RequestedGame, kind_of
from engine.schools.rules.choices import legal_actions
from engine.schools.rules.perft import perft
from engine.schools.sheets.championship import read_championship
from engine.schools.sheets.curriculum import read_curriculum

WRONG_INPUT: Final = 2  # exit status
DEEPEST: Final = 200  # that perft counts: it goes down by recursion

SchoolsAnswer = dict[str, Any]


def resolve(request: Any) -> SchoolsAnswer:
    """Carries out a request's actions one by one, or reckons a sheet. Raises ``EngineError``."""
    kind = kind_of(request)
    if kind == CURRICULUM:
        return {CURRICULUM: read_curriculum(request[CURRICULUM]).to_json()}
    if kind == CHAMPIONSHIP:
        return {CHAMPIONSHIP: read_championship(request[CHAMPIONSHIP]).to_json()}
    return RequestedGame(request).to_json()


def legal(request: Any) -> SchoolsAnswer:
    """The legal actions after the request's own. Raises ``EngineError``."""
    played = _reached(request)
    return {"actions": [str(action) for action in legal_actions(played.state)], "to_act": played.to_act}


def count(request: Any, depth: int) -> SchoolsAnswer:
    """perft after the request's actions. Raises ``EngineError``."""
    return {"nodes": perft(_reached(request).state, depth)}


def _reached(request: Any) -> RequestedGame:
    """The answer to a request of a game; a wrong action is an error alone."""
    kind = kind_of(request)
    if kind not in GAMES_KINDS:
        raise EngineError("bad-request", f"this takes only {' and '.join(GAMES_KINDS)}", f"/{kind}")
    played = RequestedGame(request)
    if played.error is not None:
        raise played.error
    return played


def main(arguments: list[str] | None = None, stdin: TextIO | None = None, stdout: TextIO | None = None) -> int:
    """Runs the command line and answers the exit status: 0, or 2 for wrong input to a single request."""
    source = stdin or sys.stdin
    out = stdout or sys.stdout
    if hasattr(source, "reconfigure"):
        source.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
    if hasattr(out, "reconfigure"):
        out.reconfigure(encoding="utf-8", errors="backslashreplace")  # half surrogate pairs: as JSON escapes them
    try:
        options = _parser().parse_args(arguments)
        command = _command(options)
        texts = request_texts(options.request, source, options.jsonl) if options.request else ["null"]
    except WrongOption as wrong:
        print(wrong.usage, file=sys.stderr)
        return _write({"error": wrong.to_json()}, out)
    except OSError as wrong:
        return _write({"error": EngineError("bad-json", f"cannot be read: {wrong}").to_json()}, out)
    status = 0
    for text in texts:
        try:
            answer = command(parse_json(text))
        except EngineError as wrong:
            answer = {"error": wrong.to_json()}
        status = _write(answer, out, options.jsonl)
    return 0 if options.jsonl else status


def _write(answer: SchoolsAnswer, out: TextIO, flush: bool = False) -> int:
    """Writes an answer; the exit status that it alone would have."""
    print(json.dumps(answer, ensure_ascii=False), file=out, flush=flush)
    return WRONG_INPUT if "error" in answer else 0


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m engine --game magic-schools", description="Clash of Magic Schools, resolved.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, help_text in (
        ("resolve", "carry out actions and show what happened, or reckon a sheet"),
        ("legal", "list the legal actions"),
        ("perft", "count action sequences"),
        ("solve", "prove in which ways the seat whose turn it is wins in this turn"),
    ):
        command = commands.add_parser(name, help=help_text)
        command.add_argument("request", nargs="?", default="-", metavar="FILE", help="a file, or - (default)")
        command.add_argument("--jsonl", action="store_true", help="one request a line, one answer a line")
        if name == "perft":
            command.add_argument("--depth", type=whole(0, DEEPEST), required=True, metavar="N")
        if name == "solve":
            puzzles.add_solve_options(command)
    for name, help_text, module in (
        ("play", "let bots play games", play),
        ("bench", "measure how fast the engine is here", bench),
        ("compose", "compose pages on which a turn is to be won", puzzles),
    ):
        command = commands.add_parser(name, help=help_text)
        command.set_defaults(request=None, jsonl=False)
        module.add_options(command)
    return parser


def _command(options: argparse.Namespace) -> Callable[[Any], SchoolsAnswer]:
    if options.command == "perft":
        return lambda request: count(request, options.depth)
    if options.command == "play":
        return lambda _: play.answer(options)
    if options.command == "compose":
        return lambda _: puzzles.compose(options)
    if options.command == "solve":
        return lambda request: puzzles.solve(_reached(request).state, options.nodes)
    if options.command == "bench":
        return lambda _: bench.answer(options.seconds)
    return {"resolve": resolve, "legal": legal}[options.command]
