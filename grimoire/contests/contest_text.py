"""Why something cannot be done with a contest, as sentences."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy

REFUSALS: Final = {
    "too-many-contests": gettext_lazy("You already have 20 contests without an award."),
    "not-judge": gettext_lazy("Only the person asked can agree to judge, before the contest closes."),
    "blocked": gettext_lazy("This player can't be asked."),
    "has-judge": gettext_lazy("This contest has a judge."),
    "judge-entered": gettext_lazy("This author has entered a puzzle, so can't be the judge."),
    "has-entries": gettext_lazy("A contest with entries can't be deleted."),
    "not-open": gettext_lazy("This contest takes no entries now."),
    "no-account": gettext_lazy("Sign in to enter: the award is given to a name."),
    "judge": gettext_lazy("You are the judge, so you can't enter."),
    "not-a-draft": gettext_lazy("Enter a draft of yours that isn't published or entered elsewhere."),
    "not-new": gettext_lazy("Others already know this puzzle: enter a new one."),
    "has-twins": gettext_lazy("A puzzle with twins can't be entered."),
    "not-ready": gettext_lazy("This draft isn't ready to publish yet: prove it first."),
    "not-the-theme": gettext_lazy("This draft doesn't have what the contest asks for."),
    "too-many-entries": gettext_lazy("You've entered as many puzzles as this contest allows."),
    "full": gettext_lazy("This contest has 200 entries and takes no more."),
    "sealed": gettext_lazy("The contest is closed: entries stay until the award."),
    "not-judging": gettext_lazy("Only the judge can do this, after the contest closes and before the award."),
}


def refusal_text(code: str) -> str:
    return str(REFUSALS[code])
