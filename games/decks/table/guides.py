"""The coach at the tables of the first game: at a moment, and beside the real game that follows."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from board.sentences import as_sentences
from contract.guide import guide_of
from engine.decks.game.stages import AT_DRAFT
from engine.decks.rules.modes import SEAT_NAMES
from games.decks.first_game.explaining import explained, hint
from games.decks.state import DecksState
from games.decks.table.page import TablePage
from tables.first_game.showing import MomentGuide
from tables.models import FirstGame
from tables.viewers import Viewer


@dataclass(frozen=True)
class GameGuide:
    """The coach's words beside the real game, if they are wanted: the bot's last turn, and a hint."""

    explains: bool
    says: list[str]
    hint: str
    chooses: bool = False


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
