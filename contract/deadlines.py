"""The times for a turn that are offered, and any of them in words."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

DEADLINES: Final = (
    ("", _("No limit")),
    ("300", _("5 minutes per turn")),
    ("86400", _("A day per turn")),
    ("259200", _("Three days per turn")),
    ("604800", _("A week per turn")),
)


def deadline_words(seconds: int) -> str:
    """The time for a turn."""
    known = dict(DEADLINES).get(str(seconds))
    minutes = max(1, seconds // 60)
    words = ngettext("%(n)d minute per turn", "%(n)d minutes per turn", minutes) % {"n": minutes}
    return words if known is None else str(known)
