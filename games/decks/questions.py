"""Readers' questions about positions of Clash of Decks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError

from board.links import position_query
from board.narration import tell
from board.reading import read_written
from board.walkthrough import show
from contract.questions import AskedPosition, BadPositionError, DecidingStep, ShownQuestion
from engine.decks.bots.bot_view import BotView
from engine.decks.formats.notation import parse
from engine.decks.game.game import DecksGame
from engine.decks.game.stages import AT_DRAFT, AT_TERMS
from engine.decks.rules.actions import parse_action
from engine.decks.rules.trace.recorder import Trace
from engine.kernel.errors import EngineError
from rulings.forms import line_of, trouble_with
from web.languages import current_language


class DecksQuestions:
    """See ``contract.questions.QuestionGame``."""

    def read(self, text: str) -> AskedPosition:
        try:
            line = line_of(text)
        except ValidationError as wrong:
            raise BadPositionError(" ".join(wrong.messages)) from wrong
        actions = read_written(text).actions if line else ()
        return AskedPosition(line, [action for action in actions if isinstance(action, str)])

    def trouble(self, line: str, actions: Sequence[str]) -> str:
        return trouble_with(line, actions)

    def shown(self, line: str, actions: Sequence[str]) -> ShownQuestion | None:
        try:
            return ShownQuestion("rulings/questions/_shown.html", show(parse(line), actions, current_language()))
        except EngineError:  # the rules may have changed since it was asked
            return None

    def deciding(self, line: str, actions: Sequence[str], language: str) -> DecidingStep | None:
        trace = Trace()
        try:
            position = parse(line)
            for action in actions:
                position.apply(parse_action(action), trace)
        except (EngineError, ValueError):
            return None
        citing = [event for event in trace.events if event.rulings]
        if not citing:
            return None
        sentence = tell(citing[-1], language, position.mode.ai_seats)
        return DecidingStep(sentence.text, sentence.rulings)

    def query(self, engine: Any, seat: int | None, *, is_open: bool = False) -> Mapping[str, str] | None:
        if not isinstance(engine, DecksGame) or engine.position is None or engine.stage in (AT_DRAFT, AT_TERMS):
            return None
        if is_open:
            return position_query(engine.position)
        if seat is None:
            return None
        return position_query(BotView(engine.position, engine.knowledge, seat).known())
