"""All that is said beside a turn that is to be won, in the language of the moment."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.schools.rules.components import SEATS
from engine.schools.rules.ending import BEHIND, ENOUGH, PLENTY
from engine.schools.rules.state import SchoolsState
from games.schools.board import words
from games.schools.puzzles.turn_to_win import TurnToWin


@dataclass(frozen=True, slots=True)
class TurnCoach:
    """What the page says first: a state of the styles, an icon, a head and a sentence."""

    state: str
    icon: str
    head: str
    says: str


def school_of(seat: int) -> str:
    return words.SCHOOL_NAMES[SEATS[seat]]


def goal_words(state: SchoolsState) -> str:
    """The objective of a position, and what it takes."""
    names = {"school": school_of(state.active), "other": school_of(1 - state.active)}
    if state.overtime:
        text = _("Overtime. Win this turn with %(school)s: %(most)d points, or %(other)s at %(least)d or less.")
    else:
        text = _("Win this turn with %(school)s: %(enough)d points while %(other)s has %(least)d or less.")
    return text % {**names, "most": PLENTY, "enough": ENOUGH, "least": BEHIND}


def goal_in_short(state: SchoolsState) -> str:
    """The objective in a few words, for lists."""
    if state.overtime:
        return _("%(school)s wins this turn, in Overtime") % {"school": school_of(state.active)}
    return _("%(school)s wins this turn") % {"school": school_of(state.active)}


def score_words(state: SchoolsState) -> str:
    """How things stand: the points of both."""
    own, other = state.totals[state.active], state.totals[1 - state.active]
    names = {"school": school_of(state.active), "other": school_of(1 - state.active)}
    return _("%(school)s has %(own)d, %(other)s %(theirs)d.") % {**names, "own": own, "theirs": other}


def short_words(short: int) -> str:
    """How many points are lacking."""
    return ngettext("One point is missing.", "%(n)d points are missing.", short) % {"n": short}


def coach_for(turn: TurnToWin) -> TurnCoach:
    """What is said of a turn as it stands."""
    if turn.is_won:
        result = turn.state.result
        assert result is not None
        return TurnCoach("right", "laurels", _("The Tournament is won"), str(words.REASONS[result.reason]))
    if turn.is_over:
        says = " ".join([score_words(turn.state), short_words(turn.short)]) if turn.short else score_words(turn.state)
        return TurnCoach("wrong", "hourglass", _("Turn over, no winner"), says)
    if not turn.line:
        return TurnCoach("turn", "candle-flame", _("Your turn"), score_words(turn.state))
    return TurnCoach("turn", "candle-flame", _("Your turn continues"), score_words(turn.state))


def walk_coach(turn: TurnToWin, step: int, count: int, name: str) -> TurnCoach:
    """What is said of a step of a line that is shown, which has a ``name``."""
    at = _("Step %(n)d of %(count)d.") % {"n": step, "count": count}
    if turn.is_won:
        says = _("That wins.")
    elif step == count and turn.short:
        says = short_words(turn.short)
    else:
        says = score_words(turn.state)
    return TurnCoach("look", "open-book", name, f"{at} {says}")
