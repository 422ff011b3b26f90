"""Examples carried out: what the engine answers to their request, and whether its facts are true of that.

A fact is a table with one of these keys: ``event`` (of that kind, with what it has at least in ``with``), ``at`` (what
stands at a JSON pointer into the answer: ``is``, nothing where that is missing), ``size`` (how much stands there),
``count`` (how often ``of`` stands below some pointers: in a list, or as the key of a number),
``refused`` (the last action is, for the reason of this code), ``legal`` and ``illegal`` (an action may be done then, or
not), ``only`` (all that may be done then).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Protocol

from contract.facts import Fact, matches
from contract.pages import GameFaces

Json = dict[str, Any]
EVERYTHING: Final = "everything"  # whoever sees all hands


@dataclass(frozen=True)
class ExampleMoment:
    """A moment of an example: the ``action`` ("" at the start), its ``events`` as they are seen, the game afterwards.

    ``refused`` is the code for which the action was not done.
    """

    action: str
    events: Sequence[Json]
    engine: Any
    refused: str = ""


class RulesRunner(Protocol):
    """A game's engine, as examples ask it."""

    def answer(self, request: Json) -> Json:
        """The answer to a request, a wrong action's ``error`` in it. Raises ``EngineError``."""
        ...

    def choices(self, request: Json) -> list[str]:
        """The legal actions after the request's own. Raises ``EngineError``."""
        ...

    def course(self, request: Json) -> Iterator[ExampleMoment]:
        """The start and each action; nothing where the request is about a sheet."""
        ...

    def request_words(self, request: Json, faces: GameFaces, words: Mapping[str, str]) -> list[str]:
        """What a request that is about no board asks for, in ``words``; nothing for any other."""
        ...

    def viewer(self, request: Json) -> str:
        """Whose view is asked for: a seat, "" for a spectator, ``EVERYTHING``."""
        ...


@dataclass(frozen=True)
class ExampleAnswer:
    """What the engine answers to an example's request."""

    runner: RulesRunner
    request: Json
    data: Json

    @cached_property
    def choices(self) -> list[str]:
        return self.runner.choices(self.request)

    def event(self, fact: Fact) -> Json | None:
        return next((event for event in self.data.get("trace", ()) if matches(fact, event)), None)


def answer_of(runner: RulesRunner, request: Json) -> ExampleAnswer:
    """The answer to a request. Raises ``EngineError``."""
    return ExampleAnswer(runner, request, runner.answer(request))


def disagreement(fact: Fact, answer: ExampleAnswer) -> str:
    """What the engine says instead of a fact; "" where it agrees. Raises ``ValueError`` for a fact of no kind."""
    for key, compare in _LOOKS.items():
        if key in fact:
            expected, actual = compare(fact, answer)
            return "" if expected == actual else f"expected {expected!r}, the engine says {actual!r}"
    raise ValueError(f"a fact of no kind: {dict(fact)}")


def _at(pointer: str, value: Any) -> Any:
    for step in pointer.split("/")[1:]:
        if isinstance(value, list):
            value = value[int(step)] if int(step) < len(value) else f"nothing at {pointer}"
        else:
            value = value.get(step, f"nothing at {pointer}") if isinstance(value, Mapping) else f"nothing at {pointer}"
    return value


def _size(pointer: str, value: Any) -> Any:
    value_at = _at(pointer, value)
    return sum(value_at.values()) if isinstance(value_at, Mapping) else len(value_at)


def _count(value: Any, wanted: Any) -> int:
    if isinstance(value, Mapping):
        here = value.get(wanted)
        counted = here if type(here) is int else 0
        return counted + sum(_count(item, wanted) for item in value.values())
    if isinstance(value, list):
        return sum(item == wanted if not isinstance(item, Mapping | list) else _count(item, wanted) for item in value)
    return 0


def _refusal(answer: ExampleAnswer) -> tuple[str, int | None]:
    error = answer.data.get("error") or {"code": "", "at": None}
    return error["code"], error["at"]


_LOOKS: Final[dict[str, Callable[[Fact, ExampleAnswer], tuple[Any, Any]]]] = {
    "event": lambda fact, answer: (True, answer.event(fact) is not None),
    "at": lambda fact, answer: (fact.get("is"), _at(fact["at"], answer.data)),
    "count": lambda fact, answer: (
        fact["is"],
        sum(_count(_at(pointer, answer.data), fact["of"]) for pointer in fact["count"].split()),
    ),
    "size": lambda fact, answer: (fact["is"], _size(fact["size"], answer.data)),
    "refused": lambda fact, answer: ((fact["refused"], len(answer.request["actions"]) - 1), _refusal(answer)),
    "legal": lambda fact, answer: (True, fact["legal"] in answer.choices),
    "illegal": lambda fact, answer: (False, fact["illegal"] in answer.choices),
    "only": lambda fact, answer: (list(fact["only"]), answer.choices),
}
