"""Redrawing the board from a trace: the start and the events are enough for the scene after every event.

A scene is a position for showing: every card instance is a token (a small number that it keeps wherever it goes), so
that what is drawn can be followed from place to place. The rules never read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

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
    AISeat,
    Board,
    Creature,
    Result,
)
from engine.cards import HOST_IS_CHAMPION, NO_CHAMPION, SYMBIOTE_IS_CHAMPION, Body, Card
from engine.position import Position

Token = int


class Figure:
    """A Creature in a scene: its tokens and what this turn has left on it.

    ``symbiote`` and ``enchained`` are tokens or None; ``given`` the slugs of abilities that Auras have been seen to
    give.
    """

    __slots__ = ("card", "champion", "damage", "enchained", "given", "marks", "sprint", "symbiote")

    def __init__(self, card: Token) -> None:
        self.card = card
        self.symbiote: Token | None = None
        self.enchained: Token | None = None
        self.champion = NO_CHAMPION
        self.damage = 0
        self.marks = 0
        self.sprint = 0
        self.given: list[str] = []

    def copy(self) -> Figure:
        """An independent copy."""
        twin = Figure(self.card)
        twin.symbiote = self.symbiote
        twin.enchained = self.enchained
        twin.champion = self.champion
        twin.damage = self.damage
        twin.marks = self.marks
        twin.sprint = self.sprint
        twin.given = self.given[:]
        return twin


class Hand:
    """A seat in a scene. ``tokens`` are the cards of the hand, the Stronghold standing before ``tokens[place]``.

    ``ai`` is an AI's seat as it was at the start, None for a player; an AI has ``pile`` and ``discard``, top card
    first.
    """

    __slots__ = ("ai", "champion", "champion_state", "discard", "fort", "pile", "place", "tokens", "turn")

    def __init__(self) -> None:
        self.ai: AISeat | None = None
        self.pile: list[Token] = []
        self.discard: list[Token] = []
        self.tokens: list[Token] = []
        self.place = 0
        self.fort = False
        self.turn = 0
        self.champion: Token | None = None
        self.champion_state = 0

    @property
    def hp(self) -> int:
        """The Stronghold's remaining HP; an AI's are the cards of its pile."""
        return len(self.tokens) - self.place if self.ai is None else len(self.pile)

    def copy(self) -> Hand:
        """An independent copy."""
        twin = Hand()
        twin.ai = self.ai
        twin.pile = self.pile[:]
        twin.discard = self.discard[:]
        twin.tokens = self.tokens[:]
        twin.place = self.place
        twin.fort = self.fort
        twin.turn = self.turn
        twin.champion = self.champion
        twin.champion_state = self.champion_state
        return twin


class Scene:
    """The board as it is shown after an event.

    ``cards[token]`` is the card behind a token; ``limbo`` holds the tokens on their way (an Incantation being played, a
    destroyed Creature's cards), ``removed`` those out of the game. ``event`` is the last one applied, None at the
    start; ``touched`` maps tokens to what that event did to them: ``acts``, ``target``, ``hit``, ``spared``,
    ``destroyed``, ``moved``, ``gives``, ``gets``.
    """

    def __init__(self, board: Board) -> None:
        self.mode = board.mode
        self.edition = board.edition
        self.exhaustion = board.exhaustion
        self.first = board.first
        self.objective = board.objective
        self.active = board.active
        self.phase = board.phase
        self.mana = board.mana
        self.result = board.result
        self.bestowed = board.bestowed
        self.seed = board.seed
        self.cards: list[Card] = []
        self.limbo: list[Token] = []
        self.removed: list[Token] = []
        self.event: ev.Event | None = None
        self.touched: dict[Token, str] = {}
        self.hands = [self._hand(board, seat) for seat in range(board.mode.seats)]
        self.rows = [[self._figure(creature) for creature in row] for row in board.rows]

    def _token(self, card: Card) -> Token:
        self.cards.append(card)
        return len(self.cards) - 1

    def _hand(self, board: Board, seat: int) -> Hand:
        player = board.seats[seat]
        hand = Hand()
        hand.tokens = [self._token(card) for card in player.hand]
        if isinstance(player, AISeat):
            hand.ai = player.copy()
            hand.pile = [self._token(card) for card in player.pile]
            hand.discard = [self._token(card) for card in player.discard]
        hand.place = player.place
        hand.fort = player.fort
        hand.turn = player.turn
        hand.champion_state = player.champion_state
        if player.champion is not None:
            hand.champion = self._token(player.champion)
        return hand

    def _figure(self, creature: Creature) -> Figure:
        body = creature.body
        owner = self.hands[creature.row >> 1]
        champion = owner.champion if owner.champion is not None else -1
        figure = Figure(champion if body.champion == HOST_IS_CHAMPION else self._token(body.card))
        if body.symbiote is not None:
            figure.symbiote = champion if body.champion == SYMBIOTE_IS_CHAMPION else self._token(body.symbiote)
        if creature.enchained is not None:
            figure.enchained = self._token(creature.enchained)
        figure.champion = body.champion
        figure.damage = creature.damage
        figure.marks = creature.marks
        figure.sprint = creature.sprint
        return figure

    def copy(self) -> Scene:
        """An independent copy; cards are shared."""
        twin = object.__new__(Scene)
        twin.__dict__.update(self.__dict__)
        twin.cards = self.cards[:]
        twin.limbo = self.limbo[:]
        twin.removed = self.removed[:]
        twin.touched = dict(self.touched)
        twin.hands = [hand.copy() for hand in self.hands]
        twin.rows = [[figure.copy() for figure in row] for row in self.rows]
        return twin

    def body(self, figure: Figure) -> Body:
        """The Creature's card or stack, with its values added up."""
        symbiote = None if figure.symbiote is None else self.cards[figure.symbiote]
        return Body(self.cards[figure.card], symbiote, figure.champion)

    def to_position(self) -> Position:
        """The position that the scene shows; equal to the engine's own after the last event of an action."""
        position = Position(self.mode, self.edition)
        position.exhaustion = self.exhaustion
        position.first = self.first
        position.objective = self.objective
        position.active = self.active
        position.phase = self.phase
        position.mana = self.mana
        position.result = self.result
        position.bestowed = self.bestowed
        position.seed = self.seed
        for seat, hand in enumerate(self.hands):
            player = position.seats[seat]
            if hand.ai is not None:
                ai = hand.ai.copy()
                ai.pile = [self.cards[token] for token in hand.pile]
                ai.discard = [self.cards[token] for token in hand.discard]
                player = position.seats[seat] = ai
            player.hand = [self.cards[token] for token in hand.tokens]
            player.place = hand.place
            player.fort = hand.fort
            player.turn = hand.turn
            player.champion = None if hand.champion is None else self.cards[hand.champion]
            player.champion_state = hand.champion_state
            position.any_sharpened |= any(card.sharpened for card in player.hand)
        for index, row in enumerate(self.rows):
            for figure in row:
                creature = Creature(self.body(figure), index)
                creature.damage = figure.damage
                creature.marks = figure.marks
                creature.sprint = figure.sprint
                creature.enchained = None if figure.enchained is None else self.cards[figure.enchained]
                position.rows[index].append(creature)
            position.update_auras(index)
        return position

    # Applying an event

    def apply(self, event: ev.Event) -> None:
        """Makes the scene the one after an event."""
        self.event = event
        self.touched = {}
        draw = _DRAW.get(event.kind)
        if draw is not None:
            draw(self, event)

    def _at(self, place: ev.Place | None, what: str) -> Figure | None:
        """The Creature at a place, its tokens marked as touched; None for no place."""
        if place is None:
            return None
        figure = self.rows[place[0]][place[1]]
        self._touch(figure, what)
        return figure

    def _touch(self, figure: Figure, what: str) -> None:
        self.touched[figure.card] = what
        if figure.symbiote is not None:
            self.touched[figure.symbiote] = what

    def _move(self, place: ev.Place, to: int) -> None:
        figure = self.rows[place[0]].pop(place[1])
        self.rows[place[0]].insert(to, figure)
        self._touch(figure, "moved")

    def _out_of_limbo(self, card: Card) -> Token:
        for token in self.limbo:
            if self.cards[token] == card:
                self.limbo.remove(token)
                self.touched[token] = "moved"
                return token
        raise ValueError(f"the trace returns {card.name}, which is not on its way")


def scenes(board: Board, events: Iterable[ev.Event]) -> Iterator[Scene]:
    """The scene at the start, then the one after each event, each a copy of its own."""
    scene = Scene(board)
    yield scene.copy()
    for event in events:
        scene.apply(event)
        yield scene.copy()


def _turn(scene: Scene, event: ev.TurnBegins) -> None:
    scene.active = event.player
    scene.hands[event.player].turn = event.turn
    scene.phase = MANA
    scene.mana = 0


def _mana(scene: Scene, event: ev.ManaGained | ev.Catalysed) -> None:
    scene.mana = event.mana
    scene.phase = SUMMONING
    if isinstance(event, ev.Catalysed):
        scene._at(event.who, "acts")


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
    figure = Figure(scene._out_of_limbo(event.card))
    figure.marks = ENTERED
    figure.champion = HOST_IS_CHAMPION if event.champion else NO_CHAMPION
    scene.rows[event.whom[0]].insert(event.whom[1], figure)


def _join(scene: Scene, event: ev.Joined) -> None:
    figure = scene.rows[event.whom[0]][event.whom[1]]
    figure.symbiote = scene._out_of_limbo(event.card)
    if event.champion:
        figure.champion = SYMBIOTE_IS_CHAMPION


def _ready(scene: Scene, event: ev.Readied) -> None:
    hand = scene.hands[event.player]
    hand.champion_state = CHAMPION_READY
    if hand.champion is not None:
        scene.touched[hand.champion] = "moved"


def _aura(scene: Scene, event: ev.AuraGives) -> None:
    scene._at(event.who, "gives")
    figure = scene._at(event.whom, "gets")
    slug = str(event.ability).partition(":")[2]
    if figure is not None and slug not in figure.given:
        figure.given.append(slug)


def _aura_ends(scene: Scene, event: ev.AuraEnds) -> None:
    figure = scene._at(event.whom, "gets")
    slug = str(event.ability).partition(":")[2]
    if figure is not None and slug in figure.given:
        figure.given.remove(slug)


def _clear(scene: Scene, event: ev.Cleared) -> None:
    figure = scene._at(event.who, "acts")
    if figure is not None:
        figure.marks |= ACTIVATED


def _target(scene: Scene, event: ev.Targeted) -> None:
    scene._at(event.who, "acts")
    scene._at(event.whom, "target")


def _act(scene: Scene, event: Any) -> None:
    scene._at(event.who, "acts")


def _aim_at(scene: Scene, event: ev.Amount | ev.AmountChanged) -> None:
    scene._at(event.whom, "target")


def _sprint(scene: Scene, event: ev.Sprinted) -> None:
    scene._move(event.who, 0)
    scene.rows[event.who[0]][0].sprint = event.bonus


def _prevent(scene: Scene, event: ev.Prevented) -> None:
    figure = scene._at(event.whom, "spared")
    if figure is not None and event.ability == "protection":
        figure.marks |= STRUCK


def _damage(scene: Scene, event: ev.Damaged) -> None:
    figure = scene._at(event.whom, "hit")
    if figure is not None:
        figure.marks |= STRUCK
        figure.damage = event.damage


def _hit_stronghold(scene: Scene, event: ev.StrongholdHit) -> None:
    hand = scene.hands[event.player]
    if hand.ai is None:
        hand.place = len(hand.tokens) - event.hp
    scene._at(event.who, "acts")


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
    figure = scene._at(event.who, "acts")
    if figure is not None:
        figure.enchained = token
    scene.touched[token] = "moved"


def _release(scene: Scene, event: ev.Released) -> None:
    figure = scene._at(event.whom, "hit")
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
    scene._touch(figure, "destroyed")


def _return(scene: Scene, event: ev.Returned) -> None:
    token = scene._out_of_limbo(event.card)
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
    _put_on(scene, scene.hands[event.player].discard, scene._out_of_limbo(event.card))


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
    token = scene._out_of_limbo(event.card)
    scene.hands[event.player].champion = token
    scene.hands[event.player].champion_state = CHAMPION_EXHAUSTED


def _sharpen(scene: Scene, event: ev.Sharpened) -> None:
    figure = scene._at(event.who, "acts")
    if figure is not None:
        figure.marks |= SHARPENED
    elif event.who is None:
        token = scene.limbo[-1]  # the Incantation being played
        scene.cards[token] = scene.cards[token].marked()


def _vanish(scene: Scene, event: ev.Vanished) -> None:
    scene._move(event.whom, event.to)


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
_DRAW: Final[dict[str, Callable[[Scene, Any], None]]] = {
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
