"""Records: a game from its seed to its last action, as JSON that replays to the same positions and the same trace.

``clash-record/1`` holds ``rules`` (the version of the rules), ``cards`` (a table; elsewhere cards are numbers in it),
``setup`` and ``terms`` (null while they are not settled), the text forms of the ``draft`` and of the ``actions``, and
``digest``: the SHA-256, in hexadecimal, of the lines that ``_Digest`` takes down, each in UTF-8 and ended by a newline.
A record shows everything that a game hides: it is for after the game, or for the server.

A game that went on from a moment of another has one key more in its ``setup``: ``redeals``, a list of ``after`` (the
number of actions of the play after which what is hidden was dealt anew), ``seed`` and ``seat`` (who saw what stayed
where it was, null for everybody), see ``setup.Redeal`` and ``unseen.deal_anew``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from engine.decks.formats.interchange import write_position
from engine.decks.game.custom_play import Custom, Prices
from engine.decks.game.drafts import parse_pick
from engine.decks.game.errors import BadRecord
from engine.decks.game.game import DecksGame
from engine.decks.game.record_cards import CardTable
from engine.decks.game.setup import Redeal, SetUp, players_of
from engine.decks.game.stages import AT_DRAFT
from engine.decks.game.terms import Terms
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.trace.events import Event, to_dict
from engine.decks.rules.version import RULES_VERSION
from engine.kernel.errors import IllegalAction

FORMAT: Final = "clash-record/1"


@dataclass(frozen=True)
class Record:
    """A record in the form that it replays from: what ``read_record`` has read and not yet tried."""

    setup: SetUp
    terms: Terms | None
    draft: tuple[str, ...]
    actions: tuple[str, ...]
    digest: str


@dataclass(frozen=True)
class RecordStep:
    """A step of a replay: what was done, None at the beginning, and the events of it.

    ``game`` is the one that is being replayed, as it stands after the step: copy what is to be kept.
    """

    action: str | None
    events: list[Event]
    game: DecksGame


def write_record(game: DecksGame) -> dict[str, Any]:
    """The record of a game as far as it has come. It is replayed for the purpose, so take it seldom.

    Raises ``BadRecord`` (``record-differs``) when the replay does not come to where the game stands.
    """
    record = Record(game.setup, game.terms, tuple(game.draft_actions), tuple(game.actions), "")
    digest = _Digest()
    copy = game
    for step in _steps(record):
        digest.take(step)
        copy = step.game
    if copy.key() != game.key():
        raise _differs()
    table = CardTable()
    data = {
        "format": FORMAT,
        "rules": RULES_VERSION,
        "setup": _write_setup(game.setup, table),
        "terms": None if game.terms is None else _write_terms(game.terms, game.setup, table),
        "draft": game.draft_actions[:],
        "actions": game.actions[:],
    }
    data["cards"] = table.to_json()
    data["digest"] = digest.finish(data)
    return data


def replay(record: Record, data: dict[str, Any] | None = None) -> Iterator[RecordStep]:
    """Replays a record step by step; ``written`` is what it was read from, to compare the digest with at the end.

    Raises ``SetUpError`` for a set-up or terms that the rules do not allow, ``BadRecord`` (``bad-action``, with the
    number of the action among draft and play together) for an action that they do not, and ``record-differs`` when all
    went through but is not what was recorded.
    """
    digest = _Digest()
    for step in _steps(record):
        digest.take(step)
        yield step
    if data is not None and digest.finish(data) != record.digest:
        raise _differs()


def _steps(record: Record) -> Iterator[RecordStep]:
    game = DecksGame(record.setup, record.terms)
    yield RecordStep(None, [], game)
    for number, action in enumerate((*record.draft, *record.actions)):
        if number == len(record.draft) and game.stage == AT_DRAFT:
            raise BadRecord("bad-action", f"action {number} is of the play, but the draft is not over", number)
        try:
            events = game.apply(_seat_of(action, game), action)
        except IllegalAction as wrong:
            raise BadRecord("bad-action", f"action {number}: {wrong.message}", number) from wrong
        yield RecordStep(action, events, game)


def _seat_of(action: str, game: DecksGame) -> int:
    """The seat of a recorded action: a pick names it, in the play it is the active one."""
    if game.stage == AT_DRAFT:
        with suppress(ValueError):  # the game says what is wrong with it
            return parse_pick(action).seat
    return game.active


def _differs() -> BadRecord:
    return BadRecord("record-differs", "the replay does not come to what was recorded")


class _Digest:
    """The digest of a record.

    A line for each step: the action (or null), its events and the position, as JSON; then the record itself without its
    digest. JSON is written with sorted keys, no spaces and nothing but ASCII.
    """

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def _line(self, value: Any) -> None:
        text = json.dumps(value, sort_keys=True, separators=(",", ":"))
        self._hash.update(text.encode() + b"\n")

    def take(self, step: RecordStep) -> None:
        position = step.game.position
        events = [to_dict(event) for event in step.events]
        self._line([step.action, events, None if position is None else write_position(position)])

    def finish(self, record: dict[str, Any]) -> str:
        """Takes down the record, and answers the digest of all."""
        self._line({key: value for key, value in record.items() if key != "digest"})
        return self._hash.hexdigest()


# Writing


def _write_setup(setup: SetUp, table: CardTable) -> dict[str, Any]:
    data: dict[str, Any] = {
        "mode": setup.mode.name,
        "format": setup.format,
        "edition": setup.edition,
        "seed": str(setup.seed),  # text: it is too long for the numbers of many a reader of JSON
        "exhaustion": setup.exhaustion,
        "first": None if setup.first is None else SEAT_NAMES[setup.first],
        "pool": table.numbers(setup.pool),
        "decks": [table.numbers(deck) for deck in setup.decks],
    }
    if setup.redeals:
        data["redeals"] = [write_redeal(redeal) for redeal in setup.redeals]
    return data


def write_redeal(redeal: Redeal) -> dict[str, Any]:
    """What is dealt anew as JSON."""
    seat = None if redeal.seat is None else SEAT_NAMES[redeal.seat]
    return {"after": redeal.after, "seed": str(redeal.seed), "seat": seat}


def _write_terms(terms: Terms, setup: SetUp, table: CardTable) -> dict[str, Any]:
    champions = zip(players_of(setup.mode), terms.champions, strict=bool(terms.champions))
    return {
        "champions": {SEAT_NAMES[seat]: table.number(card) for seat, card in champions},
        "custom": None if terms.custom is None else _write_custom(terms.custom),
    }


def _write_custom(custom: Custom) -> dict[str, Any]:
    return {
        "level": custom.level,
        "fixed_mana": custom.fixed_mana,
        "variable_mana": custom.variable_mana,
        "ai_first": custom.ai_first,
        "resistance": custom.resistance,
        "abilities": list(custom.abilities),
        "prices": _write_prices(custom.prices),
    }


def _write_prices(prices: Prices) -> dict[str, Any]:
    return {
        "fixed_mana": {str(amount): price for amount, price in sorted(prices.fixed_mana.items())},
        "variable_mana": {str(amount): price for amount, price in sorted(prices.variable_mana.items())},
        "ai_first": prices.ai_first,
        "resistance": prices.resistance,
        "abilities": dict(sorted(prices.abilities.items())),
        "champion": prices.champion,
    }
