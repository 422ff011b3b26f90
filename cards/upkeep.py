"""The daily sweep of files: prints whose day is over, and files that belong to nothing.

A process that is killed between writing a file and its row leaves the file behind.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from django.conf import settings

from background.upkeep import register
from cards.models import Picture, PrintJob
from cards.printing import services
from cards.workshop.uploads import small_name

YOUNG_SECONDS: Final = 24 * 3600  # the row of a file as young as that may be on its way


def sweep_files() -> int:
    """Deletes files of pictures and prints that no row knows of; how many those were."""
    count = 0
    for folder, wanted in (("pictures", _pictures()), ("prints", _prints())):
        for path in (Path(settings.MEDIA_ROOT) / folder).glob("*"):
            if path.is_file() and f"{folder}/{path.name}" not in wanted and _is_old(path):
                path.unlink(missing_ok=True)
                count += 1
    return count


def _pictures() -> set[str]:
    names = set(Picture.objects.values_list("file", flat=True))
    return names | {small_name(name) for name in names}


def _prints() -> set[str]:
    return set(PrintJob.objects.values_list("file", flat=True))


def _is_old(path: Path) -> bool:
    try:
        return time.time() - path.stat().st_mtime > YOUNG_SECONDS
    except FileNotFoundError:
        return False


def start() -> None:
    """Has it done each day."""
    register("prints whose day is over", services.sweep)
    register("files that belong to nothing", sweep_files)
