"""The effects of actions as far as their seat can know, and what an event shows that was hidden.

The actions are tried on a table in which the cards that the seat has not seen lie in an order that says nothing. Up to
the first event that depends on one of them everything is as it will be; there it ends. So two games that differ only in
what the seat cannot see are foreseen alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.decks.game.drafts import Draft, RowDraft, parse_pick
from engine.decks.game.game import DecksGame
from engine.decks.game.knowledge import Knowledge
from engine.decks.game.stages import AT_DRAFT, Sighting
from engine.decks.game.visibility import view_of_event
from engine.decks.rules.board import AISeat
from engine.decks.rules.plays import can_reinforce
from engine.decks.rules.position import Position
from engine.decks.rules.scene_position import position_of
from engine.decks.rules.trace import events as ev
from engine.decks.rules.trace.scenes import Token
from engine.kernel.errors import IllegalAction

NOBODY: Final = -1
_UNKNOWN_SEED: Final = 0


@dataclass(frozen=True)
class Foreseen:
    """The foresight of a seat: the events of each action (in its text form), as the seat sees them.

    ``hidden_from`` is the number of the action that depends on something hidden, None where none does. It is the last
    one, with the events before that; ``moment`` is the one before it, else the one after the last action.

    Steps and view are written when they are asked for, since who acts needs none of them.
    """

    seen: list[tuple[str, Sequence[Sighting]]]
    hidden_from: int | None
    seat: int
    moment: DecksGame

    @property
    def steps(self) -> list[tuple[str, list[dict[str, Any]]]]:
        """Each action with its events, as ``DecksGame.view_of_events`` writes them."""
        return [(action, [view_of_event(each, self.seat) for each in sightings]) for action, sightings in self.seen]

    @property
    def view(self) -> dict[str, Any]:
        """What the seat sees at that moment."""
        return self.moment.view(self.seat)


def foresee(game: DecksGame, seat: int, actions: Sequence[str]) -> Foreseen:
    """Tries actions of a seat, in text form; the game is left as it is.

    Raises ``IllegalAction`` for the first that may not be done, ``at`` being its number. What follows a step that
    depends on something hidden is not looked at.
    """
    table = known_to(game, seat)
    seen: list[tuple[str, Sequence[Sighting]]] = []
    for number, action in enumerate(actions):
        try:
            if table.stage == AT_DRAFT and table.draft is not None:
                if _shows_more(table, table.draft, seat, action):
                    return Foreseen([*seen, (action, ())], number, seat, table)
                table.apply(seat, action)
                seen.append((action, ()))
                continue
            before = table.copy()
            table.apply(seat, action)
        except IllegalAction as wrong:
            raise IllegalAction(wrong.code, wrong.message, number) from None
        sightings = table.seen[-1]
        open_until = first_hidden(before.knowledge, seat, [event for event, _ in sightings])
        if open_until is not None:
            return Foreseen([*seen, (action, sightings[:open_until])], number, seat, before)
        seen.append((action, sightings))
    return Foreseen(seen, None, seat, table)


def _shows_more(table: DecksGame, draft: Draft, seat: int, action: str) -> bool:
    """Whether a legal choice is the last of a row after which more cards are turned up, or the hands are dealt.

    (Where Champions are named first, nothing is dealt yet.)
    """
    if not isinstance(draft, RowDraft) or draft.take + 1 < len(draft.plan.rounds[draft.round]):
        return False
    try:
        pick = parse_pick(action)
    except ValueError:
        return False
    if pick.seat != seat or pick not in draft.legal_actions(seat):
        return False
    return draft.round + 1 < len(draft.plan.rounds) or table.terms is not None


def known_to(game: DecksGame, seat: int | None) -> DecksGame:
    """The game with all that a seat (or a spectator) cannot see in an order that says nothing, and without its seed."""
    table = game.copy()
    table.setup = replace(game.setup, seed=_UNKNOWN_SEED, redeals=())
    if table.position is None or table.knowledge is None:
        return table
    position, knowledge = table.position, table.knowledge
    if position.seed is not None:
        position.seed = _UNKNOWN_SEED
    scene = knowledge.scene
    deduced = knowledge.deduced()
    for shuffle in knowledge.shuffles:
        if shuffle.seats == (seat,):
            continue
        tokens = sorted(token for token in shuffle.tokens if token not in deduced)
        cards = sorted((scene.cards[token] for token in tokens), key=lambda card: card.key)
        passed = [token for token in tokens if token in knowledge.passed]
        unfit = [card for card in cards if not can_reinforce(card)][: len(passed)]
        for card in unfit:
            cards.remove(card)
        others = [token for token in tokens if token not in knowledge.passed]
        for token, card in zip(passed + others, unfit + cards, strict=True):
            scene.cards[token] = card
    _lay(position, knowledge)
    return table


def _lay(position: Position, knowledge: Knowledge) -> None:
    """Puts the hidden cards of a position where the scene has them."""
    scene, hidden = knowledge.scene, knowledge.hidden()
    for player, hand in zip(position.seats, scene.hands, strict=True):
        cards, tokens = (player.pile, hand.pile) if isinstance(player, AISeat) else (player.hand, hand.tokens)
        for index, token in enumerate(tokens):
            if token in hidden:
                cards[index] = scene.cards[token]


def first_hidden(before: Knowledge | None, seat: int | None, events: Sequence[ev.Event]) -> int | None:
    """The number of the first of an action's events that depends on a card which a seat cannot see; None if none does.

    ``before`` is what was known before the action; None where nothing is hidden.
    """
    if before is None:
        return None
    knowledge = before.copy()
    for number, event in enumerate(events):
        if _depends(knowledge, event, seat):
            return number
        knowledge.see(event)
    return None


def shown(before: DecksGame, events: Iterable[ev.Event]) -> Iterator[int]:
    """Whose cards an action shows that not everybody could see: a seat for each, and ``NOBODY`` for a shuffle.

    ``before`` is the game as it was before the action.
    """
    if before.knowledge is None:
        return
    knowledge = before.knowledge.copy()
    for event in events:
        if isinstance(event, ev.PileMade):
            yield NOBODY
        hit = _shows(knowledge, event)
        if hit is not None and _is_hidden(knowledge, hit[1]):
            yield hit[0]
        knowledge.see(event)


def _depends(knowledge: Knowledge, event: ev.Event, seat: int | None) -> bool:
    if isinstance(event, ev.Reinforced) and knowledge.scene.hands[event.player].ai is None:
        return event.player != seat and not _reinforcement_is_known(knowledge, event.player)
    hit = _shows(knowledge, event)
    return hit is not None and hit[0] != seat and _is_hidden(knowledge, hit[1])


def _is_hidden(knowledge: Knowledge, token: Token) -> bool:
    return token in knowledge.hidden() and token not in knowledge.deduced()


def _shows(knowledge: Knowledge, event: ev.Event) -> tuple[int, Token] | None:
    """Whose card an event names, and which, where that comes out of a hand or a pile."""
    hands = knowledge.scene.hands
    if isinstance(event, ev.LeftHand | ev.Played):
        if event.source is None:
            return None  # a Champion
        hand = hands[event.player]
        return event.player, hand.tokens[event.source if event.source < hand.stronghold else event.source - 1]
    if isinstance(event, ev.LeftPile | ev.Revealed):
        return event.player, hands[event.player].pile[0]
    if isinstance(event, ev.Exhausted):
        return event.player, hands[event.player].tokens[-1]
    if isinstance(event, ev.Enchained):
        hand = hands[event.player]
        return event.player, (hand.tokens if hand.ai is None else hand.pile)[0]
    return None


def _reinforcement_is_known(knowledge: Knowledge, player: int) -> bool:
    """Whether everybody can tell what a player's Reinforcement brings (ruling 5.22): which known card, or none."""
    scene = knowledge.scene
    deduced = knowledge.deduced()
    fit_left = {
        token: any(can_reinforce(scene.cards[other]) for other in shuffle.tokens if other not in deduced)
        for shuffle in knowledge.shuffles
        for token in shuffle.tokens
    }
    for token in scene.hands[player].tokens[: position_of(scene).window(player)]:
        if token in fit_left and token not in deduced:
            if token not in knowledge.passed and fit_left[token]:
                return False
        elif can_reinforce(scene.cards[token]):
            return True
    return True
