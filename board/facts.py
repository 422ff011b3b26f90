"""The facts of a trace event as words and numbers of a language: what the braces of a sentence stand for.

From an event's fields come, under the field's name: ``Named`` for seats, names for cards and Creatures, ``Count`` for
numbers, the line's name for lines. A Creature at ``who`` adds ``who_player`` and ``who_line``. Some kinds add facts of
their own below.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, fields
from typing import Any, Final

from board.texts import Count, Named, find
from cards.abilities import ability_name
from engine.decks.rules.abilities import AURA_PREFIX
from engine.decks.rules.modes import LINE_NAMES, SEAT_NAMES
from engine.decks.rules.trace import events as ev

Facts = dict[str, Any]
_COMMON: Final = len(fields(ev.Event))


@dataclass(frozen=True, slots=True)
class Voice:
    """How a game is told: the language, and the seats that an AI has."""

    language: str
    ai_seats: Collection[int] = ()

    def count(self, number: int) -> Count:
        return Count(number, self.language)

    def seat(self, seat: int) -> Named:
        return Named(SEAT_NAMES[seat], "ai" if seat in self.ai_seats else "player", self.language)

    def word(self, key: str, **facts: Any) -> str:
        word: str = find(self.language, "trace", "words", key)
        return word.format(**facts)

    def name(self, name: str) -> str:
        """A name in a sentence: on one line, and never nothing."""
        return " ".join(name.split()) or self.word("nameless")

    def ability(self, slug: str | None) -> str:
        return ability_name(slug, self.language) if slug else ""

    def listed(self, words: list[str]) -> str:
        """Words in a row: "A", "A and C", "A, B and C"."""
        if len(words) == 1:
            return words[0]
        return self.word("and", first=", ".join(words[:-1]), last=words[-1])


def facts_of(event: ev.Event, voice: Voice) -> Facts:
    facts: Facts = {}
    for field in fields(event)[_COMMON:]:
        value = getattr(event, field.name)
        read = _READERS.get(str(field.type).removesuffix(" | None"))
        if read is not None and value is not None:
            facts.update(read(field.name, value, voice))
    derive = _DERIVED.get(event.kind)
    if derive is not None:
        derive(event, facts, voice)
    return facts


def _place(field: str, place: ev.Place, voice: Voice) -> Facts:
    row, _, name = place
    return {
        field: voice.name(name),
        f"{field}_player": voice.seat(row >> 1),
        f"{field}_line": voice.word(LINE_NAMES[row & 1]),
    }


# How a field's value is read, by the type that the event declares.
_READERS: Final[dict[str, Callable[[str, Any, Voice], Facts]]] = {
    "Place": _place,
    "SeatIndex": lambda field, seat, voice: {field: voice.seat(seat)},
    "LineIndex": lambda field, line, voice: {field: voice.word(LINE_NAMES[line])},
    "Card": lambda field, card, voice: {field: voice.name(card.name)},
    "tuple[Card, ...]": lambda field, cards, voice: {field: voice.count(len(cards))},
    "int": lambda field, number, voice: {field: voice.count(number)},
}


# Facts of one kind.


def _ability(e: ev.NoEffect, facts: Facts, voice: Voice) -> None:
    facts["ability"] = voice.ability(e.ability)


def _gift(e: ev.AuraGives | ev.AuraEnds, facts: Facts, voice: Voice) -> None:
    facts["gift"] = voice.ability((e.ability or "").removeprefix(AURA_PREFIX))


def _titled(facts: Facts, voice: Voice) -> None:
    facts["card"] = voice.word("champion", name=facts["card"])


def _played(e: ev.Played, facts: Facts, voice: Voice) -> None:
    facts["missing"] = voice.count(e.cost - e.paid)
    if e.source is None:
        _titled(facts, voice)


def _entered(e: ev.Entered, facts: Facts, voice: Voice) -> None:
    facts["place"] = voice.count(e.whom[1] + 1)
    if e.champion:
        _titled(facts, voice)


def _joined(e: ev.Joined, facts: Facts, voice: Voice) -> None:
    """The stack's name is that of the host and that of the Symbiote, joined by a plus."""
    facts["host"] = voice.name(e.whom[2].removesuffix(f" + {e.card.name}"))
    if e.champion:
        _titled(facts, voice)


def _readied(e: ev.Readied, facts: Facts, voice: Voice) -> None:
    facts["cost"] = voice.count(e.card.cost)


def _target(e: ev.Amount | ev.AmountChanged, facts: Facts, voice: Voice) -> None:
    facts["target"] = voice.word("stronghold", player=facts["player"]) if e.whom is None else facts["whom"]


def _damaged(e: ev.Damaged, facts: Facts, voice: Voice) -> None:
    facts["left"] = voice.count(max(e.hp - e.damage, 0))
    facts["before"] = voice.count(e.hp - e.damage + e.amount)


def _stronghold(e: ev.StrongholdHit, facts: Facts, voice: Voice) -> None:
    facts["lost"] = voice.count(e.amount - e.moved)
    facts["side"] = voice.word(e.side)
    variant = "some" if e.hp else "excess" if e.amount > e.moved else "none"
    variant += "-ai" if e.player in voice.ai_seats else ""
    facts["rest"] = find(voice.language, "trace", "rest", variant).format(**facts)


def _regenerated(e: ev.Regenerated, facts: Facts, voice: Voice) -> None:
    facts["side"] = voice.word(e.side)


def _over(e: ev.Over, facts: Facts, voice: Voice) -> None:
    if not e.winners:
        return  # drawn
    names = voice.listed([f"{voice.seat(seat)}" for seat in e.winners])
    variant = "one" if len(e.winners) == 1 else "many"
    facts["victory"] = find(voice.language, "trace", "victory", variant).format(names=names)


_DERIVED: Final[dict[str, Callable[[Any, Facts, Voice], None]]] = {
    ev.NoEffect.kind: _ability,
    ev.AuraGives.kind: _gift,
    ev.AuraEnds.kind: _gift,
    ev.Played.kind: _played,
    ev.Entered.kind: _entered,
    ev.Joined.kind: _joined,
    ev.Readied.kind: _readied,
    ev.Amount.kind: _target,
    ev.AmountChanged.kind: _target,
    ev.Damaged.kind: _damaged,
    ev.StrongholdHit.kind: _stronghold,
    ev.Regenerated.kind: _regenerated,
    ev.Over.kind: _over,
}
