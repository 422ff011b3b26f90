"""What each kind of event changes in a scene."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from engine import events as ev
from engine.board import (
    ACTIVATED,
    CHAMPION_EXHAUSTED,
    CHAMPION_IN_PLAY,
    CHAMPION_READY,
    END,
    ENTERED,
    MANA,
    OVER,
    SHARPENED,
    STRUCK,
    SUMMONING,
    Result,
)
from engine.cards import HOST_IS_CHAMPION, NO_CHAMPION, SYMBIOTE_IS_CHAMPION
from engine.figures import Figure, Token

if TYPE_CHECKING:
    from engine.replay import Scene


def _turn(scene: Scene, event: ev.TurnBegins) -> None:
    scene.active = event.player
    scene.hands[event.player].turn = event.turn
    scene.phase = MANA
    scene.mana = 0


def _mana(scene: Scene, event: ev.ManaGained | ev.Catalysed) -> None:
    scene.mana = event.mana
    scene.phase = SUMMONING
    if isinstance(event, ev.Catalysed):
        scene.at(event.who, "acts")


def _exhaust(scene: Scene, event: ev.Exhausted) -> None:
    token = scene.hands[event.player].tokens.pop()
    scene.removed.append(token)


def _play(scene: Scene, event: ev.Played) -> None:
    scene.mana = event.mana
    scene.touched[_source(scene, event.player, event.source)] = "acts"


def _source(scene: Scene, seat: int, source: int | None) -> Token:
    hand = scene.hands[seat]
    if source is None:
        assert hand.champion is not None
        return hand.champion
    return hand.tokens[source if source < hand.place else source - 1]


def _leave_hand(scene: Scene, event: ev.LeftHand) -> None:
    hand = scene.hands[event.player]
    token = _source(scene, event.player, event.source)
    if event.source is None:
        hand.champion_state = CHAMPION_IN_PLAY
    else:
        hand.tokens.remove(token)
        if event.source < hand.place:
            hand.place -= 1
    scene.limbo.append(token)
    scene.touched[token] = "moved"


def _enter(scene: Scene, event: ev.Entered) -> None:
    figure = Figure(scene.out_of_limbo(event.card))
    figure.marks = ENTERED
    figure.champion = HOST_IS_CHAMPION if event.champion else NO_CHAMPION
    scene.rows[event.whom[0]].insert(event.whom[1], figure)


def _join(scene: Scene, event: ev.Joined) -> None:
    figure = scene.rows[event.whom[0]][event.whom[1]]
    figure.symbiote = scene.out_of_limbo(event.card)
    if event.champion:
        figure.champion = SYMBIOTE_IS_CHAMPION


def _ready(scene: Scene, event: ev.Readied) -> None:
    hand = scene.hands[event.player]
    hand.champion_state = CHAMPION_READY
    if hand.champion is not None:
        scene.touched[hand.champion] = "moved"


def _aura(scene: Scene, event: ev.AuraGives) -> None:
    scene.at(event.who, "gives")
    figure = scene.at(event.whom, "gets")
    slug = str(event.ability).partition(":")[2]
    if figure is not None and slug not in figure.given:
        figure.given.append(slug)


def _aura_ends(scene: Scene, event: ev.AuraEnds) -> None:
    figure = scene.at(event.whom, "gets")
    slug = str(event.ability).partition(":")[2]
    if figure is not None and slug in figure.given:
        figure.given.remove(slug)


def _clear(scene: Scene, event: ev.Cleared) -> None:
    figure = scene.at(event.who, "acts")
    if figure is not None:
        figure.marks |= ACTIVATED


def _target(scene: Scene, event: ev.Targeted) -> None:
    scene.at(event.who, "acts")
    scene.at(event.whom, "target")


def _act(scene: Scene, event: Any) -> None:
    scene.at(event.who, "acts")


def _aim_at(scene: Scene, event: ev.Amount | ev.AmountChanged) -> None:
    scene.at(event.whom, "target")


def _sprint(scene: Scene, event: ev.Sprinted) -> None:
    scene.move(event.who, 0)
    scene.rows[event.who[0]][0].sprint = event.bonus


def _prevent(scene: Scene, event: ev.Prevented) -> None:
    figure = scene.at(event.whom, "spared")
    if figure is not None and event.ability == "protection":
        figure.marks |= STRUCK


def _damage(scene: Scene, event: ev.Damaged) -> None:
    figure = scene.at(event.whom, "hit")
    if figure is not None:
        figure.marks |= STRUCK
        figure.damage = event.damage


def _hit_stronghold(scene: Scene, event: ev.StrongholdHit) -> None:
    hand = scene.hands[event.player]
    if hand.ai is None:
        hand.place = len(hand.tokens) - event.hp
    scene.at(event.who, "acts")


def _bastion_falls(scene: Scene, event: ev.BastionFalls) -> None:
    hand = scene.hands[event.player]
    hand.fort = True
    hand.place = 0


def _regenerate(scene: Scene, event: ev.Regenerated) -> None:
    hand = scene.hands[event.player]
    if hand.ai is not None:
        token = hand.discard.pop(0)
        hand.pile.insert(0, token)
        scene.touched[token] = "moved"
        return
    hand.fort = event.side == "fort"
    hand.place = len(hand.tokens) - event.hp


def _counter_order(scene: Scene, event: ev.CounterOrdered) -> None:
    hand = scene.hands[event.player]
    token = hand.tokens.pop(0)
    hand.tokens.append(token)
    if hand.place:
        hand.place -= 1
    scene.touched[token] = "moved"


def _enchain(scene: Scene, event: ev.Enchained) -> None:
    hand = scene.hands[event.player]
    token = hand.tokens.pop(0) if hand.ai is None else hand.pile.pop(0)
    if hand.place:
        hand.place -= 1
    scene.cards[token] = event.card
    figure = scene.at(event.who, "acts")
    if figure is not None:
        figure.enchained = token
    scene.touched[token] = "moved"


def _release(scene: Scene, event: ev.Released) -> None:
    figure = scene.at(event.whom, "hit")
    if figure is not None and figure.enchained is not None:
        hand = scene.hands[event.player]
        if hand.ai is None:
            hand.tokens.append(figure.enchained)
        else:
            hand.pile.insert(0, figure.enchained)
        scene.touched[figure.enchained] = "moved"
        figure.enchained = None


def _destroy(scene: Scene, event: ev.Destroyed) -> None:
    figure = scene.rows[event.whom[0]].pop(event.whom[1])
    for token in (figure.symbiote, figure.card):
        if token is not None:
            scene.limbo.append(token)
    scene.touch(figure, "destroyed")


def _return(scene: Scene, event: ev.Returned) -> None:
    token = scene.out_of_limbo(event.card)
    hand = scene.hands[event.to]
    if event.end == "left":
        hand.tokens.insert(0, token)
        hand.place += 1
    elif event.end == "right":
        hand.tokens.append(token)
    else:
        _put_on(scene, hand.pile if event.end == "pile" else hand.discard, token)


def _put_on(scene: Scene, pile: list[Token], token: Token) -> None:
    """Puts a token on a pile of an AI, where the mark of a used Sharpening is lost (ruling 5.23)."""
    scene.cards[token] = scene.cards[token].unmarked()
    pile.insert(0, token)
    scene.touched[token] = "moved"


def _leave_pile(scene: Scene, event: ev.LeftPile) -> None:
    token = scene.hands[event.player].pile.pop(0)
    scene.limbo.append(token)
    scene.touched[token] = "moved"


def _discard(scene: Scene, event: ev.Discarded) -> None:
    _put_on(scene, scene.hands[event.player].discard, scene.out_of_limbo(event.card))


def _make_pile(scene: Scene, event: ev.PileMade) -> None:
    hand = scene.hands[event.player]
    hand.fort = True
    left = hand.discard
    hand.discard = []
    hand.pile = []
    for card in event.cards:
        token = next(token for token in left if scene.cards[token] == card)
        left.remove(token)
        hand.pile.append(token)


def _choose_instead(scene: Scene, event: ev.ChosenInstead) -> None:
    token = scene.hands[event.player].discard.pop(0)
    scene.limbo.append(token)
    scene.touched[token] = "moved"


def _exhaust_champion(scene: Scene, event: ev.ChampionExhausted) -> None:
    token = scene.out_of_limbo(event.card)
    scene.hands[event.player].champion = token
    scene.hands[event.player].champion_state = CHAMPION_EXHAUSTED


def _sharpen(scene: Scene, event: ev.Sharpened) -> None:
    figure = scene.at(event.who, "acts")
    if figure is not None:
        figure.marks |= SHARPENED
    elif event.who is None:
        token = scene.limbo[-1]  # the Incantation being played
        scene.cards[token] = scene.cards[token].marked()


def _vanish(scene: Scene, event: ev.Vanished) -> None:
    scene.move(event.whom, event.to)


def _assault_ends(scene: Scene, event: ev.AssaultEnds) -> None:
    scene.phase = END


def _turn_ends(scene: Scene, event: ev.TurnEnds) -> None:
    for row in scene.rows:
        for figure in row:
            figure.damage = 0
            figure.marks = 0
            figure.sprint = 0
    for hand in scene.hands:
        for token in hand.tokens:
            scene.cards[token] = scene.cards[token].unmarked()


def _over(scene: Scene, event: ev.Over) -> None:
    scene.phase = OVER
    scene.result = Result(event.winners, event.reason)


# What each kind of event changes; the kinds that are not here change nothing that is drawn.
DRAW: Final[dict[str, Callable[[Scene, Any], None]]] = {
    "turn": _turn,
    "exhaustion": _exhaust,
    "mana": _mana,
    "catalyst": _mana,
    "play": _play,
    "leaves-hand": _leave_hand,
    "enters": _enter,
    "joins": _join,
    "readied": _ready,
    "aura": _aura,
    "aura-ends": _aura_ends,
    "clearance": _clear,
    "waits": _act,
    "target": _target,
    "target-stronghold": _act,
    "no-target": _act,
    "no-effect": _act,
    "sprint": _sprint,
    "backlash": _act,
    "amount": _aim_at,
    "amount-changed": _aim_at,
    "prevented": _prevent,
    "damage": _damage,
    "stronghold": _hit_stronghold,
    "bastion-falls": _bastion_falls,
    "counter-order": _counter_order,
    "enchain": _enchain,
    "release": _release,
    "destroyed": _destroy,
    "return": _return,
    "champion-exhausted": _exhaust_champion,
    "regeneration": _regenerate,
    "sharpening": _sharpen,
    "vanish": _vanish,
    "berserk": _act,
    "instinct": _act,
    "assault-ends": _assault_ends,
    "turn-ends": _turn_ends,
    "over": _over,
    "leaves-pile": _leave_pile,
    "discard": _discard,
    "new-pile": _make_pile,
    "chosen-instead": _choose_instead,
}
