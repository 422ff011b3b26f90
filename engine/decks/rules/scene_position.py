"""From a scene back to the position that it shows."""

from __future__ import annotations

from engine.decks.rules.board import Creature
from engine.decks.rules.position import Position
from engine.decks.rules.trace.scenes import Scene


def position_of(scene: Scene) -> Position:
    """The position that the scene shows; equal to the engine's own after the last event of an action."""
    position = Position(scene.mode, scene.edition)
    position.exhaustion = scene.exhaustion
    position.first = scene.first
    position.objective = scene.objective
    position.active = scene.active
    position.phase = scene.phase
    position.mana = scene.mana
    position.result = scene.result
    position.bestowed = scene.bestowed
    position.seed = scene.seed
    position.turn_limit = scene.turn_limit
    for seat, hand in enumerate(scene.hands):
        player = position.seats[seat]
        if hand.ai is not None:
            ai = hand.ai.copy()
            ai.pile = [scene.cards[token] for token in hand.pile]
            ai.discard = [scene.cards[token] for token in hand.discard]
            player = position.seats[seat] = ai
        player.hand = [scene.cards[token] for token in hand.tokens]
        player.stronghold = hand.stronghold
        player.fort = hand.fort
        player.turn = hand.turn
        player.champion = None if hand.champion is None else scene.cards[hand.champion]
        player.champion_state = hand.champion_state
        position.any_sharpened |= any(card.sharpened for card in player.hand)
    for index, row in enumerate(scene.rows):
        for figure in row:
            creature = Creature(scene.body(figure), index)
            creature.damage = figure.damage
            creature.marks = figure.marks
            creature.sprint = figure.sprint
            creature.enchained = None if figure.enchained is None else scene.cards[figure.enchained]
            position.rows[index].append(creature)
        position.update_auras(index)
    return position
