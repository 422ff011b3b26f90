"""Cards, as printed: immutable values that every position and every copy of it share."""

from __future__ import annotations

from typing import Any, Final

from engine.decks.rules.abilities import flags_of
from engine.kernel.native import i64

CREATURE: Final = "creature"
INCANTATION: Final = "incantation"


class Card:
    """A Creature or an Incantation as printed.

    ``cost``, ``av`` and ``hp`` are Mana, attack value and Health Points (``hp`` is 0 on an Incantation); ``slugs`` are
    the abilities as they were written, ``abilities`` and ``auras`` the same as flags. ``reference`` is ``set/card``
    when the card comes from a catalogue. ``sharpened`` marks an Incantation in hand that has used its Sharpening this
    turn (ruling 5.23): the marked and the unmarked card are two values, ``marked()`` and ``unmarked()`` lead from one
    to the other. ``key`` is equal exactly for equal cards.
    """

    __slots__ = (
        "_twin",
        "abilities",
        "auras",
        "av",
        "body",
        "champion_body",
        "cost",
        "hp",
        "is_creature",
        "key",
        "name",
        "reference",
        "sharpened",
        "slugs",
    )

    def __init__(
        self,
        name: str,
        is_creature: bool,
        cost: int,
        av: int,
        hp: int,
        slugs: tuple[str, ...],
        reference: str | None = None,
        sharpened: bool = False,
    ) -> None:
        self.name = name
        self.is_creature = is_creature
        self.cost: i64 = cost
        self.av: i64 = av
        self.hp: i64 = hp if is_creature else 0
        self.slugs = slugs
        self.reference = reference
        self.sharpened = sharpened
        abilities, auras = flags_of(slugs)
        self.abilities: i64 = abilities
        self.auras: i64 = auras
        # A string, because Python remembers its hash: keys of positions are made of these.
        self.key = repr((name, is_creature, cost, av, self.hp, self.abilities, self.auras, reference, sharpened))
        self._twin: Card | None = None
        self.body = Body(self, None, NO_CHAMPION)
        self.champion_body = Body(self, None, HOST_IS_CHAMPION)

    def marked(self) -> Card:
        """This card with its Sharpening used."""
        return self if self.sharpened else self._other()

    def unmarked(self) -> Card:
        """This card with its Sharpening unused."""
        return self._other() if self.sharpened else self

    def _other(self) -> Card:
        if self._twin is None:
            copy = Card(
                self.name, self.is_creature, self.cost, self.av, self.hp, self.slugs, self.reference, not self.sharpened
            )
            copy._twin = self
            self._twin = copy
        return self._twin

    def to_json(self) -> str | dict[str, Any]:
        """The card as ``clash-position/1`` writes it: its catalogue reference, or written out.

        A marked card is always written out: a reference has no room for the mark.
        """
        if self.reference is not None and not self.sharpened:
            return self.reference
        data = self.written_out()
        if self.sharpened:
            data["sharpened"] = True
        return data

    def written_out(self) -> dict[str, Any]:
        """The printed values of the card, as ``clash-position/1`` writes it."""
        data: dict[str, Any] = {
            "name": self.name,
            "type": CREATURE if self.is_creature else INCANTATION,
            "cost": self.cost,
            "av": self.av,
        }
        if self.is_creature:
            data["hp"] = self.hp
        data["abilities"] = list(self.slugs)
        return data

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Card) and self.key == other.key)

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        mark = ", sharpened=True" if self.sharpened else ""
        reference = f", reference={self.reference!r}" if self.reference else ""
        return (
            f"Card({self.name!r}, {self.is_creature}, {self.cost}, {self.av}, {self.hp}, {self.slugs}{reference}{mark})"
        )


NO_CHAMPION: Final = 0
HOST_IS_CHAMPION: Final = 1
SYMBIOTE_IS_CHAMPION: Final = 2


class Body:
    """The body of a Creature in play: a card, or a Symbiote stack (ruling 5.26), with its values added up.

    ``champion`` says which of the cards, if any, is a Champion: ``NO_CHAMPION``, ``HOST_IS_CHAMPION`` or
    ``SYMBIOTE_IS_CHAMPION``; ``name`` has both names of a stack, host first. Immutable and shared by copies.
    """

    __slots__ = ("abilities", "auras", "av", "card", "champion", "hp", "key", "name", "symbiote")

    def __init__(self, card: Card, symbiote: Card | None, champion: int) -> None:
        self.card = card
        self.symbiote = symbiote
        self.champion: i64 = champion
        self.av: i64 = card.av
        self.hp: i64 = card.hp
        self.abilities: i64 = card.abilities
        self.auras: i64 = card.auras
        if symbiote is None:
            self.name = card.name
            self.key = f"{card.key}{champion}"
        else:
            self.av += symbiote.av
            self.hp += symbiote.hp
            self.abilities |= symbiote.abilities
            self.auras |= symbiote.auras
            self.name = f"{card.name} + {symbiote.name}"
            self.key = f"{card.key}{symbiote.key}{champion}"

    def __repr__(self) -> str:
        return f"Body({self.card!r}, {self.symbiote!r}, {self.champion})"
