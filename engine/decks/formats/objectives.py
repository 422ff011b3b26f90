"""Objectives of puzzles as ``clash-position/1`` writes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.decks.rules.cards import Card
from engine.decks.rules.modes import LINE_NAMES
from engine.kernel.reading import Reader

GOALS: Final = ("win", "bastion", "survive", "predict")
ASKED: Final = ("ways",)  # what may be asked instead of a solution: in how many ways
KEPT: Final = ("bastion", "creatures")  # what a condition may ask to keep
MAX_OTHERS: Final = 2  # further goals
MAX_NAMED: Final = 4  # cards that a condition names
MAX_PLAYS: Final = 20
MAX_POOL: Final = 12  # cards of which a hidden hand may be
_CONDITIONS: Final = ("incantations", "plays", "fewest", "with", "without", "keep")

BACK: Final = Card("?", False, 99, 0, 0, ())  # stands for each card of a hand that is not known

ReadCard = Callable[[Any, str], Any]  # a card or reference and its place; the card written out


def read_objective(reader: Reader, data: Any, at: str, seats: str, read_card: ReadCard) -> Any:
    """Checks an objective, noting its faults, and hands it back as it was written, its cards written out."""
    fields = reader.object(data, at, ("player", "goal", "turns"), ("and", "within", "conditions", "ask", "hidden"))
    if "player" in fields:
        reader.seat(fields["player"], f"{at}/player", seats)
    if "turns" in fields:
        reader.number(fields["turns"], f"{at}/turns", 1)
    if "goal" in fields:
        _read_goal(reader, fields["goal"], f"{at}/goal", seats)
    if "within" in fields:
        reader.flag(fields["within"], f"{at}/within")
    if "ask" in fields:
        reader.choice(fields["ask"], f"{at}/ask", ASKED)
    others = reader.list(fields.get("and", []), f"{at}/and")
    for number, goal in enumerate(others):
        _read_goal(reader, goal, f"{at}/and/{number}", seats)
        if goal == "predict" or goal == fields.get("goal") or goal in others[:number]:
            reader.fault("unknown-value", f"{at}/and/{number}", "another goal")
    if len(others) > MAX_OTHERS:
        reader.fault("out-of-range", f"{at}/and", f"of goals up to {MAX_OTHERS}")
    if fields.get("goal") == "predict":
        for key in ("and", "within", "conditions", "ask", "hidden"):
            if key in fields:
                reader.fault("unknown-key", f"{at}/{key}", key)
    if not isinstance(data, dict):
        return data
    objective = dict(data)
    if "conditions" in data:
        objective["conditions"] = _read_conditions(reader, fields["conditions"], f"{at}/conditions", read_card)
    if "hidden" in data and fields.get("goal") != "predict":
        objective["hidden"] = _read_hidden(reader, fields, f"{at}/hidden", seats, read_card)
    return objective


def _read_hidden(reader: Reader, objective: dict[str, Any], at: str, seats: str, read_card: ReadCard) -> Any:
    """A hand that is not known, with the cards of which it is: of a goal that lines of one turn reach."""
    fields = reader.object(objective["hidden"], at, ("player", "cards"), ())
    if "player" in fields:
        reader.seat(fields["player"], f"{at}/player", seats)
        if fields["player"] == objective.get("player"):
            reader.fault("unknown-value", f"{at}/player", "another player")
    cards = reader.list(fields.get("cards", []), f"{at}/cards")
    if len(cards) > MAX_POOL:
        reader.fault("out-of-range", f"{at}/cards", f"of cards up to {MAX_POOL}")
    conditions = objective.get("conditions")
    is_fewest = isinstance(conditions, dict) and bool(conditions.get("fewest"))
    goals = [objective.get("goal"), *reader.list(objective.get("and", []), "/objective/and")]
    if "ask" in objective or is_fewest or objective.get("turns", 1) != 1 or "survive" in goals:
        reader.fault("unknown-key", at, "hidden")
    return {**fields, "cards": [read_card(card, f"{at}/cards/{place}") for place, card in enumerate(cards)]}


def _read_goal(reader: Reader, goal: Any, at: str, seats: str) -> None:
    if isinstance(goal, dict) and "damage" in goal:
        reader.object(goal, at, ("damage",), ())
        reader.number(goal["damage"], f"{at}/damage", 1)
    elif isinstance(goal, dict):
        fields = reader.object(goal, at, ("destroy",), ())
        if "destroy" not in fields:
            return
        target = reader.object(fields["destroy"], f"{at}/destroy", ("player", "line", "position"), ())
        if "player" in target:
            reader.seat(target["player"], f"{at}/destroy/player", seats)
        if "line" in target:
            reader.choice(target["line"], f"{at}/destroy/line", LINE_NAMES)
        if "position" in target:
            reader.number(target["position"], f"{at}/destroy/position", 0)
    else:
        reader.choice(goal, at, GOALS)


def _read_conditions(reader: Reader, data: Any, at: str, read_card: ReadCard) -> Any:
    fields = reader.object(data, at, (), _CONDITIONS)
    if "incantations" in fields:
        reader.flag(fields["incantations"], f"{at}/incantations")
    if "plays" in fields:
        reader.number(fields["plays"], f"{at}/plays", 0, MAX_PLAYS)
    if "fewest" in fields:
        reader.flag(fields["fewest"], f"{at}/fewest")
        if "plays" not in fields:
            reader.fault("missing-key", at, "plays")
    for place, kept in enumerate(reader.list(fields.get("keep", []), f"{at}/keep")):
        reader.choice(kept, f"{at}/keep/{place}", KEPT)
    conditions = dict(fields)
    for key in ("with", "without"):
        if key not in fields:
            continue
        cards = reader.list(fields[key], f"{at}/{key}")
        if len(cards) > MAX_NAMED:
            reader.fault("out-of-range", f"{at}/{key}", f"of cards up to {MAX_NAMED}")
        conditions[key] = [read_card(card, f"{at}/{key}/{place}") for place, card in enumerate(cards)]
    return conditions
