r"""One line of text for a position, in the spirit of chess's FEN: to read, to type, to paste.

It holds all that ``clash-position/1`` holds, and is read and written by way of that JSON. An example::

    cod1 duel A summoning m7 | A t3 [B Ogre(c4 3/5 berserk) Bolt(c2 3 splash)] upper Imp(c1 1/2){d1 struck}
    | B t2 ["Old Tom"(c1 1/2) F @base/imp] lower Ox(c3 2/6)+Tick(c1 1/1 symbiote){holds Imp(c1 1/1)}

on one line: a Duel, A's Summoning phase with 7 Mana left; A's third turn, A's hand from left to right with the Bastion
leftmost, an Imp on A's upper line with 1 damage; B's Fort between two cards, the second from a catalogue; on B's lower
line a Symbiote stack with a card face down under it.

**Head**: ``cod1``, the mode, then where they are not the default ``season-1``, ``first:B`` (the seat that began) and
``exhaustion``; the active seat, the phase, ``m`` and the Mana (left out: 0).

**Parts**, each after a ``|``. A seat: its letter, then in any order

- ``t3``: the turns that it has begun (left out: 0);
- ``[...]``: the hand from left to right, ``B`` or ``F`` for the Stronghold as Bastion or Fort;
- ``upper`` and ``lower``, each with the Creatures from the Bridge outwards (left out: none);
- ``champion CARD STATE``, the state being ``ready``, ``exhausted`` or ``in-play``;
- for an AI ``ai [6+1 resistance rage]`` (fixed and variable Mana, then what it has of Resistance and abilities),
  ``bastion`` or ``fort``, ``pile [...]`` and ``discard [...]``, each with the top card first.

After the seats there may be ``result A C fort-destroyed`` (winners, reason) and ``objective A GOAL in 2``: a player, a
goal (``win``, ``bastion``, ``survive``, ``predict``, ``damage 5`` or ``destroy B upper 0``), further goals each after
``and``, and a number of turns; then what there is of ``or-sooner`` (fewer turns are as good), ``how-many``
(the number of solutions is asked) and conditions:
``no-incantations``, ``plays 2`` (at most), ``fewest`` (no fewer do), ``with CARD``, ``without CARD``, ``keep bastion``,
``keep creatures``, and ``whatever B [CARD CARD CARD]``: the hand of B, which shows backs, is of these cards.

**Cards**: ``Ogre(c4 3/5 berserk aura:rage)``: the name, then in brackets cost, attack value and Health Points, and the
abilities; an Incantation has no Health Points: ``Bolt(c2 3 splash)``. ``@base/imp`` is a catalogue reference.

**Names** that are one word (letters of any script, digits, ``_``, with ``-`` or an apostrophe inside, and no digit
first) stand as they are, all others in double quotes, written as JSON strings: ``"Old Tom"``, ``"say \"no\""``,
``"a\nb"``. References are letters, digits and ``_ . : / -``, or quoted after the ``@``: ``@"my set/imp"``.

**Creatures in play** are a card, or host ``+`` Symbiote, and in braces what they have of: ``d1`` (damage), ``sprint2``,
``entered``, ``struck``, ``sharpened``, ``activated``, ``champion`` (the card or host is the Champion) or
``champion:symbiote`` (the one on top is), and ``holds CARD`` (the enchained card). An Incantation in a hand may have
``{sharpened}``.

Spaces, tabs and line breaks may stand between any two signs; ``write`` puts one space between words.
"""

from __future__ import annotations

from typing import Any

from engine.decks.formats.interchange import Catalogue, read_position, write_position
from engine.decks.formats.notation_reader import NotationError, text_to_json
from engine.decks.formats.notation_writer import json_to_text
from engine.decks.rules.board import AISeat
from engine.decks.rules.cards import Card
from engine.decks.rules.position import Position

__all__ = ["NotationError", "json_to_text", "parse", "parse_to_json", "references", "write"]


def parse(text: str, catalogue: Catalogue | None = None) -> Position:
    """The position that a line of notation stands for.

    ``catalogue`` gives the cards behind references. Raises ``NotationError`` for what cannot be read, ``BadPosition``
    with every fault of a position that can be read and is none.
    """
    return read_position(text_to_json(text), catalogue)


def write(position: Position) -> str:
    """The line of notation for a position: the same line for the same position, written in the same way."""
    return json_to_text(write_position(position))


def references(position: Position) -> dict[str, dict[str, Any]]:
    """The cards that ``write`` names by their catalogue references, written out: the catalogue to read it back with."""
    cards: list[Card | None] = []
    for seat in position.seats:
        cards += [*seat.hand, seat.champion]
        if isinstance(seat, AISeat):
            cards += [*seat.pile, *seat.discard]
    for row in position.rows:
        for creature in row:
            cards += [creature.body.card, creature.body.symbiote, creature.enchained]
    named = [card for card in cards if card is not None and isinstance(card.to_json(), str)]
    return {str(card.reference): card.written_out() for card in named}


def parse_to_json(text: str) -> dict[str, Any]:
    """The ``clash-position/1`` object that a line of notation stands for, not yet looked at for faults of its own.

    Raises ``NotationError``.
    """
    return text_to_json(text)
