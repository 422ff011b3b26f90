"""The deal: from decks to the position in which the first player's turn is about to begin."""

from __future__ import annotations

from engine.decks.game.custom_play import Custom
from engine.decks.game.decks import AI_DECK_SIZE, in_order
from engine.decks.game.setup import DRAFT, Decks, SetUp, players_of
from engine.decks.game.terms import Terms
from engine.decks.rules.abilities import SEASON_1, flags_of
from engine.decks.rules.board import CHAMPION_READY, AISeat
from engine.decks.rules.modes import DUEL, SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.turns import TURN_LIMIT
from engine.kernel.chance import Chance


def deal(setup: SetUp, decks: Decks, terms: Terms) -> Position:
    """The start of a game, in phase ``mana`` of its first turn: the same for the same set-up, decks and terms.

    Hands are shuffled, the Stronghold leftmost on its Bastion side; the AIs' cards are shuffled together and make piles
    of 24 (in Co-op B's, then D's). Nothing is checked: see ``SetUp.check`` and ``Terms.check``.
    """
    position = Position(setup.mode, setup.edition)
    position.exhaustion = setup.exhaustion
    position.seed = setup.seed
    position.turn_limit = TURN_LIMIT
    for number, seat in enumerate(players_of(setup.mode)):
        player = position.seats[seat]
        player.hand = in_order(decks.players[number])
        Chance(setup.seed, f"hand {SEAT_NAMES[seat]}").shuffle(player.hand)
        if terms.champions:
            player.champion = terms.champions[number]
            player.champion_state = CHAMPION_READY
    _make_piles(position, setup, decks, terms.custom)
    position.first = position.active = first_seat(setup, decks, terms)
    position.seats[position.first].turn = 1
    return position


def _make_piles(position: Position, setup: SetUp, decks: Decks, custom: Custom | None) -> None:
    cards = in_order(decks.ai)
    Chance(setup.seed, "piles").shuffle(cards)
    bestowed = list(position.bestowed)
    for number, seat in enumerate(setup.mode.ai_seats):
        player = position.seats[seat]
        assert isinstance(player, AISeat)
        player.pile = cards[AI_DECK_SIZE * number : AI_DECK_SIZE * (number + 1)]
        if custom is not None:
            player.fixed_mana = custom.fixed_mana
            player.variable_mana = custom.variable_mana
            player.resistance = custom.resistance
            player.abilities = custom.abilities
            bestowed[seat] = flags_of(custom.abilities)[0]
    position.bestowed = tuple(bestowed)


def first_seat(setup: SetUp, decks: Decks, terms: Terms) -> int:
    """The seat that begins: as the players settled it, or by the toss of a coin.

    Against an AI the players do (in Co-op seat A), unless the AI has been given the first turn (seat B). In season 1 a
    drafted Duel is begun by the player who took the draft's last card.
    """
    mode = setup.mode
    if mode.ai_seats:
        ai_first = terms.custom is not None and terms.custom.ai_first
        return mode.ai_seats[0] if ai_first else players_of(mode)[0]
    if setup.first is not None:
        return setup.first
    if setup.edition == SEASON_1 and setup.format == DRAFT and mode is DUEL and decks.last is not None:
        return decks.last
    return Chance(setup.seed, "first").below(mode.seats)
