"""The moments of the games beside Clash of Decks: a state each, one thing to do in it, and what is said of it.

What came of one is read from the engine's events, in whatever way it came about: there is nothing to keep but the log.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from contract.facts import Fact, matches
from contract.registry import GAMES
from tables.first_game.moments import FOLDER, MOMENT_TEXTS
from tables.games import armies, schools
from tables.games.plain import PlainSetup, PlainState, PlainTable
from tables.seating import BOT, ME
from tables.setups import Guide

TEXTS: Final = "other_games"
DONE: Final = "done"
NOTHING: Final = "nothing"
BOT_LEVEL: Final = "greedy"
FORMATS: Final = {schools.NAME: "magic-schools/1", armies.NAME: "clash-of-the-cards/1"}


@dataclass(frozen=True)
class OtherMoment:
    """One of the moments of ``game``; ``number`` counts them from 1.

    It is done when one of the events in ``done`` has happened, over when one of ``over`` has. The reader has the first
    seat of ``state``, which is in the game's interchange format.
    """

    game: str
    slug: str
    number: int
    state: Mapping[str, Any]
    done: Sequence[Fact]
    over: Sequence[Fact]

    def setup(self) -> PlainSetup:
        """A game of its own that begins at it."""
        table = GAMES[self.game].adapter
        assert isinstance(table, PlainTable)
        seats = table.seats_of(self.state.get("players"))
        return PlainSetup(
            game=self.game,
            seats={seat: (BOT, BOT_LEVEL) if number else (ME, "") for number, seat in enumerate(seats)},
            seed=self.number,
            options=table.usual_options(),
            spectators=False,
            guide=Guide(self.slug, True, {"format": FORMATS[self.game], **self.state}),
        )

    def text(self, language: str, name: str) -> str:
        """One of its texts: ``title``, ``task`` or ``why``."""
        text: str = MOMENT_TEXTS.find(language, TEXTS, self.slug, name)
        return text

    def outcome_text(self, language: str, outcome: str) -> str:
        """The words for an outcome."""
        text: str = MOMENT_TEXTS.find(language, TEXTS, self.slug, "outcomes", outcome)
        return text

    def outcome(self, state: PlainState) -> str:
        """What came of it: ``DONE``, ``NOTHING``, "" while it is being played."""
        steps = list(state.before(0))
        events = [event for _done, _before, after in steps for event in after.view_of_events(0)]
        if _any(self.done, events):
            return DONE
        if _any(self.over, events) or state.result is not None:
            return NOTHING
        return NOTHING if steps and state.turn() != steps[0][0].turn else ""


def _any(facts: Sequence[Fact], events: Sequence[Mapping[str, Any]]) -> bool:
    return any(matches(fact, dict(event)) for fact in facts for event in events)


@cache
def other_moments(game: str) -> tuple[OtherMoment, ...]:
    """The moments of a game in their order; none where there are none."""
    read = tomllib.loads((FOLDER / "other_games.toml").read_text(encoding="utf-8"))
    own = [entry for entry in read["moment"] if entry["game"] == game]
    return tuple(
        OtherMoment(
            game=game,
            slug=f"{game}-{entry['slug']}",
            number=number,
            state=json.loads(entry["state"]),
            done=entry["done"],
            over=entry.get("over", ()),
        )
        for number, entry in enumerate(own, start=1)
    )


def find_other_moment(slug: str) -> OtherMoment | None:
    """The moment of a slug, of any of these games."""
    return next((one for game in FORMATS for one in other_moments(game) if one.slug == slug), None)
