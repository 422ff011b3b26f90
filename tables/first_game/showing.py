"""The coach at the table of a first game: the task of a moment and what came of it, or the bot's reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from board.sentences import as_sentences
from contract.guide import guide_of
from contract.simple_moments import SimpleMoment
from engine.decks.game.stages import AT_DRAFT
from engine.decks.rules.modes import SEAT_NAMES
from tables.first_game.checks import is_done, outcome_of
from tables.first_game.explaining import explained, hint
from tables.first_game.moments import find_moment
from tables.first_game.services import AnyMoment, moment_of, moments_of, outcome_at
from tables.models import FirstGame, LiveGame
from tables.setups import DECKS
from tables.states import DecksState
from tables.table.page import TablePage
from tables.viewers import Viewer

TASK: Final = "turn"
RIGHT: Final = "right"
WRONG: Final = "wrong"


@dataclass(frozen=True)
class MomentGuide:
    """The coach's words beside the board at a moment. ``state`` is ``turn``, ``right`` or ``wrong``."""

    moment: AnyMoment
    state: str
    head: str
    says: str
    why: str
    following: AnyMoment | None
    count: int

    @property
    def is_over(self) -> bool:
        return self.state != TASK

    @property
    def contents(self) -> str:
        game = self.moment.game
        return reverse("play:first_game") if game == DECKS else reverse("play:first_game_of", args=[game])

    @property
    def onward(self) -> str:
        """The address of the form that leads on: to the next moment, or to the real game."""
        if self.following is not None:
            return reverse("play:first_moment", args=[self.following.slug])
        game = self.moment.game
        return reverse("play:first_real_game") if game == DECKS else reverse("play:another_first_game", args=[game])

    @property
    def icon(self) -> str:
        return {TASK: "candle-flame", RIGHT: "laurels", WRONG: "open-book"}[self.state]


@dataclass(frozen=True)
class GameGuide:
    """The coach's words beside the real game, if they are wanted: the bot's last turn, and a hint."""

    explains: bool
    says: list[str]
    hint: str
    chooses: bool = False


def moment_guide(state: DecksState, language: str) -> MomentGuide | None:
    """The guide of a moment's table; None for any other game."""
    guide = guide_of(state.setup)
    moment = None if guide is None else find_moment(guide.moment)
    if moment is None:
        return None
    return guide_to(moment, outcome_of(moment, state), language)


def guide_to(moment: AnyMoment, outcome: str, language: str) -> MomentGuide:
    """The words beside the board at a moment of which an outcome came."""
    moments = moments_of(moment.game)
    following = moments[moment.number] if moment.number < len(moments) else None
    title = moment.text(language, "title")
    if not outcome:
        says, why = moment.text(language, "task"), moment.text(language, "why")
        return MomentGuide(moment, TASK, title, says, why, following, len(moments))
    head = _("Well done") if is_done(outcome) else _("Not quite")
    says = moment.outcome_text(language, outcome)
    return MomentGuide(moment, RIGHT if is_done(outcome) else WRONG, head, says, "", following, len(moments))


def game_guide(viewer: Viewer, state: DecksState, page: TablePage | None, language: str) -> GameGuide | None:
    """The guide of the real game for who plays it; None for everybody else, and for any other game."""
    guide = guide_of(state.setup)
    if guide is None or guide.moment or viewer.seat is None or viewer.seat.owner_id is None:
        return None
    explains = FirstGame.objects.filter(owner=viewer.seat.owner_id).values_list("explains", flat=True).first()
    if not explains:
        return GameGuide(False, [], "")
    if page is None or page.seat is None:
        return GameGuide(True, [], "", chooses=state.engine is not None and state.engine.stage == AT_DRAFT)
    says = explained(list(state.before(_since_own_turn(state, page.seat))), page.seat, language)
    can_hint = page.acts and page.view == "laying" and page.plan is not None
    return GameGuide(True, says, hint(page.plan.position, page.seat) if can_hint and page.plan is not None else "")


def _since_own_turn(state: DecksState, seat: int) -> int:
    """The version before the bot's latest turn."""
    others = [done for done in state.done if done.seat != seat]
    if not others:
        return state.version
    return min(done.version for done in others if done.turn == others[-1].turn) - 1


class MomentPage(TablePage):
    """A table at a moment: when its point has been played there is nothing more to do at it."""

    guide: MomentGuide | None = None

    def attend(self, guide: MomentGuide) -> None:
        """Takes in what the moment says."""
        self.guide = guide
        if guide.is_over:
            self.acts = False
            self.view = "over" if self.state.result is not None else "waiting"

    @property
    def says(self) -> str:
        if self.guide is not None and (self.guide.is_over or not self.told):
            return as_sentences(self.guide.head, self.guide.says)
        return super().says

    @property
    def names(self) -> dict[str, str]:
        return {
            letter: _("%(seat)s (you)") % {"seat": letter} if letter == self.letter else letter
            for letter in SEAT_NAMES[:2]
        }


def other_guide(game: LiveGame, language: str) -> MomentGuide | None:
    """The guide of a moment's table of another game than Clash of Decks; None for any other table."""
    moment = moment_of(game)
    return guide_to(moment, outcome_at(game), language) if isinstance(moment, SimpleMoment) else None
