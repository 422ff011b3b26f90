"""Errors by cause. Every error carries the contract's code and a message in plain English."""

from __future__ import annotations

from typing import Any


class EngineError(ValueError):
    """Wrong input to the engine.

    ``code`` is the contract's; ``at`` the place in the input: a JSON pointer, or the number of an action.
    """

    def __init__(self, code: str, message: str, at: str | int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.at = at

    def to_json(self) -> dict[str, Any]:
        """The ``error`` object of the contract."""
        return {"code": self.code, "message": self.message, "at": self.at}


class IllegalAction(EngineError):
    """An action that the rules do not allow here."""


class Fault:
    """One thing wrong with a position: its ``name`` (stable, see ``FAULTS``), the JSON pointer ``at``, and details."""

    __slots__ = ("at", "detail", "name")

    def __init__(self, name: str, at: str, detail: str = "") -> None:
        self.name = name
        self.at = at
        self.detail = detail

    @property
    def message(self) -> str:
        return FAULTS[self.name].format(self.detail)

    def to_json(self) -> dict[str, str]:
        return {"name": self.name, "at": self.at, "message": self.message}

    def __repr__(self) -> str:
        return f"Fault({self.name!r}, {self.at!r}, {self.detail!r})"


class BadPosition(EngineError):
    """A position with faults, all of them in ``faults``; the first one gives message and place."""

    def __init__(self, faults: list[Fault]) -> None:
        first = faults[0]
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__("bad-position", f"{first.at or '/'}: {first.message}{more}", first.at)
        self.faults = faults

    def to_json(self) -> dict[str, Any]:
        """The ``error`` object of the contract, with the list of all faults beside."""
        return {**super().to_json(), "faults": [fault.to_json() for fault in self.faults]}


# Every fault a position can have, with its message; ``{}`` is the detail.
FAULTS: dict[str, str] = {
    "wrong-type": "this must be {}",
    "missing-key": "the key '{}' is missing",
    "unknown-key": "there is no key '{}' here",
    "unknown-value": "this must be one of: {}",
    "out-of-range": "this must be {}",
    "unknown-seat": "this must be one of the seats {}",
    "unknown-ability": "'{}' is no Special Ability",
    "ability-of-other-edition": "'{}' is no ability of this edition",
    "unknown-card": "the catalogue has no card '{}'",
    "bad-name": "a name is text of at most 60 characters",
    "no-stronghold": "a hand holds exactly one Stronghold, 'bastion' or 'fort': there is none",
    "two-strongholds": "a hand holds exactly one Stronghold, 'bastion' or 'fort': there are more",
    "stronghold-fallen": "the Stronghold has fallen (no card to its right), but the game is not over",
    "pile-empty": "the AI's pile is empty, but the game is not over",
    "ai-phase": "an AI can be active only in the phases 'mana' and 'over'",
    "not-a-creature": "only a Creature can stand here",
    "not-a-symbiote": "only a card that bears Symbiote can be put onto a Creature",
    "host-is-symbiote": "a Creature that bears Symbiote cannot be the host of another",
    "mark-not-allowed": "only an Incantation in a hand can carry the mark 'sharpened'",
    "damage-too-high": "the damage must be below the Creature's HP, {}",
    "champion-not-in-play": "a Champion stands on the board, but the player's Champion is not 'in-play'",
    "champion-not-on-board": "the Champion is 'in-play', but does not stand on one of its player's lines",
    "two-champions": "only one Creature can be a player's Champion",
    "champion-differs": "the Champion on the board is another card than the player's Champion",
    "champion-not-on-top": "'symbiote' says that the card on top is the Champion, but there is none on top",
    "too-many-cards": "a position has at most 120 cards; this one has {}",
    "result-without-over": "only a game that is over has a result",
    "bad-objective": "the objective's {}",
    "bad-action": "{}",
    "bad-request": "{}",
}
