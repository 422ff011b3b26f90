"""Messages to authors about their pages."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grimoire.authoring import checks

MISSING: Final = {
    checks.NO_TITLE: gettext_lazy("Add a title."),
    checks.NO_PROOF: gettext_lazy("Not proven yet: press “Prove”."),
    checks.BUSY: gettext_lazy("The solver is still working."),
    checks.OUTDATED: gettext_lazy("Proven under older rules: press “Prove” again."),
    checks.UNFINISHED: gettext_lazy(
        "The solver ran out of time, so the solution isn't confirmed. Try a simpler position."
    ),
    checks.NO_SOLUTION: gettext_lazy("There is no solution."),
    checks.TRIVIAL: gettext_lazy("Nothing to solve: the objective is met without playing a card."),
    checks.NO_PLAY: gettext_lazy(
        "Nothing to solve: the objective is met without playing a card. Change the position or the objective."
    ),
    checks.TOO_MANY: gettext_lazy("It has several solutions. Allow them, or change the position."),
    checks.IS_COOKED: gettext_lazy("There's a second, shorter solution. Allow it, or change the position."),
    checks.LINE_FAILS: gettext_lazy("Your own solution doesn't reach the objective."),
    checks.TWIN_ALONE: gettext_lazy("Publish puzzle (a): its twins are published with it."),
    checks.TWIN_NOT_READY: gettext_lazy("A twin isn't ready yet: open it to see what is missing."),
    checks.ENTERED: gettext_lazy("Entered in a contest: it is published with the award."),
    checks.IN_CHAMPIONSHIP: gettext_lazy("In a championship: it is published when that is over."),
    checks.WITH_TWINS: gettext_lazy("A puzzle with twins can't be an open challenge."),
    checks.TWINS_ALIKE: gettext_lazy("Two twins have the same solution: change one of them."),
}
FLAGS: Final = {
    checks.UNFINISHED: gettext_lazy("The solver couldn't prove it again under the current rules."),
    checks.NO_SOLUTION: gettext_lazy("Under the current rules it has no solution."),
    checks.TRIVIAL: gettext_lazy("Under the current rules the objective is met without playing a card."),
    checks.NO_PLAY: gettext_lazy("Nothing to solve: the objective is met without playing a card."),
    checks.TOO_MANY: gettext_lazy("Under the current rules it has several solutions."),
    checks.IS_COOKED: gettext_lazy("Under the current rules the objective is reached too soon."),
    checks.LINE_FAILS: gettext_lazy("Under the current rules your own solution doesn't reach the objective."),
    checks.OTHER_SOLUTION: gettext_lazy(
        "The solver finds other solutions than before: this may be an error on our side."
    ),
}


def missing_text(code: str) -> str:
    """A reason why a draft cannot be published, as a sentence."""
    return str(MISSING[code])


def frozen_text() -> str:
    """Why a puzzle can't be changed that somebody judges or solves against the clock."""
    return _("This puzzle is in a contest or championship and stays as it is.")


def flag_text(code: str) -> str:
    """Why a published page is flagged, as a sentence; a code that is not known any more is told as it is."""
    return str(FLAGS.get(code, code))


def stale_pin_text() -> str:
    return _("A pinned near miss no longer fails.")
