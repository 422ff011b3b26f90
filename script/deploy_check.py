"""Says what is missing where the site is to run; see script/deploy-check. 1 if anything keeps it from working."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

import django
from django.conf import settings
from django.core.checks import ERROR, CheckMessage, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from script.with_variables import Unreadable, variables

LEVELS: Final = {True: "missing", False: "warning"}


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
    sys.exit(main())
