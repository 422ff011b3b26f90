"""Answers that were given without a network: judged again by the site, and each counted once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction

from accounts.models import Owner
from engine.kernel.errors import IllegalAction
from grimoire.lines import read_start, replay_line
from grimoire.models import Attempt, Puzzle
from grimoire.offline.packs import stays, version_of
from grimoire.solving.judging import GOES_ON, SOLVED, check_defence, verdict_on
from grimoire.solving.predicting import grade_prediction, read_prediction
from grimoire.solving.services import answer_elsewhere
from web.idempotency import KeyedRequest
from web.refusals import RequestRefused


@dataclass(frozen=True, slots=True)
class LateAnswer:
    """An answer by the pack of a ``version``: a ``line`` of plays with the enemies' turns between them, or what was
    ``said`` of an outcome, as the page's form has it."""

    version: str
    line: Sequence[str] = ()
    said: Mapping[str, str] | None = None


def count_late(*, owner: Owner, puzzle: Puzzle, answer: LateAnswer, key: str) -> bool:
    """Whether an answer is right. It is counted as one that was given elsewhere, for no rating; the same ``key`` counts
    it once.

    Raises ``RequestRefused``: ``key-reused`` (409), ``changed`` (409) where the puzzle is another one by now,
    ``bad-answer`` (422) for what is none.
    """
    asked = [puzzle.token, answer.version, list(answer.line), dict(answer.said or {})]
    keyed = KeyedRequest(f"answers {owner.pk}", key, asked)
    if (known := _stored(keyed)) is not None:
        return known
    if answer.version != version_of(puzzle) or stays(puzzle):
        raise RequestRefused(409, "changed", "the puzzle is another one by now")
    is_right = _judged(puzzle, answer)
    try:
        with transaction.atomic():
            attempt = answer_elsewhere(owner=owner, puzzle=puzzle, is_right=is_right)
            keyed.store(attempt, 200, json.dumps(is_right))
    except IntegrityError:  # the same was sent twice at once
        known = _stored(keyed)
        if known is None:
            raise
        return known
    return is_right


def _stored(keyed: KeyedRequest) -> bool | None:
    stored = keyed.find()
    return None if stored is None else bool(json.loads(stored.body))


def _judged(puzzle: Puzzle, answer: LateAnswer) -> bool:
    if puzzle.kind == Puzzle.Kind.FORETELL:
        attempt = Attempt(puzzle=puzzle)
        prediction, missing = read_prediction(attempt, answer.said or {})
        if missing:
            raise RequestRefused(422, "bad-answer", "not every part was foretold", "/said")
        return all(grade_prediction(attempt, prediction).values())
    start = read_start(puzzle.position)
    try:
        check_defence(start, answer.line)
        verdict = verdict_on(start, replay_line(start.position, answer.line)).verdict
    except IllegalAction as wrong:
        raise RequestRefused(422, "bad-answer", wrong.message, "/line") from wrong
    if verdict == GOES_ON:
        raise RequestRefused(422, "bad-answer", "the line goes on", "/line")
    return verdict == SOLVED
