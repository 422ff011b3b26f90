"""The moments of the guided first game: a position each, one thing to do in it, and what is said of it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.urls import reverse

from board.naming import written_out
from cards.sets import card_of
from cards.texts import Texts
from contract.guide import Guide
from contract.seating import BOT, ME
from contract.state import GameState
from engine.decks.formats.interchange import BASTION, FORT
from engine.decks.game.setup import CONSTRUCTED, SetUp
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import DUEL, SEAT_NAMES
from games.decks.first_game.checks import outcome_of
from games.decks.setups import DECKS, GameSetup
from games.decks.state import DecksState

FOLDER: Final = Path(__file__).resolve().parent
SET: Final = "initiation"
BOT_LEVEL: Final = "greedy"
_STRONGHOLDS: Final = (BASTION, FORT)
MOMENT_TEXTS: Final = Texts(FOLDER / "text")
_CARD: Final = re.compile(r"\[([a-z-]+)\]")  # a card of the set, named in a text by its slug


@dataclass(frozen=True)
class TaughtMoment:
    """One of the moments.

    ``turns`` are the reader's own for it; with ``answers`` B attacks after each of them, playing no card. ``sides`` are
    both sides as the file has them: slugs of cards in ``hand`` (the Stronghold among them), ``upper`` and ``lower``.
    """

    slug: str
    number: int
    turn: int
    turns: int
    answers: bool
    sides: tuple[Mapping[str, list[str]], ...]
    game: str = DECKS

    @property
    def contents(self) -> str:
        return reverse("play:first_game")

    @property
    def real_game(self) -> str:
        return reverse("play:first_real_game")

    def position(self) -> dict[str, Any]:
        """Its position as ``clash-position/1``, cards written out: A's turn is about to begin."""
        players = {}
        for letter, side in zip(SEAT_NAMES[: DUEL.seats], self.sides, strict=True):
            rows = {name: [{"card": _reference(slug)} for slug in side.get(name, [])] for name in ("upper", "lower")}
            turn = self.turn if letter == "A" else self.turn - 1
            players[letter] = {"turn": turn, "hand": [_reference(slug) for slug in side["hand"]], **rows}
        written: dict[str, Any] = written_out({"mode": DUEL.name, "active": "A", "phase": "mana", "players": players})
        return written

    def setup(self) -> GameSetup:
        """A game of its own that begins at it, against a bot that does no more than the moment asks for."""
        decks = tuple(tuple(_cards(side)) for side in self.sides)
        return GameSetup(
            setup=SetUp(DUEL, CONSTRUCTED, seed=self.number, decks=decks, first=0),
            champions=False,
            custom=None,
            seats={"A": (ME, ""), "B": (BOT, BOT_LEVEL)},
            spectators=False,
            sets=(SET,),
            guide=Guide(self.slug, self.answers, self.position()),
        )

    def text(self, language: str, name: str) -> str:
        """One of its texts: ``title``, ``task``, ``why``, or what is said of an outcome."""
        return _filled(MOMENT_TEXTS.find(language, "moments", self.slug, name), language)

    def outcome(self, state: GameState) -> str:
        assert isinstance(state, DecksState)
        return outcome_of(self.slug, state, self.turns, answers=self.answers)

    def outcome_text(self, language: str, outcome: str) -> str:
        """The words for an outcome (``checks``)."""
        return _filled(MOMENT_TEXTS.find(language, "moments", self.slug, "outcomes", outcome), language)


@cache
def all_moments() -> tuple[TaughtMoment, ...]:
    """The moments in their order."""
    read = tomllib.loads((FOLDER / "moments.toml").read_text(encoding="utf-8"))
    return tuple(
        TaughtMoment(
            slug=entry["slug"],
            number=number,
            turn=entry["turn"],
            turns=entry.get("turns", 1),
            answers=entry.get("answers", False),
            sides=(entry["a"], entry["b"]),
        )
        for number, entry in enumerate(read["moment"], start=1)
    )


def _reference(slug: str) -> str:
    return slug if slug in _STRONGHOLDS else f"{SET}/{slug}"


def _cards(side: Mapping[str, list[str]]) -> list[Card]:
    slugs = [*side["hand"], *side.get("upper", []), *side.get("lower", [])]
    return [card_of(_reference(slug)).card for slug in slugs if slug not in _STRONGHOLDS]


def _filled(text: str, language: str) -> str:
    """A text with its cards named in the reader's language."""
    return _CARD.sub(lambda match: card_of(_reference(match[1])).name.in_language(language), text)
