"""Examples of Clash of the Cards, carried out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from contract.pages import GameFaces
from engine.armies.cli.requests import answer
from engine.armies.formats.state_reading import read_state
from engine.armies.game.game import ArmiesGame
from engine.armies.game.sealed import SealedArmiesGame
from engine.armies.pack.cards import SEAT_NAMES
from engine.armies.rules.actions import parse_action
from engine.armies.trace.base import Trace
from engine.kernel.errors import IllegalAction
from rulings.games.running import EVERYTHING, ExampleMoment, Json


class ArmiesRunner:
    def answer(self, request: Json) -> Json:
        return answer("view" if "seat" in request else "resolve", request)

    def choices(self, request: Json) -> list[str]:
        sent = {key: value for key, value in request.items() if key != "seat"}
        actions: list[str] = answer("legal", sent)["actions"]
        return actions

    def request_words(self, request: Json, faces: GameFaces, words: Mapping[str, str]) -> list[str]:
        return []

    def viewer(self, request: Json) -> str:
        return request["seat"] or "" if "seat" in request else EVERYTHING

    def course(self, request: Json) -> Iterator[ExampleMoment]:
        seen_by = self.viewer(request)
        game = ArmiesGame.at(read_state(request["state"]))
        yield ExampleMoment("", (), SealedArmiesGame.over(game.copy()))
        for action in request.get("actions", ()):
            to_act = game.to_act()
            try:
                events = game.apply(to_act[0] if to_act else 0, parse_action(action))
            except IllegalAction as wrong:
                yield ExampleMoment(action, (), SealedArmiesGame.over(game), wrong.code)
                return
            yield ExampleMoment(action, _written(events, seen_by), SealedArmiesGame.over(game.copy()))


def _written(events: Trace, seen_by: str) -> list[Json]:
    if seen_by == EVERYTHING:
        return [event.to_json() for event in events]
    return [event.seen_by(SEAT_NAMES.index(seen_by) if seen_by else None) for event in events]
