"""The turn that a seat lays down while the others play: what it would be now, and what is left of it later.

It names cards by their places, which change: so each is followed from where it lay when it was laid down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from board.fault_text import error_text
from engine.decks.game.foresight import known_to
from engine.decks.game.game import DecksGame
from engine.decks.game.knowledge import Knowledge
from engine.decks.game.stages import AT_PLAY
from engine.decks.rules.actions import CHAMPION, PLAY_LINE, PLAY_ONTO, PLAY_TARGET, Action, parse_action
from engine.decks.rules.board import MANA, AISeat
from engine.decks.rules.trace.scenes import Token
from engine.kernel.errors import IllegalAction
from games.decks.table.plans import BEGIN, LaidPlan, lay_out


@dataclass(slots=True)
class FollowedPlan:
    """What is left of a plan, and why each of the other plays is not: (the card's name, the reason)."""

    line: list[str] = field(default_factory=list)
    dropped: list[tuple[str, str]] = field(default_factory=list)


def as_next_turn(game: DecksGame, seat: int) -> DecksGame:
    """The game as a seat knows it, as if its turn began now; as it is where it is the seat's turn already."""
    table = known_to(game, seat)
    position, knowledge = table.position, table.knowledge
    if table.stage != AT_PLAY or position is None or knowledge is None or position.active == seat:
        return table
    position.active = knowledge.scene.active = seat
    position.phase = knowledge.scene.phase = MANA
    position.mana = knowledge.scene.mana = 0
    position.seats[seat].turn += 1
    knowledge.scene.hands[seat].turn += 1
    return table


def lay_out_next(game: DecksGame, seat: int, line: Sequence[str], language: str) -> LaidPlan:
    """Tries plays of the seat's next turn as the board lies now."""
    return lay_out(as_next_turn(game, seat), seat, line, language)


def follow(before: DecksGame, line: Sequence[str], now: DecksGame, seat: int, language: str) -> FollowedPlan:
    """What is left ``now`` of plays for the seat's next turn that were laid down ``before``."""
    plan = lay_out_next(before, seat, line, language)
    table = as_next_turn(now, seat)
    if [str(action) for action in table.legal_actions()] == [BEGIN]:
        table.apply(seat, BEGIN)
    followed = FollowedPlan()
    tried = plan.foreseen[len(plan.opening) :]
    for written, (knowledge, _seen), sentence in zip(plan.line, tried, plan.sentences, strict=True):
        action, why = _moved(parse_action(written), knowledge, table, seat)
        if action is not None:
            try:
                table.apply(seat, action)
            except IllegalAction as wrong:
                why = error_text(wrong.code, language)
            else:
                followed.line.append(str(action))
                continue
        followed.dropped.append((sentence.what, why))
    return followed


def _moved(action: Action, before: Knowledge, table: DecksGame, seat: int) -> tuple[Action | None, str]:
    """The same action with the places of now; None, and why, where a card of it is gone."""
    assert table.knowledge is not None and table.position is not None
    old, new = before.scene, table.knowledge.scene
    player = table.position.seats[seat]
    place = action.place
    if place != CHAMPION and not isinstance(player, AISeat):
        hand = old.hands[seat]
        token = hand.tokens[place if place < hand.stronghold else place - 1]
        if token not in new.hands[seat].tokens:
            return None, _("It's no longer in your hand.")
        place = player.place_of(new.hands[seat].tokens.index(token))
    if action.kind == PLAY_LINE:
        return Action(PLAY_LINE, place, action.line), ""
    target_seat = seat if action.kind == PLAY_ONTO else action.seat
    target = old.rows[2 * target_seat + action.line][action.at].card
    found = _find(target, table)
    if found is None or (action.kind == PLAY_ONTO and found[0] // 2 != seat):
        return None, _("Its target is gone.")
    row, at = found
    if action.kind == PLAY_ONTO:
        return Action(PLAY_ONTO, place, row % 2, -1, at), ""
    return Action(PLAY_TARGET, place, row % 2, row // 2, at), ""


def _find(token: Token, table: DecksGame) -> tuple[int, int] | None:
    """The row and the place of a Creature in play."""
    assert table.knowledge is not None
    for number, row in enumerate(table.knowledge.scene.rows):
        for at, figure in enumerate(row):
            if figure.card == token:
                return number, at
    return None
