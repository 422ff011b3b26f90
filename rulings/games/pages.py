"""What the pages of such a game's rulings show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from board.links import question_href
from contract.registry import faces_of
from engine.kernel.errors import EngineError
from rulings.games.packing import query_of_state
from rulings.games.plain import GameExample, GameRuling, PlainRulings
from rulings.games.running import EVERYTHING, ExampleMoment, Json, answer_of
from rulings.games.telling import FactTeller, SeatWords, request_words


@dataclass(frozen=True)
class GameFact:
    """A fact in words, and whether the engine agrees; ``actual`` is what it says instead."""

    words: str
    actual: str

    @property
    def agrees(self) -> bool:
        """Whether the engine agrees."""
        return not self.actual


@dataclass(frozen=True)
class GameStep:
    """An action of an example in words: what happened by it, rulings with their addresses, why it was refused."""

    action: str
    events: Sequence[tuple[str, Sequence[tuple[str, str]]]]
    refused: str = ""


@dataclass(frozen=True)
class GameExampleView:
    """An example carried out: boards at its start and its end (None where it is about a sheet), steps and facts.

    ``watch`` says what to look at, ``ask_href`` leads to the form for questions with it, "" where it has no board.
    """

    id: str
    title: str
    watch: str
    request: Sequence[str]
    start: Any
    end: Any
    steps: Sequence[GameStep]
    facts: Sequence[GameFact]
    ask_href: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the engine agrees with all of it."""
        return all(fact.agrees for fact in self.facts)


@dataclass(frozen=True)
class GameCourse:
    """A request carried out: boards at its start and its end (None where it is about a sheet or is refused), steps."""

    start: Any
    end: Any
    steps: Sequence[GameStep]


@dataclass(frozen=True)
class GameRulingPage:
    """A ruling with its examples and its neighbours."""

    ruling: GameRuling
    examples: Sequence[GameExampleView]
    before: GameRuling | None
    after: GameRuling | None

    @property
    def agrees(self) -> bool:
        """Whether the engine agrees with all of its examples."""
        return all(example.agrees for example in self.examples)


def ruling_page(game: PlainRulings, ruling: GameRuling, language: str) -> GameRulingPage:
    every = game.rulings(language)
    place = every.index(ruling)
    return GameRulingPage(
        ruling=ruling,
        examples=[example_view(game, example, language) for example in game.examples_of(ruling.number)],
        before=every[place - 1] if place else None,
        after=every[place + 1] if place + 1 < len(every) else None,
    )


def example_view(game: PlainRulings, example: GameExample, language: str) -> GameExampleView:
    """An example, carried out by the engine and shown."""
    shown = faces_of(game.name)
    wrong = game.checked(example)
    try:
        course = course_of(game, example.request, language)
        outcome = answer_of(game.runner, example.request)
    except EngineError:  # then ``wrong`` says it
        return GameExampleView(
            example.id, example.title[language], "", (), None, None, (), [GameFact(wrong[0], wrong[0])]
        )
    teller = FactTeller(game, shown, language)
    facts = [
        GameFact(teller.tell(fact, outcome), actual)
        for fact, actual in zip(example.facts, wrong, strict=len(wrong) == len(example.facts))
    ]
    return GameExampleView(
        id=example.id,
        title=example.title[language],
        watch=game.words(language, "watch").get(example.id) or _watch(example, course.steps),
        request=request_words(game, example.request, shown, language),
        start=course.start,
        end=course.end,
        steps=course.steps,
        facts=facts,
        ask_href=_ask_href(game, example.request, outcome.data.get("error")),
    )


def _ask_href(game: PlainRulings, request: Json, error: Json | None) -> str:
    """The form with the example's position and its actions, without the one that is refused."""
    if "state" not in request:
        return ""
    actions = request.get("actions", ())[: error["at"] if error else None]
    return question_href(query_of_state(game.name, request["state"], actions))


def course_of(game: PlainRulings, request: Json, language: str) -> GameCourse:
    """What a request leads to, step by step. Raises ``EngineError``."""
    faces = faces_of(game.name)
    moments = list(game.runner.course(request))
    viewer = game.runner.viewer(request)
    seen_by = None if viewer == EVERYTHING else viewer
    boards = [faces.drawn(moment.engine, seen_by) for moment in (*moments[:1], *moments[1:][-1:])]
    teller = FactTeller(game, faces, language)
    return GameCourse(
        start=boards[0] if boards else None,
        end=boards[1] if len(boards) > 1 and not moments[-1].refused else None,
        steps=[_step(game, moment, teller) for moment in moments if moment.action or moment.events],
    )


def _watch(example: GameExample, steps: Sequence[GameStep]) -> str:
    """What to watch, in one sentence, as the steps tell it: a refusal, else the last event that cites the ruling."""
    refused = [step.refused for step in steps if step.refused]
    citing = [words for step in steps for words, cited in step.events if example.rulings[0] in dict(cited)]
    words = (refused or citing)[-1:]
    return f"{words[0].rstrip('.')}." if words else ""


def _step(game: PlainRulings, moment: ExampleMoment, teller: FactTeller) -> GameStep:
    events = [
        (
            teller.faces.event_words(event, SeatWords(teller.faces)),
            [(number, game.ruling_address(number)) for number in event.get("rulings", ())],
        )
        for event in moment.events
    ]
    refused = game.refusal_text(moment.refused, teller.language) if moment.refused else ""
    return GameStep(teller.action(moment.action) if moment.action else "", events, refused)
