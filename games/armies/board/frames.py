"""What happened at a table of Clash of the Cards, step by step, as one seat has seen it.

Cards go from place to place: ``hand:B``, ``pile:B``, ``champion:B``, ``bonus:B``, ``chest:B``, ``deck``, ``discard``.
What lay there before the first step is found by going back from how the table is now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.armies.game.sealed import SealedArmiesGame
from engine.armies.rules.scoring import FOR_BONUS
from engine.armies.rules.state import HAND
from games.armies import words

LATEST: Final = 20  # actions that are shown once more at most
HIDDEN: Final = ""  # the name of a card that is not known
ON_TABLE: Final = ("pile", "champion", "bonus", "chest")
_DRAWING: Final = ("dealt", "draw", "bonus", "shuffle")
_DEALT_BONUS: Final = "C2.5"
_SILENT: Final = ("turn", "over")

Event = Mapping[str, Any]
Places = dict[str, list[str]]


@dataclass(frozen=True)
class Shift:
    """A card that goes from one place to another."""

    card: str
    source: str
    target: str


@dataclass
class Step:
    """Some events that are shown at once: their sentence, and the cards that they move."""

    action: int
    says: str
    shifts: list[Shift] = field(default_factory=list)
    clears: bool = False  # a new hand begins
    points: Mapping[str, Mapping[str, Any]] | None = None  # of a hand that has ended
    revealed: Mapping[str, str] = field(default_factory=dict)  # champions by seats


def steps_of(engine: SealedArmiesGame, seat: int | None, first: int, names: Mapping[str, str]) -> Iterator[Step]:
    """The steps of the actions from the ``first`` on."""
    for action in range(first, len(engine.seen)):
        events = [event for event in engine.view_of_events(seat, action) if event["kind"] not in _SILENT]
        for draws, group in groupby(events, key=lambda event: event["kind"] in _DRAWING):
            if draws:
                drawn = list(group)
                shifts = [shift for event in drawn for shift in _shifts(event)]
                yield Step(action, " ".join(_drawn_words(drawn, names)), shifts)
                continue
            for event in group:
                yield _step(action, event, names)


def _step(action: int, event: Event, names: Mapping[str, str]) -> Step:
    step = Step(action, words.event_words(event, names), list(_shifts(event)), clears=event["kind"] == "deal")
    if event["kind"] == "score":
        step.points = event["points"]
    if event["kind"] == "reveal":
        step.revealed = event["champions"]
    return step


def _drawn_words(events: Sequence[Event], names: Mapping[str, str]) -> Iterator[str]:
    """What is drawn, by seats: a line or two, however many Bonuses there are."""
    counts: dict[str, int] = {}
    bonuses = Counter(event["seat"] for event in events if event["kind"] == "bonus")
    for seat, count in bonuses.items():
        sentence = ngettext("%(seat)s lays down %(n)d Bonus.", "%(seat)s lays down %(n)d Bonuses.", count)
        yield sentence % {"seat": names.get(seat, seat), "n": count}
    for event in events:
        if event["kind"] == "dealt":
            counts[event["seat"]] = HAND
        elif event["kind"] == "draw":
            counts[event["seat"]] = counts.get(event["seat"], 0) + 1
    for seat, count in counts.items():
        sentence = ngettext("%(seat)s draws %(n)d card.", "%(seat)s draws %(n)d cards.", count)
        yield sentence % {"seat": names.get(seat, seat), "n": count}


def _shifts(event: Event) -> Iterator[Shift]:
    """The cards that an event moves, as far as they are seen."""
    seat = event.get("seat", "")
    hand, pile, champion = f"hand:{seat}", f"pile:{seat}", f"champion:{seat}"
    match event["kind"]:
        case "dealt":
            yield from (Shift(card, "deck", hand) for card in event["cards"] or [HIDDEN] * HAND)
        case "draw":
            yield Shift(event["card"] or HIDDEN, "deck", hand)
        case "bonus":
            yield Shift("bonus", hand if _DEALT_BONUS in event["rulings"] else "deck", f"bonus:{seat}")
        case "battle":
            yield Shift(event["card"], hand, pile) if event["card"] else Shift("spy", hand, "discard")
        case "place":
            yield from (Shift(card, hand, pile) for card in event["cards"])
        case "nobody" if event["card"]:
            yield Shift(event["card"], pile, hand)
        case "join":
            yield Shift("spy", hand, "discard")
        case "seal":
            yield Shift(event["card"] or HIDDEN, hand, champion)
        case "retreat":
            yield from (Shift(card, pile, hand) for card in event["cards"])
        case "win":
            yield from (Shift(card, "champion:*" if card == "death" else "pile:*", hand) for card in event["cards"])
        case "lose":
            yield Shift(event["card"], champion, "discard")
        case "guard":
            yield Shift(event["card"], champion, hand)
            yield Shift("guardian", hand, "discard")
        case "thief":
            yield Shift("thief", hand, "discard")
        case "block":
            yield Shift("castle", hand, "discard")
        case "rob":
            yield Shift("bonus", f"bonus:{event['victim']}", f"bonus:{seat}")
        case "give":
            yield Shift(event["card"] or HIDDEN, hand, f"hand:{event['to']}")
        case "chest":
            yield from (Shift(card, hand, f"chest:{seat}") for card in event["cards"] or [HIDDEN] * event["count"])
            yield Shift("chest", hand, f"chest:{seat}")
        case "dig":
            yield Shift(event["card"], "discard", hand)
            yield Shift("gravedigger", hand, "discard")
        case _:
            return


# The table, step by step


@dataclass
class Table:
    """What lies where: cards by places on the table, the own hand, how many cards the others hold, the scores."""

    own: str
    places: Places
    hand: list[str]
    counts: dict[str, int]
    scores: dict[str, int]
    is_dealt: bool = True  # False before the hand that is played now: what was held then is no longer known

    @classmethod
    def of(cls, view: Mapping[str, Any], own: str) -> Table:
        """The table as a seat's view shows it."""
        battle = view["battle"] or {"pile": {}, "champions": {}}
        places: Places = {}
        for seat, player in view["players"].items():
            places[f"pile:{seat}"] = list(battle["pile"].get(seat, []))
            champions = [battle["champions"][seat]] if seat in battle["champions"] else []
            places[f"champion:{seat}"] = [card or HIDDEN for card in champions]
            places[f"bonus:{seat}"] = ["bonus"] * player["bonus"]
            places[f"chest:{seat}"] = ["chest"] * bool(player["chest_cards"])
        hand = list(view["players"][own]["hand"] or ()) if own else []
        counts = {seat: player["cards"] for seat, player in view["players"].items()}
        scores = {seat: player["score"] for seat, player in view["players"].items()}
        return cls(own, places, hand, counts, scores)

    def move(self, card: str, source: str, target: str) -> None:
        """Moves a card, seen or not."""
        self._take(card, source)
        kind, _colon, seat = target.partition(":")
        if kind == "hand":
            self.counts[seat] += 1
            if seat == self.own:
                self.hand.append(card)
        elif kind == "chest":
            self.places[target] = ["chest"]
        elif kind in ON_TABLE:
            self.places[target].append(card)

    def _take(self, card: str, source: str) -> None:
        kind, _colon, seat = source.partition(":")
        cards = self.places.get(source, [])
        if kind == "hand":
            self.counts[seat] -= 1
            cards = self.hand if seat == self.own else []
        if card in cards:
            cards.remove(card)
        elif HIDDEN in cards:
            cards.remove(HIDDEN)

    def clear(self) -> None:
        """Everything goes back into the deck."""
        self.places = {place: [] for place in self.places}
        self.hand = []
        self.counts = dict.fromkeys(self.counts, 0)

    def back(self, step: Step) -> None:
        """Goes back to what was before a step."""
        if step.clears:
            self.clear()
            self.is_dealt = False
        for seat in step.revealed:
            if seat != self.own:
                self.places[f"champion:{seat}"] = [HIDDEN]
        for shift in reversed(step.shifts):
            self.move(shift.card, shift.target, shift.source)
        for seat, points in (step.points or {}).items():
            self.scores[seat] -= points["total"]
            if not self.is_dealt:
                self.places[f"bonus:{seat}"] = ["bonus"] * (points["bonus"] // FOR_BONUS)

    def forward(self, step: Step) -> None:
        if step.clears:
            self.clear()
            self.is_dealt = True
        for shift in step.shifts:
            self.move(shift.card, shift.source, shift.target)
        for seat, card in step.revealed.items():
            self.places[f"champion:{seat}"] = [card]

    # As the board's script has it

    def layout(self) -> Places:
        """The keys of all cards on the table."""
        return {place: keys_of(place, cards) for place, cards in self.places.items()}


def keys_of(place: str, cards: Iterable[str]) -> list[str]:
    """The keys of the cards of a place: of a character its name, of all else what tells it apart there."""
    keys: list[str] = []
    copies: Counter[str] = Counter()
    for card in cards:
        name = card if "." in card else f"{card or 'back'}~{place.replace(':', '-')}~{copies[card]}"
        copies[card] += 1
        keys.append(name)
    return keys


def resolved(steps: Sequence[Step]) -> None:
    """Says of cards that were won from whose part of the prize pile, or from whose champion, they come."""
    piled: dict[str, str] = {}
    for step in steps:
        for number, shift in enumerate(step.shifts):
            if shift.target.startswith("pile:"):
                piled[shift.card] = shift.target
            if shift.source.endswith(":*"):
                source = piled.get(shift.card, f"pile:{shift.target.partition(':')[2]}")
                step.shifts[number] = Shift(shift.card, source, shift.target)
        piled |= {card: f"champion:{seat}" for seat, card in step.revealed.items() if card == "death"}


def frames_of(steps: Sequence[Step], table: Table, names: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The steps as the board's script shows them; ``table`` is as it was before, and is moved along."""
    for step in steps:
        layout = table.layout()
        table.forward(step)
        after = table.layout()
        frame = {
            "action": step.action,
            "says": step.says,
            "layout": after,
            "hand": keys_of("hand", table.hand),
            "counts": dict(table.counts) if table.is_dealt else {},
            "flights": list(_flights(step.shifts)),
            "exits": dict(_exits(step.shifts, layout, after)),
            "scores": dict(table.scores),
        }
        if not step.points:
            yield frame
            continue
        counted: list[str] = []
        for seat, part, points in _parts(step.points):
            table.scores[seat] += points
            counted = [*counted, f"{seat}:{part}"]
            change = f"{points:+d}".replace("-", "\N{MINUS SIGN}") if points else "0"
            text = f"{words.POINT_NAMES[part]} {change}"
            says = _("%(label)s: %(text)s") % {"label": names.get(seat, seat), "text": text}
            yield {**frame, "says": says, "scores": dict(table.scores), "counted": counted}


def _parts(points: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, str, int]]:
    """The points of a hand one by one, by what they are for."""
    for part in words.POINT_NAMES:
        for seat, of_seat in points.items():
            if of_seat[part]:
                yield seat, part, of_seat[part]
    for seat, of_seat in points.items():
        if not any(of_seat[part] for part in words.POINT_NAMES):
            yield seat, "army_points", 0


def _flights(shifts: Iterable[Shift]) -> Iterator[dict[str, str]]:
    """Cards that go where none is laid on the table: from hand to hand, from the draw pile, to the discard pile."""
    for shift in shifts:
        kinds = {place.partition(":")[0] for place in (shift.source, shift.target)}
        if not kinds & set(ON_TABLE):
            (key,) = keys_of("flight", [shift.card])
            yield {"key": key, "from": shift.source, "to": shift.target}


def _exits(shifts: Iterable[Shift], before: Places, after: Places) -> Iterator[tuple[str, str]]:
    """Where cards go that lie on the table no more."""
    lying = {key for keys in after.values() for key in keys}
    for shift in shifts:
        for key in before.get(shift.source, ()):
            if key not in lying and key.partition("~")[0] in (shift.card, "back"):
                yield key, shift.target
