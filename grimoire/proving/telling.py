"""Lines of a proof in words: each action as somebody would say it, and where the board shows what it does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.actions import CHAMPION, PLAY_LINE, PLAY_ONTO, Action
from engine.errors import EngineError
from engine.interchange import read_action
from engine.modes import SEAT_NAMES
from engine.position import Position
from rulings.showing import board_address


@dataclass(frozen=True, slots=True)
class Move:
    """An action of a line: ``seat`` is the letter of who does it, ``text`` what, ``href`` the board afterwards."""

    seat: str
    text: str
    action: str
    href: str


@dataclass(frozen=True, slots=True)
class ToldTry:
    """A line that fails: what it lacks in words, the enemy's turn that refutes it, and the best that is left then."""

    line: tuple[Move, ...]
    lacks: str
    refutation: tuple[Move, ...]
    best: tuple[Move, ...]


class Teller:
    """Tells the lines of one position, which has the names of the reader's language (``naming.in_language``)."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def line(self, written: Sequence[Any], before: Sequence[Any] = ()) -> tuple[Move, ...]:
        """A line of actions as ``clash-position/1`` writes them, after others; as far as it can be played."""
        at = self.position.copy()
        done: list[str] = []
        try:
            for one in before:
                action = read_action(at, one)
                at.apply(action)
                done.append(str(action))
            return tuple(self._moves(at, written, done))
        except EngineError:  # of other rules than those of now
            return ()

    def _moves(self, at: Position, written: Sequence[Any], done: list[str]) -> Iterator[Move]:
        for one in written:
            try:
                action = read_action(at, one)
            except EngineError:
                return
            seat, text = SEAT_NAMES[at.active], said(at, action)
            at.apply(action)
            done.append(str(action))
            yield Move(seat, text, str(action), board_address(self.position, done))

    def failed(self, one: dict[str, Any]) -> ToldTry:
        """A try of a proof."""
        line, refutation = one["line"], one.get("refutation", [])
        return ToldTry(
            self.line(line),
            lack_text(one.get("lacking")),
            self.line(refutation, line),
            self.line(one.get("best", []), [*line, *refutation]),
        )


def said(position: Position, action: Action) -> str:
    """What an action does in a position, in a few words."""
    if action.kind < PLAY_LINE:
        return {"mana": _("Mana phase"), "assault": _("Assault"), "end-turn": _("End of the turn")}[str(action)]
    player = position.seats[position.active]
    if action.place == CHAMPION:
        assert player.champion is not None
        card = player.champion
    else:
        card = player.hand[action.place if action.place < player.place else action.place - 1]
    facts = {"card": card.name}
    if action.kind == PLAY_LINE:
        text = _("%(card)s on the lower line") if action.line else _("%(card)s on the upper line")
        return text % facts
    if action.kind == PLAY_ONTO:
        host = position.rows[2 * position.active + action.line][action.at].body.name
        return _("%(card)s onto %(host)s") % {**facts, "host": host}
    target = position.rows[2 * action.seat + action.line][action.at].body.name
    return _("%(card)s at %(target)s (%(seat)s)") % {**facts, "target": target, "seat": SEAT_NAMES[action.seat]}


def lack_text(lack: dict[str, Any] | None) -> str:
    """The first unmet part of a goal (``Lack.to_json``) as a sentence; empty for None."""
    if lack is None:
        return ""
    left = lack["left"]
    text = {
        "bastion": ngettext(
            "%(player)s's Bastion still has %(left)d place to go.",
            "%(player)s's Bastion still has %(left)d places to go.",
            left,
        ),
        "fort": ngettext(
            "%(player)s's Fort still has %(left)d place to go.",
            "%(player)s's Fort still has %(left)d places to go.",
            left,
        ),
        "no-bastion": _("%(player)s has no Bastion that could fall."),
        "creature": _("%(player)s's Creature still has %(left)d HP."),
        "damage": ngettext("%(left)d damage is still missing.", "%(left)d damage are still missing.", left),
        "turns": ngettext("%(left)d enemy turn is still to come.", "%(left)d enemy turns are still to come.", left),
        "lost": _("The game is over without the objective."),
    }[lack["part"]]
    return text % {"player": lack["player"], "left": left}
