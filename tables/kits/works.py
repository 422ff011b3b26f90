"""Kits as the work of print jobs: drawing a hundred cards takes longer than a request may."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.urls import reverse

from accounts.models import Owner
from cards.downloads import file_stem
from cards.models import PrintJob
from cards.printing import works
from cards.printing.options import PrintOptions
from cards.printing.products import PDF, Product
from cards.printing.services import begin
from contract.kit import GameKit
from contract.registry import GAMES
from tables.kits.drawing import KitPaper

KIND: Final = "kit"  # of print jobs


def kit_of(name: str) -> GameKit:
    """The kit of a game. Raises ``KeyError`` where there is none."""
    kit = GAMES[name].kit
    if kit is None:
        raise KeyError(name)
    return kit


class KitWork:
    """A kit as the work of a print job."""

    def __init__(self, job: PrintJob) -> None:
        options: dict[str, Any] = job.options
        self.paper = KitPaper(kit_of(options["kit"]), PrintOptions.of(options["options"]), options["parts"])
        self.total = self.paper.total
        self.left = len(self.paper.missing())

    def parts(self) -> Iterator[int]:
        return self.paper.draw()

    def finish(self) -> Product:
        name = f"{file_stem(self.paper.title)}-{self.paper.options.paper}.pdf"
        return Product(name, PDF, self.paper.pdf())


def ask(owner: Owner, kit: GameKit, options: PrintOptions, parts: list[str]) -> PrintJob:
    """A job that makes the file. Raises ``TooManyJobs``."""
    kept = {"language": options.language, "kit": kit.name, "options": options.to_json(), "parts": parts}
    return begin(owner=owner, kind=KIND, title=KitPaper(kit, options, ()).title, options=kept)


def _again(job: PrintJob) -> str:
    return reverse("kits:kit", args=[job.options["kit"]])


def register() -> None:
    works.register(KIND, KitWork, _again)
