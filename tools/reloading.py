"""The development server and its worker look at their files when one has changed, and not each second."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.autoreload import StatReloader
from watchfiles import watch

NO_CODE: Final = frozenset({"node_modules", "staticfiles", "var"})  # and whatever is hidden
LOOKED_AT_LEAST: Final = 60.0  # seconds: for what is elsewhere, as packages
WAIT: Final = 1000  # milliseconds
STEP: Final = 200  # milliseconds for which nothing more changes before it looks: an editor writes several files


class WaitingReloader(StatReloader):
    """Django's, which looks at some thousands of files, that waits for the kernel's word before it does (inotify).

    What is looked at stays Django's affair: modules, templates, translations, and what apps add.
    """

    SLEEP_TIME = 0

    def tick(self) -> Iterator[None]:
        looks = super().tick()
        yield next(looks)
        due = float("-inf")  # once more as soon as changes are told of: for those of before
        for changes in watch(*self.roots(), step=STEP, rust_timeout=WAIT, yield_on_timeout=True):
            if changes or time.monotonic() > due:
                yield next(looks)
                due = time.monotonic() + LOOKED_AT_LEAST

    def roots(self) -> Iterable[Path]:
        """The folders of which it is told, with all below them."""
        for path in Path(settings.BASE_DIR).iterdir():
            if path.is_dir() and path.name not in NO_CODE and not path.name.startswith("."):
                yield path
