"""Why something cannot be done with a championship, as sentences."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy

REFUSALS: Final = {
    "too-many": gettext_lazy("You already have 5 championships that aren't over."),
    "not-six": gettext_lazy("Choose exactly six puzzles."),
    "not-a-draft": gettext_lazy("Choose drafts of yours that aren't published."),
    "not-new": gettext_lazy("Others already know one of these puzzles: choose new ones."),
    "not-ready": gettext_lazy("Every puzzle must be ready to publish: proven, with a title, without twins."),
    "begun": gettext_lazy("This championship has started, so it can't be deleted."),
    "no-account": gettext_lazy("Sign in to take part: the table has names."),
    "organiser": gettext_lazy("You set the puzzles, so you can't take part."),
    "not-open": gettext_lazy("This championship can't be started now."),
}


def refusal_text(code: str) -> str:
    return str(REFUSALS[code])
