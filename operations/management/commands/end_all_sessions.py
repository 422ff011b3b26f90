"""``manage.py end_all_sessions``: whoever is signed in, and whatever has a token or a link, is out."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from operations.ending import endings
from operations.kept_media import was_restored


class Command(BaseCommand):
    help = (
        "Signs everyone out and ends all API tokens, seat tokens, invitations and password reset links. For use after "
        "a "
        "theft or a restored backup. Passwords, passkeys and guests' cookies stay valid."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--yes", action="store_true", help="do not ask first")

    def handle(self, *_args: Any, yes: bool, **_options: Any) -> None:
        """Asks, and says how many of each there were."""
        if not yes and input("This signs everyone out and ends all tokens and links. Type yes to continue: ") != "yes":
            raise CommandError("Nothing was changed.")
        for name, end in endings.items():
            self.stdout.write(f"{name}: {end()}")
        was_restored().unlink(missing_ok=True)
