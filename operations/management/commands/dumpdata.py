"""``manage.py dumpdata``, which leaves nothing out: Django's own asks each model's default manager."""

from __future__ import annotations

from django.core.management.base import CommandParser
from django.core.management.commands import dumpdata


class Command(dumpdata.Command):
    def add_arguments(self, parser: CommandParser) -> None:
        """``--all`` is always on: without the cards in the trash, their versions would belong to nothing."""
        super().add_arguments(parser)
        parser.set_defaults(use_base_manager=True)
