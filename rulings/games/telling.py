"""Examples in words: what is asked for, what happens, which facts are checked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from contract.facts import Fact
from contract.pages import GameFaces
from rulings.games.plain import PlainRulings
from rulings.games.running import ExampleAnswer, Json

_EMPTY: Final[tuple[Any, ...]] = ([], {})


class SeatWords(dict[str, str]):
    """What seats are called, any that is asked for."""

    def __init__(self, faces: GameFaces) -> None:
        super().__init__()
        self.faces = faces

    def __missing__(self, seat: str) -> str:
        return self.faces.seat_word(seat)

    def get(self, seat: str, default: str = "") -> str:  # type: ignore[override]
        """What a seat is called; ``default`` where there is none."""
        return self[seat] if seat else default


@dataclass(frozen=True)
class FactTeller:
    """Tells the facts of an example in a language."""

    game: PlainRulings
    faces: GameFaces
    language: str

    def tell(self, fact: Fact, answer: ExampleAnswer) -> str:
        """A fact as a sentence."""
        for key in ("refused", "legal", "illegal", "only"):
            if key in fact:
                return self._action(key, fact, answer)
        if "event" in fact:
            event = answer.event(fact)
            words = self._event({"kind": fact["event"], **fact.get("with", {})} if event is None else event, event)
            return self._say("event", event=words)
        pointer = fact.get("at") or f"size {fact['size']}"
        pattern, things = self._pattern(pointer)
        if not pattern and "size" in fact:
            pattern, things = self._pattern(fact["size"])
        return pattern.format(*map(self._thing, things), **{"is": self.value(fact.get("is"))})

    def state_words(self, state: Json) -> Iterator[str]:
        """What a state has, a sentence for each thing that facts can be told of and that is there."""
        for pointer, value in _pointers("/state", state):
            pattern, things = self._pattern(pointer)
            if pattern and value not in _EMPTY:
                yield pattern.format(*map(self._thing, things), **{"is": self.value(value)})

    def value(self, value: Any) -> str:
        """A value of a fact: cards, Elements and seats by their names."""
        if isinstance(value, bool):
            return self._say("yes" if value else "no")
        if value is None:
            return self._say("hidden")
        if value in _EMPTY:
            return self._say("nothing")
        if isinstance(value, list):
            return ", ".join(self.value(item) for item in value)
        if isinstance(value, Mapping):
            return ", ".join(self._pair(key, item) for key, item in value.items())
        return self._thing(str(value)) if isinstance(value, str) else str(value)

    def _pair(self, key: str, value: Any) -> str:
        thing = self._thing(key)
        return f"{value} {thing}" if isinstance(value, int) else f"{thing} {self.value(value)}"

    def _thing(self, thing: str) -> str:
        return self.faces.thing_word(thing)

    def _say(self, name: str, **parts: str) -> str:
        return self.game.words(self.language, "telling")[name].format(**parts)

    def _action(self, key: str, fact: Fact, answer: ExampleAnswer) -> str:
        if key == "only":
            return self._say("only", actions=", ".join(self.action(action) for action in fact["only"]))
        if key != "refused":
            return self._say(key, action=self.action(fact[key]))
        why = self.game.refusal_text(fact["refused"], self.language)
        return self._say("refused", action=self.action(answer.request["actions"][-1]), why=why)

    def action(self, action: str) -> str:
        """An action in words; as it stands where it is none."""
        try:
            return self.faces.action_words(action)
        except (KeyError, IndexError, ValueError):
            return action

    def _event(self, expected: Json, event: Json | None) -> str:
        if event is None:
            return " ".join(f"{key}={value}" for key, value in expected.items())
        return self.faces.event_words(event, SeatWords(self.faces))

    def _pattern(self, pointer: str) -> tuple[str, tuple[str, ...]]:
        for known, pattern in _patterns(self.game, self.language):
            if match := known.fullmatch(pointer):
                return pattern, match.groups()
        return "", ()


def _pointers(start: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Everything inside of a JSON value with its pointer."""
    yield start, value
    items = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from _pointers(f"{start}/{key}", inner)


@cache
def _patterns(game: PlainRulings, language: str) -> list[tuple[re.Pattern[str], str]]:
    facts = game.words(language, "facts")
    return [(re.compile(re.escape(known).replace(r"\*", "([^/]+)")), pattern) for known, pattern in facts.items()]


def request_words(game: PlainRulings, request: Json, faces: GameFaces, language: str) -> list[str]:
    """What an example asks for beside a board: what its game says of it, whose view it is."""
    words = game.words(language, "requests")
    sentences = game.runner.request_words(request, faces, words)
    seat = request.get("view") or request.get("seat")
    if sentences or not seat:
        return sentences
    return [words["onlooker"] if seat == "spectator" else words["sees"].format(seat=faces.seat_word(seat))]
