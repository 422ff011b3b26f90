"""Actions of Clash of Decks in words."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from board.naming import own_card
from board.plays import tell
from cards.sets import card_of
from engine.decks.game.drafts import parse_pick
from engine.decks.game.game import DecksGame
from engine.decks.game.stages import AT_DRAFT, AT_PLAY
from engine.decks.rules.actions import parse_action
from engine.decks.rules.cards import Body, Card
from engine.decks.rules.position import Position
from web.languages import current_language


def card_words(card: Any) -> str:
    """A card of a view in words."""
    if card is None:
        return _("a hidden card")
    if isinstance(card, str):
        card = card_of(card).card.written_out()
    values = f"{card['av']}/{card['hp']}" if "hp" in card else f"{card['av']}"
    abilities = f", {', '.join(card['abilities'])}" if card.get("abilities") else ""
    return f"{card['name']} ({card['cost']}: {values}{abilities})"


def _parcel(parcel: Any) -> str:
    return "; ".join(card_words(card) for card in parcel) if isinstance(parcel, list) else card_words(parcel)


def action_words(before: DecksGame, action: str) -> str:
    """An action in words of the language of the moment; ``before`` is the game before it."""
    if before.stage == AT_DRAFT and before.draft is not None:
        pick = parse_pick(action)
        row = before.view(None)["draft"].get("row", [])
        return _("Take %(cards)s") % {"cards": _parcel(row[pick.at]) if pick.at < len(row) else str(pick.at)}
    if before.stage == AT_PLAY and before.position is not None:
        return tell(_named_for_reader(before.position), parse_action(action)).text
    return action


def _named_for_reader(position: Position) -> Position:
    """A copy in which the cards that an action may name have the reader's names."""
    language = current_language()
    named = position.copy()
    player = named.seats[named.active]
    player.hand = [_in_language(card, language) for card in player.hand]
    if player.champion is not None:
        player.champion = _in_language(player.champion, language)
    for row in named.rows:
        for creature in row:
            body = creature.body
            symbiote = None if body.symbiote is None else _in_language(body.symbiote, language)
            creature.body = Body(_in_language(body.card, language), symbiote, body.champion)
    return named


def _in_language(card: Card, language: str) -> Card:
    known = own_card(card)
    name = card.name if known is None else known.name.in_language(language)
    return Card(name, card.is_creature, card.cost, card.av, card.hp, card.slugs, card.reference, card.sharpened)
