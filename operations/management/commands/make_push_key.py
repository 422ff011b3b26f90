"""``manage.py make_push_key``: a key for telling people whose turn it is when no page is open."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from operations.vapid import new_key


class Command(BaseCommand):
    help = "Makes a key for push notifications and prints it as a line for the environment file. Saves nothing."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """One line; nothing is kept."""
        self.stdout.write(f"GRIMOIRE_VAPID_PRIVATE_KEY={new_key()}")
