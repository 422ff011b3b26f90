"""Words that the summaries of all games share."""

from __future__ import annotations

from django.utils.translation import ngettext

from tables.forms import DEADLINES


def deadline_words(seconds: int) -> str:
    """The time for a turn."""
    known = dict(DEADLINES).get(str(seconds))
    minutes = max(1, seconds // 60)
    words = ngettext("%(n)d minute per turn", "%(n)d minutes per turn", minutes) % {"n": minutes}
    return words if known is None else str(known)
