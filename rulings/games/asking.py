"""Readers' questions about positions of the simple games: states as JSON, which an address holds compressed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import override

from cards.texts import MissingText
from contract.questions import AskedPosition, BadPositionError, DecidingStep, ShownQuestion
from contract.registry import faces_of
from engine.kernel.errors import EngineError
from engine.kernel.requests import parse_json
from rulings.games.packing import MAX_LENGTH, PACKED, line_of_state, query_of_state, unpacked
from rulings.games.pages import GameCourse, course_of
from rulings.games.plain import PlainRulings
from rulings.games.running import Json
from rulings.games.telling import SeatWords
from web.languages import current_language


@dataclass(frozen=True)
class CourseWithFaces:
    """A course on a page, with how its game is drawn."""

    course: GameCourse
    board_template: str
    styles_template: str


@dataclass(frozen=True)
class PlainQuestions:
    """See ``contract.questions.QuestionGame``. ``known`` writes the state of an engine's game as a seat knows it, or
    as it is for None."""

    game: PlainRulings
    known: Callable[[Any, int | None], Json]

    def read(self, text: str) -> AskedPosition:
        text = text.strip()
        if not text:
            return AskedPosition("")
        try:
            data = parse_json(unpacked(text) if text.startswith(PACKED) else text[: MAX_LENGTH + 1])
            is_request = isinstance(data, dict) and "state" in data
            answer = self.game.runner.answer({"state": data["state"] if is_request else data})
        except EngineError as wrong:
            raise BadPositionError(self._no_position(wrong)) from wrong
        except RecursionError as wrong:
            raise BadPositionError(self._no_position()) from wrong
        actions = data.get("actions") if is_request else None
        actions = actions if isinstance(actions, list) else []
        return AskedPosition(line_of_state(answer["state"]), [action for action in actions if isinstance(action, str)])

    def _no_position(self, wrong: EngineError | None = None) -> str:
        place = wrong.message.partition(":")[0] if wrong is not None and wrong.message.startswith("/") else ""
        words = _("This isn't a position of %(game)s. Paste its JSON, or ask from a board.") % {"game": self.game.title}
        return f"{words} ({place[:80]})" if place else words

    def trouble(self, line: str, actions: Sequence[str]) -> str:
        try:
            error = self.game.runner.answer(self._request(line, actions)).get("error")
        except EngineError as wrong:
            error = wrong.to_json()
        if not error:
            return ""
        number = error.get("at")
        number = number if isinstance(number, int) and number < len(actions) else 0
        words = _("Action %(number)d, “%(written)s”, isn't possible: %(why)s")
        return words % {"number": number + 1, "written": actions[number][:80], "why": self._why(error["code"])}

    def _why(self, code: str) -> str:
        try:
            return self.game.refusal_text(code, current_language())
        except MissingText:
            return _("unknown action")

    def shown(self, line: str, actions: Sequence[str]) -> ShownQuestion | None:
        try:
            course = course_of(self.game, self._request(line, actions), current_language())
        except EngineError:  # the rules may have changed since it was asked
            return None
        faces = faces_of(self.game.name)
        context = CourseWithFaces(course, faces.board_template, faces.styles_template)
        return ShownQuestion("rulings/games/_asked.html", context, "rulings/games/_asked_head.html")

    def deciding(self, line: str, actions: Sequence[str], language: str) -> DecidingStep | None:
        try:
            moments = list(self.game.runner.course(self._request(line, actions)))
        except EngineError:
            return None
        citing = [event for moment in moments if moment.action for event in moment.events if event.get("rulings")]
        if not citing:
            return None
        faces = faces_of(self.game.name)
        with override(language):
            return DecidingStep(faces.event_words(citing[-1], SeatWords(faces)), tuple(citing[-1]["rulings"]))

    def query(self, engine: Any, seat: int | None, *, is_open: bool = False) -> Mapping[str, str] | None:
        if seat is None and not is_open:
            return None
        return query_of_state(self.game.name, self.known(engine, None if is_open else seat))

    def _request(self, line: str, actions: Sequence[str]) -> Json:
        return {"state": json.loads(line), "actions": list(actions)}
