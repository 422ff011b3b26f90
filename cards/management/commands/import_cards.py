"""manage.py import_cards FILE"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import Owner, User, Visibility
from cards.exchange import CardsRefused, read_file
from cards.importing import ImportAction, carry_out, plan_import


class Command(BaseCommand):
    help = (
        "Imports the cards in FILE (JSON or CSV; - for standard input) into a new or existing set: all of them, or "
        "none "
        "and a list of the errors."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--set", default="", metavar="NAME", help="the set's name; default: the one in the file")
        parser.add_argument(
            "--owner", default="", metavar="USER", help="the account that owns the cards; default: the site"
        )
        parser.add_argument(
            "--visibility",
            choices=Visibility.values,
            help="default: private for an account's cards, public for the site's",
        )
        parser.add_argument("--dry-run", action="store_true", help="show what would be imported, change nothing")

    def handle(self, *_args: Any, **options: Any) -> None:
        owner = owner_named(options["owner"]) if options["owner"] else None
        visibility = options["visibility"] or (Visibility.PRIVATE if owner else Visibility.PUBLIC)
        try:
            file = read_file(content_of(options["file"]))
            plan = plan_import(owner=owner, file=file, name=options["set"], for_site=owner is None)
            if not options["dry_run"]:
                carry_out(owner=owner, file=file, name=options["set"], visibility=visibility)
        except CardsRefused as refused:
            more = [f"and {refused.untold} more"] if refused.untold else []
            raise CommandError("\n".join(["Nothing was imported.", *map(str, refused.faults), *more])) from None
        for note in plan.notes:
            self.stderr.write(note)
        if plan.strange_columns:
            self.stderr.write(f"Skipped columns: {', '.join(plan.strange_columns)}")
        for line in plan.lines:
            for note in line.notes:
                self.stderr.write(f"{line.content.name}: {note}")
        new, changed, same = (
            plan.count(change) for change in (ImportAction.NEW, ImportAction.CHANGED, ImportAction.SAME)
        )
        dry_run = " (dry run: nothing was imported)" if options["dry_run"] else ""
        self.stdout.write(f"{plan.name}: {new} new, {changed} changed, {same} unchanged{dry_run}")


def owner_named(name: str) -> Owner:
    """The owner with the account of that name, made if need be. Raises ``CommandError``."""
    user = User.objects.filter(username__iexact=name).first()
    if user is None:
        raise CommandError(f"No account {name!r}.")
    return Owner.objects.get_or_create(user=user)[0]


def content_of(name: str) -> bytes:
    """The bytes of a file. Raises ``CommandError``."""
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"Cannot read {name}: {error.strerror}.") from None
