"""How each kind of example is carried out by the engine.

``position``: actions in a position. ``faulty``: a position that is none. ``draft``: a set-up, in which everybody takes
the first thing there is. ``level``: the AI of Custom Play, and what it costs. ``mutation``: mutations of one card in
turn. ``prices``: what our price list of mutations holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from cards.sets import catalogue
from engine.actions import parse_action
from engine.cards import Card
from engine.errors import BadPosition
from engine.modes import MODES, SEAT_NAMES
from engine.notation import parse
from engine.setup.formats import SetUp
from engine.setup.games import AT_DRAFT, Game
from engine.setup.levels import Custom
from engine.setup.mutating import (
    DEFAULT_MUTATION_PRICES,
    GAMES_EACH,
    POINTS_BEFORE_A_GAME,
    Mutant,
    Mutation,
    MutationError,
    mutate,
)
from engine.setup.terms import Terms
from engine.trace import Trace
from rulings.expectations import Outcome, outcome_of

POSITION: Final = "position"


def play(notation: str, actions: tuple[str, ...]) -> Outcome:
    """A position after some actions, each of which has to be legal (else ``IllegalAction``)."""
    position = parse(notation)
    trace = Trace()
    for action in actions:
        position.apply(parse_action(action), trace)
    return outcome_of(position, tuple(trace.events))


def stage(kind: str, data: Mapping[str, Any]) -> Outcome:
    """The outcome of an example of another kind than ``position``. Raises ``KeyError`` for an unknown kind."""
    return Outcome(_STAGES[kind](data))


def _faulty(data: Mapping[str, Any]) -> dict[str, Any]:
    try:
        parse(data["position"])
    except BadPosition as wrong:
        return {"faults": [fault.name for fault in wrong.faults]}
    return {"faults": []}


def _draft(data: Mapping[str, Any]) -> dict[str, Any]:
    """Who took in which order, how many cards each has, and whom the rest went to."""
    setup = SetUp(MODES[data["mode"]], data["format"], data["seed"], pool=_pool(data["sets"]), first=data.get("first"))
    game = Game(setup)
    order = []
    while game.stage == AT_DRAFT:
        order.append(SEAT_NAMES[game.active])
        game.apply(game.legal_actions()[0])  # type: ignore[arg-type]
    decks = game.decks
    done: dict[str, Any] = {
        "order": "".join(order),
        "decks": [len(deck) for deck in decks.players],
        "ai": len(decks.ai),
    }
    if setup.is_mutation_draft:
        draft: Any = game.draft
        done["laboratories"] = [len(draft.laboratory(seat)) for seat in range(draft.seats)]
        done["points"] = POINTS_BEFORE_A_GAME
        done["games"] = GAMES_EACH
        return done
    game.settle(Terms())
    assert game.position is not None
    done["first"] = SEAT_NAMES[game.position.first]
    done["hands"] = [len(seat.hand) for seat in game.position.seats if not seat.is_ai]
    return done


def _pool(sets: list[str]) -> tuple[Card, ...]:
    return tuple(_card(written) for written in catalogue(sets).values())


def _card(written: Mapping[str, Any]) -> Card:
    creature = written["type"] == "creature"
    hp = written["hp"] if creature else 0
    return Card(written["name"], creature, written["cost"], written["av"], hp, tuple(written["abilities"]))


def _level(data: Mapping[str, Any]) -> dict[str, Any]:
    """What the parameters cost, what there is to spend, and what is wrong; with ``quick`` only that, for Quick Play."""
    mode = MODES[data.get("mode", "solo")]
    champion = data.get("champion", False)
    champions = (Card("Champion", True, 5, 4, 4, ()),) if champion else ()
    custom = None
    told: dict[str, Any] = {}
    if not data.get("quick", False):
        chosen = {key: value for key, value in data.items() if key in Custom.__dataclass_fields__}
        custom = Custom(**{**chosen, "abilities": tuple(chosen.get("abilities", ()))})
        told = {"spent": custom.spent(), "points": custom.points(champion)}
    setup = SetUp(mode, "draft", 1, pool=_pool(["initiation"]))
    game = Game(setup)
    while game.stage == AT_DRAFT:
        game.apply(game.legal_actions()[0])  # type: ignore[arg-type]
    told["faults"] = [fault.code for fault in Terms(champions, custom).faults(setup, game.decks)]
    return told


def _mutation(data: Mapping[str, Any]) -> dict[str, Any]:
    """The card after its mutations, what each costs and all together, and why the last is not allowed, if it is not."""
    mutant = Mutant(_card(data["card"]))
    prices: list[float] = []
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
    return {**values, "prices": prices, "sum": sum(prices), "error": error}


def _prices(data: Mapping[str, Any]) -> dict[str, Any]:
    table = DEFAULT_MUTATION_PRICES
    counted = Counter([*table.abilities.values(), *table.values.values()])
    return {
        "counts": {f"{price:g}": count for price, count in sorted(counted.items())},
        "abilities": len(table.abilities),
        "values": len(table.values),
    }


_STAGES: Final[dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]]] = {
    "faulty": _faulty,
    "draft": _draft,
    "level": _level,
    "mutation": _mutation,
    "prices": _prices,
}
KINDS: Final = (POSITION, *_STAGES)
