"""A new web worker is made ready before it serves: else its first visitor waits for half a second of imports.

That is what every page needs: all addresses with their views, the tags of templates, the frame of pages, the texts of
both languages. The page of 500 has all of it, and asks neither a request nor the database. And it is all templates, so
that nobody's page is the one for which they are read. The first search of the rules makes the indexes of all games,
which takes half of all that time: it is one of ours, with a slip in it, since slips are compared with all words that
are known, and it is done while the worker serves already, since everybody waits until then after an upgrade.
"""

from __future__ import annotations

import gc
import logging
from pathlib import Path
from threading import Thread
from typing import Final, cast

from django.conf import settings
from django.template.loader import get_template, render_to_string
from django.utils import translation

logger = logging.getLogger(__name__)

_ASKED: Final = "bastion bastoinn"
YOUNG: Final = 10_000  # objects that are made before the garbage collector looks at them, a few megabytes


def warm() -> None:
    """Has this process read what every page needs, in each language, and all templates.

    What fails is logged: the worker serves all the same.
    """
    try:
        for folder in cast("list[Path]", settings.TEMPLATES[0]["DIRS"]):
            for path in sorted(folder.rglob("*.html")):
                get_template(path.relative_to(folder).as_posix())
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                render_to_string("500.html")
    except Exception:  # files not collected yet, say: a worker that ended here would be replaced for ever
        logger.exception("A new web worker could not be made ready")


def warm_on() -> None:
    """Has it search once in each language, in a thread of its own, and sets apart what that makes."""
    Thread(target=_search, name="warming", daemon=True).start()


def _search() -> None:
    try:
        from rulings.desk import look_up  # gunicorn reads its settings, and this with them, before there are any apps

        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                look_up(_ASKED, language)
    except Exception:
        logger.exception("A new web worker could not make its indexes")
    set_apart()


def set_apart() -> None:
    """Takes all that is there out of what the garbage collector looks through, and has it look less often.

    It stays as long as the worker does, and a pass over it, of 350,000 objects, would keep a visitor waiting for a
    fifth of a second. Nearly all that a request makes is in no circle and goes with it: Python's usual 700 have the
    collector look through each request while it is answered.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)
