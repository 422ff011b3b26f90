"""The coach at the table of a first game: the task of a moment and what came of it, or the bot's reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from contract.moments import Moment, is_done
from contract.registry import GAMES
from tables.first_game.services import moment_of, outcome_at
from tables.models import LiveGame

TASK: Final = "turn"
RIGHT: Final = "right"
WRONG: Final = "wrong"


@dataclass(frozen=True)
class MomentGuide:
    """The coach's words beside the board at a moment. ``state`` is ``turn``, ``right`` or ``wrong``."""

    moment: Moment
    state: str
    head: str
    says: str
    why: str
    following: Moment | None
    count: int

    @property
    def is_over(self) -> bool:
        return self.state != TASK

    @property
    def contents(self) -> str:
        return self.moment.contents

    @property
    def onward(self) -> str:
        """The address of the form that leads on: to the next moment, or to the real game."""
        if self.following is None:
            return self.moment.real_game
        return reverse("play:first_moment", args=[self.following.slug])

    @property
    def icon(self) -> str:
        return {TASK: "candle-flame", RIGHT: "laurels", WRONG: "open-book"}[self.state]


def moment_guide(game: LiveGame, language: str) -> MomentGuide | None:
    """The guide of a moment's table; None for any other table."""
    moment = moment_of(game)
    return None if moment is None else guide_to(moment, outcome_at(game), language)


def guide_to(moment: Moment, outcome: str, language: str) -> MomentGuide:
    """The words beside the board at a moment of which an outcome came."""
    moments = GAMES[moment.game].moments()
    following = moments[moment.number] if moment.number < len(moments) else None
    title = moment.text(language, "title")
    if not outcome:
        says, why = moment.text(language, "task"), moment.text(language, "why")
        return MomentGuide(moment, TASK, title, says, why, following, len(moments))
    head = _("Well done") if is_done(outcome) else _("Not quite")
    says = moment.outcome_text(language, outcome)
    return MomentGuide(moment, RIGHT if is_done(outcome) else WRONG, head, says, "", following, len(moments))
