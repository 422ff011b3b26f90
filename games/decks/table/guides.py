"""The coach beside the real game that follows the moments of the first game."""

from __future__ import annotations

from dataclasses import dataclass

from contract.guide import guide_of
from engine.decks.game.stages import AT_DRAFT
from games.decks.first_game.explaining import explained, hint
from games.decks.state import DecksState
from games.decks.table.panel import PlayPanel
from tables.models import FirstGame
from tables.viewers import Viewer


@dataclass(frozen=True)
class GameGuide:
    """The coach's words beside the real game, if they are wanted: the bot's last turn, and a hint."""

    explains: bool
    says: list[str]
    hint: str
    chooses: bool = False


def game_guide(viewer: Viewer, state: DecksState, panel: PlayPanel | None, language: str) -> GameGuide | None:
    """The guide of the real game for who plays it; None for everybody else, and for any other game."""
    guide = guide_of(state.setup)
    if guide is None or guide.moment or viewer.seat is None or viewer.seat.owner_id is None:
        return None
    explains = FirstGame.objects.filter(owner=viewer.seat.owner_id).values_list("explains", flat=True).first()
    if not explains:
        return GameGuide(False, [], "")
    if panel is None or panel.seat is None:
        return GameGuide(True, [], "", chooses=state.engine is not None and state.engine.stage == AT_DRAFT)
    says = explained(list(state.before(_since_own_turn(state, panel.seat))), panel.seat, language)
    can_hint = panel.acts and panel.view == "laying" and panel.plan is not None
    return GameGuide(True, says, hint(panel.plan.position, panel.seat) if can_hint and panel.plan is not None else "")


def _since_own_turn(state: DecksState, seat: int) -> int:
    """The version before the bot's latest turn."""
    others = [done for done in state.done if done.seat != seat]
    if not others:
        return state.version
    return min(done.version for done in others if done.turn == others[-1].turn) - 1
