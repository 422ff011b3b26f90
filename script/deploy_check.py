"""Says what is missing where the site is to run; see script/deploy-check. 1 if anything keeps it from working."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Final

import django
from django.conf import settings
from django.core.checks import ERROR, CheckMessage, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError

LEVELS: Final = {True: "missing", False: "warning"}


class Unreadable(ValueError):
    """A file of variables that cannot be read; the text names the line."""


def variables(file: Path) -> dict[str, str]:
    """What a file of NAME=VALUE lines sets, by name, as systemd reads it.

    Nothing in it is run or replaced; quotes around a whole value fall away. Raises :class:`Unreadable`.
    """
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise Unreadable(f"Cannot read {file}: {problem}") from problem
    variables_read = {}
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if not line or line[0] in "#;":
            continue
        parts = re.fullmatch(r"(\w+)=(?:'([^']*)'|\"([^\"]*)\"|(.*))", line, re.ASCII)
        if parts is None or (parts[4] or "")[:1] in ("'", '"'):
            raise Unreadable(f"{file}, line {number}: not NAME=VALUE, or a quote that is not closed.")
        variables_read[parts[1]] = next((value for value in parts.groups()[1:] if value is not None), "")
    return variables_read


def main() -> int:
    """Prints one line for each thing, the worst first."""
    try:
        for file in map(Path, sys.argv[1:2]):
            os.environ.update(variables(file))
    except Unreadable as problem:
        print(f"missing: {problem}")
        return 1
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        django.setup()
    except ImproperlyConfigured as refusal:
        print(f"missing: the site does not start. {refusal}")
        return 1
    if not settings.PRODUCTION:
        print(f"missing: GRIMOIRE_ENV is {settings.ENVIRONMENT}. Remove it on a production site.")
        return 1
    try:
        messages = run_checks(include_deployment_checks=True, databases=["default"])
    except DatabaseError as problem:
        print(f"missing: cannot reach the database. {problem}")
        return 1
    shown: list[CheckMessage] = [message for message in messages if not message.is_silenced()]
    for message in sorted(shown, key=lambda message: -message.level):
        hint = f" {message.hint}" if message.hint else ""
        print(f"{LEVELS[message.level >= ERROR]}: {message.msg}{hint} ({message.id})")
    if any(message.level >= ERROR for message in shown):
        return 1
    print("Nothing is missing.")
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    sys.exit(main())
