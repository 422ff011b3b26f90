"""The terms of a game, settled once the decks are there: the Champions and the AI's level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.decks.game.custom_play import Custom
from engine.decks.game.decks import Deck, face, faults_of_card
from engine.decks.game.errors import SetUpError
from engine.decks.game.setup import Decks, SetUp, players_of
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import SEAT_NAMES


@dataclass(frozen=True)
class Terms:
    """The Champions of the players, in seat order, or nobody's; and the AI of Custom Play, None for Quick Play."""

    champions: tuple[Card, ...] = ()
    custom: Custom | None = None

    def faults(self, setup: SetUp, decks: Decks) -> list[SetUpError]:
        """All that the rules do not allow in them, by name; nothing when the game can begin."""
        return list(_faults(self, setup, decks))

    def check(self, setup: SetUp, decks: Decks) -> None:
        """Raises the first of the faults, a ``SetUpError``, if there is one."""
        for fault in _faults(self, setup, decks):
            raise fault


def _faults(terms: Terms, setup: SetUp, decks: Decks) -> Iterator[SetUpError]:
    if terms.champions:
        yield from _faults_of_champions(terms, setup, decks)
    if terms.custom is not None:
        if not setup.mode.ai_seats:
            yield SetUpError("no-ai", "/custom")
        else:
            yield from terms.custom.faults(setup.edition, bool(terms.champions))


def _faults_of_champions(terms: Terms, setup: SetUp, decks: Decks) -> Iterator[SetUpError]:
    """One Champion a player, a Creature that is not in the deck; against AIs in Custom Play only (6.1, 6.4, 7.11)."""
    players = players_of(setup.mode)
    if len(terms.champions) != len(players):
        yield SetUpError("champion-missing", "/champions", f"{len(terms.champions)} for {len(players)} players")
        return
    if setup.mode.ai_seats and terms.custom is None:
        yield SetUpError("champion-in-quick-play", "/champions")
    for number, card in enumerate(terms.champions):
        yield from faults_of_champion(
            card, decks.players[number], setup.edition, f"/champions/{SEAT_NAMES[players[number]]}"
        )


def faults_of_champion(card: Card, deck: Deck, edition: str, at: str) -> Iterator[SetUpError]:
    if not card.is_creature:
        yield SetUpError("champion-not-a-creature", at, card.name)
    if face(card) in {face(other) for other in deck}:
        yield SetUpError("champion-in-deck", at, card.name)
    yield from faults_of_card(card, edition, at)
