"""How each kind of example is carried out by the engine.

``position``: actions in a position. ``faulty``: a position that is none. ``draft``: a set-up, in which everybody takes
the first thing there is. ``game``: the game that follows, in which everybody only ends their turns. ``level``: the AI
of Custom Play, and what it costs. ``mutation``: mutations of one card in turn. ``prices``: what our price list of
mutations holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, Final

from cards.sets import catalogue, read_set
from engine.decks.formats.notation import parse
from engine.decks.game.custom_play import Custom
from engine.decks.game.game import DecksGame
from engine.decks.game.mutations import (
    DEFAULT_MUTATION_PRICES,
    GAMES_EACH,
    POINTS_BEFORE_A_GAME,
    Mutant,
    Mutation,
    MutationError,
    mutate,
    points_to_json,
)
from engine.decks.game.setup import SetUp, players_of
from engine.decks.game.stages import AT_DRAFT, AT_PLAY
from engine.decks.game.terms import Terms
from engine.decks.rules.actions import BEGIN_TURN, END_TURN, parse_action
from engine.decks.rules.board import SUMMONING
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import MODES, SEAT_NAMES
from engine.decks.rules.trace.recorder import Trace
from engine.kernel.errors import BadPosition
from rulings.expectations import ExampleOutcome, outcome_of

POSITION: Final = "position"


def play(notation: str, actions: tuple[str, ...]) -> ExampleOutcome:
    """A position after some actions, each of which has to be legal (else ``IllegalAction``)."""
    position = parse(notation)
    trace = Trace()
    for action in actions:
        position.apply(parse_action(action), trace)
    return outcome_of(position, tuple(trace.events))


def stage(kind: str, data: Mapping[str, Any]) -> ExampleOutcome:
    """The outcome of an example of another kind than ``position``. Raises ``KeyError`` for an unknown kind."""
    return ExampleOutcome(_STAGES[kind](data))


def _faulty(data: Mapping[str, Any]) -> dict[str, Any]:
    try:
        parse(data["position"])
    except BadPosition as wrong:
        return {"faults": [fault.name for fault in wrong.faults]}
    return {"faults": []}


def _draft(data: Mapping[str, Any]) -> dict[str, Any]:
    """Who took in which order, how many cards each has, and whom the rest went to."""
    setup = _setup(data)
    game = DecksGame(setup)
    order = []
    while game.stage == AT_DRAFT:
        order.append(SEAT_NAMES[game.active])
        game.apply(game.active, game.legal_actions()[0])
    decks = game.decks
    summary: dict[str, Any] = {
        "order": "".join(order),
        "decks": [len(deck) for deck in decks.players],
        "ai": len(decks.ai),
    }
    if setup.is_mutation_draft:
        draft: Any = game.draft
        summary["laboratories"] = [len(draft.laboratory(seat)) for seat in range(draft.seats)]
        summary["points"] = points_to_json(POINTS_BEFORE_A_GAME)
        summary["games"] = GAMES_EACH
        return summary
    game.settle(Terms())
    assert game.position is not None
    summary["first"] = SEAT_NAMES[game.position.first]
    players = [seat for seat in game.position.seats if not seat.is_ai]
    summary["hands"] = [len(seat.hand) for seat in players]
    summary["strongholds"] = [f"{'fort' if seat.fort else 'bastion'} at {seat.stronghold}" for seat in players]
    summary["left"] = [seat.hp for seat in game.position.seats if seat.is_ai]
    return summary


def _setup(data: Mapping[str, Any]) -> SetUp:
    """A set-up: with a pool out of ``sets``, or with the decks of so many ``packs``, Initiation Packs."""
    pack = tuple(tuple(card.card for card in deck.cards) for deck in read_set("initiation").decks)
    return SetUp(
        MODES[data["mode"]],
        data["format"],
        data["seed"],
        pool=_pool(data.get("sets", [])),
        decks=pack * data.get("packs", 0),
        first=data.get("first"),
    )


def _game(data: Mapping[str, Any]) -> dict[str, Any]:
    """How a game ends in which nobody does more than end their turns, and how many turns each has had then."""
    game = DecksGame(_setup(data), Terms())
    while game.stage == AT_DRAFT:
        game.apply(game.active, game.legal_actions()[0])
    while game.stage == AT_PLAY:
        assert game.position is not None
        game.apply(game.active, END_TURN if game.position.phase == SUMMONING else BEGIN_TURN)
    assert game.position is not None and game.position.result is not None
    result = game.position.result
    return {
        "winners": [SEAT_NAMES[seat] for seat in result.winners],
        "reason": result.reason,
        "turns": [seat.turn for seat in game.position.seats],
    }


def _pool(sets: list[str]) -> tuple[Card, ...]:
    return tuple(_card(data) for data in catalogue(sets).values())


def _card(data: Mapping[str, Any]) -> Card:
    creature = data["type"] == "creature"
    hp = data["hp"] if creature else 0
    return Card(data["name"], creature, data["cost"], data["av"], hp, tuple(data["abilities"]))


def _level(data: Mapping[str, Any]) -> dict[str, Any]:
    """The cost of the parameters, the budget, and what is wrong; with ``quick`` only that, for Quick Play."""
    mode = MODES[data.get("mode", "solo")]
    champion = data.get("champion", False)
    champions = (Card("Champion", True, 5, 4, 4, ()),) * len(players_of(mode)) if champion else ()
    custom = None
    summary: dict[str, Any] = {}
    if not data.get("quick", False):
        chosen = {key: value for key, value in data.items() if key in Custom.__dataclass_fields__}
        custom = Custom(**{**chosen, "abilities": tuple(chosen.get("abilities", ()))})
        summary = {"spent": custom.spent(), "points": custom.points(champion)}
    setup = SetUp(mode, "draft", 1, pool=_pool(["initiation", "elusive"]))
    game = DecksGame(setup)
    while game.stage == AT_DRAFT:
        game.apply(game.active, game.legal_actions()[0])
    summary["faults"] = [fault.code for fault in Terms(champions, custom).faults(setup, game.decks)]
    return summary


def _mutation(data: Mapping[str, Any]) -> dict[str, Any]:
    """The card after its mutations, what each costs and all together, and why the last is not allowed, if it is not."""
    mutant = Mutant(_card(data["card"]))
    prices: list[Decimal] = []
    error = ""
    for entry in data["mutations"]:
        mutation = Mutation(
            _card(entry["source"]), entry["what"], entry.get("ability", ""), tuple(entry.get("covers", ()))
        )
        try:
            mutant, price = mutate(mutant, mutation)
        except MutationError as wrong:
            error = wrong.code
            break
        prices.append(price)
    card: Any = mutant.card.to_json()
    values = {key: card.get(key) for key in ("cost", "av", "hp", "abilities")}
    total = points_to_json(sum(prices, Decimal(0)))
    return {**values, "prices": [points_to_json(price) for price in prices], "sum": total, "error": error}


def _prices(data: Mapping[str, Any]) -> dict[str, Any]:
    table = DEFAULT_MUTATION_PRICES
    counted = Counter([*table.abilities.values(), *table.values.values()])
    return {
        "counts": {str(points_to_json(price)): count for price, count in sorted(counted.items())},
        "abilities": len(table.abilities),
        "values": len(table.values),
    }


_STAGES: Final[dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]]] = {
    "faulty": _faulty,
    "draft": _draft,
    "game": _game,
    "level": _level,
    "mutation": _mutation,
    "prices": _prices,
}
KINDS: Final = (POSITION, *_STAGES)
