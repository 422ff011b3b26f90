"""The board step by step, as somebody may see it: what lies hidden is drawn as the back of a card.

A card has an id as long as it can be followed from place to place. The ids are counted along the board as it lies at
the first step, and anew along a pile that has just been shuffled, so they say nothing of what lies where. A card that
is shown in one of the steps has its face on the page; before that step it lies there face down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from typing import Any, Final

from django.utils.translation import gettext as _

from board.arrangement import Arrangement, Item, arrange
from board.naming import own_card
from engine.decks.game.knowledge import Knowledge
from engine.decks.game.stages import Sighting
from engine.decks.rules.cards import Card
from engine.decks.rules.trace import events as ev
from engine.decks.rules.trace.scenes import Scene, Token

_BACK: Final = Card("", True, 0, 0, 0, ())  # what a table that knows nothing of a card has in its place
_IDS: Final = ("t", "y", "e")  # where an item names cards


class Frames:
    """The steps of a game as a seat (None: whoever watches) may see them, from some moment on.

    ``events`` tells each step with the cards named in the reader's language, ``None`` in the place of none: hidden
    cards are called so. ``ends[n]`` is the number of steps after action n. ``cards`` are those that are shown in any
    step, by their ids; ``champions`` the ids of Champions.
    """

    def __init__(self, knowledge: Knowledge, seat: int | None, language: str) -> None:
        self.seat = seat
        self.language = language
        self.events: list[ev.Event] = []
        self.ends: list[int] = []
        self.cards: dict[str, Card] = {}
        self.champions: set[str] = set()
        self._scenes: list[Scene] = []
        self._hidden: list[set[str]] = []
        self._ids: list[dict[Token, str]] = []
        self._names: dict[str, str] = {}
        self._count = 0
        self._now: dict[Token, str] = {}
        for token in _in_order(knowledge.scene):
            self._number(token)
        self._look(knowledge, knowledge.scene.copy())

    def add(self, knowledge: Knowledge, sightings: Iterable[Sighting]) -> None:
        """Adds the steps of an action; ``knowledge`` is that before it."""
        knowledge = knowledge.copy()
        for event, is_open in sightings:
            knowledge.see(event)
            if isinstance(event, ev.PileMade):
                self._now = dict(self._now)
                for token in knowledge.scene.hands[event.player].pile:
                    self._number(token)
            self.events.append(self._told(event, is_open))
            self._look(knowledge, knowledge.scene.copy())
        self.ends.append(len(self.events))

    def arrangements(self) -> list[Arrangement]:
        """The board after each step, and before the first."""
        arrangements = arrange(self._scenes)
        for arranged, ids, hidden in zip(arrangements, self._ids, self._hidden, strict=True):
            for items in arranged.zones.values():
                for item in items:
                    _rename(item, ids)
                    if item["t"] in hidden:
                        item["b"] = True
        return arrangements

    def unseen(self) -> set[str]:
        """The ids of cards that lie face down in some step."""
        return set().union(*self._hidden)

    # Looking

    def _number(self, token: Token) -> None:
        self._now[token] = f"t{self._count}"
        self._count += 1

    def _look(self, knowledge: Knowledge, scene: Scene) -> None:
        deduced = knowledge.deduced()
        hidden = knowledge.hidden() - deduced.keys()
        if self.seat is not None:
            hidden -= set(scene.hands[self.seat].tokens)
        for token, card in deduced.items():
            scene.cards[token] = card
        for token in hidden:
            scene.cards[token] = _BACK
        for hand in scene.hands:
            if hand.champion is not None:
                self.champions.add(self._now[hand.champion])
        for token in _in_order(scene):
            if token not in hidden:
                scene.cards[token] = self._named(scene.cards[token])
                self.cards[self._now[token]] = scene.cards[token]
        self._scenes.append(scene)
        self._hidden.append({self._now[token] for token in hidden})
        self._ids.append(self._now)

    # Naming

    def _named(self, card: Card) -> Card:
        known = own_card(card)
        if known is None:
            return card
        name = known.name.in_language(self.language)
        self._names[card.name] = name
        if name == card.name:
            return card
        return Card(name, card.is_creature, card.cost, card.av, card.hp, card.slugs, card.reference, card.sharpened)

    def _told(self, event: ev.Event, is_open: bool) -> ev.Event:
        shown = is_open or (isinstance(event, ev.CounterOrdered) and event.player == self.seat)
        changed: dict[str, Any] = {}
        for field in fields(event):
            value = getattr(event, field.name)
            if isinstance(value, Card):
                changed[field.name] = self._named(value) if shown else _hidden_card()
            elif field.name == "cards" and isinstance(value, tuple):
                changed[field.name] = tuple(_hidden_card() for _card in value) if not shown else value
            elif _is_place(value):
                names = (self._names.get(name, name) for name in value[2].split(" + "))
                changed[field.name] = (value[0], value[1], " + ".join(names))
        return replace(event, **changed) if changed else event


def _hidden_card() -> Card:
    return Card(_("a hidden card"), True, 0, 0, 0, ())


def _is_place(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 3 and isinstance(value[2], str)


def _rename(item: Item, ids: dict[Token, str]) -> None:
    for key in _IDS:
        written = item.get(key, "")
        if written.startswith("t"):
            item[key] = ids[int(written[1:])]


def _in_order(scene: Scene) -> Iterator[Token]:
    """The tokens of a scene as they lie on the table."""
    for hand in scene.hands:
        yield from hand.tokens
        yield from hand.pile
        yield from hand.discard
        if hand.champion is not None:
            yield hand.champion
    for row in scene.rows:
        for figure in row:
            for token in (figure.card, figure.symbiote, figure.enchained):
                if token is not None and all(token != hand.champion for hand in scene.hands):
                    yield token
    yield from scene.limbo
    yield from scene.removed
