"""The board of a live game: everything that happened since some version, then the plan that is laid down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _

from accounts.models import Owner
from board.arrangement import Arrangement, Item, champion_zone, hand_zone
from board.likenesses import looks_of
from board.pages import DrawnBoard, LineOfBoard
from board.traces import rows_of
from engine.decks.game.game import DecksGame
from engine.decks.rules.board import CHAMPION_READY, AISeat
from engine.decks.rules.costs import cost_in_hand, cost_of_champion
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from games.decks.state import DecksState
from games.decks.table.frames import Frames
from games.decks.table.plans import LaidPlan
from tables.states import PlayedAction

MAX_STEPS: Final = 160  # of what has happened; what came before them is not played again
SOUNDS: Final = {  # of steps, by the kinds of their events
    "play": "card",
    "damage": "blow",
    "destroyed": "fallen",
    "stronghold": "stronghold",
    "bastion-falls": "fallen",
}
OWN_ICONS: Final = (
    "anticlockwise-rotation",
    "broken-shield",
    "candle-flame",
    "check-mark",
    "crossed-swords",
    "crystal-ball",
    "fast-backward-button",
    "laurels",
    "open-book",
    "spyglass",
)


def actions_since(state: DecksState, since: int) -> list[tuple[PlayedAction, DecksGame, DecksGame]]:
    """The actions of the play after a version, with the game before and after each, as many as are worth showing."""
    shown = [
        (played, before, after)
        for played, before, after in state.before(since)
        if before.knowledge is not None and after.position is not None
    ]
    steps = 0
    for number in range(len(shown) - 1, -1, -1):
        steps += len(shown[number][2].seen[-1])
        if steps > MAX_STEPS:
            return shown[number + 1 :]
    return shown


class TableBoard(DrawnBoard):
    """The board from a seat's side, or from that of whoever watches (``seat`` None).

    Steps up to ``now_step`` have happened, those up to ``laid_step`` are the plan's plays, then comes the Assault that
    a preview shows. ``unseen`` are the ids of cards that lie face down in some step.
    """

    hand_template = "play/table/_hand.html"

    def __init__(
        self,
        state: DecksState,
        past: list[tuple[PlayedAction, DecksGame, DecksGame]],
        plan: LaidPlan | None,
        seat: int | None,
        language: str,
        owner: Owner | None,
        address: Callable[[int], str],
        step: int | None,
        is_turned: bool,
    ) -> None:
        assert state.engine is not None and state.engine.knowledge is not None
        begin = past[0][1].knowledge if past else state.engine.knowledge
        assert begin is not None
        frames = Frames(begin, seat, language)
        for _done, before, after in past:
            assert before.knowledge is not None
            frames.add(before.knowledge, after.seen[-1])
        self.now_step = len(frames.events)
        plays = 0 if plan is None else len(plan.opening) + len(plan.line)
        self.laid_step = self.now_step
        for number, (knowledge, sightings) in enumerate(plan.foreseen if plan is not None else ()):
            frames.add(knowledge, sightings)
            if number < plays:
                self.laid_step = len(frames.events)
        arrangements = frames.arrangements()
        if plan is not None and state.engine.active != seat:
            ahead = [replace(arranged, status=_("Your next turn")) for arranged in arrangements[self.now_step + 1 :]]
            arrangements[self.now_step + 1 :] = ahead
        if plan is not None and plan.position is not None and seat is not None:
            _tell_costs(arrangements[self.laid_step], plan.position, seat)
        looks = looks_of(list(frames.cards.values()), owner, champions=bool(frames.champions))
        faces = {key: looks.face(card, key in frames.champions, language) for key, card in frames.cards.items()}
        self.address = address
        self.unseen = frames.unseen()
        position = state.engine.position
        assert position is not None
        last = len(arrangements) - 1
        super().__init__(arrangements, faces, position, last if step is None else step, language)
        there = {item.get(key) for items in self.now.zones.values() for item in items for key in ("t", "y", "e")}
        self.absent = sorted((faces.keys() | self.unseen) - there)
        mode = position.mode
        self.events = frames.events
        self.rows = list(rows_of(frames.events, language, self.href, mode.ai_seats))
        self._turn(seat, is_turned)

    def _turn(self, seat: int | None, is_turned: bool) -> None:
        """Lays one's own hand and lines nearest to oneself, or with ``is_turned`` the others'."""
        own = 0 if seat is None else seat
        near = [letter for letter in (*self.seats_above, *self.seats_below) if self._side(letter) == own % 2]
        far = [letter for letter in (*self.seats_above, *self.seats_below) if self._side(letter) != own % 2]
        lines = sorted(self.lines, key=lambda line: SEAT_NAMES.index(line.left_seat) // 2 == own // 2)
        if self.four:
            near.sort(key=lambda letter: SEAT_NAMES.index(letter) == own)
        self.seats_above, self.seats_below, self.lines = "".join(far), "".join(near), lines
        if is_turned:
            self.seats_above, self.seats_below = "".join(near), "".join(far)
            self.lines = [_mirrored(line) for line in reversed(lines)]

    @staticmethod
    def _side(letter: str) -> int:
        return SEAT_NAMES.index(letter) % 2

    @property
    def sounds(self) -> list[str]:
        """The sound of each step, from the one before the first on; "" for silence."""
        return ["", *(SOUNDS.get(event.kind, "") for event in self.events)]

    def href(self, step: int) -> str:
        return self.address(step)

    @property
    def icons(self) -> set[str]:
        return super().icons | set(OWN_ICONS)


def _mirrored(line: LineOfBoard) -> LineOfBoard:
    return LineOfBoard(line.name, line.right, line.right_seat, line.left, line.left_seat)


def _tell_costs(arranged: Arrangement, position: Position, seat: int) -> None:
    """Says on a card of the window, and on the Champion, what it costs now where that is not what is printed on it."""
    player = position.seats[seat]
    if isinstance(player, AISeat):
        return
    zone = arranged.zones[hand_zone(seat)]
    for index in range(position.window(seat)):
        _tell_cost(zone[player.place_of(index)], player.hand[index].cost, cost_in_hand(player.hand, index))
    champion = player.champion
    if champion is not None and player.champion_state == CHAMPION_READY:
        for item in arranged.zones[champion_zone(seat)]:
            _tell_cost(item, champion.cost, cost_of_champion(position, champion))


def _tell_cost(item: Item, printed: int, cost: int) -> None:
    if cost != printed and "m" not in item:
        item["x"] = _("costs %(number)d") % {"number": cost}
