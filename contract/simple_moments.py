"""Moments of the first game of a simple game: a state each, one thing to do in it, and what is said of it.

What came of one is read from the engine's events, in whatever way it came about: there is nothing to keep but the log.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.urls import reverse

from cards.texts import Texts
from contract.facts import Fact, matches
from contract.guide import Guide
from contract.moments import DONE, NOTHING
from contract.seating import BOT, ME
from contract.simple import SimpleGameAdapter, SimpleTableConfig
from contract.state import GameState

BOT_LEVEL: Final = "greedy"


@dataclass(frozen=True)
class SimpleMoment:
    """One of the moments of a game; ``number`` counts them from 1.

    It is done when one of the events in ``done`` has happened, over when one of ``over`` has. The reader has the first
    seat of ``state``, which is in the game's interchange format.
    """

    adapter: SimpleGameAdapter
    format: str
    texts: Texts
    slug: str
    number: int
    state: Mapping[str, Any]
    done: Sequence[Fact]
    over: Sequence[Fact]

    @property
    def game(self) -> str:
        return self.adapter.name

    @property
    def contents(self) -> str:
        return reverse("play:first_game_of", args=[self.game])

    @property
    def real_game(self) -> str:
        return reverse("play:another_first_game", args=[self.game])

    def setup(self) -> SimpleTableConfig:
        seats = self.adapter.seats_of(self.state.get("players"))
        return SimpleTableConfig(
            game=self.game,
            seats={seat: (BOT, BOT_LEVEL) if number else (ME, "") for number, seat in enumerate(seats)},
            seed=self.number,
            options=self.adapter.usual_options(),
            spectators=False,
            guide=Guide(self.slug, True, {"format": self.format, **self.state}),
        )

    def text(self, language: str, name: str) -> str:
        text: str = self.texts.find(language, "moments", self.slug, name)
        return text

    def outcome_text(self, language: str, outcome: str) -> str:
        text: str = self.texts.find(language, "moments", self.slug, "outcomes", outcome)
        return text

    def outcome(self, state: GameState) -> str:
        steps = list(state.before(0))
        events = [event for _done, _before, after in steps for event in after.view_of_events(0)]
        if _any(self.done, events):
            return DONE
        if _any(self.over, events) or state.result is not None:
            return NOTHING
        return NOTHING if steps and state.turn() != steps[0][0].turn else ""


def _any(facts: Sequence[Fact], events: Sequence[Mapping[str, Any]]) -> bool:
    return any(matches(fact, dict(event)) for fact in facts for event in events)


def read_moments(adapter: SimpleGameAdapter, format_: str, folder: Path) -> tuple[SimpleMoment, ...]:
    """The moments of a game in their order, from ``moments.toml`` and ``text/`` of a folder.

    States are in the interchange format that ``format_`` names.
    """
    read = tomllib.loads((folder / "moments.toml").read_text(encoding="utf-8"))
    return tuple(
        SimpleMoment(
            adapter=adapter,
            format=format_,
            texts=Texts(folder / "text"),
            slug=f"{adapter.name}-{entry['slug']}",
            number=number,
            state=json.loads(entry["state"]),
            done=entry["done"],
            over=entry.get("over", ()),
        )
        for number, entry in enumerate(read["moment"], start=1)
    )
