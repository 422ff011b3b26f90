"""The daily sweep of files: prints whose day is over, and files that belong to nothing.

A process that is killed between writing a file and its row leaves the file behind.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.core.files.storage import default_storage
from django.utils import timezone

from background.upkeep import register
from cards.models import Picture, PrintJob
from cards.printing import services
from cards.workshop.uploads import small_name

YOUNG: Final = timedelta(days=1)  # the row of a file as young as that may be on its way


def sweep_files() -> int:
    """Deletes files of pictures and prints that no row knows of; how many those were."""
    count = 0
    for folder, wanted in (("pictures", _pictures()), ("prints", _prints())):
        for name in _names(folder):
            if name not in wanted and _is_old(name):
                default_storage.delete(name)
                count += 1
    return count


def _names(folder: str) -> list[str]:
    try:
        return [f"{folder}/{name}" for name in default_storage.listdir(folder)[1] if name]
    except FileNotFoundError:
        return []


def _pictures() -> set[str]:
    names = set(Picture.objects.values_list("file", flat=True))
    return names | {small_name(name) for name in names}


def _prints() -> set[str]:
    return set(PrintJob.objects.values_list("file", flat=True))


def _is_old(name: str) -> bool:
    try:
        return timezone.now() - default_storage.get_modified_time(name) > YOUNG
    except FileNotFoundError:
        return False


def start() -> None:
    register("prints whose day is over", services.sweep)
    register("files that belong to nothing", sweep_files)
