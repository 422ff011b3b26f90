"""Why a card of one's own hand may not be played now."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from board.links import ruling_address
from engine.decks.rules.abilities import PRICE_OF_BLOOD
from engine.decks.rules.board import CHAMPION_IN_PLAY, CHAMPION_READY, SUMMONING, AISeat
from engine.decks.rules.cards import Card
from engine.decks.rules.costs import cost_in_hand, cost_of_champion
from engine.decks.rules.position import Position


@dataclass(frozen=True, slots=True)
class Reason:
    """``place`` is that in the hand, the Stronghold counted, or "champion"; ``ruling`` a number, ``href`` its page."""

    place: str
    name: str
    text: str
    ruling: str

    @property
    def href(self) -> str:
        return ruling_address(self.ruling)


def reasons(position: Position, seat: int) -> list[Reason]:
    """Of each card that its player may not play, why; none outside of Summoning."""
    player = position.seats[seat]
    if position.phase != SUMMONING or position.active != seat or isinstance(player, AISeat):
        return []
    result = []
    window = position.window(seat)
    for index, card in enumerate(player.hand):
        why = _outside(window) if index >= window else _of_card(position, card, cost_in_hand(player.hand, index))
        if why is not None:
            result.append(Reason(str(player.place_of(index)), card.name, *why))
    champion = player.champion
    if champion is not None:
        if player.champion_state == CHAMPION_READY:
            why = _of_card(position, champion, cost_of_champion(position, champion))
        elif player.champion_state == CHAMPION_IN_PLAY:
            why = None
        else:
            why = (_("Exhausted: it stays beside the board until it is ready again."), "6.1")
        if why is not None:
            result.append(Reason("champion", champion.name, *why))
    return result


def _outside(window: int) -> tuple[str, str]:
    if window < 4:
        return _("Not available: Blackmail, or a nearly empty hand, leaves fewer."), "2.2"
    return _("Not available: only the four leftmost cards are."), "2.2"


def _of_card(position: Position, card: Card, cost: int) -> tuple[str, str] | None:
    if not card.is_creature and not any(position.rows):
        return _("No target: an Incantation needs a Creature."), "2.4"
    if cost > position.mana and not card.abilities & PRICE_OF_BLOOD:
        return _("You're %(number)d Mana short.") % {"number": cost - position.mana}, "2.1"
    return None
