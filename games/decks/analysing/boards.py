"""The board at a node: what its action did, step by step, with all hands open or as a seat sees it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from accounts.models import Owner
from board import arrangement
from board.likenesses import looks_of
from board.pages import DrawnBoard, faces_of
from board.plays import PlayableCard, choices_of
from board.services import MAX_DRAWN, MAX_STEPS, count_cards
from board.traces import rows_of
from board.walkthrough import Moment, moment_of
from engine.decks.formats import compact
from engine.decks.formats.interchange import write_position
from engine.decks.game.knowledge import Knowledge
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.trace.events import Event
from engine.decks.rules.trace.recorder import Trace
from engine.decks.rules.trace.scenes import Scene, scenes
from engine.kernel.errors import EngineError
from games.decks.analysing.tree import ROOT
from games.decks.analysing.walking import Walk, perform, settle
from games.decks.table.frames import Frames
from web.json_bodies import to_text

LAST: Final = 1 << 20  # a step beyond every trace


def events_at(walk: Walk, number: int) -> list[Event]:
    """What the action of a node did, and what came of it by itself."""
    position, trace = walk.before(number).copy(), Trace()
    if number == ROOT:
        settle(position, trace)
    elif not walk[number].fault:
        perform(position, walk.tree[number].action, trace)
    return trace.events


def knowledge_before(walk: Walk, number: int) -> Knowledge:
    """What everybody may know before the action of a node, of what was shown since the start."""
    knowledge = Knowledge(walk.start)
    if number == ROOT:
        return knowledge
    for each in (ROOT, *(node.number for node in walk.tree.path(number)[:-1])):
        see_node(knowledge, walk, each)
    return knowledge


def see_node(knowledge: Knowledge, walk: Walk, number: int) -> None:
    """Takes in what the action of a node shows."""
    for event in events_at(walk, number):
        knowledge.see(event)


def moment_at(walk: Walk, number: int, seat: str, language: str) -> Moment:
    """The board after a node's action, small; ``seat`` is the letter of the seat that looks, "" for open hands."""
    if not seat:
        return moment_of(Scene(walk[number].position), language)
    knowledge = knowledge_before(walk, number)
    see_node(knowledge, walk, number)
    return moment_known(knowledge, seat, language)


def moment_known(knowledge: Knowledge, seat: str, language: str) -> Moment:
    """The board of which this is known, as a seat sees it."""
    scene = knowledge.scene.copy()
    deduced = knowledge.deduced()
    for token, card in deduced.items():
        scene.cards[token] = card
    hidden = knowledge.hidden() - deduced.keys() - set(scene.hands[SEAT_NAMES.index(seat)].tokens)
    return moment_of(scene, language, hidden)


class NodeBoard(DrawnBoard):
    """The board after a node's action, with the steps that led there from the node before.

    ``own`` is the letter of the seat whose turn it is, or of the one that looks on.
    """

    def __init__(
        self,
        walk: Walk,
        number: int,
        seat: str,
        language: str,
        owner: Owner | None,
        address: Callable[[int], str],
        step: int = LAST,
    ) -> None:
        self.address = address
        self.walk = walk
        self.number = number
        position = walk[number].position
        begin = walk.before(number)
        events = events_at(walk, number)
        if len(events) > min(MAX_STEPS, MAX_DRAWN // max(1, count_cards(begin))):
            begin, events = position, []
        if seat:
            self._look(knowledge_before(walk, number), events, SEAT_NAMES.index(seat), language, owner, step)
        else:
            drawn = list(scenes(begin, events))
            champions = [hand.champion for hand in drawn[0].hands]
            faces = faces_of(drawn[0].cards, champions, language, owner)
            super().__init__(arrangement.arrange(drawn), faces, begin, step, language)
        self.rows = list(rows_of(self.events if seat else events, language, self.href, begin.mode.ai_seats))
        # The last event has the phase in which it happened, while the next one has begun already.
        status = arrangement.arrange([Scene(position)])[0].status
        self.arrangements[-1] = replace(self.arrangements[-1], status=status)
        self.now = self.arrangements[self.step]
        self.own = seat or SEAT_NAMES[position.active]
        if SEAT_NAMES.index(seat or "A") % 2 and not self.four:
            self.seats_above, self.seats_below = self.seats_below, self.seats_above

    def _look(
        self, knowledge: Knowledge, events: list[Event], seat: int, language: str, owner: Owner | None, step: int
    ) -> None:
        frames = Frames(knowledge, seat, language)
        seeing = knowledge.copy()
        frames.add(knowledge, [(event, seeing.see(event)) for event in events])
        looks = looks_of(list(frames.cards.values()), owner, champions=bool(frames.champions))
        faces = {key: looks.face(card, key in frames.champions, language) for key, card in frames.cards.items()}
        self.unseen = frames.unseen()
        self.events = frames.events
        super().__init__(frames.arrangements(), faces, self.walk[self.number].position, step, language)
        there = {item.get(key) for items in self.now.zones.values() for item in items for key in ("t", "y", "e")}
        self.absent = sorted((faces.keys() | self.unseen) - there)

    @property
    def seats_of_people(self) -> list[str]:
        """The letters of the seats that no AI plays."""
        mode = self.walk.start.mode
        return [SEAT_NAMES[seat] for seat in range(mode.seats) if seat not in mode.ai_seats]

    @property
    def address_fields(self) -> list[tuple[str, str]]:
        """What names the position at the node in a form, also where it is too long for an address."""
        position = self.walk[self.number].position
        try:
            return [("p", compact.pack(position))]
        except EngineError:
            return [("position_text", to_text(write_position(position)))]

    def href(self, step: int) -> str:
        return self.address(step)


def playable(position: Position, seat: str) -> list[PlayableCard]:
    """What can be played at a node by whoever sees it so: of a hand that is hidden nothing."""
    if position.is_over or (seat and SEAT_NAMES[position.active] != seat):
        return []
    return choices_of(position, lambda action: action)
