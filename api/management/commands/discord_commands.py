"""``manage.py discord_commands``: the commands of the application in Discord, printed or sent there."""

from __future__ import annotations

import json
from typing import Any, Final

import requests
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from api.discord.commands import commands

ADDRESS: Final = "https://discord.com/api/v10/applications/{application}/commands"
TIMEOUT: Final = (5.0, 20.0)  # seconds


class Command(BaseCommand):
    help = "Prints the site's Discord commands as JSON. With --register, sends them to Discord."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--register", action="store_true", help="send the commands to Discord, replacing all earlier ones"
        )

    def handle(self, *_args: Any, register: bool = False, **_options: Any) -> None:
        """Prints them, or sends them once."""
        if not register:
            self.stdout.write(json.dumps(commands(), ensure_ascii=False, indent=1))
            return
        missing = [name for name in ("DISCORD_APPLICATION_ID", "DISCORD_BOT_TOKEN") if not getattr(settings, name)]
        if missing:
            raise CommandError(f"Set {' and '.join(f'GRIMOIRE_{name}' for name in missing)}.")
        try:
            answer = requests.put(
                ADDRESS.format(application=settings.DISCORD_APPLICATION_ID),
                json=commands(),
                headers={"Authorization": f"Bot {settings.DISCORD_BOT_TOKEN}"},
                proxies={"https": settings.EGRESS_PROXY} if settings.EGRESS_PROXY else None,
                timeout=TIMEOUT,
                allow_redirects=False,
            )
        except requests.RequestException as wrong:
            raise CommandError(
                f"Discord could not be reached ({type(wrong).__name__}). Nothing was changed; try again later."
            ) from None
        if answer.status_code != 200:
            raise CommandError(f"Discord refused the commands: {answer.status_code} {answer.text[:500]}")
        self.stdout.write(f"Registered {len(answer.json())} commands.")
