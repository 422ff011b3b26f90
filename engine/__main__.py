"""``python -m engine [--game NAME] ...``: the command line of each game by its name, of the first one without."""

from __future__ import annotations

import json
import os
import sys
from typing import Final

from engine.games import GAMES

FIRST: Final = next(iter(GAMES))
WRONG_INPUT: Final = 2  # exit status
_OPTION: Final = "--game"


def main(arguments: list[str]) -> int:
    """Runs a game's command line and answers the exit status; ``--game NAME`` or ``--game=NAME`` comes first."""
    name = FIRST
    if arguments and arguments[0].partition("=")[0] == _OPTION:
        _, equals, name = arguments[0].partition("=")
        arguments = arguments[1:]
        if not equals:
            name, arguments = "".join(arguments[:1]), arguments[1:]
    if name not in GAMES:
        message = f"there is no game {name[:40]!r}; there are: {', '.join(GAMES)}"
        print(json.dumps({"error": {"code": "bad-request", "message": message, "at": _OPTION}}))
        return WRONG_INPUT
    return GAMES[name].command_line(arguments)


if __name__ == "__main__":
    try:
        status = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read the answers has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    sys.exit(status)
