"""A plan: plays that a seat has laid down and not done, as far as the seat can know what they would do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from board.naming import in_language
from board.plays import PlayableCard, Told, choices_of, tell
from engine.decks.game.foresight import first_hidden, known_to
from engine.decks.game.game import DecksGame
from engine.decks.game.knowledge import Knowledge
from engine.decks.game.stages import AT_PLAY, Sighting
from engine.decks.rules.actions import Action, parse_action
from engine.decks.rules.board import SUMMONING
from engine.decks.rules.position import Position
from engine.kernel.errors import IllegalAction

BEGIN: Final = "mana"
ASSAULT: Final = "assault"
END_TURN: Final = "end-turn"
MAX_PLAYS: Final = 60


@dataclass(slots=True)
class LaidPlan:
    """Plays of a seat tried out.

    ``opening`` is what begins the turn, ``line`` the plays that may be done, ``closing`` what was tried after them.
    ``sentences`` say the plays in words, ``foreseen`` is what they show: the knowledge before each action and its
    events. ``hidden_from`` is the number of the action, the opening counted, that depends on something hidden: nothing
    comes after it. ``dropped`` is the first play that may not be done, with ``why``, the engine's code.
    """

    opening: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    closing: list[str] = field(default_factory=list)
    sentences: list[Told] = field(default_factory=list)
    foreseen: list[tuple[Knowledge, list[Sighting]]] = field(default_factory=list)
    hidden_from: int | None = None
    dropped: str = ""
    why: str = ""
    position: Position | None = None  # after the line, cards named for the reader; None where it is not known

    @property
    def actions(self) -> list[str]:
        return [*self.opening, *self.line, *self.closing]

    @property
    def can_attack(self) -> bool:
        return self.position is not None and self.position.phase == SUMMONING

    @property
    def legal(self) -> list[str]:
        if self.position is None:
            return []
        return [str(action) for action in self.position.legal_actions() if " " in str(action)]

    @property
    def choices(self) -> list[PlayableCard]:
        """The cards that may be played next, with actions in text form for their places."""
        return [] if self.position is None else choices_of(self.position, str)


def lay_out(game: DecksGame, seat: int, line: Sequence[str], language: str, until: str = "") -> LaidPlan:
    """Tries plays of the seat whose turn it is, and what follows them ``until`` the Assault or the end of the turn."""
    plan = LaidPlan()
    table = known_to(game, seat)
    named = None
    wanted = [*([BEGIN] if _begins(table) else []), *line[:MAX_PLAYS]]
    for number, written in enumerate(wanted):
        is_opening = number == 0 and written == BEGIN
        if not is_opening and " " not in written:
            continue  # phases are no plays
        named = named or _named(table, language)
        if not _try(plan, table, named, seat, written, plan.opening if is_opening else plan.line):
            break
    plan.position = None if plan.hidden_from is not None or table.position is None else named or _named(table, language)
    while until and plan.hidden_from is None and table.stage == AT_PLAY and table.active == seat:
        written = str(table.legal_actions()[-1])
        if written not in (ASSAULT, until) or not _try(plan, table, None, seat, written, plan.closing):
            break
        if written == until:
            break
    return plan


def _begins(table: DecksGame) -> bool:
    return [str(action) for action in table.legal_actions()] == [BEGIN]


def _named(table: DecksGame, language: str) -> Position:
    assert table.position is not None
    named = in_language(table.position, language)
    named.seed, named.turn_limit = table.position.seed, table.position.turn_limit
    return named


def _try(plan: LaidPlan, table: DecksGame, named: Position | None, seat: int, written: str, done: list[str]) -> bool:
    """Tries an action; answers whether others may follow."""
    before = table.copy()
    action: Action | None = None
    try:
        action = parse_action(written)
        table.apply(seat, action)
    except (IllegalAction, ValueError) as wrong:
        plan.dropped, plan.why = written, getattr(wrong, "code", "bad-action")
        return False
    done.append(written)
    sightings = table.seen[-1]
    hidden = first_hidden(before.knowledge, seat, [event for event, _open in sightings])
    assert before.knowledge is not None
    plan.foreseen.append((before.knowledge, sightings if hidden is None else sightings[:hidden]))
    if named is not None and done is plan.line:
        plan.sentences.append(tell(named, action))
    if hidden is not None:
        plan.hidden_from = len(plan.actions) - 1
        return False
    if named is not None:
        named.apply(action)
    return True
