"""Examples of Clash of Magic Schools, carried out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from contract.pages import GameFaces
from engine.kernel.errors import IllegalAction
from engine.schools.cli.main import legal, resolve
from engine.schools.formats.event_writing import write_seen_event
from engine.schools.formats.requests import GAMES_KINDS, NEW, kind_of
from engine.schools.formats.state_reading import read_state
from engine.schools.formats.state_writing import SPECTATOR
from engine.schools.game.game import SchoolsGame
from engine.schools.rules.components import SEATS
from engine.schools.rules.events import Events
from rulings.games.running import EVERYTHING, ExampleMoment, Json

_STATE: Final = "/state"


class SchoolsRunner:
    def answer(self, request: Json) -> Json:
        return resolve(request)

    def choices(self, request: Json) -> list[str]:
        actions: list[str] = legal(request)["actions"]
        return actions

    def request_words(self, request: Json, faces: GameFaces, words: Mapping[str, str]) -> list[str]:
        """See ``RulesRunner``: the games and draws of a sheet."""
        if "curriculum" in request:
            games = ", ".join(_score(game, faces, words) for game in request["curriculum"]["games"])
            return [words["curriculum"].format(games=games)]
        if "championship" not in request:
            return []
        sheet = request["championship"]
        sentences = [words["draws"].format(draws="; ".join(_draw(draw) for draw in sheet["draws"]))]
        results = ", ".join(name or words["drawn"] for name in sheet.get("results", ()))
        return [*sentences, words["results"].format(results=results)] if results else sentences

    def viewer(self, request: Json) -> str:
        view: str = request.get("view", EVERYTHING)
        return "" if view == SPECTATOR else view

    def course(self, request: Json) -> Iterator[ExampleMoment]:
        kind = kind_of(request)
        if kind not in GAMES_KINDS:
            return
        seen_by = self.viewer(request)
        game = (
            SchoolsGame(request[NEW]["seed"]) if kind == NEW else SchoolsGame(state=read_state(request[kind], _STATE))
        )
        yield ExampleMoment("", _written(game.opening, seen_by), game.copy())
        for action in request.get("actions", ()):
            seat = game.state.to_act
            try:
                events = game.apply(0 if seat is None else seat, action)
            except IllegalAction as wrong:
                yield ExampleMoment(action, (), game, wrong.code)
                return
            yield ExampleMoment(action, _written(events, seen_by), game.copy())


def _written(events: Events, seen_by: str) -> list[Json]:
    if seen_by == EVERYTHING:
        return [write_seen_event(event, event.seat) for event in events]
    seat = SEATS.index(seen_by) if seen_by else None
    return [write_seen_event(event, seat) for event in events]


def _score(game: Mapping[str, Any], faces: GameFaces, words: Mapping[str, str]) -> str:
    totals = f"{game['dragombre']} : {game['blancgriffon']}"
    if "forfeit" in game:
        return f"{totals} ({words['gives-up'].format(seat=faces.seat_word(game['forfeit']))})"
    return totals


def _draw(draw: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {level}" for name, level in draw.items())
